"""The Progress marker against Discontent, and what advances or puts back the Master Plan."""

from __future__ import annotations

import numpy as np

from ...city.rules.news import End
from ...city.rules.state import NOBODY, RIOT_STAGE, RIOTS_TO_WIN, Cause, Directive
from ...city.rules.tracks import advance_plan, end, is_published, riots_won, rise_by_one, stage
from ...table.compilation.compile import compiled
from ...table.events import UNKNOWN, tell
from ...table.records import Int
from .news import CoopNews
from .state import HEROES_WON, MARKER_STAGES, Prepared, State

BY_MARKER = 1
"""Where the other game has ``Cause.DETAINMENT``, this one has the Progress marker."""


@compiled
def advance_marker(state: State, steps: Int) -> None:
    """Advance the Progress marker; where it meets Discontent it starts again and the Master Plan advances.

    Its first step takes it from the Zero Stage, which it starts from, to the Riot Stage, and each further one a Stage
    down.
    """
    tell(state, CoopNews.MARKER, UNKNOWN, UNKNOWN, steps)
    for _ in range(steps):
        if state.over:
            return
        state.marker += 1
        meet(state)


@compiled
def meet(state: State) -> None:
    """Compare the Progress marker with Discontent."""
    if state.marker > 0 and MARKER_STAGES - np.int64(state.marker) <= stage(state):
        state.marker = 0
        advance_plan(state, BY_MARKER)


@compiled
def rise_one(setup: Prepared, state: State) -> None:
    """Discontent rises by one slot, or at the Riot Stage a Citizen is to be revealed."""
    now = rise_by_one(state)
    if now == NOBODY:
        return
    if now == RIOT_STAGE:
        succeed(setup, state)
    elif now >= 2 and is_published(state, Directive.PROVOKE):
        advance_plan(state, Cause.PROVOKING)
    if state.over == 0:
        meet(state)


@compiled
def succeed(setup: Prepared, state: State) -> None:
    """A Riot has been successful: the third wins, and with Benefit 1 the Master Plan goes back."""
    if riots_won(state) >= RIOTS_TO_WIN:
        end(state, HEROES_WON, End.RIOTS)
    elif setup.plan_goes_back and state.plan > 1:
        state.plan -= 1
        tell(state, CoopNews.PLAN_BACK, UNKNOWN, UNKNOWN, state.plan)
