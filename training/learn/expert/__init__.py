"""Learning from search."""
