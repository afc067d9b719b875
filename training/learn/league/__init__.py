"""Whom a learner plays: the pool of opponents, and exploiters that are trained beside it."""
