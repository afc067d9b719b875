"""Comrade: five to ten players, hidden roles that travel. The rules are told in RULES.md beside this file."""

from __future__ import annotations

from typing import Any

from ..table.game import Game, Setup
from .options import ComradeOptions, fill_setup
from .rules import apply as rules
from .rules import observation
from .rules.appearance import appearance
from .rules.check import check_position
from .rules.determinize import determinize
from .rules.posterior import RANDOM, Model, awareness, posterior
from .rules.state import MAX_SEATS, SETUP, STATE
from .words import wording
from .words.view import render_text

__all__ = ["GAME", "RANDOM", "Model", "awareness", "posterior"]


def _sides(setup: Setup, state: Any) -> list[str]:
    return ["informer" if seat == state.informer else "dissident's side" for seat in range(setup.num_seats)]


def _render_picture(setup: Setup, state: Any, seat: int | None) -> Any:
    from .picture.table import render_picture  # draws with Pillow

    return render_picture(setup, state, seat)


GAME = Game(
    name="comrade",
    title="Comrade",
    module=__name__,
    options=ComradeOptions,
    setup_dtype=SETUP,
    state_dtype=STATE,
    max_seats=MAX_SEATS,
    build=fill_setup,
    rules={
        "deal": rules.deal,
        "legal_actions": rules.legal_actions,
        "apply": rules.apply,
        "observe": observation.observe,
        "reveal": observation.reveal,
        "determinize": determinize,
        "returns": rules.returns,
        "appearance": appearance,
    },
    action_names=wording.action_names,
    layout=observation.layout,
    full_layout=lambda options: observation.FULL_LAYOUT,
    render_text=render_text,
    render_picture=_render_picture,
    describe_action=wording.describe_action,
    action_groups=wording.ACTION_GROUPS,
    check=check_position,
    sides=_sides,
)
