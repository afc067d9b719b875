"""CogDrive Neon: two players, multi-use cards, deck building. The rules are told in RULES.md beside this file."""

from __future__ import annotations

from typing import Any

from ..table.game import Game, Setup
from . import cards
from .options import CogDriveNeonOptions
from .rules import apply as rules
from .rules.check import check_position
from .rules.knowledge import determinize
from .rules.observation import FULL_LAYOUT, LAYOUT, observe, reveal
from .rules.scoring import returns
from .rules.state import AFTER, BEFORE, SETUP, STATE
from .words import wording
from .words.view import render_text


def _build(options: CogDriveNeonOptions, setup: Any) -> None:
    cards.fill_setup(options.cards, setup)


def _describe(setup: Setup, state: Any, action: int, seat: int | None) -> str:
    if action == wording.ACT_USE and state.phase in (BEFORE, AFTER):
        return wording.overdrive_action(int(setup.options.cards.cards[state.card].color))
    return setup.action_names[action]


def _render_picture(setup: Setup, state: Any, seat: int | None) -> Any:
    from .picture.table import render_picture  # draws with Pillow

    return render_picture(setup, state, seat)


GAME = Game(
    name="cogdrive_neon",
    title="CogDrive Neon",
    module=__name__,
    options=CogDriveNeonOptions,
    setup_dtype=SETUP,
    state_dtype=STATE,
    max_seats=2,
    build=_build,
    rules={
        "deal": rules.deal,
        "legal_actions": rules.legal_actions,
        "apply": rules.apply,
        "observe": observe,
        "reveal": reveal,
        "determinize": determinize,
        "returns": returns,
    },
    action_names=lambda options: wording.action_names(options.cards),
    layout=lambda options: LAYOUT,
    full_layout=lambda options: FULL_LAYOUT,
    render_text=render_text,
    render_picture=_render_picture,
    describe_action=_describe,
    card_uses=wording.card_use,
    action_groups=wording.ACTION_GROUPS,
    card_table=lambda setup: cards.card_table(setup.options.cards),
    check=check_position,
)
