"""What a view tells, before it is written or drawn: what a seat knows of tracks, Citizens, cards and the event."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...city.rules.citizens import classes_active, free_squares
from ...city.rules.state import (
    ALL_DISTRICTS,
    ARRESTED,
    LEVEL_SIZE,
    MACHINE,
    NOBODY,
    NUM_DIRECTIVES,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_TYPES,
    PLAN_END,
    RIOT_STAGE,
    RIOTS_TO_WIN,
    SLOTS_A_STAGE,
    TRACK_END,
    CitizenType,
    Directive,
    District,
    Event,
    Phase,
    Status,
)
from ...city.rules.tracks import riots_won, stage, total_trust
from ...city.words.terms import ROMAN, listed, many, members, record_of
from ...table import kernels
from ...table.game import RUNNING, TERMINATED, Setup
from ..rules.closing import JUDGES_PRICE, SET_FREE, TRADED, any_identified
from ..rules.plan import comes_by_itself, is_for_sale, plan_price
from ..rules.state import (
    ClosingStep,
)

PHASE_NAMES = (
    *("Laying out the city", "Choosing Heroes", "Opening Phase", "Access Phase", "Great Machine Phase"),
    *("Heroes Phase", "Closing Phase"),
)
SYMBOLS = ("1", "2", "3", "4", "5", "T")
"""Numbers printed on Citizens, by type."""

_SURE, _NEVER = 0.9999, 0.0001


class Citizen(NamedTuple):
    """A Citizen as somebody knows it.

    Attributes:
        status: UNIDENTIFIED, IDENTIFIED or REVEALED.
        kind: Its type; None where it is not known.
        active: Whether it is revealed and of a type that supports the Heroes now.
    """

    status: int
    kind: int | None
    active: bool


def knows_all(state: Any, seat: int | None) -> int | None:
    """Return the seat as whose knowledge the table is told: None, for everything, when a game has ended."""
    return None if state.over == TERMINATED else seat


def citizens_in(state: Any, place: int, knower: int | None) -> list[Citizen]:
    """Return the Citizens of a District: unidentified ones, then identified and revealed ones by type."""
    counts = np.asarray(state.citizens)[place].astype(int)
    active = int(classes_active(state))
    found = []
    for kind in range(NUM_TYPES):
        found += [Citizen(Status.UNIDENTIFIED, kind if knower is None else None, False)] * int(
            counts[Status.UNIDENTIFIED, kind]
        )
    for kind in range(NUM_TYPES):
        found += [Citizen(Status.IDENTIFIED, None if knower == MACHINE else kind, False)] * int(
            counts[Status.IDENTIFIED, kind]
        )
    for kind in range(NUM_TYPES):
        found += [Citizen(Status.REVEALED, kind, kind < active)] * int(counts[Status.REVEALED, kind])
    return found


# Tracks


def plan_text(state: Any) -> str:
    """Return where the Master Plan stands."""
    return f"{ROMAN[int(state.plan)]} of {ROMAN[PLAN_END]}"


def stage_name(number: int) -> str:
    """Return a Stage of Discontent."""
    return "Riot Stage" if number == RIOT_STAGE else f"Stage {number}" if number else "Zero Stage"


def discontent_text(setup: Setup, state: Any) -> str:
    """Return where Discontent stands."""
    now = int(stage(state))
    if now == RIOT_STAGE:
        return "Riot Stage"
    return f"{stage_name(now)}, slot {int(state.slot) % SLOTS_A_STAGE + 1} of {SLOTS_A_STAGE}"


def active_text(state: Any) -> str:
    """Return the types of Citizens that support the Heroes now."""
    return listed((f"{CitizenType(kind).text}s" for kind in range(int(classes_active(state)))), "nobody")


def income_text(setup: Setup, state: Any) -> str:
    """Return what the Machine gets in the next Opening Phase."""
    return many(int(setup.record["income"][0][int(stage(state))]), "Bond")


def riots_text(state: Any) -> str:
    """Return the Riots that were won."""
    won = [District(district).text for district in members(state.riots)]
    won += ["Riot Stage"] if state.slot == TRACK_END else []
    return f"{int(riots_won(state))} of {RIOTS_TO_WIN}" + (f": {listed(won)}" if won else "")


def event_level(event: int) -> str:
    """Return the level of a City Event."""
    return "" if event == Event.COUNTDOWN else "II" if event >= LEVEL_SIZE else "I"


# The Master Plan at the end of the round


def outlook(setup: Setup, state: Any, knower: int | None) -> str:
    """Return whether the Master Plan would advance if the round ended now, as far as ``knower`` can tell."""
    event = int(state.event)
    if event == NOBODY or state.phase in (Phase.BUILDING, Phase.CHOOSING) or state.over != RUNNING:
        return ""
    if event == Event.AMNESTY:
        can = state.crowd[ARRESTED] >= SET_FREE and free_squares(record_of(setup), state) >= SET_FREE
        return "the Machine can" if can else "the Machine cannot"
    if event == Event.JUDGES:
        return "the Heroes can stop it" if total_trust(state) >= JUDGES_PRICE else "it advances"
    if event == Event.SEARCHES:
        return "it is up to the Heroes" if any_identified(state) else "it advances"
    if event == Event.LIBERTY:
        can = state.published or int(state.hand).bit_count() >= TRADED
        return "the Machine can" if can else "the Machine cannot"
    if is_for_sale(state):
        return f"for {many(int(plan_price(state)), 'Bond')}"
    return "it advances" if _advances(state, knower) else "it does not"


def _advances(state: Any, knower: int | None) -> bool:
    if state.event == Event.CHECKS and knower == MACHINE:  # as far as cards are shown
        return any(state.shown[hero] and state.chosen[hero] == state.began[hero] for hero in range(NUM_HEROES))
    if state.event == Event.MAINTENANCE and (state.phase != Phase.CLOSING or state.step == ClosingStep.RAIDS):
        bare = [district for district in range(NUM_DISTRICTS) if state.guards[district] == 0]
        return any(not (int(state.raids) | int(state.riots)) >> district & 1 for district in bare)
    return bool(comes_by_itself(state))


# Directives


def directive_names(directives: int) -> list[str]:
    """Return the names of a set of Directives."""
    return [Directive(number).text for number in members(directives, NUM_DIRECTIVES)]


class Hand(NamedTuple):
    """The Machine's hand as somebody knows it: what is in it, and how many more cards."""

    known: list[int]
    unknown: int


def hand_of(state: Any, knower: int | None) -> Hand:
    """Return the Machine's hand."""
    known = int(state.hand) if knower in (None, MACHINE) else int(state.seen)
    return Hand(members(known, NUM_DIRECTIVES), int(state.hand).bit_count() - known.bit_count())


def unseen_directives(state: Any, knower: int | None) -> list[int]:
    """Return what lies in the deck, for the Heroes together with what they have not seen of the hand."""
    if knower in (None, MACHINE):
        return members(state.deck, NUM_DIRECTIVES)
    return members((int(state.deck) | int(state.hand)) & ~int(state.seen), NUM_DIRECTIVES)


# Heroes and their cards


def is_there(state: Any) -> bool:
    """Whether the Heroes are in the city."""
    return state.phase not in (Phase.BUILDING, Phase.CHOOSING)


def heroes_at(state: Any, district: int) -> list[int]:
    """Return the Heroes in a District."""
    return [hero for hero in range(NUM_HEROES) if is_there(state) and state.at[hero] == district]


def servants_at(state: Any, district: int) -> list[int]:
    """Return the Servants in a District."""
    there = int(state.there) >> district & 1
    return [servant for servant, at in enumerate(state.servants) if there and at == district]


def lost_cards(state: Any, hero: int) -> list[int]:
    """Return the Access cards that a Hero has lost."""
    return members(ALL_DISTRICTS & ~int(state.cards[hero]))


def sure_cards(state: Any, hero: int) -> tuple[list[int], list[int], dict[int, int]]:
    """Return what the Machine can conclude: cards surely in hand, surely lost, and percentages of the others."""
    chances = {district: float(state.chance[hero, district]) for district in range(NUM_DISTRICTS)}
    held = [district for district, chance in chances.items() if chance > _SURE]
    lost = [district for district, chance in chances.items() if chance < _NEVER]
    open_to = {district: round(100 * chance) for district, chance in chances.items() if _NEVER <= chance <= _SURE}
    return held, lost, open_to


def choice_text(state: Any, hero: int, knower: int | None) -> str:
    """Return the Access card that a Hero has chosen in this round."""
    if state.chosen[hero] == NOBODY:
        return "-"
    if state.shown[hero]:
        return District(state.chosen[hero]).text
    return "hidden" if knower == MACHINE else f"{District(state.chosen[hero]).text} (hidden)"


def turn_text(state: Any, hero: int, *, over: bool) -> str:
    """Return what a Hero's turn has come to, given whether it is over; empty if nothing is to be told."""
    parts = ["detained"] if state.detained[hero] else []
    if over:
        parts.append("turn over")
    elif state.phase == Phase.HEROES and state.cursor == hero:
        parts.append(f"acting, {many(int(state.acts), 'Action')} taken" if state.acts else "acting")
    return listed(parts, "")


def has_gone(state: Any, hero: int) -> bool:
    """Whether a Hero has had its turn of this round."""
    return bool(state.phase == Phase.CLOSING or (state.phase == Phase.HEROES and state.cursor > hero))


# The question and the end


def asked_text(asked: int, viewer: int | None, question: str, name: str) -> str:
    """Return who is asked what: a seat with its name."""
    return f"{'You are' if asked == viewer else f'{name} is'} asked: {question}."


def result(state: Any) -> str:
    """Return how the game has ended."""
    if state.over != TERMINATED:
        return "The game was cut off."
    if state.winner == MACHINE:
        how = "The Master Plan is complete" if state.plan == PLAN_END else "A Hero has lost the last Access card"
        return f"{how}: the Great Machine wins."
    return f"{RIOTS_TO_WIN} Riots have been won: the Heroes win."


def arrested_text(state: Any, knower: int | None) -> str:
    """Return how many Citizens are arrested, and of which types as far as it is known."""
    total = int(state.crowd[ARRESTED])
    if knower is None:
        counts = np.asarray(state.citizens)[ARRESTED, Status.UNIDENTIFIED]
    else:
        counts = np.asarray(state.sure)[0 if knower == MACHINE else 1]
    known = [many(int(number), CitizenType(kind).text) for kind, number in enumerate(counts) if number]
    rest = total - int(counts.sum())
    if known and rest:
        known.append(f"{rest} unknown")
    return f"{total}" + (f": {listed(known)}" if known else "")


def legal(setup: Setup, state: Any) -> list[int]:
    """Return the actions of the seat that is asked."""
    if state.over != RUNNING:
        return []
    mask = np.zeros((1, setup.num_actions), np.int8)
    states = np.array([state.tobytes()]).view(setup.game.state_dtype)
    look = setup.game.kernel(kernels.observe_many)
    look(setup.record, states, np.array([-1]), np.zeros((1, setup.layout.size), np.float32), mask, 0, 1)
    return np.flatnonzero(mask[0]).tolist()
