"""The nine Directives of the co-operative game: drawn, published, put back, and what each of them does."""

from __future__ import annotations

import pytest
from great_machine_coop.positions import TEAM, Table, lay_out

from cogitable.envs.city.rules.state import Directive, District
from cogitable.envs.great_machine_coop.rules import directives
from cogitable.envs.table.named import texts
from cogitable.envs.table.random import seed_words


def machine(**changes) -> Table:
    return lay_out(phase="Machine", **{"servants": ("Tower",) * 3, **changes})


def round_end(**changes) -> Table:
    """The Closing Phase of a round without a City Event, played; the Servants stand in the Tower."""
    return lay_out(phase="Closing", **{"servants": ("Tower",) * 3, "also": {"skip": 1}, **changes})


# Drawing and publishing


def test_any_directive_may_be_drawn_and_nobody_sees_which():
    drawn = set()
    for seed in range(60):
        table = machine(also={"rng": seed_words(seed, 1)[0]}).turn("Lex Hecate", "Patrol")
        drawn |= table.hand
        assert table.state.hand_known == 0 and len(table.deck) == 8
    assert drawn == set(texts(Directive))


def test_directives_are_kept_in_their_order_and_the_fourth_sends_the_first_to_the_bottom():
    table = machine(published=("Shadow", "Levy", "Pacify"), hand=("Confiscate",)).turn("Lex Hecate", "Patrol")
    assert table.order == ["Levy", "Pacify", "Confiscate"]
    assert table.published == {"Levy", "Pacify", "Confiscate"}
    assert (table.bottom, table.hand) == (["Shadow"], set())
    table.set(hand=1 << Directive.PROVOKE, deck=int(table.state.deck) & ~(1 << Directive.PROVOKE))
    table.turn("Lex Hecate", "Patrol")
    assert (table.order, table.bottom) == (["Pacify", "Confiscate", "Provoke"], ["Shadow", "Levy"])


def test_returned_directives_come_after_all_others_in_the_order_of_their_return():
    rest = ("Confiscate", "Mechanize", "Optimize", "Pacify", "Provoke", "Reinforce")
    table = machine(bottom=("Shadow", "Levy"), discarded=rest)
    table.turn("Lex Hecate", "Patrol")
    assert table.hand == {"Resettle"} and not table.state.hand_known
    table.set(hand=0).turn("Lex Hecate", "Patrol")
    assert (table.hand, table.bottom, table.state.hand_known) == ({"Shadow"}, ["Levy"], 1)
    table.turn("Lex Hecate", "Patrol")
    assert table.order == ["Shadow"] and not table.state.hand_known


def test_a_directive_takes_effect_after_the_turn_of_who_published_it():
    """Optimize would give Phantasmer a repair, Confiscate comes too late for himself."""
    for directive in ("Optimize", "Confiscate"):
        table = machine(
            hand=(directive,), guards={"Tower": 1}, broken={"Tower": 1}, at={"Fowler": "Tower"}, trust={"Fowler": 5}
        )
        table.turn("Phantasmer", "Patrol")
        assert table.order == [directive] and table.used == set()
        assert (table.broken("Tower"), table.trust("Fowler")) == (1, 5)
        table.turn("Judgementor", "Patrol")
        assert table.trust("Fowler") == (3 if directive == "Confiscate" else 5)
        assert table.used == {directive}


def test_a_cancelled_directive_has_left_the_game_and_the_others_move_up():
    table = lay_out(
        first="Fowler",
        at={"Fowler": "Tower"},
        trust={"Fowler": 7},
        published=("Shadow", "Levy", "Pacify"),
        servants=("Art",) * 3,
    )
    table.do("Fowler: cancel a Directive", "Fowler: Levy")
    assert table.order == ["Shadow", "Pacify"]
    assert "Levy" not in table.deck | table.hand | set(table.bottom)


def test_the_citadel_removes_the_directive_in_hand():
    table = lay_out(at={"Fowler": "Grand Citadel"}, trust={"Fowler": 7}, hand=("Levy",), servants=("Art",) * 3)
    table.do("Fowler: discard a Directive")
    assert table.hand == set() and "Levy" not in table.deck and table.trust("Fowler") < 7
    empty = lay_out(at={"Fowler": "Grand Citadel"}, trust={"Fowler": 7}, servants=("Art",) * 3)
    assert not empty.may("discard a Directive")


def test_who_publishes_resettle_does_not_use_it():
    here = {"Tower": "revealed Artist"}
    table = machine(hand=("Resettle",), citizens=here, slot=3).turn("Lex Hecate", "Patrol")
    assert table.order == ["Resettle"] and table.known("Tower", "revealed") == ["Artist"] and table.used == set()


# Confiscate


@pytest.mark.parametrize(
    ("trust", "left"),
    [
        ((5, 0, 0), (3, 0, 0)),
        ((1, 4, 0), (0, 4, 0)),
        ((0, 4, 5), (0, 2, 5)),
        ((0, 0, 1), (0, 0, 0)),
        ((2, 2, 2), (0, 2, 2)),
    ],
)
def test_confiscate_takes_two_from_the_first_with_trust(trust, left):
    table = machine(
        published=("Confiscate",), at=dict.fromkeys(TEAM, "Tower"), trust=dict(zip(TEAM, trust, strict=True))
    )
    table.turn("Lex Hecate", "Patrol")
    assert tuple(table.trust(hero) for hero in TEAM) == left
    assert table.used == {"Confiscate"}
    table.turn("Judgementor", "Patrol")
    assert tuple(table.trust(hero) for hero in TEAM) == left, "once a round"


def test_confiscate_is_left_for_the_next_servant_where_no_hero_has_trust():
    table = machine(published=("Confiscate",), at={"Fowler": "Tower", "Actress": "Square"}, trust={"Actress": 4})
    table.turn("Lex Hecate", "Patrol")
    assert table.used == set()
    table.turn("Judgementor", "Heart of the City")
    assert (table.trust("Actress"), table.used) == (2, {"Confiscate"})


@pytest.mark.parametrize("card", ["Patrol", "Guard Patrol", "Tracking 1", "Heart of the City"])
def test_every_way_to_come_or_stay_confiscates(card):
    start = "Tower" if card == "Heart of the City" else "Square"
    table = machine(servants=(start,) * 3, published=("Confiscate",), at={"Fowler": "Square"}, trust={"Fowler": 4})
    assert table.turn("Lex Hecate", card).trust("Fowler") == 2


def test_confiscate_does_not_work_on_a_hero_that_moves_to_a_servant():
    table = lay_out(
        published=("Confiscate",),
        servants=("Industrial", "Tower", "Tower"),
        at={"Fowler": "Commerce"},
        goes={"Fowler": "Industrial"},
        trust={"Fowler": 6},
    )
    assert table.trust("Fowler") == 6 - 2 and table.used == set()


def test_once_a_round_means_again_in_the_next():
    table = round_end(published=("Confiscate",), also={"used": 1, "skip": 1})
    assert table.week == 2 and table.used == set()


# Levy, a design of this project, and Pacify


def test_levy_takes_one_trust_of_every_hero_that_has_any():
    """Then their Citizens give 4 each."""
    table = round_end(published=("Levy",), trust={"Fowler": 2, "Actress": 1})
    assert [table.trust(hero) for hero in TEAM] == [1 + 4, 0 + 4, 0 + 4]


@pytest.mark.parametrize(
    ("servants", "slot", "after"),
    [
        (("Art", "Art", "Tower"), 5, 4),
        (("Art", "Velvet", "Tower"), 6, 5),  # to a lower Stage too
        (("Art", "Velvet", "Science"), 5, 4),
        (("Art", "Square", "Tower"), 5, 5),
        (("Square", "Square", "Tower"), 5, 5),
        (("Art", "Art", "Tower"), 18, 18),
        (("Art", "Art", "Tower"), 0, 0),
    ],
)
def test_pacify_with_two_servants_in_minor_districts(servants, slot, after):
    table = round_end(published=("Pacify",), servants=servants, slot=slot)
    assert (table.week, table.slot) == (2, after)


def test_pacify_does_not_count_who_is_deactivated():
    fallen = {"servants": [-1, 0, 6], "lying": [0, -1, -1], "until": [9, 0, 0], "skip": 1}
    table = round_end(published=("Pacify",), slot=5, also=fallen)
    assert table.slot == 5


def test_citizens_that_pacify_makes_inactive_end_a_raid_token():
    table = round_end(
        published=("Pacify",),
        servants=("Art",) * 3,
        slot=6,
        raids=("Velvet",),
        citizens={"Velvet": "revealed Scientist"},
    )
    assert (table.stage, table.raids, table.riots) == (1, set(), {"Velvet"})


def test_levy_comes_after_the_missions():
    """Disclosure of Plans makes two Bonds Trust, of which Levy takes one."""
    table = round_end(
        missions="IV",
        published=("Levy",),
        citizens={"Commerce": ""},
        also={"skip": 1, "bonds": [2, 0, 0], "bonds_shown": 6},
    )
    assert table.done == "B" and table.trust("Fowler") == 1


# Mechanize and Optimize are with the Servants; Provoke


@pytest.mark.parametrize(
    ("slot", "rise", "advances"),
    [(2, 1, 0), (5, 1, 1), (8, 1, 1), (11, 1, 1), (14, 1, 1), (17, 1, 0), (5, 4, 2), (4, 1, 0)],
)
def test_provoke_at_each_rise_to_stage_2_to_5(slot, rise, advances):
    table = machine(published=("Provoke",), slot=slot, also={"rise": rise}, difficulty="ultra-hard").go_on()
    assert table.plan == 3 + advances and table.slot == slot + rise
    assert machine(slot=slot, also={"rise": rise}, difficulty="ultra-hard").go_on().plan == 3


def test_agitating_may_provoke_twice():
    """Five Citizens and one Guard on the Square, and Discontent on the last slot of a Stage."""
    table = lay_out(
        published=("Provoke",),
        slot=5,
        at={"Actress": "Square"},
        first="Actress",
        citizens={"Square": "Artist, Artist, Noble, Noble, Noble"},
        guards={"Square": 1},
        trust={"Actress": 1},
        servants=("Tower",) * 3,
    ).do("Actress: agitate")
    assert (table.slot, table.plan) == (9, 3 + 2)


def test_provoke_once_more_after_pacify():
    table = machine(published=("Provoke",), slot=6).set(slot=5, rise=1).go_on()
    assert table.plan == 4


# Shadow and Reinforce remain the same as in the other game


def test_shadow_makes_servants_cost_what_guards_do():
    def turn(*published: str) -> Table:
        return lay_out(
            first="Fowler",
            at={"Fowler": "Industrial"},
            trust={"Fowler": 6},
            servants=("Tower", "Industrial", "Industrial"),
            also={"orders": [9, 9, 9], "missions": [0, 1, 2], "active": 3, "done": 3, "riot_tokens": 2},
            missions="I",
            published=published,
            guards={"Industrial": 2},
        )

    assert turn().do("Fowler: incite").trust("Fowler") == 6 - 2
    assert turn("Shadow").do("Fowler: incite").trust("Fowler") == 6 - 2 - 2


def test_shadow_on_the_way_out():
    for published, cost in (((), 2), (("Shadow",), 4)):
        table = lay_out(
            at={"Fowler": "Commerce"},
            goes={"Fowler": "Industrial"},
            trust={"Fowler": 7},
            servants=("Tower", "Commerce", "Commerce"),
            published=published,
        )
        assert table.trust("Fowler") == 7 - cost


@pytest.mark.parametrize(("published", "won"), [((), True), (("Reinforce",), False)])
def test_reinforce_is_one_more_guard_in_a_riot(published, won):
    table = lay_out(
        at={"Fowler": "Velvet"},
        citizens={"Velvet": "revealed Artist, revealed Artist"},
        guards={"Velvet": 1},
        slot=3,
        servants=("Tower",) * 3,
        published=published,
    )
    table.do("Fowler: start a riot")
    assert table.riots == ({"Velvet"} if won else set())


# Resettle


def resettled(**changes) -> Table:
    here = dict.fromkeys(texts(District), "")
    return machine(
        **{
            "published": ("Resettle",),
            "servants": ("Art",) * 3,
            "citizens": {
                **here,
                "Art": "revealed Artist, revealed Scientist",
                "Velvet": "Noble",
                "Tower": "revealed Merchant",
            }
            | {"arrested": REST},
            "slot": 6,
            **changes,
        }
    )


REST = ", ".join(
    ["Artist"] * 4 + ["Scientist"] * 4 + ["Merchant"] * 4 + ["Industrialist"] * 5 + ["Noble"] * 4 + ["Traitor"] * 5
)


def test_resettle_mixes_the_lowest_active_citizen_with_one_that_is_face_down():
    ends = set()
    for seed in range(16):
        table = resettled(also={"rng": seed_words(seed, 1)[0]}).turn("Lex Hecate", "Patrol")
        assert table.known("Art", "revealed") == ["Scientist"] and table.used == {"Resettle"}
        ends.add((*table.known("Art", "unidentified"), *table.known("Velvet", "unidentified")))
    assert ends == {("Artist", "Noble"), ("Noble", "Artist")}


def test_resettle_comes_after_the_actions():
    """Judgementor arrests the Artist first, so the Scientist is resettled."""
    table = resettled().turn("Judgementor", "Patrol")
    assert table.known("Art", "revealed") == [] and table.used == {"Resettle"}
    assert len(table.citizens("Art")) == 1


@pytest.mark.parametrize("slot", [2, 0])
def test_resettle_is_left_for_others_where_nobody_is_active(slot):
    assert resettled(slot=slot).turn("Lex Hecate", "Patrol").used == set()


def test_resettle_once_a_round():
    table = resettled(also={"used": 1 << Directive.RESETTLE}).turn("Lex Hecate", "Patrol")
    assert table.known("Art", "revealed") == ["Artist", "Scientist"]


def test_resettle_without_anybody_face_down_is_not_used():
    here = dict.fromkeys(texts(District), "")
    table = resettled(
        citizens={**here, "Art": "revealed Artist, revealed Scientist", "Velvet": "revealed Noble"}
        | {"Tower": "revealed Merchant", "arrested": REST}
    ).turn("Lex Hecate", "Patrol")
    assert table.used == set() and table.tokens == set(texts(District))


def test_one_servant_may_use_three_directives_in_a_turn():
    table = machine(
        servants=("Art",) * 3,
        published=("Confiscate", "Optimize", "Resettle"),
        at={"Fowler": "Art"},
        trust={"Fowler": 4},
        citizens={"Art": "revealed Artist, revealed Artist"},
        slot=3,
    ).turn("Judgementor", "Patrol")
    assert table.used == {"Confiscate", "Optimize", "Resettle"} and table.marker == 1


def test_a_withdrawn_directive_leaves_no_gap():
    table = lay_out(published=("Levy", "Pacify", "Shadow"))
    directives.withdraw(table.state, Directive.LEVY)
    assert table.order == ["Pacify", "Shadow"]
