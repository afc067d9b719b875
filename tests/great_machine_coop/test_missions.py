"""Missions in general, and those of the sets Know Thy Enemy and Breach in the System."""

from __future__ import annotations

import numpy as np
import pytest
from great_machine_coop.positions import TEAM, Table, lay_out

from cogitable.envs.city.rules.state import NOBODY, District, Servant
from cogitable.envs.great_machine_coop.rules import settle
from cogitable.envs.great_machine_coop.rules.advantages import elect
from cogitable.envs.great_machine_coop.rules.state import WITH_HERO, Mission
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.named import texts

AWAY = ("Tower",) * 3
I = texts(District).index  # noqa: E741


def heroes(**changes) -> Table:
    return lay_out(**{"servants": AWAY, "missions": "I", "week": 3, **changes})


def ended(**changes) -> Table:
    """The end of a round; the next one has no City Event."""
    also = {"skip": 1, **changes.pop("also", {})}
    return lay_out(phase="Closing", also=also, **{"servants": AWAY, "missions": "I", "week": 3, **changes})


def where(*places: str) -> dict[str, str]:
    return dict(zip(TEAM, places, strict=True))


def all_at(place: str) -> dict[str, str]:
    return dict.fromkeys(TEAM, place)


# In general


@pytest.mark.parametrize(("missions", "first"), [("I", 0), ("II", 3), ("III", 6), ("IV", 9)])
def test_a_set_has_three_missions_of_which_a_and_b_are_in_play(missions, first):
    table = Table(TEAM, missions=missions)
    assert table.state.missions.tolist() == [first, first + 1, first + 2]
    assert (table.active, table.done, table.state.riot_tokens) == ("AB", "", 0)


def test_random_missions_are_one_of_each_letter():
    found = [set(), set(), set()]
    for seed in range(60):
        for i, mission in enumerate(Table(TEAM, seed=seed, missions="random").state.missions.tolist()):
            found[i].add(mission)
    assert found == [{0, 3, 6, 9}, {1, 4, 7, 10}, {2, 5, 8, 11}]


def test_mixed_missions():
    table = Table(TEAM, missions=("Guard Control", "Deactivation Trap", "Disclosure of Plans"))
    assert [Mission(i).text for i in table.state.missions] == [
        "Deactivation Trap",
        "Disclosure of Plans",
        "Guard Control",
    ]


def test_without_missions_all_riot_tokens_are_there():
    table = Table(TEAM)
    assert (table.state.riot_tokens, table.active) == (3, "") and table.state.missions.tolist() == [NOBODY] * 3


@pytest.mark.parametrize(
    ("done", "also", "after"),
    [
        ("", {"token_at": [2, 2, 2]}, ("A", "AB", 1)),
        ("", {"orders": [9, 9, 9]}, ("B", "AB", 1)),
        ("A", {"orders": [9, 9, 9]}, ("AB", "ABC", 2)),
        ("B", {"token_at": [2, 2, 2]}, ("AB", "ABC", 2)),
        ("", {"token_at": [2, 2, 2], "orders": [9, 9, 9]}, ("AB", "ABC", 2)),
    ],
)
def test_c_comes_after_a_and_b_and_each_gives_a_riot_token(done, also, after):
    table = ended(done=done, also=also)
    assert (table.done, table.active, table.state.riot_tokens) == after


def test_a_completed_mission_is_not_completed_again():
    table = ended(done="B", also={"orders": [9, 9, 9]})
    assert (table.done, table.state.riot_tokens) == ("B", 1)


def test_a_mission_that_is_not_in_play_has_no_interaction():
    """Class Consciousness, before A and B are completed."""
    table = heroes(at={"Fowler": "Square"}, citizens={"Square": "revealed Artist"})
    assert table.asked == "Fowler: Hero's Action"


def test_a_hero_token_may_be_collected_again():
    table = heroes(at={"Fowler": "Velvet"}, also={"token_at": [I("Velvet"), NOBODY, NOBODY]})
    assert table.legal() == ["done", "collect the Hero token"]
    assert table.do("Fowler: collect the Hero token").token("Fowler") == ""
    assert table.asked == "Fowler: Hero's Action", "one Interaction a turn"


def test_a_hero_cannot_collect_the_token_of_another_nor_its_own_from_afar():
    table = heroes(at={"Fowler": "Velvet"}, also={"token_at": [I("Art"), I("Velvet"), NOBODY]})
    assert table.asked == "Fowler: Hero's Action"


@pytest.mark.parametrize("servant", texts(Servant)[1:])
def test_who_is_detained_may_interact(servant):
    places = ["Velvet" if name == servant else "Tower" for name in texts(Servant)]
    table = heroes(at={"Fowler": "Velvet"}, servants=places)
    assert table.do("Fowler: place the Hero token").token("Fowler") == "Velvet"
    assert table.asked_side == "Actress"


def test_who_is_caught_on_the_way_may_interact_at_the_target():
    """The Actress cannot pay her exit; the roll of the Escape die comes with the Fowler's last answer."""
    table = heroes(at={"Actress": "Art"}, goes={"Actress": "Industrial"}, missions="I")
    table.do("Fowler: done").escape(False).do("Fowler: done")
    assert table.detained("Actress") and table.asked == "Actress: Interaction"
    table.do("Actress: place the Hero token")
    assert table.token("Actress") == "Industrial" and table.asked_side == "Artificer"


def test_tokens_in_two_districts_complete_nothing():
    assert ended(also={"token_at": [I("Velvet"), I("Velvet"), I("Art")]}).done == ""


def test_an_interaction_may_be_declined():
    table = heroes(at={"Fowler": "Velvet"}).do("Fowler: done")
    assert table.token("Fowler") == "" and table.asked == "Fowler: Hero's Action"


def test_winning_with_missions():
    """Two completed, two Riots, and the Riot Stage; or three Riots with three completed."""
    riots = {"riots": ("Art", "Velvet"), "done": "AB", "in_play": "C"}
    raised = heroes(**riots, slot=17, at={"Fowler": "Commerce"}, trust={"Fowler": 7}, guards={"Commerce": 0})
    assert raised.state.riot_tokens == 0 and not raised.may("start a riot")
    assert raised.do("Fowler: incite").winner == "Heroes"
    changes = {"at": {"Actress": "Square"}, "first": "Actress", "citizens": {"Square": "revealed Artist"}, "slot": 3}
    third = heroes(**{**riots, "done": "ABC", "in_play": ""}, **changes, guards={"Square": 0})
    assert third.do("Actress: start a riot").winner == "Heroes"


# Learn Their Weaknesses


@pytest.mark.parametrize(("week", "placed"), [(1, True), (2, False)])
def test_order_tokens_lie_where_servants_are_after_one_round(week, placed):
    table = ended(servants=("Art", "Velvet", "Square"), week=week)
    places = [I("Art"), I("Velvet"), I("Square")] if placed else [NOBODY] * 3
    assert table.state.orders.tolist() == places


def test_only_that_mission_uses_order_tokens():
    assert ended(missions="II", week=1).state.orders.tolist() == [NOBODY] * 3


def test_order_tokens_are_collected_one_a_turn():
    table = heroes(at={"Fowler": "Square"}, also={"orders": [I("Square"), I("Square"), I("Art")]})
    assert table.legal() == ["done", "collect the Order token of Phantasmer", "collect the Order token of Judgementor"]
    table.do("Fowler: collect the Order token of Judgementor")
    assert table.state.orders.tolist() == [I("Square"), WITH_HERO, I("Art")]
    assert table.asked == "Fowler: Hero's Action"


@pytest.mark.parametrize(("orders", "done"), [([9, 9, 9], "B"), ([9, 10, 11], "B"), ([9, 9, 0], ""), ([9, -1, 9], "")])
def test_all_three_order_tokens_complete(orders, done):
    assert ended(also={"orders": orders}).done == done


def with_order(servant: str, done: str) -> Table:
    """The Fowler has a Servant's token and ends his movement beside that Servant."""
    number = texts(Servant).index(servant)
    places = ["Velvet" if i == number else "Tower" for i in range(3)]
    orders = [WITH_HERO if i == number else WITH_HERO + 1 for i in range(3)]
    return heroes(at={"Fowler": "Velvet"}, trust={"Fowler": 4}, servants=places, done=done, also={"orders": orders})


@pytest.mark.parametrize("servant", texts(Servant))
def test_who_has_a_servants_token_is_not_detained_by_it(servant):
    table = with_order(servant, "B")
    assert not table.detained("Fowler") and table.marker == 0
    assert (table.trust("Fowler"), len(table.lost("Fowler"))) == (4, 1)
    table.do("Fowler: done")
    assert table.asked == "Fowler: Hero's Action"
    assert with_order(servant, "").detained("Fowler"), "once the Objective is completed"


def test_the_other_servants_detain_all_the_same():
    table = heroes(at={"Fowler": "Velvet"}, servants=("Velvet",) * 3, done="B", also={"orders": [9, 9, 10]})
    assert table.detained("Fowler") and (table.marker, len(table.lost("Fowler"))) == (0, 2)


# Class Consciousness


def classes(**changes) -> Table:
    here = {"Square": "revealed Artist, revealed Traitor, Noble"}
    return heroes(**{"done": "AB", "in_play": "C", "at": {"Fowler": "Square"}, "citizens": here, **changes})


def test_a_hero_token_is_attached_to_a_revealed_citizen():
    table = classes()
    assert table.legal() == ["done", "revealed Artist", "revealed Traitor"]
    table.do("Fowler: revealed Traitor")
    assert (table.token("Fowler"), table.state.token_as[0]) == ("Square", 5)
    later = classes(also={"token_at": [I("Square"), -1, -1], "token_as": [5, -1, -1]})
    assert later.legal() == ["done", "collect the Hero token"]


def test_each_citizen_has_one_token():
    table = classes(also={"token_at": [-1, I("Square"), -1], "token_as": [-1, 0, -1]})
    assert table.legal() == ["done", "revealed Traitor"]


@pytest.mark.parametrize(("types", "done"), [([0, 1, 5], "ABC"), ([0, 0, 5], "AB"), ([0, 1, -1], "AB")])
def test_three_types_complete(types, done):
    places = [I("Square") if type >= 0 else -1 for type in types]
    here = {"Square": "revealed Artist, revealed Artist, revealed Scientist, revealed Traitor"}
    table = ended(done="AB", in_play="C", citizens=here, also={"token_at": places, "token_as": types})
    assert table.done == done
    if done == "ABC":
        assert table.state.riot_tokens == 3
        assert [table.token(hero) for hero in TEAM] == [""] * 3 and table.state.token_as.tolist() == [-1] * 3


@pytest.mark.parametrize(("done", "won"), [("ABC", True), ("AB", False)])
def test_traitors_do_not_count_in_riots_any_more(done, won):
    here = {"Square": "revealed Artist, revealed Traitor, revealed Traitor"}
    table = classes(done=done, in_play="", citizens=here, slot=3, guards={"Square": 0}, first="Fowler")
    if table.asked == "Fowler: Interaction":
        table.do("Fowler: done")
    assert table.do("Fowler: start a riot").riots == ({"Square"} if won else set())


def pinned(**changes) -> Table:
    here = {"Art": "revealed Artist, revealed Noble"}
    also = {"token_at": [I("Art"), -1, -1], "token_as": [0, -1, -1]}
    return lay_out(
        **{"phase": "Machine", "missions": "I", "done": "AB", "in_play": "C", "citizens": here, "slot": 3}
        | {"servants": ("Art",) * 3, "also": also}
        | changes
    )


def test_an_arrest_gives_the_token_back():
    table = pinned().turn("Judgementor", "Patrol")
    assert table.token("Fowler") == "" and table.state.token_as[0] == -1


def test_of_several_alike_one_without_a_token_is_arrested_first():
    here = {"Art": "revealed Artist, revealed Artist"}
    table = pinned(citizens=here).turn("Judgementor", "Patrol")
    assert table.token("Fowler") == "Art"
    assert table.turn("Judgementor", "Patrol").token("Fowler") == ""


def test_resettle_gives_the_token_back():
    table = pinned(published=("Resettle",)).turn("Lex Hecate", "Patrol")
    assert table.used == {"Resettle"} and table.token("Fowler") == ""


def test_a_citizen_that_is_moved_takes_its_token_along():
    here = {"Art": "revealed Artist, revealed Artist"}
    also = {"token_at": [I("Art"), -1, -1], "token_as": [0, -1, -1]}
    table = heroes(
        done="AB", in_play="C", at={"Actress": "Art"}, first="Actress", citizens=here, trust={"Actress": 3}, also=also
    ).do("Actress: done")
    table.do("Actress: move Citizens", "Actress: revealed Artist", "Actress: Industrial")
    assert table.token("Fowler") == "Art", "the one without a token went first"
    table.do("Actress: revealed Artist", "Actress: Industrial")
    assert table.token("Fowler") == "Industrial"


# Forgery of Decrees


@pytest.mark.parametrize(
    ("places", "done"),
    [
        (("Grand Citadel", "Tower", "Control Nexus"), "A"),
        (("Tower", "Grand Citadel", "Control Nexus"), "A"),
        (("Tower", "Tower", "Control Nexus"), ""),
        (("Tower", "Grand Citadel", ""), ""),
    ],
)
def test_one_hero_token_in_each_of_three_districts(places, done):
    table = ended(missions="II", also={"token_at": [I(name) if name else -1 for name in places], "skip": 0})
    assert table.done == done and (table.event == "") == (done == "A")


def test_tokens_are_placed_in_those_districts_alone():
    for place in texts(District):
        table = heroes(missions="II", at={"Fowler": place}, servants=("Industrial",) * 3, also={"post": NOBODY})
        asked = table.asked == "Fowler: Interaction" and table.may("place the Hero token")
        assert asked == (place in ("Grand Citadel", "Tower", "Control Nexus"))


def test_forgery_a_round_without_city_event():
    """No Protocol, Breakthrough or step of the plan; the next event stays in the deck for the round after."""
    table = ended(missions="II", also={"token_at": [5, 6, 7], "skip": 0})
    assert (table.event, table.week, table.state.gone_events) == ("", 4, 0)
    for hero in TEAM:
        table.do(f"{hero}: {table.where(hero)}")
    table.set(servants=[I("Tower")] * 3)
    before = (table.plan, table.specials(), table.slot)
    table.set(phase=6, step=0, ask=0).proceed()
    assert (table.plan, table.specials(), table.slot) == before
    assert table.week == 5 and table.event != ""


def test_forgery_does_not_end_the_countdown():
    what = {"token_at": [5, 6, 7], "skip": 0, "gone_events": 2**12 - 1}
    table = ended(missions="II", event="The Countdown", also=what)
    assert (table.done, table.event, table.week, table.plan) == ("A", "The Countdown", 4, 4)
    for hero in TEAM:
        table.do(f"{hero}: {table.where(hero)}")
    table.set(phase=6, step=0, ask=0).proceed()
    assert (table.event, table.week, table.plan) == ("The Countdown", 5, 5)


# Self-Destruct Command


def test_the_command_post_is_in_a_random_district():
    posts = {int(Table(TEAM, seed=seed, missions="II").state.post) for seed in range(60)}
    assert posts == set(range(9))
    table = Table(TEAM, missions="II")
    assert table.tokens == set(texts(District)) - {District(table.state.post).text}


def at_post(start: str, **changes) -> Table:
    post = {"post": I("Industrial"), **changes.pop("also", {})}
    return heroes(
        missions="II", at={"Fowler": start}, goes={"Fowler": "Industrial"}, trust={"Fowler": 7}, also=post, **changes
    )


@pytest.mark.parametrize("coins", [0, 2, 3, 4])
def test_the_assault_die_brings_trust_to_the_post(coins):
    table = at_post("Commerce").roll(coins).do("Fowler: program the Command Post")
    assert (table.state.post_trust, table.trust("Fowler")) == (coins, 5)
    assert table.asked == "Fowler: Hero's Action"


def test_not_for_who_began_there():
    assert at_post("Industrial").asked == "Fowler: Hero's Action"


def destructing(specials=("Industrial", "Art"), **also) -> Table:
    """The Command Post in Industrial has got its Trust; in Art stand two regular Guards and a special one."""
    return ended(
        missions="II",
        specials=dict.fromkeys(specials, 1),
        guards={"Velvet": 0, "Square": 2, "Industrial": 2},
        also={"post": I("Industrial"), "post_trust": 7, **also},
    )


@pytest.mark.parametrize(("collected", "done"), [(6, ""), (7, "B"), (9, "B")])
def test_seven_trust_destruct(collected, done):
    """All Guards of Industrial break, and one each in Art, Commerce, Square and Velvet."""
    table = destructing(post_trust=collected)
    assert table.done == done
    if done:
        table.do("Fowler: special Guard")
        assert (table.guards("Industrial"), table.broken("Industrial")) == (0, 2)
        assert (table.guards("Art"), table.broken("Art"), table.specials()) == (2, 0, 0)
        assert (table.broken("Square"), table.broken("Commerce"), table.broken("Velvet")) == (1, 1, 0)
        assert table.broken("Tower") == table.broken("Science") == 0, "not beside it"
        assert (table.state.post, table.state.post_trust) == (NOBODY, 0), "the Trust goes back to the reserve"
    else:
        assert table.specials() == 2


def test_the_heroes_choose_which_kind_of_guard_the_self_destruction_breaks():
    """One District after the other, only where both kinds are and one is left."""
    table = destructing(("Art", "Commerce", "Velvet", "Square"))
    assert table.asked == "Fowler: kind of Guard to break" and table.state.breaking_in == I("Art")
    assert table.week == 3 and table.state.post == I("Industrial"), "the round goes on when all have broken"
    table.do("Fowler: regular Guard")
    assert (table.specials("Art"), table.broken("Art"), table.state.breaking_in) == (1, 1, I("Commerce"))
    table.do("Fowler: special Guard").do("Fowler: special Guard")
    assert (table.specials("Commerce"), table.broken("Commerce")) == (0, 0)
    assert [table.specials("Velvet"), table.guards("Velvet")] == [0, 0], "no question about the only one"
    assert (table.specials("Square"), table.week, table.state.post) == (0, 4, NOBODY)


def test_where_as_many_guards_break_as_there_are_nothing_is_asked():
    table = heroes(guards={"Art": 2}, specials={"Art": 1})
    table.state.shaken[I("Art")] = 3
    settle.shake(table.state, I("Art"))
    assert (table.guards("Art"), table.broken("Art"), table.state.breaking_in) == (0, 2, NOBODY)
    assert not table.state.shaken.any()


def test_mission_c_begins_when_the_guards_have_broken():
    """Guard Control lays its tokens at Guards that stand then."""
    table = ended(
        missions=("Forgery of Decrees", "Self-Destruct Command", "Guard Control"),
        specials={"Art": 1},
        done="A",
        guards={**dict.fromkeys(texts(District), 0), "Art": 1},
        broken={**dict.fromkeys(texts(District), 2), "Art": 1},
        also={"post": I("Industrial"), "post_trust": 7},
    )
    assert (table.active, table.done) == ("AB", "AB")
    regular = table.copy().do("Fowler: regular Guard")
    assert (regular.active, regular.state.cores) == ("ABC", 0)
    assert table.do("Fowler: special Guard").state.cores == 1 << I("Art")


# Rebellion Leader


def led(**changes) -> Table:
    changes = {"missions": "II", "done": "AB", "in_play": "C", "at": all_at("Velvet")} | changes
    return heroes(**changes)


def test_hero_tokens_are_handed_over():
    table = led()
    assert table.held() == [1, 1, 1]
    assert table.legal() == [
        *("done", "take a Hero token from Actress", "take a Hero token from Artificer"),
        *("give a Hero token to Actress", "give a Hero token to Artificer"),
    ]
    assert table.copy().do("Fowler: take a Hero token from Artificer").held() == [2, 1, 0]
    table.do("Fowler: give a Hero token to Actress", "Fowler: done")
    assert table.held() == [0, 2, 1]
    assert table.asked == "Actress: Interaction"


def test_only_with_heroes_in_the_district_and_tokens_that_they_have():
    assert led(at=where("Velvet", "Art", "Science")).asked == "Fowler: Hero's Action"
    table = led(also={"held": [0, 3, 0]})
    assert table.legal() == ["done", "take a Hero token from Actress"]


@pytest.mark.parametrize(("held", "leader"), [([0, 3, 0], 1), ([2, 1, 0], NOBODY)])
def test_three_tokens_make_a_leader(held, leader):
    table = ended(missions="II", done="AB", in_play="C", also={"held": held})
    assert table.state.leader == leader and table.held() == held
    assert table.done == ("ABC" if leader == 1 else "AB")


def test_tokens_of_others_count_no_more():
    table = led(also={"held": [1, 2, 0]})
    table.record = as_compiled(np.array([table.record.tolist()], table.setup.record.dtype))[0]
    table.record.wanted[Mission.LEADER] = 2
    elect(table.record, table.state)
    assert (table.state.leader, table.held()) == (1, [0, 2, 0])


def leader(**changes) -> Table:
    also = {"leader": 0, "held": [3, 0, 0], **changes.pop("also", {})}
    return led(**{"done": "ABC", "in_play": "", "at": {"Fowler": "Velvet"}, "also": also, **changes})


def test_a_token_brings_three_trust():
    table = leader(trust={"Fowler": 1})
    table.do("Fowler: discard a Hero token for Trust")
    assert (table.trust("Fowler"), table.held(), table.asked) == (4, [2, 0, 0], "Fowler: Interaction")
    table.do("Fowler: discard a Hero token for Trust")
    told = "at the limit nobody throws a token away"
    assert (table.trust("Fowler"), table.held(), table.asked) == (7, [1, 0, 0], "Fowler: Hero's Action"), told
    assert led(at={"Fowler": "Velvet"}, done="ABC", in_play="", also={"leader": 1, "held": [0, 3, 0]}).asked == (
        "Fowler: Hero's Action"
    ), "for the leader alone"


def test_not_once_the_turn_is_finished():
    table = leader(servants=("Tower", "Velvet", "Tower"), trust={"Fowler": 4})
    assert table.do("Fowler: done").asked != "Fowler: Interaction"


def test_a_token_saves_from_detainment():
    table = leader(servants=("Velvet", "Velvet", "Velvet"), trust={"Fowler": 4})
    assert table.asked == "Fowler: whether to evade"
    detained = table.copy().do("Fowler: done")
    assert detained.detained("Fowler") and detained.trust("Fowler") == 0 and detained.held() == [3, 0, 0]
    table.do("Fowler: yes")
    assert not table.detained("Fowler")
    assert (table.trust("Fowler"), table.marker, table.held()) == (4, 0, [2, 0, 0]), "from all Servants there"
    assert leader(also={"held": [0, 0, 0]}, servants=("Velvet",) * 3).detained("Fowler")


@pytest.mark.parametrize(("guards_there", "asked", "left"), [(1, False, 3), (2, True, 2), (3, True, 2), (4, True, 1)])
def test_tokens_count_two_citizens_each_in_a_riot(guards_there, asked, left):
    """Two active Artists against Guards; only as many tokens as are lacking."""
    table = leader(
        citizens={"Velvet": "revealed Artist, revealed Artist"},
        slot=3,
        guards={"Velvet": guards_there},
        trust={"Fowler": 0},
    ).do("Fowler: done", "Fowler: start a riot")
    assert (table.asked == "Fowler: whether to rally") == asked
    if asked:
        failed = table.copy().do("Fowler: done")
        assert failed.riots == set() and failed.plan == 4 and failed.held() == [3, 0, 0]
        table.do("Fowler: yes")
    assert table.riots == {"Velvet"} and table.held() == [left, 0, 0]


def test_nobody_is_asked_to_rally_in_vain():
    table = leader(
        citizens={"Velvet": "revealed Artist"}, slot=3, guards={"Velvet": 4}, specials={}, also={"held": [1, 0, 0]}
    ).do("Fowler: done", "Fowler: start a riot")
    assert table.asked.startswith("Actress") and table.held() == [1, 0, 0] and table.plan == 4
