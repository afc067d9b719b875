"""The cards that are being played, in words: at what they are aimed, and what happens when nobody stops them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ...table.attributes import attributed
from ...table.game import Setup
from ...table.seats import seat_name
from ..rules.box import NO_TYPE, Citizen, Core
from ..rules.playing import is_behind, needed_points
from ..rules.programs import still_holds
from ..rules.stack import is_being_played
from ..rules.state import NOBODY, Stage, Target
from .card_text import CITIZEN_NAMES, DONE, amount, citizens_text
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


def forecasts(setup: Setup, state: Any) -> list[str]:
    """Return for each card on the stack, from below, what comes of it if no more cards are played, as things stand."""
    told = [""] * int(state.depth)
    stopped: dict[int, int] = {}
    for place in range(int(state.depth) - 1, -1, -1):
        record = state.stack[place]
        if record.dead:
            told[place] = "has been countered and does nothing"
        elif place in stopped:
            told[place] = f"is stopped by #{stopped[place] + 1}; else {outcome(setup, state, place)}"
        else:
            told[place] = outcome(setup, state, place)
            if record.card != NOBODY and _stops(setup, record) and not failure(setup, state, place):
                stopped.setdefault(int(record.card), place)
    return told


def _stops(setup: Setup, record: Any) -> bool:
    return any(step.do in ("counter", "return") for step in setup.options.cards.card[int(record.kind)].steps)


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
    if record.as_blitz and rules.blitz_during[kind] and not is_being_played(rules, state, Core.REVOLUTION, seat):
        return "no Revolution of another player is being played"
    if rules.target[kind] == Target.CARD:
        gone = record.card != NOBODY
        return "the card that it is aimed at has been countered" if gone else "there is nothing to aim it at"
    if record.seat == NOBODY:
        return "there is nobody to aim it at"
    return f"{seat_name(int(record.seat))} is no target for it any more"


def outcome(setup: Setup, state: Any, place: int) -> str:
    """Return what a card does when it resolves, as things stand; what is left of it if it is resolving."""
    record = state.stack[place]
    if record.stage == Stage.CHOOSING:
        what = (
            "type" if setup.record[0]["target"][int(record.kind)] == Target.TYPE or record.card != NOBODY else "target"
        )
        return f"{seat_name(int(record.player))} is choosing its {what}"
    reason = failure(setup, state, place)
    if reason:
        return f"does nothing: {reason}"
    steps = setup.options.cards.card[int(record.kind)].steps
    told = []
    for number, step in enumerate(steps[int(record.step) :], start=int(record.step)):
        condition = step.if_done and steps[number - 1].do in DONE
        told.append(("if so, " if condition else "") + _OUTCOMES[step.do](_Doing(setup, state, record, step)))
    return "; ".join(told) or "has been carried out"


class _Doing(NamedTuple):
    """A step of a card on the stack, with names for those that it is about."""

    setup: Setup
    state: Any
    record: Any
    step: Any

    @property
    def player(self) -> str:
        return seat_name(int(self.record.player))

    @property
    def target(self) -> str:
        return seat_name(int(self.record.seat))

    @property
    def card(self) -> str:
        return stack_name(self.setup, self.state, int(self.record.card))

    @property
    def cards(self) -> str:
        return amount(self.step.count, "card")

    @property
    def citizens(self) -> str:
        chosen = self.step.citizen == "chosen"
        return citizens_text(Citizen(int(self.record.type)).text if chosen else self.step.citizen, self.step.count)

    @property
    def who(self) -> str:
        return {
            "target": seat_name(int(self.record.seat)),
            "others": "each other player",
            "all": "every player",
            "richer": f"each player with more points than {self.player}",
        }[self.step.who]


def _remove(doing: _Doing) -> str:
    down = f", down to the number of {doing.player}" if doing.step.beyond else ""
    return f"{doing.who} loses {doing.citizens}{down}"


def _produce(doing: _Doing) -> str:
    whose = "the own deck" if doing.step.deck == "self" else f"the deck of {doing.target}"
    return f"{doing.player} produces with {doing.cards} of {whose}"


def _return(doing: _Doing) -> str:
    owner = int(doing.state.stack[int(doing.record.card)].owner)
    return f"{doing.card} {'is stopped' if owner == NOBODY else f'goes back to the hand of {seat_name(owner)}'}"


def _retype(doing: _Doing) -> str:
    return f"the type of {doing.card} becomes {CITIZEN_NAMES[Citizen(int(doing.record.type)).text]}"


_OUTCOMES: dict[str, Callable[[_Doing], str]] = {
    "gain": lambda doing: f"{doing.player} gains {doing.citizens}",
    "take": lambda doing: f"{doing.player} takes {doing.citizens} from {doing.who}",
    "remove": _remove,
    "pay": lambda doing: f"{doing.player} sends {doing.citizens} to the Gulag",
    "produce": _produce,
    "draw": lambda doing: f"{doing.player} draws {doing.cards}",
    "discard": lambda doing: f"{doing.who} discards {doing.cards}",
    "retrieve": lambda doing: f"{doing.player} takes back {doing.cards}",
    "actions": lambda doing: f"{doing.player} may play {amount(doing.step.count, 'further Action')}",
    "counter": lambda doing: f"{doing.card} is countered",
    "return": _return,
    "duplicate": lambda doing: f"{doing.card} takes place once more",
    "retype": _retype,
    "look": lambda doing: f"{doing.player} sees the hand of {doing.target}",
    "intercept": lambda doing: f"{doing.player} plays a card out of the hand of {doing.target}",
    "win": lambda doing: f"{doing.player} wins the game",
}
