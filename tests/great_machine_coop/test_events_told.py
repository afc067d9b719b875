"""What the co-operative game tells that only an event can: what becomes of cards and tokens that nobody chose."""

from __future__ import annotations

import numpy as np
from great_machine.positions import bits
from great_machine_coop.positions import lay_out

from cogitable.envs.city.rules.state import ALL_DISTRICTS, Directive, District
from cogitable.envs.great_machine_coop.rules import chance
from cogitable.envs.great_machine_coop.rules.news import CoopNews
from cogitable.envs.great_machine_coop.rules.observation import observe
from cogitable.envs.table.events import TELLING, perceived
from cogitable.envs.table.named import texts


def told(table, kind):
    """Return the events of a kind that have been told since the beginning of a position."""
    events = table.states["events"][0, : int(table.states["told"][0])]
    return [event for event in perceived(events, 0) if event.kind == kind]


def test_the_directive_that_leaves_the_hand_is_shown():
    """Otherwise what is left of the deck would tell it and the log would not."""
    table = lay_out(at={"Fowler": "Grand Citadel"}, trust={"Fowler": 7}, hand=("Levy",), servants=("Velvet",) * 3)
    table.set(telling=TELLING)
    table.do("Fowler: discard a Directive")
    assert [event.thing for event in told(table, CoopNews.REMOVED)] == [Directive.LEVY]


def test_district_tokens_that_are_turned_up_are_told():
    table = lay_out(tokens=("Art", "Tower"))
    table.set(telling=TELLING)
    chance.random_district(table.state, bits(["Tower"]))
    chance.random_district(table.state, bits(["Velvet"]))
    first, second = told(table, CoopNews.TOKENS)
    assert not first.thing and first.amount in (bits(["Tower"]), bits(["Tower", "Art"]))
    assert second.thing and second.amount == ALL_DISTRICTS & ~int(table.states["tokens"][0])


def test_the_way_of_the_last_hero_does_not_show_when_the_next_is_chosen():
    table = lay_out(event="Establish the Network", servants=("Velvet",) * 3)
    table.do("Fowler: Actress")
    while table.asked_side == "Actress":
        table.do("Actress: done")
    assert table.asked == "Fowler: Hero that goes next"
    out = np.zeros(table.setup.layout.size, np.float32)
    observe(table.record, table.state, 0, out)
    seen = table.setup.layout.split(out)
    assert not seen["visited"].any() and len(texts(District)) == seen["visited"].size
    assert not table.state.did and not table.state.acts
