"""Names, numbers and prices as people say them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ...table.compilation.uncompiled import as_compiled
from ...table.game import Setup
from ...table.seats import seat_name
from ...table.views import PUBLIC, many
from ..rules.state import (
    MACHINE,
    MINOR_DISTRICTS,
    NOBODY,
    NUM_DISTRICTS,
    CitizenClass,
    CitizenType,
    District,
    Hero,
    Status,
)
from ..rules.tracks import beyond_track, rise_to_come
from ..rules.variants import identified_as

ROMAN = ("0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
"""Steps of the Master Plan."""


def record_of(setup: Setup) -> Any:
    """Return the SETUP record as rules called from Python read it."""
    return as_compiled(setup.record[0])


def members(bits: int, size: int = NUM_DISTRICTS) -> list[int]:
    """Return the members of a set."""
    left = int(bits)
    return [number for number in range(size) if left >> number & 1]  # `has` of rules is slow in Python


def the(district: int) -> str:
    """Return a District as it stands in a sentence: ``Art``, ``the Tower``."""
    return District(district).text if district in MINOR_DISTRICTS else f"the {District(district).text}"


def the_first(district: int) -> str:
    """Return a District as it begins a sentence: ``Art``, ``The Tower``."""
    name = the(district)
    return name[0].upper() + name[1:]


def listed(words: Iterable[str], none: str = "none") -> str:
    """Return words as a list."""
    return ", ".join(words) or none


def bonds(amount: int) -> str:
    """Return a price that the Machine pays."""
    return many(amount, "Bond") if amount else "free"


def trust(amount: int, has: int | None = None) -> str:
    """Return a price that a Hero pays, and what it has."""
    return (f"{amount} Trust" if has is None else f"{amount} of {has} Trust") if amount else "free"


def hero_name(state: Any, hero: int) -> str:
    """Return a Hero by its place in the order of Initiative."""
    return "Hero" if hero == NOBODY or state.heroes[hero] == NOBODY else Hero(state.heroes[hero]).text


def player(seat: int) -> str:
    """Return a seat's name, and its side where that is the Machine."""
    return seat_name(seat) + (" (the Great Machine)" if seat == MACHINE else "")


def class_name(chosen: int) -> str:
    """Return a class of Citizens in words."""
    if chosen >= CitizenClass.REVEALED_AS:
        return f"revealed {CitizenType(chosen - CitizenClass.REVEALED_AS).text}"
    if chosen >= CitizenClass.IDENTIFIED_AS:
        return f"identified {CitizenType(chosen - CitizenClass.IDENTIFIED_AS).text}"
    return "identified Citizen" if chosen == CitizenClass.IDENTIFIED else "unidentified Citizen"


def class_of(status: int, kind: int, knower: int | None) -> int:
    """Return the class that a Citizen is to somebody: nobody tells those unidentified, the Machine none face down."""
    if status == Status.REVEALED:
        return CitizenClass.REVEALED_AS + kind
    if status == Status.UNIDENTIFIED:
        return CitizenClass.UNIDENTIFIED
    return CitizenClass.IDENTIFIED_AS + kind if of_heroes(knower) else CitizenClass.IDENTIFIED


def one(name: str) -> str:
    """Return a word with its article."""
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def finds(state: Any) -> str:
    """Return what happens to an unidentified Citizen that is found: it is identified, or turned face up at once."""
    return "reveals" if identified_as(state) == Status.REVEALED else "identifies"


def rise_text(slots: int, beyond: int) -> str:
    """Return what comes of a rise of Discontent; for each slot ``beyond`` the track a Citizen may be found instead."""
    if not beyond:
        return f"Discontent rises by {slots}"
    found = f"{many(beyond, 'Citizen')} may be found instead of a rise"
    return found if beyond == slots else f"Discontent rises by {slots - beyond} to the Riot Stage, then {found}"


def rise_now(state: Any, slots: int) -> str:
    """Return what comes of a rise of Discontent where it stands now."""
    comes = int(rise_to_come(state, slots))
    return rise_text(comes, int(beyond_track(state, comes))) if comes else "Discontent cannot rise"


def of_heroes(knower: int | None) -> bool:
    """Whether somebody knows what the Heroes know; neither the Machine does nor whoever holds no seat."""
    return knower not in (MACHINE, PUBLIC)


def known_types(state: Any, district: int, knower: int | None) -> np.ndarray:
    """Return the Citizens of a District whose type somebody knows, by type, shape (6,)."""
    counts = np.asarray(state.citizens)[district].astype(int)
    return counts[Status.REVEALED] + (counts[Status.IDENTIFIED] if of_heroes(knower) else 0)


def number_in(state: Any, district: int, status: int) -> int:
    """Return how many Citizens of one state are in a District."""
    return int(np.asarray(state.citizens)[district, status].sum())


def card_of(district: int) -> str:
    """Return an Access card: ``the card of the Tower``."""
    return f"the card of {the(district)}"


def within_limit(setup: Setup, state: Any, hero: int, amount: int) -> int:
    """Return how much of Trust that a Hero is given it can keep."""
    return min(amount, int(setup.record["limit"][0][state.heroes[hero]]) - int(state.trust[hero]))
