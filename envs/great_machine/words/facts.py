"""What a view tells, before it is written or drawn: what a seat knows of tracks, Citizens, cards and the event."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...city.rules import state as city
from ...city.rules.citizens import free_squares
from ...city.rules.state import District, Event, Phase
from ...city.rules.tracks import total_trust
from ...city.words.terms import members, of_heroes, record_of
from ...table.game import RUNNING, Setup
from ...table.sets import has, size
from ...table.views import many
from ..rules.closing import JUDGES_PRICE, SET_FREE, TRADED, any_identified
from ..rules.plan import comes_by_itself, is_for_sale, plan_price
from ..rules.state import ClosingStep

_SURE, _NEVER = 0.9999, 0.0001


def event_level(event: int) -> str:
    """Return the level of a City Event."""
    return "" if event == Event.COUNTDOWN else "II" if event >= city.LEVEL_SIZE else "I"


def past_events(state: Any) -> list[int]:
    """Return the City Events that have been turned up before the one of this round."""
    return [event for event in members(int(state.gone_events), Event.COUNTDOWN) if event != state.event]


# The Master Plan at the end of the round


def outlook(setup: Setup, state: Any, knower: int | None) -> str:
    """Return whether the Master Plan would advance if the round ended now, as far as ``knower`` can tell."""
    event = int(state.event)
    if event == city.NOBODY or state.phase in (Phase.BUILDING, Phase.CHOOSING) or state.over != RUNNING:
        return ""
    if event == Event.AMNESTY:
        can = state.crowd[city.ARRESTED] >= SET_FREE and free_squares(record_of(setup), state) >= SET_FREE
        return "the Machine can" if can else "the Machine cannot"
    if event == Event.JUDGES:
        return "the Heroes can stop it" if total_trust(state) >= JUDGES_PRICE else "it advances"
    if event == Event.SEARCHES:
        return "it is up to the Heroes" if any_identified(state) else "it advances"
    if event == Event.LIBERTY:
        can = state.published or size(state.hand) >= TRADED
        return "the Machine can" if can else "the Machine cannot"
    if is_for_sale(state):
        return f"for {many(int(plan_price(state)), 'Bond')}"
    return "it advances" if _advances(state, knower) else "it does not"


def _advances(state: Any, knower: int | None) -> bool:
    if state.event == Event.CHECKS and not of_heroes(knower):  # as far as cards are shown
        return any(state.shown[hero] and state.chosen[hero] == state.began[hero] for hero in range(city.NUM_HEROES))
    if state.event == Event.NO_ONE_SAFE and of_heroes(knower):  # the Heroes know what they have chosen
        return any(state.chosen[hero] in city.MAJOR_DISTRICTS for hero in range(city.NUM_HEROES))
    if state.event == Event.MAINTENANCE and (state.phase != Phase.CLOSING or state.step == ClosingStep.RAIDS):
        bare = [district for district in range(city.NUM_DISTRICTS) if state.guards[district] == 0]
        return any(not has(state.raids | state.riots, district) for district in bare)
    return bool(comes_by_itself(state))


# Directives


class Hand(NamedTuple):
    """The Machine's hand as somebody knows it: what is in it, and how many more cards."""

    known: list[int]
    unknown: int


def hand_of(state: Any, knower: int | None) -> Hand:
    """Return the Machine's hand."""
    known = int(state.hand) if knower in (None, city.MACHINE) else int(state.seen)
    return Hand(members(known, city.NUM_DIRECTIVES), int(size(state.hand) - size(known)))


def known_to_heroes(state: Any, directive: int, knower: int | None) -> bool:
    """Whether the Heroes know of a Directive in the Machine's hand; told to those who know the whole hand."""
    return knower in (None, city.MACHINE) and has(int(state.seen), directive)


def unseen_directives(state: Any, knower: int | None) -> list[int]:
    """Return what lies in the deck, for the Heroes together with what they have not seen of the hand."""
    if knower in (None, city.MACHINE):
        return members(state.deck, city.NUM_DIRECTIVES)
    return members((int(state.deck) | int(state.hand)) & ~int(state.seen), city.NUM_DIRECTIVES)


# Heroes and their cards


def sure_cards(state: Any, hero: int) -> tuple[list[int], list[int], dict[int, int]]:
    """Return what the Machine can conclude: cards surely in hand, surely lost, and percentages of the others."""
    chances = {district: float(state.chance[hero, district]) for district in range(city.NUM_DISTRICTS)}
    held = [district for district, chance in chances.items() if chance > _SURE]
    lost = [district for district, chance in chances.items() if chance < _NEVER]
    open_to = {district: round(100 * chance) for district, chance in chances.items() if _NEVER <= chance <= _SURE}
    return held, lost, open_to


def choice_text(state: Any, hero: int, knower: int | None) -> str:
    """Return the Access card that a Hero has chosen in this round."""
    if state.chosen[hero] == city.NOBODY:
        return "-"
    if state.shown[hero]:
        return District(state.chosen[hero]).text
    return f"{District(state.chosen[hero]).text} (hidden)" if of_heroes(knower) else "hidden"


def has_gone(state: Any, hero: int) -> bool:
    """Whether a Hero has had its turn of this round."""
    return bool(state.phase == Phase.CLOSING or (state.phase == Phase.HEROES and state.cursor > hero))
