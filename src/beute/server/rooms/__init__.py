"""A table with the people round it, over several matches: without network or disk. What it is follows from its log."""
