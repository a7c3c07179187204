"""Train the policy of Der Schattendieb's master: `games` plays and stores decisions, `learning` learns from them."""
