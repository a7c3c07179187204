"""A game as people handle it, without input or output."""
