"""Decisions to learn from: self-play at many tables, and what is kept of it."""
