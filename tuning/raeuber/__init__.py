"""Find the numbers by which the bots judge in Räuber."""
