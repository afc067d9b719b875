"""What luck brought in a game, and results without it."""
