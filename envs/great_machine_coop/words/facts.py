"""What a view tells, before it is written or drawn: marker, City Event, Servants and their cards, Directives.

All seats know the same; only whoever may see everything is told more.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...city.rules.state import ALL_DISTRICTS, NOBODY, NUM_HEROES, NUM_SERVANTS, District, Phase
from ...city.rules.tracks import stage, total_trust
from ...city.words.facts import is_there, stage_name
from ...city.words.terms import hero_name, listed, members, record_of
from ...table.game import RUNNING, Setup
from ...table.named import texts
from ...table.views import knower, many
from ..cards import ConditionPart, EventCard
from ..rules.conditions import hero_districts, holds
from ..rules.movement import all_moves
from ..rules.state import MARKER_STAGES, NUM_MOVES, ClosingStep, Condition, MoveCard
from .card_text import SUPPORT_TEXT, condition_text, gain_text, prevention_text
from .closing import event_of

TEAM = 1
"""As whose knowledge the table is told: a Revolutionary's; all seats are."""


def knower_of(state: Any, seat: int | None) -> int | None:
    """Return as whose knowledge the table is told: None for everything, else what all Heroes know."""
    return None if knower(state, seat) is None else TEAM


# The Progress marker


def marker_stage(state: Any) -> int:
    """Return the Stage where the Progress marker is."""
    return (MARKER_STAGES - int(state.marker)) % MARKER_STAGES


def steps_to_meet(state: Any) -> int:
    """Return after how many steps the Progress marker meets Discontent if Discontent stays where it is."""
    return MARKER_STAGES - int(stage(state)) - int(state.marker)


def marker_text(state: Any) -> str:
    """Return where the Progress marker is and when it meets Discontent."""
    return f"{stage_name(marker_stage(state))}; meets Discontent after {many(steps_to_meet(state), 'step')}"


# The City Event


class Clause(NamedTuple):
    """A part of a City Event.

    Attributes:
        title: What it is about.
        text: What it says.
        stands: How it stands now; empty where there is nothing to tell.
        good: Whether that is good for the Heroes; None where it is up to them.
    """

    title: str
    text: str
    stands: str = ""
    good: bool | None = None


def clauses(setup: Setup, state: Any) -> list[Clause]:
    """Return the parts of the City Event of a round that has one, and how each stands."""
    event = event_of(setup, state)
    found = []
    if event.prevent.districts or event.prevent.trust:
        text = f"prevented if {prevention_text(event.prevent)}; else a special Guard in a random District"
        found.append(Clause("Security Protocol", text, *_prevention(state, event)))
    if event.need.what != "nothing":
        text = f"if the Protocol is prevented and {condition_text(event.need)}: {gain_text(event.gain)}"
        found.append(Clause("Breakthrough", text, *_breakthrough(state, event)))
    if event.stops.what == "never":
        found.append(Clause("Master Plan", "always advances"))
    else:
        text = f"does not advance if {condition_text(event.stops)}"
        found.append(Clause("Master Plan", text, *_condition(state, event.stops, ClosingStep.PLAN)))
    if event.support != "nothing":
        found.append(Clause("Support", SUPPORT_TEXT[event.support]))
    return found


def _is_past(state: Any, step: int) -> bool:
    """Whether a step of the Closing Phase is over."""
    return bool(state.phase == Phase.CLOSING and state.step > step + bool(state.pledge_for))


def _prevention(state: Any, event: EventCard) -> tuple[str, bool | None]:
    if state.over != RUNNING:
        return "", None
    if _is_past(state, ClosingStep.PROTOCOL):
        return ("prevented", True) if state.prevented else ("executed", False)
    if event.prevent.trust:
        return _by_trust(state, event.prevent.trust)
    places = sum(1 << texts(District).index(name) for name in event.prevent.districts)
    there = places & int(hero_districts(state)) != 0
    return ("prevented", True) if there else ("not prevented", False)


def _breakthrough(state: Any, event: EventCard) -> tuple[str, bool | None]:
    """Tell how a Breakthrough stands, which asks for the Protocol to be prevented as well."""
    stands, met = _condition(state, event.need, ClosingStep.BREAKTHROUGH)
    _, prevented = _prevention(state, event)
    if not stands or met is False or prevented:
        return stands, met
    if prevented is None:
        return f"{stands} if prevented", None
    return "not met (Protocol)", False  # a column of the picture holds no more


def _condition(state: Any, condition: ConditionPart, step: int) -> tuple[str, bool | None]:
    if state.over != RUNNING or _is_past(state, step):
        return "", None
    if condition.what == "trust":
        return _by_trust(state, condition.number)
    met = bool(holds(state, texts(Condition).index(condition.what), condition.number))
    return ("met", True) if met else ("not met", False)


def _by_trust(state: Any, price: int) -> tuple[str, bool | None]:
    has = int(total_trust(state))
    return (f"{has} Trust at hand", None) if has >= price else (f"only {has} Trust at hand", False)


# Servants and their cards


def servant_order(setup: Setup) -> list[int]:
    """Return the Servants in the order of their turns."""
    return [int(record_of(setup).order[turn]) for turn in range(NUM_SERVANTS)]


def card_of(state: Any, servant: int) -> str:
    """Return the Servant Movement card that a Servant has drawn in this round."""
    return "-" if state.moved[servant] == NOBODY else move_name(state, int(state.moved[servant]))


def servant_text(state: Any, servant: int) -> str:
    """Return what keeps a Servant from acting; empty for nothing."""
    if state.servants[servant] == NOBODY:
        return f"deactivated until the end of round {state.until[servant]}"
    return "idle in this round" if state.idle[servant] else ""


def place_of(state: Any, servant: int) -> int:
    """Return the District where a Servant stands or lies."""
    return int(state.lying[servant] if state.servants[servant] == NOBODY else state.servants[servant])


def lying_at(state: Any, district: int) -> list[int]:
    """Return the deactivated Servants in a District."""
    return [servant for servant, place in enumerate(state.lying) if place == district]


def move_name(state: Any, card: int) -> str:
    """Return the name of a Servant Movement card, with the Hero that it tracks."""
    name = MoveCard(card).text
    return f"{name} ({hero_name(state, card)})" if card < NUM_HEROES and is_there(state) else name


def move_names(state: Any, cards: int) -> list[str]:
    """Return the names of a set of Servant Movement cards."""
    return [move_name(state, number) for number in members(cards, NUM_MOVES)]


def discarded_moves(setup: Setup, state: Any) -> int:
    """Return the Servant Movement cards that are discarded, as a set; those drawn in this round are not yet."""
    drawn = sum(1 << int(card) for card in state.moved if card != NOBODY)
    return int(all_moves(record_of(setup), state)) & ~int(state.moves) & ~drawn


def turned_up(state: Any) -> int:
    """Return the Districts whose tokens lie face up, as a set."""
    return ALL_DISTRICTS & ~int(state.tokens)


# Directives


def published_in_order(state: Any) -> list[int]:
    """Return the published Directives, the one published first, which leaves first, at the beginning."""
    return [int(directive) for directive in state.order if directive != NOBODY]


def bottom_of_deck(state: Any) -> list[int]:
    """Return the Directives that were returned to the bottom of the deck, the next one to be drawn first."""
    return [int(state.bottom[place]) for place in range(state.bottom_size)]


# Heroes


def choice_text(state: Any, hero: int) -> str:
    """Return the Access card that a Hero has chosen."""
    return "-" if state.chosen[hero] == NOBODY else District(state.chosen[hero]).text


def has_gone(state: Any, hero: int) -> bool:
    """Whether a Hero has had its turn of this round."""
    return bool(state.phase == Phase.CLOSING or (state.phase == Phase.HEROES and state.went[hero]))


def level_text(setup: Setup) -> str:
    """Return the level of difficulty: its name unless parts of it are replaced, Benefits, the plan's start."""
    options = setup.options
    own = options.benefits is not None or options.master_plan is not None
    benefits = options.level.benefits
    told = f"Benefit{'s' if len(benefits) > 1 else ''} {listed(map(str, benefits))}" if benefits else "no Benefits"
    told += "" if options.maintenance == "kept" else f" (Maintenance cards: {options.maintenance})"
    return f"{'a level of its own' if own else options.difficulty}: {told}"
