"""Train the policy of Der Schattendieb's master: `games` plays and keeps what was seen, `learning` learns from it."""
