"""CogDrive Neon: two players, multi-use cards, deck building. The rules are told in RULES.md beside this file."""

from __future__ import annotations

from ..table.game import Game
from ..table.views import drawn_by
from .options import CogDriveNeonOptions, build
from .rules import course
from .rules.check import check_position
from .rules.knowledge import determinize
from .rules.observation import FULL_LAYOUT, LAYOUT, observe, reveal
from .rules.questions import QUESTIONS, apply
from .rules.scoring import returns
from .rules.state import SETUP, STATE
from .rules.upgrade import upgrade
from .words import questions, wording
from .words.events import EVENTS
from .words.view import render_text

GAME = Game(
    name="cogdrive_neon",
    title="CogDrive Neon",
    module=__name__,
    options=CogDriveNeonOptions,
    setup_dtype=SETUP,
    state_dtype=STATE,
    max_seats=2,
    build=build,
    rules={
        "deal": course.deal,
        "legal_actions": QUESTIONS.allow,
        "apply": apply,
        "observe": observe,
        "reveal": reveal,
        "determinize": determinize,
        "returns": returns,
    },
    actions=wording.actions,
    questions=QUESTIONS,
    words=questions.WORDS,
    asks=questions.question,
    layout=lambda options: LAYOUT,
    full_layout=lambda options: FULL_LAYOUT,
    render_text=render_text,
    render_picture=drawn_by(__name__),
    public_views=True,
    describe_action=questions.describe_action,
    card_uses=wording.card_use,
    offers="recruit",
    card_table=lambda setup: wording.card_table(setup.options.cards),
    check=check_position,
    upgrade=upgrade,
    events=EVENTS,
)
