"""The Reference Guide's worked example, rounds 1, 2, 3 and 7, decision by decision; every figure it names comes out."""

from __future__ import annotations

from functools import cache

from great_machine.positions import TEAM, Position, lay_out

SERVANTS = ("Phantasmer", "Judgementor", "Lex Hecate")
LOST = {"Fowler": ("Tower",), "Actress": ("Grand Citadel",), "Artificer": ("Square",)}
KNOWN = {
    "Tower": "Scientist",
    "Commerce": "Artist, Merchant, Industrialist, Traitor",
    "Industrial": "Artist, Scientist, Noble, Traitor",
}


def trusts(table: Position) -> list[int]:
    return [table.trust(hero) for hero in TEAM]


def test_what_the_game_begins_with():
    table = Position(TEAM)
    assert (table.plan, table.stage, table.slot, table.week) == (3, 0, 2, 1)
    assert {table.servant(name) for name in SERVANTS} == {"Grand Citadel"}
    assert all(len(table.cards(hero)) == 8 for hero in TEAM)
    assert [table.where(hero) for hero in TEAM] == ["Commerce", "Art", "Science"]
    assert {table.guards(district) for district in ("Commerce", "Art", "Square", "Science", "Tower")} == {2}


@cache
def after_access_1() -> Position:
    table = lay_out(phase="Opening", event="Stalkers vs. Sentinels", citizens=KNOWN, lost=LOST)
    assert (table.week, table.bonds, trusts(table)) == (1, 6, [4, 4, 4])
    assert not table.may("Tower"), "the Fowler has forfeited it"
    return table.do("Fowler: Commerce", "Actress: Square", "Artificer: Tower")


@cache
def after_machine_1() -> Position:
    table = after_access_1().copy().do("Machine: Judgementor to Square")
    assert table.bonds == 2
    table.do("Machine: Judgementor: income")
    assert table.bonds == 4
    assert table.do("Machine: Phantasmer to Art").bonds == 2
    table.until(lambda t: t.hand == {"Shadow"}, "Machine: Lex Hecate: draw a Directive")
    assert table.bonds == 0
    return table.do("Machine: done")


def test_round_1_the_machine():
    table = after_machine_1()
    assert [table.servant(name) for name in SERVANTS] == ["Art", "Square", "Grand Citadel"]
    assert table.asked == "Fowler: Hero's Action"


def test_round_1_the_fowlers_attack_fails_only_on_the_shield():
    for coins in (2, 3, 4):
        assert after_machine_1().copy().roll(coins).do("Fowler: attack with 3").broken("Commerce") == 1
    assert after_machine_1().copy().roll(0).do("Fowler: attack with 3").broken("Commerce") == 0
    assert after_machine_1().copy().roll(2).do("Fowler: attack with 1").broken("Commerce") == 1, "2 more than needed"


@cache
def after_round_1() -> Position:
    table = after_machine_1().copy().roll(2).do("Fowler: attack with 3")
    assert (table.guards("Commerce"), table.broken("Commerce"), table.trust("Fowler")) == (1, 1, 1)
    table.do("Fowler: incite")
    assert (table.trust("Fowler"), table.slot, table.stage) == (0, 3, 1)
    assert (table.where("Actress"), table.trust("Actress")) == ("Square", 2)
    table.do("Actress: agitate")
    assert (table.trust("Actress"), table.slot, table.stage) == (0, 5, 1)
    assert (table.where("Artificer"), table.trust("Artificer")) == ("Tower", 2)
    assert table.may("take back an Access card") and not table.may("cancel a Directive"), "none is published yet"
    assert table.plan == 3
    return table.until(lambda t: t.event == "Security Checks", "Artificer: identify")


def test_round_1_the_end():
    table = after_round_1()
    assert table.known("Tower") == ["Scientist"]
    assert table.plan == 4, "the Actress is in a District with the Judgementor"


def test_round_2_opening_and_what_leaving_would_cost():
    table = after_round_1()
    assert (table.week, table.bonds, trusts(table)) == (2, 7, [4, 4, 4])
    leaving = table.copy().do("Fowler: Velvet", "Actress: Industrial", "Artificer: Control Nexus", "Machine: done")
    assert leaving.trust("Fowler") == 2, "one of the Guards is broken"
    leaving.do("Fowler: done")
    assert leaving.trust("Actress") == 1
    leaving.do("Actress: done")
    assert leaving.trust("Artificer") == 1


@cache
def after_machine_2() -> Position:
    table = after_round_1().copy().do("Fowler: Commerce", "Actress: Square", "Artificer: Tower")
    assert table.do("Machine: Phantasmer to Tower").bonds == 5
    assert table.do("Machine: Phantasmer: raid").bonds == 3
    assert table.do("Machine: Judgementor: raid").bonds == 1
    return table.do("Machine: done")


def test_round_2_the_fowler():
    table = after_machine_2().copy()
    assert table.raids == {"Tower", "Square"}
    table.do("Fowler: identify", "Fowler: yes", "Fowler: yes", "Fowler: yes")
    assert table.known("Commerce") == ["Artist", "Industrialist", "Merchant", "Traitor"]
    assert table.trust("Fowler") == 0
    assert table.do("Fowler: gain Trust").trust("Fowler") == 1
    assert table.asked == "Machine: how to detain"


@cache
def after_round_2() -> Position:
    table = after_machine_2().copy()
    table.do("Fowler: identify", "Fowler: yes", "Fowler: yes", "Fowler: yes", "Fowler: gain Trust")
    assert table.detained("Actress")
    table.do("Machine: detain: advance the plan")
    assert (table.plan, table.trust("Actress"), table.slot) == (5, 6, 5)
    table.do("Actress: agitate")
    assert (table.trust("Actress"), table.slot, table.stage) == (4, 7, 2)
    assert table.asked == "Machine: how to detain"
    assert (table.detained("Artificer"), table.trust("Artificer")) == (True, 4)
    return table.until(lambda t: t.event == "No One Is Safe", "Machine: detain: No Access!")


def test_round_2_the_end():
    table = after_round_2()
    assert table.plan == 6, "one advance by detainment, one because somebody stayed"
    assert table.lost("Artificer") == {"Square", "Tower"}
    assert [hero for hero in TEAM if "Tower" in table.cards(hero)] == ["Actress"]
    assert table.raids == set()


@cache
def after_machine_3() -> Position:
    table = after_round_2().copy()
    assert (table.week, table.bonds, trusts(table)) == (3, 9, [5, 8, 8])
    table.do("Fowler: Velvet", "Actress: Industrial")
    assert not table.may("Tower"), "the Artificer has to leave it"
    table.do("Artificer: Art", "Machine: Phantasmer: publish a Directive", "Machine: Shadow")
    assert (table.bonds, table.published) == (7, {"Shadow"})
    assert table.do("Machine: Lex Hecate to Commerce").bonds == 3
    table.do("Machine: Lex Hecate: repair")
    assert (table.bonds, table.guards("Commerce"), table.broken("Commerce")) == (1, 2, 0)
    table.do("Machine: Guard from Square to Science")
    assert (table.bonds, table.guards("Square"), table.guards("Science")) == (0, 1, 3)
    assert table.do("Machine: Judgementor: income").bonds == 3, "four Citizens and one Guard"
    assert table.do("Machine: Guard from Control Nexus to Tower").bonds == 2
    assert table.do("Machine: Guard from Control Nexus to Art").bonds == 1
    assert (table.guards("Control Nexus"), table.guards("Tower"), table.guards("Art")) == (0, 3, 3)
    return table.do("Machine: done")


def test_round_3_the_heroes():
    table = after_machine_3().copy()
    assert (table.where("Fowler"), table.trust("Fowler")) == ("Velvet", 2), "two Guards and Lex Hecate"
    table.roll(3).do("Fowler: attack with 2")
    assert (table.trust("Fowler"), table.broken("Velvet")) == (0, 0)
    assert table.do("Fowler: gain Trust").trust("Fowler") == 1
    assert (table.where("Actress"), table.trust("Actress")) == ("Industrial", 6), "a Guard and the Judgementor"
    lucky = ["Artist", "Noble", "Scientist"]
    table.until(lambda t: t.known("Industrial") == lucky, "Actress: identify", "Actress: yes", "Actress: yes")
    assert table.trust("Actress") == 0
    assert (table.where("Artificer"), table.trust("Artificer")) == ("Art", 4), "three Guards and the Phantasmer"
    table.do("Artificer: incite")
    assert table.slot == 8
    assert (table.week, table.plan) == (4, 6), "nobody has gone to a Major District"
    assert table.bonds == 1 + 8 + (2 if table.event == "Trust vs. Bonds" else 0)
    assert table.stage == 2


# Round 7


@cache
def round_7(**options: str) -> Position:
    return lay_out(
        phase="Opening",
        event="Order vs. Disorder",
        plan=8,
        slot=11,
        bonds=4,
        at={"Fowler": "Velvet", "Actress": "Art", "Artificer": "Industrial"},
        trust={"Fowler": 0, "Actress": 2, "Artificer": 2},
        lost={"Fowler": ("Tower",), "Actress": ("Grand Citadel",), "Artificer": ("Square", "Tower")},
        citizens={
            "Velvet": ", ".join(["identified Traitor"] * 2 + ["identified Noble"] * 2),
            "Commerce": "identified Artist, identified Merchant, identified Industrialist, identified Traitor",
            "Art": "identified Merchant, Artist, Scientist, Noble",
            "Industrial": "identified Artist, identified Scientist, identified Noble, Traitor",
        },
        guards={"Velvet": 1, "Art": 2, "Commerce": 2, "Industrial": 2, "Science": 2, "Square": 2},
        broken={"Velvet": 1},
        servants=("Tower", "Science", "Velvet"),
        published=("Mechanize", "Confiscate", "Shadow"),
        **options,
    )


def test_round_7_opening():
    table = round_7()
    assert (table.week, table.stage, table.plan) == (7, 3, 8)
    assert (trusts(table), table.bonds) == ([4, 6, 6], 13)


@cache
def asked_what_to_move(**options: str) -> Position:
    table = round_7(**options).copy().do("Fowler: Velvet", "Actress: Art", "Artificer: Commerce")
    assert table.do("Machine: Guard from Square to Velvet").bonds == 11
    table.do("Machine: Lex Hecate: repair")
    assert (table.bonds, table.guards("Velvet"), table.broken("Velvet")) == (9, 3, 0)
    assert table.do("Machine: Phantasmer to Control Nexus").bonds == 8
    assert table.do("Machine: Phantasmer: reposition").bonds == 6
    return table


def test_round_7_velvet_cannot_be_moved_for_commerce_would_have_one_neighbour():
    table = asked_what_to_move()
    assert table.near("Commerce") == {"Velvet", "Industrial"}
    assert not table.may("Velvet") and table.may("Commerce")


def test_round_7_with_the_other_reading_velvet_cannot_be_taken_away_from_commerce():
    table = asked_what_to_move(repositioning="laid")
    away = [
        city for city in table.copy().do("Machine: Velvet").places_of("Velvet") if "Velvet" not in city.near("Commerce")
    ]
    assert not away, "Commerce would have one neighbour"
    commerce = table.copy().do("Machine: Commerce").places_of("Commerce")
    assert any(not city.near("Commerce") & {"Velvet", "Industrial"} for city in commerce)


@cache
def after_machine_7() -> Position:
    table = asked_what_to_move().copy().do("Machine: Commerce").lay_next_to("Commerce", "Science", "Tower")
    assert table.bonds == 6
    assert table.do("Machine: Judgementor to Industrial").bonds == 4
    assert table.do("Machine: Judgementor: raid").bonds == 2
    return table.do("Machine: done")


@cache
def after_fowler_7() -> Position:
    table = after_machine_7().copy().do("Fowler: incite")
    assert (table.trust("Fowler"), table.slot, table.stage) == (0, 12, 4), "three Guards and Lex Hecate"
    return table.do("Fowler: gain Trust")


@cache
def after_actress_7() -> Position:
    table = after_fowler_7().copy()
    assert (table.trust("Fowler"), table.trust("Actress")) == (1, 6)
    assert table.may("start a riot"), "6 Trust for three unidentified Citizens and two Guards"
    poorer = table.copy().set(trust=[1, 5, 6])
    assert not poorer.may("start a riot")
    table.do("Actress: move Citizens", "Actress: identified Merchant", "Actress: Commerce")
    assert table.trust("Actress") == 4
    assert table.known("Commerce") == ["Artist", "Industrialist", "Merchant", "Merchant", "Traitor"]
    return table.do("Actress: done")


@cache
def before_the_riot() -> Position:
    table = after_actress_7().copy()
    assert table.asked == "Artificer: next District"
    assert table.do("Artificer: Art").trust("Artificer") == 3, "two Guards and the Judgementor"
    table.escape(True).do("Artificer: Science")
    assert (table.where("Artificer"), table.trust("Artificer")) == ("Commerce", 0)
    assert not table.detained("Artificer")
    return table


def test_round_7_the_artificer_may_be_caught():
    table = after_actress_7().copy().do("Artificer: Art").escape(False).do("Artificer: Science")
    assert table.asked == "Machine: how to detain"
    assert (table.where("Artificer"), table.trust("Artificer")) == ("Commerce", 0)


def test_round_7_the_riot_and_the_round_after():
    table = before_the_riot().copy()
    table.until(lambda t: t.event == "Down by Law", "Artificer: start a riot")
    revealed = ["Artist", "Industrialist", "Merchant", "Merchant", "Traitor"]
    assert table.known("Commerce", "revealed") == revealed
    assert (table.riots, table.guards("Commerce"), table.broken("Commerce")) == ({"Commerce"}, 0, 2)
    assert (table.slot, table.plan) == (13, 8), "the Raid in Industrial has failed; 8 Bonds are too many"
    assert (table.week, table.trust("Artificer")) == (8, 8), "2 for each active Citizen, nothing for the Traitor"
    assert table.bonds == 2 + 10


def test_round_7_the_riot_is_won_by_one():
    table = before_the_riot().copy()
    table.states["guards"][0, [1, 8]] += [1, -1]
    assert table.guards("Commerce") == 3
    table.do("Artificer: start a riot")
    assert (table.riots, table.plan) == (set(), 9), "four against three Guards and a Traitor"


def test_round_7_the_master_plan_costs_8_bonds():
    table = before_the_riot().copy().set(bonds=8).do("Artificer: start a riot")
    assert (table.asked, table.week) == ("Machine: Bonds for the Master Plan", 7)
    table.until(lambda t: t.event == "Down by Law", "Machine: yes")
    assert (table.plan, table.bonds) == (9, 10)
    seven = before_the_riot().copy().set(bonds=7).do("Artificer: start a riot")
    assert (seven.plan, seven.week) == (8, 8)
