"""Whom a learner plays: the pool of opponents, exploiters, and who plays the other sides."""
