"""The examples of the co-operative part of the Reference Guide, told again figure by figure."""

from __future__ import annotations

from functools import cache

import pytest
from great_machine_coop.positions import TEAM, Table, lay_out

from cogitable.envs.city.rules.state import NOBODY, District, Servant
from cogitable.envs.great_machine_coop.rules.state import MoveCard
from cogitable.envs.table.named import texts
from cogitable.envs.table.random import seed_words

INDUSTRIAL = District.INDUSTRIAL

# Establish the Network


def network(**changes) -> Table:
    """The end of a round with that event; the Heroes are in the connected Districts Square, Art and Industrial."""
    where = {"Fowler": "Square", "Actress": "Art", "Artificer": "Industrial"}
    return lay_out(phase="Closing", event="Establish the Network", **{"at": where, **changes})


@pytest.mark.parametrize("place", ["Control Nexus", "Square"])
def test_a_hero_in_the_nexus_or_on_the_square_prevents_the_protocol(place):
    table = network(at={"Actress": place})
    assert table.specials() == 0


def test_else_a_special_guard_comes_to_a_random_district():
    came = set()
    for seed in range(12):
        table = network(at={"Actress": "Art"}, also={"rng": seed_words(seed, 1)[0]})
        assert table.specials() == 1
        (place,) = (name for name in texts(District) if table.specials(name))
        assert table.tokens == set(texts(District)) - {place}
        came.add(place)
    assert len(came) > 3


def test_the_breakthrough_is_two_trust_that_the_heroes_pay_together():
    table = network(trust={"Fowler": 1, "Actress": 0, "Artificer": 4})
    assert table.asked == "Fowler: Trust to pledge"
    assert table.legal() == ["0 Trust", "1 Trust"]
    table.pledge(1)
    assert table.asked == "Artificer: Trust to pledge", "the Actress has none"
    assert table.legal() == ["0 Trust", "1 Trust"]
    paid = table.copy().pledge(1)
    assert (paid.state.slot, paid.week) == (3, 2)
    assert [paid.trust(hero) for hero in ("Fowler", "Artificer")] == [0 + 4, 3 + 4], "and their Citizens' Trust"
    kept = table.copy().pledge(0)
    assert kept.state.slot == 2 and kept.trust("Fowler") == 1 + 4, "a pledge that does not add up is not paid"


def test_one_hero_may_pay_both():
    table = network(trust={"Fowler": 2, "Actress": 2, "Artificer": 2}).pledge(2)
    assert (table.slot, table.week) == (3, 2), "nobody else is asked"
    assert table.trust("Actress") == 2 + 4


def test_without_two_trust_or_with_the_protocol_executed_there_is_no_breakthrough():
    assert network(trust={"Fowler": 1}).week == 2
    executed = network(at={"Actress": "Art"}, trust={"Actress": 8})
    assert (executed.week, executed.slot) == (2, 2)


@pytest.mark.parametrize(
    ("where", "advances"),
    [
        (("Square", "Art", "Industrial"), 0),
        (("Square", "Square", "Square"), 0),
        (("Square", "Industrial", "Industrial"), 0),
        (("Commerce", "Industrial", "Square"), 0),  # Industrial lies between
        (("Commerce", "Square", "Velvet"), 1),
        (("Square", "Industrial", "Tower"), 1),
        (("Square", "Square", "Tower"), 1),
    ],
)
def test_the_plan_does_not_advance_while_the_heroes_are_in_connected_districts(where, advances):
    assert network(at=dict(zip(TEAM, where, strict=True))).plan == 3 + advances


def test_the_heroes_take_their_turns_in_any_order():
    table = lay_out(event="Establish the Network", at={"Fowler": "Square", "Actress": "Art", "Artificer": "Industrial"})
    assert table.asked == "Fowler: Hero that goes next" and table.legal() == list(TEAM)
    table.do("Fowler: Artificer")
    assert table.asked == "Artificer: Hero's Action"
    table.do("Artificer: done")
    assert table.legal() == ["Fowler", "Actress"]
    table.do("Fowler: Actress", "Actress: done")
    assert table.asked == "Fowler: Hero's Action", "the last one is not asked for"
    assert table.do("Fowler: done").week == 2


# Judgementor's turn


def test_judgementors_turn():
    table = lay_out(
        phase="Machine",
        servants=("Velvet", "Square", "Tower"),
        cards=("Maintenance 1", "Up", "Patrol"),
        at={"Fowler": "Industrial", "Actress": "Art", "Artificer": "Science"},
        trust={"Fowler": 5, "Actress": 4, "Artificer": 3},
        published=("Confiscate",),
        citizens={"Industrial": "revealed Scientist, revealed Noble, revealed Traitor, Artist"},
        guards={"Industrial": 1},
        broken={"Industrial": 1},
        slot=3,
    )
    assert table.servant("Judgementor") == "Industrial"
    assert [table.trust(hero) for hero in TEAM] == [3, 4, 3], "Confiscate is used by the first Servant with a Hero"
    assert table.stage == 1
    assert table.known("Industrial", "revealed") == ["Noble", "Scientist", "Traitor"], "only Artists are active"
    assert (table.guards("Industrial"), table.broken("Industrial")) == (2, 0)
    assert table.marker == 0, "he has had his Action"
    assert len(table.hand) == 1, "Lex Hecate goes next"
    assert table.proceed().detained("Fowler") and table.trust("Fowler") == 0, "he has stayed beside Judgementor"


def test_judgementor_would_arrest_an_artist():
    table = lay_out(
        servants=("Velvet", "Square", "Tower"),
        at={"Fowler": "Industrial"},
        citizens={"Industrial": "revealed Artist, revealed Noble"},
        guards={"Industrial": 1},
        broken={"Industrial": 1},
        slot=3,
    ).turn("Judgementor", "Up")
    assert table.known("Industrial", "revealed") == ["Noble"]
    assert table.broken("Industrial") == 1


# Lex Hecate on the Central Square


def test_lex_hecate_on_the_square():
    table = lay_out(
        phase="Machine",
        servants=("Grand Citadel", "Grand Citadel", "Art"),
        cards=("Patrol", "Guard Patrol", "Heart of the City"),
        guards={"Square": 2},
        broken={"Square": 1},
    )
    assert table.servant("Lex Hecate") == "Square"
    assert len(table.citizens("Square")) == 4
    assert table.marker == 4 - 2
    assert (table.guards("Square"), table.broken("Square")) == (2, 1), "she does not repair"


# Sylvia attacks


def sylvia() -> Table:
    return lay_out(
        first="Artificer",
        at={"Artificer": "Science"},
        trust={"Artificer": 4},
        guards={"Science": 1},
        specials={"Science": 1},
    )


def test_sylvia_breaks_a_special_guard_with_two_trust_and_three_coins():
    table = sylvia()
    assert (table.guards("Science"), table.specials()) == (2, 1)
    table.roll(3).do("Artificer: attack a special Guard with 2")
    assert (table.guards("Science"), table.broken("Science"), table.specials()) == (1, 0, 0), "back to the reserve"
    assert table.trust("Artificer") == 4 - 2 + 4, "and the next round's from four Citizens"


@pytest.mark.parametrize(("coins", "breaks"), [(0, False), (2, True), (3, True), (4, False)])
def test_what_sylvia_may_roll(coins, breaks):
    table = sylvia().roll(coins).do("Artificer: attack a special Guard with 2")
    assert table.specials() == (0 if breaks else 1)


@pytest.mark.parametrize("coins", [0, 3, 4])
def test_a_regular_guard_would_hold(coins):
    table = sylvia().roll(coins).do("Artificer: attack with 2")
    assert (table.guards("Science"), table.broken("Science"), table.specials()) == (2, 0, 1)


# Coolum detained by Lex Hecate


def coolum(**changes) -> Table:
    return lay_out(
        missions="I",
        at={"Fowler": "Commerce"},
        goes={"Fowler": "Industrial"},
        trust={"Fowler": 6},
        servants=("Grand Citadel", "Grand Citadel", "Industrial"),
        also={"token_at": [NOBODY, INDUSTRIAL, NOBODY], "orders": [NOBODY, INDUSTRIAL, NOBODY], **changes},
    )


def test_coolum_is_detained_and_interacts_all_the_same():
    table = coolum()
    assert table.detained("Fowler") and "Industrial" in table.lost("Fowler")
    assert table.trust("Fowler") == 6 - 2, "the exit; Lex Hecate takes no Trust"
    assert table.asked == "Fowler: Interaction"
    assert table.legal() == ["done", "place the Hero token", "collect the Order token of Judgementor"]
    table.do("Fowler: place the Hero token")
    assert table.token("Fowler") == table.token("Actress") == "Industrial"
    assert table.asked == "Actress: Hero's Action", "his turn is finished and he had one Interaction"
    assert table.state.orders[Servant.JUDGEMENTOR] == INDUSTRIAL


def test_coolum_may_take_the_order_token_instead():
    table = coolum().do("Fowler: collect the Order token of Judgementor")
    assert table.token("Fowler") == "" and table.asked == "Actress: Hero's Action"


# The Deactivation Trap


@cache
def trap_starts() -> Table:
    """Servants far away; all Heroes begin in the Art District."""
    return lay_out(
        missions="I",
        at=dict.fromkeys(TEAM, "Art"),
        goes={"Fowler": "Art", "Actress": "Art", "Artificer": "Art"},
        servants=("Tower", "Tower", "Tower"),
        week=2,
        also={"skip": 1},
    )


def test_trap_the_mission_starts():
    table = trap_starts()
    assert table.active == "AB" and table.done == ""
    assert table.state.ambush == NOBODY, "on its Mission card"
    assert [table.token(hero) for hero in TEAM] == ["", "", ""], "on the Hero cards"
    assert table.state.riot_tokens == 0 and not table.may("start a riot")


@pytest.mark.parametrize("place", texts(District))
def test_trap_the_interaction_is_in_any_minor_district(place):
    servants = ("Velvet" if place == "Square" else "Square",) * 3
    table = lay_out(missions="I", goes={"Fowler": place}, trust={"Fowler": 7}, servants=servants, week=2)
    while table.asked == "Fowler: next District":
        table.do(f"Fowler: {table.legal()[0]}")
    minor = place in texts(District)[:5]
    assert (table.asked == "Fowler: Interaction") == minor
    if minor:
        before = table.trust("Fowler")
        assert table.legal() == ["done", "place the Hero token"], "she may"
        table.do("Fowler: place the Hero token")
        assert table.trust("Fowler") == before, "it costs no Trust"
        assert table.asked == "Fowler: Hero's Action", "as usual the Hero proceeds to an Action"


@cache
def trap_laid() -> Table:
    table = trap_starts().copy()
    table.do("Fowler: place the Hero token", "Fowler: done")
    assert table.done == ""
    table.do("Actress: place the Hero token", "Actress: done", "Artificer: place the Hero token")
    assert [table.token(hero) for hero in TEAM] == ["Art"] * 3
    assert table.done == "" and table.state.riot_tokens == 0, "checked at Closing step 4 alone"
    return table.do("Artificer: done")


def test_trap_two_tokens_are_not_enough():
    table = trap_starts().copy().do("Fowler: place the Hero token", "Fowler: done", "Actress: place the Hero token")
    table.do("Actress: done", "Artificer: done", "Artificer: done")
    assert (table.week, table.done, table.state.ambush) == (3, "", NOBODY)


def test_trap_the_objective_and_the_advantage():
    table = trap_laid()
    assert (table.week, table.done, table.active) == (3, "A", "AB")
    assert [table.token(hero) for hero in TEAM] == ["", "", ""], "back on the Hero cards"
    assert District(table.state.ambush).text == "Art", "placed at once"
    assert table.state.riot_tokens == 1


def next_machine_phase(table: Table, *cards: str, to: str = "Industrial") -> Table:
    """Let the Heroes choose a District and the Servants draw these cards, in the order of their turns."""
    wanted = [texts(MoveCard).index(card) for card in cards]
    table.set(moves=sum(1 << card for card in wanted), skip=1, trust=[6, 6, 6])

    def play(trial: Table) -> None:
        while trial.asked.endswith("Trust to take of what is shared"):
            trial.do(f"{trial.asked_side}: {trial.legal()[-1]}")
        for hero in TEAM:
            trial.do(f"{hero}: {to}")

    return table.lucky(lambda trial: trial.state.moved.tolist() == wanted, play)


@cache
def trap_sprung() -> Table:
    table = trap_laid().copy().set(servants=[texts(District).index(name) for name in ("Tower", "Square", "Art")])
    return next_machine_phase(table, "Tracking 1", "Tracking 2", "Maintenance 1")


def test_trap_the_first_servant_to_come_falls():
    table = trap_sprung()
    assert table.servant("Phantasmer") == "" and table.state.lying.tolist() == [District.ART, -1, -1]
    assert table.marker == 1, "Phantasmer has not acted, Judgementor has"
    assert (table.servant("Judgementor"), table.servant("Lex Hecate")) == ("Art", "Art"), "the second one stands"
    assert table.state.ambush == NOBODY, "the token is back in reserve"


@cache
def after_the_round_of_the_fall() -> Table:
    table = trap_sprung().copy().set(servants=[NOBODY, *[District.TOWER] * 2])
    while table.week == 3:
        table.do(f"{table.asked_side}: done")
    return table


def test_trap_the_servants_next_card_is_discarded_and_it_stands_up_at_that_rounds_end():
    table = after_the_round_of_the_fall().copy()
    assert table.servant("Phantasmer") == "", "it lies through the next round"
    next_machine_phase(table, "Tracking 1", "Maintenance 1", "Maintenance 2")
    assert table.servant("Phantasmer") == "" and MoveCard(table.state.moved[0]).text == "Tracking 1", (
        "face up, without effect"
    )
    while table.week == 4:
        assert table.servant("Phantasmer") == ""
        table.do(f"{table.asked_side}: done")
    assert table.servant("Phantasmer") == "Art"
    next_machine_phase(table, "Heart of the City", "Maintenance 1", "Maintenance 2")
    assert table.servant("Phantasmer") == "Square"


@pytest.mark.parametrize("card", ["Patrol", "Guard Patrol"])
def test_trap_a_servant_that_stays_there_falls_too(card):
    table = trap_laid().copy().set(servants=[texts(District).index(name) for name in ("Art", "Tower", "Tower")])
    table.turn("Phantasmer", card)
    assert table.servant("Phantasmer") == "" and (table.specials(), table.marker) == (0, 0)


@pytest.mark.parametrize("directive", ["Confiscate", "Resettle"])
def test_trap_who_falls_uses_no_directive(directive):
    table = lay_out(
        phase="Machine",
        missions="I",
        done="A",
        published=(directive,),
        at={"Fowler": "Art"},
        trust={"Fowler": 4},
        citizens={"Art": "revealed Artist"},
        slot=3,
        also={"ambush": District.ART},
    ).turn("Lex Hecate", "Tracking 1")
    assert table.servant("Lex Hecate") == "" and table.used == set()
    assert (table.trust("Fowler"), table.known("Art", "revealed"), table.marker) == (4, ["Artist"], 0)


def test_trap_maintenance_does_not_spring_it():
    table = trap_laid().copy().set(servants=[texts(District).index(name) for name in ("Art", "Tower", "Tower")])
    table.turn("Phantasmer", "Maintenance 2")
    assert table.servant("Phantasmer") == "Art" and District(table.state.ambush).text == "Art"


def test_a_deactivated_servant_counts_for_nothing():
    table = lay_out(
        missions="I",
        published=("Shadow", "Pacify"),
        servants=("Art", "Industrial", "Tower"),
        at={"Fowler": "Art"},
        trust={"Fowler": 3},
        also={"servants": [NOBODY, INDUSTRIAL, 6], "lying": [0, NOBODY, NOBODY], "until": [9, 0, 0]},
    )
    assert not table.detained("Fowler")
    table.do("Fowler: place the Hero token", "Fowler: identify")
    assert table.trust("Fowler") == 3 - 2, "with Shadow a Servant would cost 1"
