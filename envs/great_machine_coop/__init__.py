"""City of the Great Machine, solo and co-operative: Heroes against an automaton. The rules are in RULES.md.

One to three agents run three Heroes together. ``difficulty`` says how hard it is, ``missions`` whether and with which
Missions it is played.
"""

from __future__ import annotations

from ..city.rules.statistics import lengths
from ..city.upgrade import upgrade
from ..city.words.asking import question_text
from ..table.compilation.dispatch import supply
from ..table.compilation.uncompiled import as_compiled
from ..table.game import Game
from ..table.views import drawn_by
from . import options
from .rules import actions_open, determinize, observation, observation_layout, statistics, variant
from .rules import apply as rules
from .rules.check import check_position
from .rules.questions import QUESTIONS, legal_actions
from .rules.state import ACTIONS, MAX_SEATS, SETUP, STATE
from .words import card_text, wording
from .words.events import EVENTS
from .words.facts import knower_of
from .words.questions import WORDS
from .words.view import render_text

__all__ = ["GAME"]


GAME = Game(
    name="great_machine_coop",
    title="City of the Great Machine, co-operative",
    module=__name__,
    options=options.CoopOptions,
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
    },
    actions=lambda options: ACTIONS,
    layout=lambda options: observation_layout.LAYOUT,
    full_layout=lambda options: observation_layout.FULL_LAYOUT,
    render_text=render_text,
    render_picture=drawn_by(__name__),
    public_views=True,
    describe_action=wording.describe_action,
    questions=QUESTIONS,
    words=WORDS,
    asks=lambda setup, state, seat: question_text(setup, as_compiled(state), knower_of(state, seat)),
    events=EVENTS,
    card_table=card_text.card_table,
    has_card=card_text.has_card,
    card_uses=wording.card_use,
    rewards="cooperative",
    teams=lambda options: [0] * options.num_players,
    statistics=statistics.statistics,
    lengths=lengths,
    check=check_position,
    upgrade=upgrade,
    modes=("with_missions",),
)

supply(
    STATE,
    identified_as=variant.identified_as,
    exit_price=variant.exit_price,
    coin_change=variant.coin_change,
    district_in_question=variant.district_in_question,
    can_act_again=actions_open.can_act_again,
    runner=variant.runner,
)
