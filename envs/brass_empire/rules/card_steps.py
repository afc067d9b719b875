"""The steps of cards as numbers: when a card's programs run, what their steps do, and under which condition."""

from __future__ import annotations

from enum import IntEnum

from ...table.named import Named
from ...table.records import Int, Record, int8, int16

MAX_STEPS = 4
MAX_OPTIONS = 4
MAX_PROGRAMS = 512
NO_PROGRAM = -1


class Trigger(Named):
    """When a program of a card runs."""

    PLAY = "play"
    BUILT = "built"
    ABILITY = "ability"
    DEMOLISH = "demolish"
    DESTROYED = "destroyed"


class Effect(Named):
    """What a step of a program does."""

    END = "end"
    GAIN = "gain"
    DRAW = "draw"
    DAMAGE = "damage"
    DISMISS = "dismiss"
    CHOOSE = "choose"
    DISCARD = "discard"
    STEAL = "steal"
    ACQUIRE = "acquire"
    RECOVER = "recover"


class Flag(IntEnum):
    """What a step may be: members of the set that is its ``bits``."""

    MAY = 0  # it may be declined
    IF_DONE = 1  # only if the step before did something


class Need(Named):
    """What must be the case when a step is reached."""

    ALWAYS = "always"
    ALLIED = "allied"
    UNITS = "units"
    BUILDINGS = "buildings"
    PLAYED = "played"
    BEHIND = "behind"


class Step(Record):
    """One step of a program; the numbers that an effect does not need are 0."""

    what: Int = int8()  # one of Effect
    amount: Int = int8()  # cards, damage, Brass, highest cost; labor for gains
    construction: Int = int8()
    brass: Int = int8()
    among: Int = int8()  # set of types, zones or rows; number of options for choices
    bits: Int = int8()  # set of Flag
    condition: Int = int8()  # one of Need
    at_least: Int = int8()
    program: Int = int16()  # first option of a choice
