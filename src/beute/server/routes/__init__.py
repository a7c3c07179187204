"""What is not asked all the time, by subject: people, tables, seats, finished games, what can be played, health."""
