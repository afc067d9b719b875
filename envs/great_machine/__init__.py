"""City of the Great Machine: one against a team, on a city that changes shape. The rules are in RULES.md.

Seat 0 is the Great Machine; one to three Revolutionaries run three Heroes together. ``city`` says how the city is laid
out, ``heroes`` who takes part; with four seats ``revolutionaries`` gives one agent a Hero in a game of fewer persons.
"""

from __future__ import annotations

from ..city.rules.statistics import lengths
from ..city.upgrade import upgrade
from ..city.words.asking import answer_text, question_text
from ..city.words.card_text import has_city
from ..table.compilation.dispatch import supply
from ..table.compilation.uncompiled import as_compiled
from ..table.game import Game
from ..table.views import drawn_by, knower
from . import options
from .rules import appearance, determinize, hero_actions, observation, statistics
from .rules import apply as rules
from .rules import variant as one_against_many
from .rules.check import check_position
from .rules.questions import QUESTIONS, legal_actions
from .rules.state import ACTIONS, MAX_SEATS, SETUP, STATE
from .words import card_text, wording
from .words.events import EVENTS
from .words.questions import WORDS
from .words.view import render_text

__all__ = ["GAME"]

_SIDES = ("Machine", "Heroes")


GAME = Game(
    name="great_machine",
    title="City of the Great Machine",
    module=__name__,
    options=options.MachineOptions,
    setup_dtype=SETUP,
    state_dtype=STATE,
    max_seats=MAX_SEATS,
    build=options.build,
    rules={
        "deal": rules.deal,
        "legal_actions": legal_actions,
        "apply": rules.apply,
        "observe": observation.observe,
        "reveal": observation.reveal,
        "determinize": determinize.determinize,
        "returns": rules.returns,
        "appearance": appearance.appearance,
    },
    actions=lambda options: ACTIONS,
    layout=lambda options: observation.LAYOUT,
    full_layout=lambda options: observation.FULL_LAYOUT,
    render_text=render_text,
    render_picture=drawn_by(__name__),
    public_views=True,
    describe_action=answer_text,
    questions=QUESTIONS,
    words=WORDS,
    asks=lambda setup, state, seat: question_text(setup, as_compiled(state), knower(state, seat)),
    events=EVENTS,
    card_uses=wording.card_use,
    card_table=card_text.card_table,
    has_card=has_city,
    teams=lambda options: [min(seat, 1) for seat in range(options.num_players)],
    sides=lambda setup, state: [_SIDES[min(seat, 1)] for seat in range(setup.num_seats)],
    statistics=statistics.statistics,
    lengths=lengths,
    check=check_position,
    upgrade=upgrade,
)

supply(
    STATE,
    identified_as=one_against_many.identified_as,
    exit_price=one_against_many.exit_price,
    coin_change=one_against_many.coin_change,
    district_in_question=one_against_many.district_in_question,
    can_act_again=hero_actions.can_act_again,
    runner=one_against_many.runner,
)
