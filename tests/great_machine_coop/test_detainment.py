"""Detainment by each Servant, on the way, and who escapes it; the order of things in a Hero's turn."""

from __future__ import annotations

from itertools import permutations

import pytest
from great_machine_coop.positions import TEAM, Table, events, lay_out, said

from cogitable.envs.city.rules.news import News
from cogitable.envs.city.rules.state import District, Hero, Servant
from cogitable.envs.great_machine_coop.rules.news import CoopNews
from cogitable.envs.table.events import TELLING
from cogitable.envs.table.named import texts

AWAY = "Tower"


def beside(*servants: str, hero: str = "Fowler", **changes) -> Table:
    """A Hero stays in Industrial beside these Servants."""
    places = ["Industrial" if name in servants else AWAY for name in texts(Servant)]
    if hero in TEAM:
        changes = {
            "at": {hero: "Industrial"},
            "trust": {hero: 3},
            "first": hero,
            "also": {"telling": TELLING},
        } | changes
    return lay_out(servants=places, **changes)


def test_phantasmer_advances_the_marker_by_three_and_the_turn_goes_on():
    table = beside("Phantasmer")
    assert table.detained("Fowler") and table.marker == 3
    assert table.asked == "Fowler: Hero's Action"
    assert (table.trust("Fowler"), len(table.lost("Fowler"))) == (3, 1)


def test_judgementor_takes_all_trust_and_ends_the_turn():
    table = beside("Judgementor", trust={"Fowler": 7, "Actress": 2})
    assert (table.trust("Fowler"), table.trust("Actress"), table.marker) == (0, 2, 0)
    assert table.asked == "Actress: Hero's Action" and len(table.lost("Fowler")) == 1


def test_lex_hecate_takes_the_card_and_ends_the_turn():
    table = beside("Lex Hecate")
    assert "Industrial" in table.lost("Fowler") and len(table.lost("Fowler")) == 2
    assert (table.trust("Fowler"), table.asked) == (3, "Actress: Hero's Action")


def test_every_servant_there_has_its_effect():
    table = beside("Phantasmer", "Judgementor", "Lex Hecate")
    assert (table.marker, table.trust("Fowler"), len(table.lost("Fowler"))) == (3, 0, 2)


def test_the_last_card_forfeited_is_the_end():
    table = beside("Lex Hecate", lost={"Fowler": [name for name in texts(District) if name != "Industrial"]})
    assert table.winner == "Machine"


def test_only_where_the_movement_ends():
    """Fowler comes from Commerce through Industrial to the Square; Judgementor is in Industrial."""
    table = lay_out(
        at={"Fowler": "Commerce"}, goes={"Fowler": "Square"}, trust={"Fowler": 7}, servants=(AWAY, "Industrial", AWAY)
    )
    if table.asked == "Fowler: next District":
        table.do("Fowler: Industrial")
    assert not table.detained("Fowler") and table.trust("Fowler") == 7 - 4


def test_a_hero_that_stays_ends_its_movement_too():
    assert beside("Judgementor").detained("Fowler")


# On the way


def caught(*servants: str, **changes) -> Table:
    """The Fowler cannot pay his exit and rolls the handcuffs."""
    places = ["Industrial" if name in servants else AWAY for name in texts(Servant)]

    table = lay_out(
        event="Establish the Network",
        at={"Fowler": "Commerce"},
        goes={"Fowler": "Industrial"},
        trust={"Fowler": 1},
        servants=places,
        **changes,
    ).do("Fowler: Artificer")
    table.do("Artificer: done")
    return table.escape(False).do("Fowler: Fowler")


def test_who_is_caught_on_the_way_is_not_told_to_go_on():
    assert "Phantasmer detains Fowler" in said(caught("Phantasmer", also={"telling": TELLING}))


def test_who_is_caught_on_the_way_ends_up_at_the_target_without_card_and_turn():
    table = caught()
    assert table.detained("Fowler") and table.where("Fowler") == "Industrial"
    assert (table.trust("Fowler"), "Industrial" in table.lost("Fowler")) == (0, True)
    assert table.asked == "Actress: Hero's Action", "the last one left"


def test_who_escapes_is_free():
    table = lay_out(event="Establish the Network", at={"Fowler": "Commerce"}, goes={"Fowler": "Industrial"})
    table.escape(True).do("Fowler: Fowler")
    assert not table.detained("Fowler") and table.asked == "Fowler: Hero's Action"


def test_a_servant_at_the_target_detains_once_more():
    table = caught("Phantasmer")
    assert table.marker == 3 and table.asked == "Actress: Hero's Action", "the turn is finished all the same"
    assert len(caught("Lex Hecate").lost("Fowler")) == 2, "the card is gone already"


# The Actress


@pytest.mark.parametrize("servant", ["Judgementor", "Lex Hecate"])
def test_discontent_rises_by_two_when_the_actress_has_to_end_her_turn(servant):
    table = beside(servant, hero="Actress", slot=3)
    assert table.slot == 5 and table.asked == "Artificer: Hero's Action"
    assert beside(servant, slot=3).slot == 3, "not for the Fowler"


def test_the_actress_has_two_trust_of_phantasmer():
    table = beside("Phantasmer", hero="Actress", slot=3)
    assert (table.trust("Actress"), table.slot, table.marker) == (5, 3, 3)
    assert beside("Phantasmer").trust("Fowler") == 3


def test_the_actress_beside_all_three():
    """She keeps Phantasmer's 2 Trust, whoever comes first: Judgementor takes all before; 2 for each of the others."""
    for order in permutations(texts(Servant)):
        table = beside("Phantasmer", "Judgementor", "Lex Hecate", hero="Actress", slot=3, servant_order=order)
        assert (table.trust("Actress"), table.slot, table.marker) == (2, 7, 3)


def test_discontent_rises_for_the_actress_when_all_servants_have_had_their_effect():
    """Otherwise the marker's second step would meet Stage 5, which Discontent reaches for Judgementor."""
    order = ("Judgementor", "Phantasmer", "Lex Hecate")
    table = beside("Phantasmer", "Judgementor", hero="Actress", slot=14, marker=0, servant_order=order)
    assert (table.slot, table.marker, table.plan) == (16, 0, 3 + 1)
    told = [event.kind for event in events(table)]
    assert told.index(News.RISES) > max(place for place, kind in enumerate(told) if kind == CoopNews.DETAINED)


def test_the_actress_brings_one_citizen_for_who_detains_her_at_the_riot_stage():
    """The first 2 reach it."""
    table = beside("Judgementor", "Lex Hecate", hero="Actress", slot=16)
    assert (table.slot, table.state.finds) == (18, 1)


def test_the_actress_has_nothing_of_a_detainment_that_ends_the_game():
    table = beside("Phantasmer", hero="Actress", slot=17, plan=11)
    assert (table.winner, table.trust("Actress"), table.marker) == ("Machine", 3, 0)
    assert events(table)[-1].kind == News.WINS


def test_at_the_riot_stage_the_actress_reveals_one_citizen():
    table = beside("Judgementor", hero="Actress", slot=18)
    assert table.asked == "Actress: District to identify in" and not table.may("done")
    table.do("Actress: Velvet")
    assert len(table.known("Velvet", "revealed")) == 1 and table.asked == "Artificer: Hero's Action"


def test_the_actress_caught_on_the_way_has_nothing_of_it():
    def play(trial: Table) -> None:
        trial.do("Fowler: done")

    table = lay_out(at={"Actress": "Art"}, goes={"Actress": "Industrial"}, trust={"Actress": 1}, servants=(AWAY,) * 3)
    table.lucky(lambda trial: trial.detained("Actress"), play)
    assert (table.slot, table.trust("Actress")) == (2, 0)


# Turns


def test_heroes_have_their_turns_by_initiative():
    table = lay_out(servants=(AWAY,) * 3, also={"skip": 1})
    order = []
    while table.week == 1:
        order.append(table.asked_side)
        table.do(f"{table.asked_side}: done")
    assert order == list(TEAM)


def test_the_fowler_has_two_different_actions_but_not_after_a_riot():
    table = lay_out(trust={"Fowler": 7}, guards={"Commerce": 1}, specials={"Commerce": 1}, servants=(AWAY,) * 3)
    assert not table.may("gain Trust")
    table.roll(0).do("Fowler: attack a special Guard with 1")
    assert table.asked == "Fowler: Hero's Action" and table.may("incite")
    assert not table.may("attack with 2") and not table.may("attack a special Guard with 1")
    assert table.copy().do("Fowler: incite").asked == "Actress: Hero's Action"
    rioter = lay_out(trust={"Fowler": 7}, guards={"Commerce": 0}, servants=(AWAY,) * 3).do("Fowler: start a riot")
    assert rioter.asked == "Actress: Hero's Action"


def test_access_cards_lie_open_and_one_is_forfeited_at_the_start():
    for seed in range(4):
        table = Table(texts(Hero)[:3], seed=seed)
        assert [len(table.lost(hero)) for hero in table.team] == [1, 1, 1]
