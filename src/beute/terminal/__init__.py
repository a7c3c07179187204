"""Play in the terminal: a table with keys and the mouse, or line by line."""
