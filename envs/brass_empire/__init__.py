"""Brass Empire: one to six players, deck building with units, buildings and combat. The rules are in RULES.md.

Five ways to play are options of one game: ``mode`` is ``"standard"``, ``"solitaire"``, ``"team"`` or ``"battle"``, and
``reserves="draft"`` lets the players build their reserve decks before any of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..table.game import Game, Rewards, Setup
from ..table.views import drawn_by, place_in_round
from . import options
from .rules import apply as rules
from .rules import determinize, observation, scoring
from .rules.check import check_position
from .rules.questions import QUESTIONS
from .rules.state import MAX_SEATS, SETUP, STATE
from .rules.upgrade import upgrade
from .words import card_text, questions
from .words.actions import actions
from .words.events import EVENTS
from .words.facts import corporation_name
from .words.together import together
from .words.view import render_text

__all__ = ["GAME"]


def _rewards(chosen: options.BrassEmpireOptions) -> Rewards:
    return "cooperative" if chosen.mode == "solitaire" else "zero-sum"


def _teams(chosen: options.BrassEmpireOptions) -> list[int]:
    sides = chosen.num_players // 2 if chosen.mode == "team" else chosen.num_players
    return [seat % sides for seat in range(chosen.num_players)]


def _traits(setup: Setup, state: Any) -> dict[str, Sequence[str]]:
    """Each seat's corporation, and its place in the order of turns."""
    names = [corporation_name(setup, state, seat) or "undecided" for seat in range(setup.num_seats)]
    return {"corporation": names, "place in the round": place_in_round(setup, state)}


GAME = Game(
    name="brass_empire",
    title="Brass Empire",
    module=__name__,
    options=options.BrassEmpireOptions,
    setup_dtype=SETUP,
    state_dtype=STATE,
    max_seats=MAX_SEATS,
    build=options.build,
    rules={
        "deal": rules.deal,
        "legal_actions": rules.legal_actions,
        "apply": rules.apply,
        "observe": observation.observe,
        "reveal": observation.reveal,
        "determinize": determinize.determinize,
        "returns": scoring.returns,
    },
    actions=actions,
    layout=observation.layout,
    full_layout=observation.full_layout,
    render_text=render_text,
    render_picture=drawn_by(__name__),
    public_views=True,
    describe_action=questions.describe_action,
    questions=QUESTIONS,
    words=questions.WORDS,
    asks=lambda setup, state, seat: questions.question(setup, state),
    rewards=_rewards,
    card_uses=questions.card_use,
    offers="buy",
    card_table=lambda setup: card_text.card_table(setup.options.cards),
    teams=_teams,
    traits=_traits,
    together=together,
    modes=("mode",),
    check=check_position,
    events=EVENTS,
    upgrade=upgrade,
)
