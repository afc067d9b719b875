"""What both games begin with: Citizens and Guards in their places, the Servants in the Grand Citadel."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.sets import full
from . import state as city
from .citizens import deal_citizens
from .state import NOBODY, CityPrepared, CityState, District, Phase


@compiled
def set_up(setup: CityPrepared, state: CityState) -> None:
    """Put everything down that lies where it does in every game, before Heroes are chosen."""
    state.phase, state.plan, state.deck = Phase.CHOOSING, setup.start_plan, full(city.NUM_DIRECTIVES)
    state.winner, state.event, state.owner, state.choosing_in = NOBODY, NOBODY, NOBODY, NOBODY
    state.tile, state.anchor = NOBODY, NOBODY
    state.carried, state.carried_as, state.carried_from = NOBODY, NOBODY, NOBODY
    deal_citizens(setup, state)
    for district in range(city.NUM_DISTRICTS):
        state.guards[district] = city.NUM_GUARDS // city.NUM_DISTRICTS
    for servant in range(city.NUM_SERVANTS):
        state.servants[servant] = District.CITADEL
    for hero in range(city.NUM_HEROES):
        state.chosen[hero], state.heroes[hero], state.at[hero], state.began[hero] = NOBODY, NOBODY, NOBODY, NOBODY
