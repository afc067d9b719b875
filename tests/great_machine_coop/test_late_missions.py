"""Missions of the sets Bugs in the Gears and Resist the Inevitable."""

from __future__ import annotations

import pytest
from great_machine.positions import bits
from great_machine_coop.positions import TEAM, Table, lay_out, own_event

from cogitable.envs.city.rules.state import NOBODY, District
from cogitable.envs.great_machine_coop.rules.state import DELIVERED
from cogitable.envs.table.named import texts

AWAY = ("Tower",) * 3
I = texts(District).index  # noqa: E741


def heroes(**changes) -> Table:
    return lay_out(**{"servants": AWAY, "missions": "III", "week": 3, **changes})


def ended(**changes) -> Table:
    """The end of a round; the next one has no City Event."""
    also = {"skip": 1, **changes.pop("also", {})}
    return lay_out(phase="Closing", also=also, **{"servants": AWAY, "missions": "III", "week": 3, **changes})


def where(*places: str) -> dict[str, str]:
    return dict(zip(TEAM, places, strict=True))


# Unauthorized Access


@pytest.mark.parametrize(
    ("places", "remote"),
    [
        (("Tower",) * 3, "Tower"),
        (("Grand Citadel",) * 3, "Grand Citadel"),
        (("Control Nexus",) * 3, "Control Nexus"),
        (("Tower", "Tower", "Control Nexus"), ""),
    ],
)
def test_all_hero_tokens_in_one_of_three_districts(places, remote):
    table = ended(also={"token_at": [I(name) for name in places]})
    assert table.done == ("A" if remote else "")
    assert table.state.remote == (I(remote) if remote else NOBODY)
    assert [table.token(hero) for hero in TEAM] == ([""] * 3 if remote else list(places))


def test_access_tokens_are_placed_in_those_districts_alone():
    for place in texts(District):
        table = heroes(at={"Fowler": place}, servants=("Industrial",) * 3, also={"intel_at": [DELIVERED] * 3})
        asked = table.asked == "Fowler: Interaction" and table.may("place the Hero token")
        assert asked == (place in ("Grand Citadel", "Tower", "Control Nexus"))


def remote(place: str, **changes) -> Table:
    also = {"remote": I(place), "intel_at": [9, 9, 9], **changes.pop("also", {})}
    changes = {"at": {"Actress": "Velvet"}, "first": "Actress", "done": "A", "trust": {"Actress": 5}} | changes
    return heroes(also=also, **changes)


def test_special_actions_of_the_tower_from_elsewhere_at_the_price_of_the_place():
    table = remote("Tower", published=("Levy",), guards={"Velvet": 1, "Tower": 4}, lost={"Fowler": ("Tower", "Art")})
    assert table.may("cancel a Directive") and table.may("take back an Access card")
    assert not table.may("give Trust") and not table.may("reposition") and not table.may("return a Citizen")
    table.do("Actress: cancel a Directive", "Actress: Levy")
    assert (table.order, table.trust("Actress"), table.state.special) == ([], 4, 1)
    poor = remote("Tower", published=("Levy",), guards={"Velvet": 2, "Tower": 1}, trust={"Actress": 1})
    assert not poor.may("cancel a Directive")
    enough = remote("Tower", published=("Levy",), guards={"Velvet": 1, "Tower": 4}, trust={"Actress": 1})
    assert enough.may("cancel a Directive")


def test_special_actions_of_the_other_districts():
    citadel = remote("Grand Citadel", hand=("Levy",))
    assert citadel.may("return a Citizen") and citadel.may("discard a Directive")
    assert citadel.copy().do("Actress: discard a Directive").trust("Actress") == 5 - 2
    nexus = remote("Control Nexus")
    assert nexus.may("reposition") and nexus.copy().do("Actress: give Trust").trust("Actress") == 5, "free of Guards"
    assert not heroes(at={"Actress": "Velvet"}, first="Actress", trust={"Actress": 5}).may("reposition")


def test_the_squares_action_from_elsewhere_counts_who_is_in_the_square():
    """A card file may have the Square among the three Districts."""
    citizens = {"Square": "Artist, Artist, revealed Noble", "Velvet": "Artist"}
    table = remote("Square", citizens=citizens, guards={"Velvet": 3, "Square": 0})
    assert table.may("agitate")
    before = table.slot
    assert table.do("Actress: agitate").slot == before + 3


def test_the_fowler_does_the_same_remote_action_once():
    table = remote("Control Nexus", at={"Fowler": "Velvet"}, first="Fowler", trust={"Fowler": 1})
    table.do("Fowler: give Trust", "Fowler: Actress")
    assert table.asked == "Fowler: Hero's Action" and not table.may("give Trust")


# Falsification


def intel(**changes) -> Table:
    here = {"Velvet": "revealed Artist, revealed Noble, Noble"}
    changes = {"at": {"Fowler": "Velvet"}, "citizens": here, "trust": {"Fowler": 5}} | changes
    return heroes(**changes)


def test_an_intel_token_is_attached_and_the_citizen_delivered_from_the_next_turn_on():
    table = intel()
    assert table.legal() == ["done", "revealed Artist", "revealed Noble"]
    table.do("Fowler: revealed Noble")
    assert table.state.intel_at.tolist() == [I("Velvet"), NOBODY, NOBODY] and table.state.intel_as[0] == 4
    assert not table.may("deliver a Citizen")
    table.do("Fowler: done")
    assert table.asked == "Actress: Hero's Action" and table.state.intel_new == 0


def carrying(*pins: int, **changes) -> Table:
    """Intel tokens on Citizens of these types in Velvet; all interactions are declined."""
    places = [I("Velvet") if i < len(pins) else 9 for i in range(3)]
    also = {"intel_at": places, "intel_as": [*pins, *[-1] * (3 - len(pins))]}
    return intel(also=also | changes.pop("also", {}), **changes)


@pytest.mark.parametrize(("start", "price"), [("Velvet", 1), ("Industrial", 2), ("Tower", 2), ("Science", 2)])
def test_a_delivery_costs_one_trust_for_each_district_that_the_citizen_exits(start, price):
    also = {"intel_at": [I(start), 9, 9], "intel_as": [0, -1, -1]}
    here = {start: "revealed Artist", "Grand Citadel": ""}
    at, away = {"Fowler": start}, ("Square",) * 3
    table = heroes(at=at, citizens=here, trust={"Fowler": price}, also=also, servants=away)
    if table.asked == "Fowler: Interaction":
        table.do("Fowler: done")
    poor = heroes(at=at, citizens=here, trust={"Fowler": price - 1}, also=also, servants=away)
    if poor.asked == "Fowler: Interaction":
        poor.do("Fowler: done")
    assert not poor.may("deliver a Citizen")
    table.do("Fowler: deliver a Citizen")
    assert table.trust("Fowler") == 0 and table.known("Grand Citadel", "revealed") == ["Artist"]
    assert table.state.intel_at[0] == DELIVERED and table.citizens(start) == []


def test_the_citadel_needs_a_free_square():
    full = {"Velvet": "revealed Artist", "Grand Citadel": "Noble, Noble, Noble"}
    assert not carrying(0, citizens=full).may("deliver a Citizen")


def test_no_intel_token_is_attached_in_the_goal():
    there = {"Grand Citadel": "revealed Artist"}
    table = heroes(at={"Fowler": "Grand Citadel"}, citizens=there, trust={"Fowler": 5}, also={"token_at": [0, 0, 0]})
    assert (table.asked == "Fowler: Interaction" and table.legal() == ["done", "place the Hero token"]) or (
        table.asked == "Fowler: Hero's Action"
    )
    assert not table.may("revealed Artist")


def test_a_citizen_that_comes_to_the_goal_otherwise_has_been_delivered_when_the_turn_ends():
    table = carrying(0)
    if table.asked == "Fowler: Interaction":
        table.do("Fowler: done")
    table.do("Fowler: move Citizens", "Fowler: revealed Artist", "Fowler: Grand Citadel")
    assert table.state.intel_at[0] == I("Grand Citadel") and table.state.intel_as[0] == 0
    while table.asked_side == "Fowler":
        table.do("Fowler: done")
    assert table.state.intel_at[0] == DELIVERED and table.state.intel_as[0] == NOBODY


def test_of_two_types_the_heroes_choose():
    table = carrying(0, 4)
    assert table.asked == "Fowler: Hero's Action", "no free token is left, no Interaction"
    table.do("Fowler: deliver a Citizen")
    assert table.asked == "Fowler: Citizen to deliver" and table.legal() == ["revealed Artist", "revealed Noble"]
    table.do("Fowler: revealed Noble")
    assert table.state.intel_at.tolist() == [I("Velvet"), DELIVERED, 9]
    assert table.known("Grand Citadel", "revealed") == ["Noble"]


def test_a_delivery_is_an_action():
    table = carrying(0, 4, at={"Actress": "Velvet"}, first="Actress", trust={"Actress": 5})
    table.do("Actress: deliver a Citizen", "Actress: revealed Artist")
    assert table.asked_side == "Artificer"


@pytest.mark.parametrize("how", ["arrest", "resettle"])
def test_a_lost_citizen_returns_the_intel_token(how):
    table = lay_out(
        phase="Machine",
        missions="III",
        servants=("Velvet",) * 3,
        citizens={"Velvet": "revealed Artist, revealed Noble"},
        slot=3,
        published=("Resettle",) if how == "resettle" else (),
        also={"intel_at": [I("Velvet"), -1, -1], "intel_as": [0, -1, -1]},
    ).turn("Judgementor" if how == "arrest" else "Lex Hecate", "Patrol")
    assert table.state.intel_at[0] == NOBODY and table.state.intel_as[0] == NOBODY


@pytest.mark.parametrize(("delivered", "done"), [([9, 9, -1], "B"), ([9, 9, 9], "B"), ([9, -1, -1], "")])
def test_two_deliveries_bring_three_arrested_citizens_back(delivered, done):
    table = ended(also={"intel_at": delivered})
    assert table.done == done
    if done:
        for number in range(3):
            assert (
                table.asked == "Fowler: District for a returned Citizen"
                and len(table.citizens("arrested")) == 2 - number
            )
            table.do("Fowler: Velvet" if number < 2 else "Fowler: Art")
        assert len(table.known("Velvet", "revealed")) == 2 and table.citizens("arrested") == []
        assert table.state.intel_at.tolist() == [NOBODY] * 3 and table.week == 4


# Guard Control


def control(**changes) -> Table:
    return heroes(**{"done": "AB", "in_play": "C", **changes})


def test_core_tokens_are_on_regular_guards_of_three_random_districts():
    table = control(guards={"Art": 0}, specials={"Art": 2}, tokens=("Art", "Velvet", "Square", "Tower"))
    assert table.state.cores == bits(["Velvet", "Square", "Tower"]), "no special Guard has one"


def test_core_tokens_that_find_no_guard_count_as_collected():
    none = dict.fromkeys(texts(District), 0)
    table = control(guards={**none, "Art": 2}, broken={**none, "Velvet": 4, "Square": 4, "Tower": 4, "Science": 4})
    assert table.state.cores == bits(["Art"])
    assert ended(done="AB", in_play="C", also={"cores": 0}).done == "ABC"


def test_a_broken_regular_guard_yields_the_token_and_a_special_one_does_not():
    cores = {"cores": bits(["Velvet", "Art", "Tower"])}
    at = {"at": {"Actress": "Velvet"}, "first": "Actress", "trust": {"Actress": 4}, "specials": {"Velvet": 1}}
    table = control(**at, also=cores)
    special = table.copy().roll(2).do("Actress: attack a special Guard with 3")
    assert special.state.cores == bits(["Velvet", "Art", "Tower"]) and special.specials() == 0
    table.roll(2).do("Actress: attack with 2")
    assert table.state.cores == bits(["Art", "Tower"])


def test_a_breakthrough_yields_it_too():
    own = own_event(texts(District), "free", ("break", 1))
    table = ended(own=own, done="AB", in_play="C", also={"cores": bits(["Velvet", "Art"])})
    assert table.do("Fowler: Art").state.cores == bits(["Velvet"])


@pytest.mark.parametrize(("left", "done"), [((), "ABC"), (("Art",), "AB")])
def test_three_core_tokens_complete_and_become_control_tokens(left, done):
    table = ended(done="AB", in_play="C", also={"cores": bits(left)})
    assert (table.done, table.state.controls) == (done, 3 if done == "ABC" else 0)


def test_guards_that_are_sent_away():
    """Two Guards of any kind, not broken ones, to any District with a square, for no Trust."""
    table = heroes(
        done="ABC",
        also={"controls": 3},
        at={"Actress": "Velvet"},
        first="Actress",
        specials={"Velvet": 1},
        guards={"Velvet": 2, "Art": 4},
        broken={"Velvet": 1},
        trust={"Actress": 2},
    )
    table.do("Actress: send Guards")
    assert table.state.controls == 2 and table.legal() == ["regular Guard", "special Guard"]
    table.do("Actress: special Guard")
    assert not table.may("Art") and not table.may("Velvet") and table.may("Tower")
    table.do("Actress: Tower")
    assert (table.specials("Tower"), table.specials("Velvet")) == (1, 0)
    assert table.legal() == ["done", "regular Guard"]
    before = table.guards("Square")
    table.do("Actress: regular Guard", "Actress: Square")
    assert (table.guards("Velvet"), table.broken("Velvet"), table.guards("Square")) == (1, 1, before + 1)
    assert table.trust("Actress") >= 2 and table.asked_side == "Artificer"


def test_one_guard_may_be_enough_and_without_control_tokens_none():
    changes = {"done": "ABC", "at": {"Actress": "Velvet"}, "first": "Actress"}
    table = heroes(**changes, also={"controls": 1}).do("Actress: send Guards", "Actress: regular Guard", "Actress: Art")
    assert table.do("Actress: done").asked_side == "Artificer" and table.guards("Velvet") == 1
    assert not heroes(**changes).may("send Guards")
    assert not heroes(**changes, also={"controls": 1}, guards={"Velvet": 0}).may("send Guards")


# Tweak in the Program


def test_drones_are_in_three_random_districts():
    places = set()
    for seed in range(30):
        table = Table(TEAM, seed=seed, missions="IV")
        assert int(table.state.drones).bit_count() == 3
        assert table.tokens == set(texts(District)) - {
            name for i, name in enumerate(texts(District)) if table.state.drones >> i & 1
        }
        places |= {i for i in range(9) if table.state.drones >> i & 1}
    assert places == set(range(9))


def flown(*drones: str, at: str = "Commerce", goes: str = "Industrial", trust: int = 7, **changes) -> Table:
    also = {"drones": bits(drones), **changes.pop("also", {})}
    return heroes(
        missions="IV", at={"Fowler": at}, goes={"Fowler": goes}, trust={"Fowler": trust}, also=also, **changes
    )


def test_who_comes_to_or_through_a_drone_discards_one_trust():
    assert flown().trust("Fowler") == 7 - 2
    assert flown("Industrial").trust("Fowler") == 7 - 2 - 1
    through = flown("Industrial", "Square", goes="Square")
    if through.asked == "Fowler: next District":
        through.do("Fowler: Industrial")
    assert through.trust("Fowler") == 7 - 2 - 1 - 2 - 1


def test_not_where_the_turn_began_and_not_more_than_there_is():
    assert flown("Commerce", "Velvet").trust("Fowler") == 7 - 2
    assert flown("Commerce", goes="Commerce").trust("Fowler") == 7
    assert flown("Industrial", trust=2).trust("Fowler") == 0


def test_drones_are_quiet_once_the_objective_is_completed():
    assert flown("Industrial", done="A").trust("Fowler") == 7 - 2


def test_a_hero_token_beside_a_drone():
    table = flown("Industrial", "Art")
    assert table.legal() == ["done", "place the Hero token"]
    assert table.do("Fowler: place the Hero token").token("Fowler") == "Industrial"
    assert flown("Art").asked == "Fowler: Hero's Action"


@pytest.mark.parametrize(
    ("tokens", "done"),
    [(("Art", "Tower", "Velvet"), "A"), (("Art", "Art", "Velvet"), ""), (("Art", "Tower", "Square"), "")],
)
def test_a_hero_token_at_each_drone_completes(tokens, done):
    drones = bits(["Velvet", "Art", "Tower"])
    table = ended(missions="IV", also={"token_at": [I(name) for name in tokens], "drones": drones})
    assert table.done == done
    if done:
        assert table.state.drones == drones and [table.token(hero) for hero in TEAM] == [""] * 3
        assert table.state.tamed == 1


def test_breaking_guards_beside_a_tamed_drone_costs_one_less():
    changes = {"missions": "IV", "at": {"Actress": "Velvet"}, "first": "Actress", "trust": {"Actress": 8}}
    table = heroes(**changes, done="A", specials={"Velvet": 1}, also={"tamed": 1, "drones": bits(["Velvet"])})
    prices = [words for words in table.legal() if "attack" in words]
    assert prices == [
        *("attack with 1", "attack with 2", "attack with 3"),
        *("attack a special Guard with 1", "attack a special Guard with 2"),
    ]
    assert table.copy().roll(4).do("Actress: attack with 3").broken("Velvet") == 1
    assert not heroes(**changes, done="A", also={"tamed": 1, "drones": bits(["Art"])}).may("attack with 1")
    assert not heroes(**changes, also={"drones": bits(["Velvet"])}).may("attack with 1")


# Disclosure of Plans


def bonds(place: str, have: int = 0, **changes) -> Table:
    also = {"bonds": [have, 0, 0], "drones": 0, **changes.pop("also", {})}
    return heroes(missions="IV", at={"Fowler": place}, servants=("Industrial",) * 3, also=also, **changes)


@pytest.mark.parametrize("place", texts(District))
def test_two_bonds_in_three_districts(place):
    table = bonds(place, trust={"Fowler": 3})
    assert (table.asked == "Fowler: Interaction") == (place in ("Grand Citadel", "Tower", "Square"))
    if table.asked == "Fowler: Interaction":
        table.do("Fowler: handle Bonds")
        assert table.state.bonds.tolist() == [2, 0, 0] and table.trust("Fowler") == 3
        assert table.asked == "Fowler: Hero's Action"


def test_all_bonds_are_put_down_in_the_nexus():
    table = bonds("Control Nexus", 4).do("Fowler: handle Bonds")
    assert (table.state.bonds.tolist(), table.state.bonds_shown) == ([0, 0, 0], 4)
    assert bonds("Control Nexus").asked == "Fowler: Hero's Action"


@pytest.mark.parametrize(("shown", "done"), [(6, "B"), (7, "B"), (5, "")])
def test_six_bonds_disclose(shown, done):
    """Those that Heroes still have become Trust, as far as they can hold it; Discontent rises by 3."""
    table = ended(
        missions="IV",
        citizens={"Art": "", "Commerce": "", "Science": ""},
        trust={"Fowler": 6, "Actress": 1},
        also={"bonds": [4, 2, 0], "bonds_shown": shown},
    )
    assert table.done == done
    assert table.slot == (2 + 3 if done else 2)
    assert [table.trust(hero) for hero in TEAM] == ([7, 3, 0] if done else [6, 1, 0])
    assert table.state.bonds.tolist() == ([0, 0, 0] if done else [4, 2, 0])


# The Rise of Resistance


def rising(*hidden: str, **changes) -> Table:
    also = {"hides": 0, "token_at": [I(name) if name else -1 for name in hidden], **changes.pop("also", {})}
    return heroes(missions="IV", done="AB", in_play="C", also=also, **changes)


def test_the_heroes_hide_their_tokens_in_three_minor_districts():
    table = ended(missions="IV", done="A", also={"bonds_shown": 6})
    assert table.active == "ABC"
    assert table.asked == "Fowler: District to hide a token in" and table.legal() == list(texts(District)[:5])
    table.do("Fowler: Art")
    assert table.asked_side == "Actress" and table.legal() == list(texts(District)[1:5])
    table.do("Actress: Velvet", "Artificer: Commerce")
    assert [table.token(hero) for hero in TEAM] == ["Art", "Velvet", "Commerce"] and table.week == 4


def test_the_own_token_is_collected_where_no_servant_is():
    table = rising("Velvet", "Art", "Science", at={"Fowler": "Velvet"})
    assert table.legal() == ["done", "collect the Hero token"]
    assert table.do("Fowler: collect the Hero token").token("Fowler") == ""
    watched = rising("Velvet", "Art", "Science", at={"Fowler": "Velvet"}, servants=("Velvet", "Tower", "Tower"))
    assert watched.asked == "Fowler: Hero's Action"
    other = rising("Art", "Velvet", "Science", at={"Fowler": "Velvet"})
    assert other.asked == "Fowler: Hero's Action"
    bare = rising("", "Velvet", "Science", at={"Fowler": "Velvet"})
    assert bare.asked == "Fowler: Hero's Action", "it is not placed again"


def test_all_three_collected_call_the_resistance_to_a_minor_district():
    early = ended(missions="IV", done="AB", in_play="C", also={"hides": 0, "token_at": [0, -1, -1]})
    assert early.done == "AB"
    table = ended(missions="IV", done="AB", in_play="C", also={"hides": 0, "token_at": [-1, -1, -1]})
    assert table.done == "ABC" and table.asked == "Fowler: District for the resistance"
    assert table.legal() == list(texts(District)[:5])
    table.do("Fowler: Velvet")
    assert District(table.state.underground).text == "Velvet" and table.week == 4


def test_the_resistance_gives_three_trust_to_each_who_ends_its_movement_there():
    changes = {"missions": "IV", "done": "ABC", "also": {"underground": I("Velvet")}}
    table = heroes(**changes, at=where("Velvet", "Velvet", "Art"), trust={"Fowler": 5, "Actress": 1, "Artificer": 1})
    assert table.trust("Fowler") == 7, "no more than he can hold"
    table.do("Fowler: done")
    assert table.trust("Actress") == 4
    assert table.do("Actress: done").trust("Artificer") == 1


def test_the_resistance_comes_after_detainment():
    changes = {"missions": "IV", "done": "ABC", "also": {"underground": I("Velvet")}}
    table = heroes(**changes, at={"Fowler": "Velvet"}, trust={"Fowler": 5}, servants=("Tower", "Velvet", "Tower"))
    assert table.detained("Fowler") and table.trust("Fowler") == 3
    assert table.asked_side == "Actress"
