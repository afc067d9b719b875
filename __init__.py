"""Cogitable: tabletop games as reinforcement-learning environments, and agents that play them."""

__version__ = "0.1.0"
