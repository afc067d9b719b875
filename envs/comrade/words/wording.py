"""Phases, actions and claims in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ...table.actions import Actions
from ...table.attributes import attributed
from ...table.game import Setup
from ...table.seats import seat_after, seat_name
from ...table.sets import members_of
from ..options import ComradeOptions
from ..rules.committee import rest_called
from ..rules.interrogation import role_of_gift
from ..rules.state import ACT_CLAIM, ACTIONS, CLAIMS, Act, Phase, Role, Word

WITH_CLAIMS = Actions(
    ACTIONS.blocks,
    *(
        replace(block, name=f"CLAIM_{block.name}", say=f"claim: {block.say}", text=f"{block.text} (option `claims`)")
        for block in CLAIMS.blocks
    ),
)


def actions(options: ComradeOptions) -> Actions:
    """Return the action space; seats are counted clockwise from the one that acts."""
    return WITH_CLAIMS if options.claims else ACTIONS


def names(seats: Any) -> str:
    """Return the players of a set of seats as a list in words."""
    return ", ".join(seat_name(seat) for seat in members_of(seats)) or "nobody"


def card(role: Any) -> str:
    """Return a card in words."""
    return f"the {Role(role).text}" if role else "a comrade"


def claim_text(claim: int, name: Callable[[int], str]) -> str:
    """Return a claim in words; ``name`` turns a distance from the speaker into a word."""
    step = CLAIMS.references[claim].thing("seat")
    if not step:
        return CLAIMS.names[claim]
    return CLAIMS.references[claim].block.say.format(f"{name(step)} is")


@dataclass(frozen=True)
class Told:
    """An action in the position before it, told to ``seat`` (None knows everything)."""

    setup: Setup
    state: Any
    action: int
    seat: int | None

    def at(self, step: int) -> int:
        """Return the seat that sits ``step`` seats to the left of the one that acts."""
        return seat_after(self.setup.num_seats, int(self.state.seat), step)

    @property
    def other(self) -> int:
        """The seat that the action names."""
        return self.at(self.setup.actions.references[self.action].thing("seat"))

    @property
    def known(self) -> bool:
        """Whether it is one's own action, or everything is known."""
        return self.seat in (None, int(self.state.seat))


def _claim(told: Told) -> str:
    return f"claims: {claim_text(told.action - ACT_CLAIM, lambda step: seat_name(told.at(step)))}"


def _call(told: Told) -> str:
    """Say whom a call calls: all that are left, too, where no more are left than are wanted."""
    setup, state = attributed(told.setup.record)[0], told.state
    step = seat_after(told.setup.num_seats, told.other, -int(state.seat))
    rest = [told.at(further) for further in rest_called(setup, state, step)]
    others = f", and with it {' and '.join(map(seat_name, rest))}: nobody else is left" if rest else ""
    return f"calls {seat_name(told.other)} to vote{others}"


def _look(told: Told) -> str:
    if told.state.cards[told.other] == 0:
        return f"chooses {seat_name(told.other)}, who holds no card"
    return f"interrogates {seat_name(told.other)}"


def _vote(told: Told) -> str:
    if not told.known:
        return "votes, covered"
    return f"votes for {'freedom' if told.action == Act.FREEDOM else 'the party'}"


def _word(told: Told) -> str:
    return f"chooses {Word(told.action - Act.WORD).text}" if told.known else "chooses a word, covered"


def _gift(told: Told) -> str:
    if not told.known and told.seat != told.other:
        return f"hands a card to {seat_name(told.other)}"
    return f"hands {card(role_of_gift(told.state, told.action))} to {seat_name(told.other)}"


@dataclass(frozen=True)
class Words:
    """How a phase is put into words.

    Attributes:
        stands: Where the game stands.
        asked: What the seat to move is asked; ``{called}`` of ``{voters}`` have been called to vote.
        answer: What an answer says.
    """

    stands: str
    asked: str
    answer: Callable[[Told], str]


WORDS = {
    Phase.CLAIM: Words("claims", "say something, true or not", _claim),
    Phase.CALL: Words(
        "the voters are called", "call a voter ({called} of {voters} are called, clockwise from your left)", _call
    ),
    Phase.VOTE: Words("secret vote", "vote in secret: party or freedom", _vote),
    Phase.WORD: Words("committee", "choose a freedom, to be shown with your card", _word),
    Phase.LOOK: Words(
        "interrogation, first pass", "interrogate a player with fewer than two cards and give it a card", _look
    ),
    Phase.GIVE: Words("interrogation, first pass", "choose which of your two cards to give", _gift),
    Phase.PASS: Words("interrogation, second pass", "pass one of your two cards on to a player without any", _gift),
}


def describe_action(setup: Setup, state: Any, action: int, seat: int | None) -> str:
    """Return an action in words as far as ``seat`` may know it; None knows everything."""
    return WORDS[Phase(state.phase)].answer(Told(setup, state, action, seat))
