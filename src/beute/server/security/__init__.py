"""Who is asking, and what is refused before any route sees it."""
