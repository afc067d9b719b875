"""Comrade: five to ten players, hidden roles that travel. The rules are told in RULES.md beside this file."""

from __future__ import annotations

from ..table.game import Game
from ..table.views import drawn_by
from .options import ComradeOptions, fill_setup
from .rules import course, observation
from .rules.appearance import appearance
from .rules.check import check_position
from .rules.determinize import determinize
from .rules.posterior import RANDOM, Model, awareness, posterior
from .rules.questions import QUESTIONS
from .rules.reveal import full_layout, reveal
from .rules.state import MAX_SEATS, SETUP, STATE
from .rules.upgrade import upgrade
from .words import wording
from .words.events import EVENTS
from .words.view import question, render_text

__all__ = ["GAME", "RANDOM", "Model", "awareness", "posterior"]


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
        "deal": course.deal,
        "legal_actions": QUESTIONS.allow,
        "apply": QUESTIONS.answer,
        "observe": observation.observe,
        "reveal": reveal,
        "determinize": determinize,
        "returns": course.returns,
        "appearance": appearance,
    },
    actions=wording.actions,
    action_groups=wording.WITH_CLAIMS.groups,
    questions=QUESTIONS,
    words=wording.WORDS,
    asks=lambda setup, state, seat: question(setup, state),
    events=EVENTS,
    layout=observation.layout,
    full_layout=full_layout,
    render_text=render_text,
    render_picture=drawn_by(__name__),
    public_views=True,
    describe_action=wording.describe_action,
    check=check_position,
    upgrade=upgrade,
    sides=lambda setup, state: [
        "informer" if seat == state.informer else "dissident's side" for seat in range(setup.num_seats)
    ],
)
