"""What an observation of the co-operative City of the Great Machine tells twice, so that nobody need look it up."""

from __future__ import annotations

import numpy as np
import pytest
from great_machine_coop.games import lively
from great_machine_coop.positions import lay_out

from cogitable.envs.city.rules.observation import Place
from cogitable.envs.city.rules.state import NOBODY, NUM_HEROES, District, Phase
from cogitable.envs.great_machine_coop import GAME
from cogitable.envs.great_machine_coop.rules.observation import observe
from cogitable.envs.great_machine_coop.rules.state import MoveCard
from cogitable.envs.table.named import texts
from cogitable.training.learn.networks.entities import things_of


@pytest.mark.parametrize("missions", ["none", "random"])
def test_what_is_around_a_hero_is_what_its_district_is_told_to_be(missions):
    setup, compared = GAME.setup(num_players=2, missions=missions), 0
    for tables in lively(setup, 12, seed=5, steps=200, every=10):
        for state, observation in zip(tables.states, tables.observations, strict=True):
            view = setup.layout.split(observation)
            if state["phase"] == Phase.CHOOSING:
                assert not view["steps"].any() and not view["around"].any()
                continue
            places = view["where"].argmax(axis=1)
            told = np.concatenate([view["Districts"], view["revealed"]], axis=1)
            assert (view["around"] == told[places]).all()
            assert (view["steps"] == view["distances"][places]).all()
            assert (view["steps"][np.arange(NUM_HEROES), places] == 0).all()
            compared += 1
    assert compared > 150


def test_districts_are_things_that_actions_name():
    setup = GAME.setup()
    inputs, _, actions = things_of(setup, "Districts")
    assert tuple(setup.action_names[action] for action in actions[:, 0]) == texts(District)
    parts = {part.name: setup.layout.slice(part.name) for part in setup.layout.parts}
    told = {name for name, place in parts.items() if np.isin(inputs, np.arange(place.start, place.stop)).any()}
    assert {"Districts", "revealed", "connected", "distances", "where", "steps", "cards", "tokens", "orders"} < told
    assert not told & {"Directives", "Heroes", "around"}
    assert len(np.unique(inputs)) == inputs.size


def observed(table):
    out = np.zeros(table.setup.layout.size, np.float32)
    observe(table.record, table.state, 0, out)
    return out


def test_when_a_deactivated_servant_stands_up_is_observed():
    table = lay_out(missions="I", servants=("Art", "Tower", "Velvet"), week=3)
    for until, share in ((3, 0.5), (4, 1.0)):
        table.set(servants=[NOBODY, 6, 4], lying=[0, -1, -1], until=[until, 1, 2])
        told = table.setup.layout.split(observed(table))["stands up"]
        assert told.tolist() == [share, 0, 0]
        assert f"deactivated until the end of round {until}" in table.setup.text(table.states, 0)


def test_where_a_deactivated_servant_lies_is_observed():
    table = lay_out(missions="I", servants=("Art", "Tower", "Velvet"), week=3)
    for place in District:
        table.set(servants=[NOBODY, 6, 4], lying=[place, -1, -1], until=[4, 1, 2])
        told = table.setup.layout.split(observed(table))["Districts"][:, Place.SERVANT]
        assert told[place] == 0.5 and told.sum() == 0.5


def test_a_maintenance_card_that_has_left_the_game_is_not_taken_for_one_that_comes_back():
    table = lay_out(difficulty="normal", benefits=(1, 2), maintenance="one leaves")
    for card in (MoveCard.MAINTENANCE_1, MoveCard.MAINTENANCE_3):
        table.set(moves=1, scrapped=1 << card)
        told = table.setup.layout.split(observed(table))["moves"]
        assert told[card] == 0.5 and told[MoveCard.MAINTENANCE_1 :].sum() == 0.5
