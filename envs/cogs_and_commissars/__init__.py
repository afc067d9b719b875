"""Cogs and Commissars: two to six players, a stack of cards that all respond to. The rules are in RULES.md.

Decks are preconstructed, drafted or random (``decks``), with or without leaders (``leaders``). ``windows`` says who is
asked for a response.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..table.game import Game, Setup
from ..table.views import drawn_by, place_in_round
from . import options
from .rules import appearance, determinize, everything, observation, returns
from .rules import apply as rules
from .rules.check import check_position
from .rules.questions import QUESTIONS
from .rules.state import MAX_SEATS, SETUP, STATE
from .words import card_text, questions, wording
from .words.events import EVENTS
from .words.facts import faction_name
from .words.view import render_text

__all__ = ["GAME"]


def _traits(setup: Setup, state: Any) -> dict[str, Sequence[str]]:
    """Each seat's faction, and its place in the order of turns."""
    names = [faction_name(setup, state, seat) or "undecided" for seat in range(setup.num_seats)]
    return {"faction": names, "place in the round": place_in_round(setup, state)}


GAME = Game(
    name="cogs_and_commissars",
    title="Cogs and Commissars",
    module=__name__,
    options=options.CogsOptions,
    setup_dtype=SETUP,
    state_dtype=STATE,
    max_seats=MAX_SEATS,
    build=options.build,
    rules={
        "deal": rules.deal,
        "legal_actions": rules.legal_actions,
        "apply": rules.apply,
        "observe": observation.observe,
        "reveal": everything.reveal,
        "determinize": determinize.determinize,
        "returns": returns.returns,
        "appearance": appearance.appearance,
    },
    actions=wording.actions,
    layout=observation.layout,
    full_layout=everything.full_layout,
    render_text=render_text,
    render_picture=drawn_by(__name__),
    public_views=True,
    describe_action=questions.describe_action,
    card_uses=questions.card_use,
    offers="draft",
    questions=QUESTIONS,
    words=questions.WORDS,
    asks=lambda setup, state, seat: questions.question(setup, state),
    card_table=lambda setup: card_text.card_table(setup.options.cards),
    traits=_traits,
    lengths=lambda setup, state: {"turns": int(state.turn)},
    modes=("decks",),
    specialties=("leaders",),
    events=EVENTS,
    upgrade=lambda setup, saved, state: None,  # nobody had given orders
    check=check_position,
)
