"""What seeds are for that are derived from a run's, beside those of its rounds: a number for each purpose."""

from __future__ import annotations

from enum import IntEnum


class Purpose(IntEnum):
    """What is drawn with a derived seed."""

    CURVE = 1
    """Deals of the learning curve."""
    FINAL = 2
    """Deals of the figures at a run's end."""
    COPIES = 3
    """Games whose decisions are copied."""
    LAST_CHOICE = 4
    """Deals of the choice at a run's end."""
    SEARCHED_GAMES = 5
    """Games of a round of search."""
    VALUES = 6
    """Positions from which a round of search learns values."""
    ANCHORS = 7
    """Decisions of others by which a round of search is held."""
    EXPLOITERS_ROUND = 8
    """A round of the exploiters of a run."""
    PIECE = 9
    """A piece of a round that is shared among processes."""
    EXPLOITER = 10
    """The first weights of an exploiter."""
