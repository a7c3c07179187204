"""Find the weights of the bots for Räuber."""
