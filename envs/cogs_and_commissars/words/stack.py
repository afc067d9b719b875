"""The cards that are being played, in words: at what they are aimed, and why they would do nothing."""

from __future__ import annotations

from typing import Any

from ...table.attributes import attributed
from ...table.game import Setup
from ...table.seats import seat_name
from ..rules.box import NO_TYPE, Citizen
from ..rules.playing import is_behind, needed_points
from ..rules.programs import lacks_revolution, still_holds
from ..rules.state import NOBODY, Stage, Target
from .card_text import CITIZEN_NAMES, citizens_text
from .wording import stack_name


def marks(state: Any, place: int) -> list[str]:
    """Return what is particular about a card on the stack."""
    record = state.stack[place]
    found = {
        "countered": record.dead,
        "duplicate": record.owner == NOBODY and not record.dead,
        "as a Blitz": record.as_blitz,
        "protected": record.protected and not record.dead,
    }
    return [name for name, holds in found.items() if holds]


def aim_text(setup: Setup, state: Any, place: int) -> str:
    """Return what a card is aimed at: ``against Propaganda #1 of player_0``; empty for nothing."""
    record = state.stack[place]
    sort = setup.record[0]["target"][int(record.kind)]
    chosen = "" if record.type == NO_TYPE else Citizen(int(record.type)).text
    if sort == Target.CARD and record.card != NOBODY:
        text = f"against {stack_name(setup, state, int(record.card))}"
        return f"{text}, for {CITIZEN_NAMES[chosen]}" if chosen else text
    if sort == Target.CITIZEN and record.seat != NOBODY:
        return f"at {citizens_text(chosen)} of {seat_name(int(record.seat))}"
    if sort == Target.PLAYER and record.seat != NOBODY:
        return f"at {seat_name(int(record.seat))}"
    return f"for {CITIZEN_NAMES[chosen]}" if chosen else ""


def failure(setup: Setup, state: Any, place: int) -> str:
    """Return why a card would do nothing if it resolved now; empty if it would do something."""
    record, rules = state.stack[place], attributed(setup.record)[0]
    if record.stage == Stage.RESOLVING or still_holds(rules, state, record):
        return ""
    kind, seat = int(record.kind), int(record.player)
    name, needs = seat_name(seat), setup.options.cards.card[kind].needs
    points = int(needed_points(rules, state, kind, seat))
    if state.points[seat] < points:
        return f"{name} has {state.points[seat]} of {points} points"
    if state.sizes[seat] < needs.deck:
        return f"the deck of {name} has {state.sizes[seat]} of {needs.deck} cards"
    if needs.own_turn and state.player != seat:
        return f"it is not the turn of {name}"
    if needs.behind and not is_behind(rules, state, seat):
        return f"nobody has more points than {name}"
    if lacks_revolution(rules, state, record):
        return "no Revolution of another player is being played"
    if rules.target[kind] == Target.CARD:
        gone = record.card != NOBODY
        return "the card that it is aimed at has been countered" if gone else "there is nothing to aim it at"
    if record.seat == NOBODY:
        return "there is nobody to aim it at"
    return f"{seat_name(int(record.seat))} is no target for it any more"
