"""What is in the box: types of citizens and of cards, how many there are, and how decks are made of them."""

from __future__ import annotations

from ...table.named import Named

DECK_SIZE = 30
RANDOM_CARDS, DRAFT_CARDS = 8, 10
"""Regular cards of a drafted deck: dealt at random, and drafted. A random deck has all of them at random."""
REGULAR_CARDS = RANDOM_CARDS + DRAFT_CARDS


class Decks(Named):
    """How decks come about."""

    PRECONSTRUCTED = "preconstructed"
    DRAFTED = "drafted"
    RANDOM = "random"


class Citizen(Named):
    """Types of citizens."""

    PROLETARIAT = "proletariat"
    BOURGEOISIE = "bourgeoisie"
    COMMISSAR = "commissar"


NUM_TYPES = len(Citizen)
SUPPLY = (51, 18, 15)
POINTS = (1, 2, 3)
NO_TYPE = -1


class CardType(Named):
    """When a card is played."""

    PROPAGANDA = "propaganda"
    ACTION = "action"
    BLITZ = "blitz"


class Core(Named):
    """Which of the core cards a card is."""

    NONE = "none"
    REVOLUTION = "revolution"
    PROPAGANDA = "propaganda"
    COUNTER_PROPAGANDA = "counter propaganda"


CORE_COPIES = (0, 1, 7, 4)
