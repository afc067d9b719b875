"""Arenas: agents play each other on duplicate deals; their plan, their folder, their ratings and their report."""
