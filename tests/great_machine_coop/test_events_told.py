"""What the co-operative game tells that only an event can: what becomes of cards and tokens that nobody chose."""

from __future__ import annotations

import re

import numpy as np
import pytest
from great_machine.positions import bits
from great_machine_coop.positions import events, lay_out, own_event, said

from cogitable.envs.city.rules.news import News
from cogitable.envs.city.rules.state import ALL_DISTRICTS, Directive, District
from cogitable.envs.great_machine_coop import GAME
from cogitable.envs.great_machine_coop.rules import automaton, chance
from cogitable.envs.great_machine_coop.rules.news import CoopNews
from cogitable.envs.great_machine_coop.rules.observation import observe
from cogitable.envs.great_machine_coop.rules.state import MoveCard
from cogitable.envs.table.events import TELLING, Telling, sentence
from cogitable.envs.table.named import texts


def told(table, kind):
    """Return the events of a kind that have been told since the beginning of a position."""
    return [event for event in events(table) if event.kind == kind]


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


BESIDE = ("Industrial", "Tower", "Tower")


def test_the_turn_goes_on_after_phantasmer_only_where_it_does():
    goes_on = "Phantasmer detains Fowler: its turn goes on"
    here = {"at": {"Fowler": "Industrial"}, "trust": {"Fowler": 3}, "also": {"telling": TELLING}}
    assert goes_on in said(lay_out(servants=BESIDE, **here))
    for order in (("Phantasmer", "Judgementor", "Lex Hecate"), ("Judgementor", "Phantasmer", "Lex Hecate")):
        told = said(lay_out(servants=("Industrial", "Industrial", "Tower"), servant_order=order, **here))
        assert goes_on not in told and "Phantasmer detains Fowler" in told
        assert "Judgementor detains Fowler: it loses 3 Trust and its turn is over" in told


def test_judgementor_takes_nothing_from_a_hero_without_trust():
    here = {"at": {"Fowler": "Industrial"}, "trust": {"Fowler": 0}, "also": {"telling": TELLING}}
    told = said(lay_out(servants=("Tower", "Industrial", "Tower"), **here))
    assert "Judgementor detains Fowler: its turn is over" in told


ALL = {"Art": "revealed Artist", "Velvet": "Traitor, Noble"}
"""What lies in the city, by District, in place of what the start puts there."""


@pytest.mark.parametrize(
    ("gain", "amount", "position"),
    [
        (("discontent", 2), 2, {"slot": 3}),
        (("discontent", 4), 3, {"slot": 17, "citizens": ALL}),
        (("discontent", 1), 0, {"slot": 18, "citizens": {}}),
        (("reveal", 3), 2, {"citizens": ALL}),
        (("break", 2), 2, {}),
        (("trust", 2), 1, {"trust": {"Fowler": 7, "Actress": 7, "Artificer": 8}}),
        (("trust", 2), 0, {"trust": {"Fowler": 7, "Actress": 8, "Artificer": 8}}),
        (("card", 2), 1, {"lost": {"Fowler": ("Art",), "Actress": (), "Artificer": ()}}),
        (("cancel", 1), 0, {}),
        (("cancel", 1), 1, {"published": ("Levy",)}),
        (("release", 1), 1, {}),
    ],
)
def test_a_breakthrough_promises_no_more_than_can_be_had(gain, amount, position):
    own = own_event(texts(District), "apart", gain)
    if "citizens" in position:
        position = {**position, "citizens": dict.fromkeys(texts(District), "") | position["citizens"]}
    table = lay_out(own=own, phase="Closing", servants=("Tower",) * 3, also={"telling": TELLING, "skip": 1}, **position)
    assert [(event.thing, event.amount) for event in told(table, CoopNews.BREAKTHROUGH)] == [(1, amount)]
    rises = [event.amount for event in told(table, News.RISES)]
    assert rises == ([amount] if gain[0] == "discontent" and amount else [])


def test_a_breakthrough_leaves_amounts_to_what_tells_of_them():
    setup = GAME.setup()
    for number, card in enumerate(setup.options.cards.event):
        if card.need.what == "nothing":
            continue
        text = sentence(setup, Telling(CoopNews.BREAKTHROUGH, -1, 1, 1, number), None)
        assert not re.search(r"rises|gets|give", text)
        none = sentence(setup, Telling(CoopNews.BREAKTHROUGH, -1, 1, 0, number), None)
        assert none.endswith(": it brings nothing now")


def test_nobody_is_arrested_after_the_riot_that_ended_the_game():
    table = lay_out(
        plan=11,
        slot=6,
        at={"Fowler": "Commerce"},
        trust={"Fowler": 7},
        citizens={"Commerce": "revealed Artist, revealed Artist, revealed Traitor"},
        guards={"Commerce": 2},
        servants=("Tower",) * 3,
        also={"telling": TELLING},
    )
    table.do("Fowler: start a riot")
    assert table.winner == "Machine" and table.state.arrests == 0
    assert said(table)[-1].endswith("the Great Machine wins")


def test_a_servant_whose_action_ended_the_game_resettles_nobody():
    table = lay_out(
        phase="Machine",
        plan=11,
        slot=17,
        citizens={"Velvet": "revealed Artist"},
        published=("Resettle",),
        servants=("Velvet",) * 3,
        also={"telling": TELLING, "moves": 1 << MoveCard.PATROL, "marker": 1},
    )
    automaton.run_machine(table.record, table.state)
    assert table.winner == "Machine" and not table.used
    assert said(table)[-1].endswith("the Great Machine wins")
