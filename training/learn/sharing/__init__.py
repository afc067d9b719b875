"""What a round collects, shared among processes."""
