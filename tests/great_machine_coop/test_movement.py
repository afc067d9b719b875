"""Random Districts, the Servant Movement deck, and where each card takes a Servant."""

from __future__ import annotations

import numpy as np
import pytest
from great_machine.positions import bits
from great_machine_coop.positions import TEAM, Table, lay_out

from cogitable.envs.city.rules.state import District, Servant
from cogitable.envs.great_machine_coop import GAME
from cogitable.envs.great_machine_coop.rules import apply as rules
from cogitable.envs.great_machine_coop.rules import chance, movement
from cogitable.envs.great_machine_coop.rules.state import Maintenance, MoveCard
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.named import texts
from cogitable.envs.table.random import seed_words

# Random Districts


def test_each_district_token_comes_once_until_all_lie_face_up():
    table = lay_out()
    for _ in range(3):
        drawn = [chance.random_district(table.state, bits(texts(District))) for _ in range(9)]
        assert sorted(drawn) == list(range(9))
        assert table.tokens == set(), "they are turned down when the next one is needed"


def test_tokens_are_turned_until_a_district_is_suitable():
    table = lay_out(tokens=("Art", "Tower"))
    assert chance.random_district(table.state, bits(["Tower"])) == District.TOWER
    assert table.tokens <= {"Art"}
    assert chance.random_district(table.state, bits(["Velvet"])) == District.VELVET, "after all are mixed"
    assert "Velvet" not in table.tokens


def test_unsuitable_tokens_stay_face_up():
    seen = set()
    for seed in range(30):
        table = lay_out(also={"rng": seed_words(seed, 1)[0]})
        chance.random_district(table.state, bits(["Science"]))
        assert "Science" not in table.tokens
        seen.add(len(table.tokens))
    assert len(seen) > 4


def test_without_a_suitable_district_no_token_is_turned():
    table = lay_out()
    assert chance.random_district(table.state, 0) == -1
    assert table.tokens == set(texts(District))


# The deck


@pytest.mark.parametrize(
    ("options", "number"),
    [({"difficulty": "novice"}, 13), ({"difficulty": "hard"}, 10), ({"difficulty": "hard", "benefits": (2,)}, 13)],
)
def test_the_deck_has_thirteen_cards_or_ten(options, number):
    assert int(Table(TEAM, **options).state.moves).bit_count() == number
    assert len(MoveCard) == 13 and [name[:4] for name in texts(MoveCard)].count("Main") == 3


def test_every_servant_has_one_card_a_round_and_the_deck_is_shuffled_when_less_than_three_are_left():
    table = lay_out(difficulty="hard", heroes=TEAM)
    sizes = []
    for _ in range(9):
        for name in texts(Servant):
            card = movement.draw_move(table.state)
            assert not int(table.state.moves) >> card & 1, name
        movement.reshuffle(table.record, table.state)
        sizes.append(int(table.state.moves).bit_count())
    assert sizes == [7, 4, 10] * 3


def test_with_maintenance_the_deck_lasts_four_rounds():
    table, sizes = lay_out(difficulty="easy"), []
    for _ in range(5):
        for _ in texts(Servant):
            movement.draw_move(table.state)
        movement.reshuffle(table.record, table.state)
        sizes.append(int(table.state.moves).bit_count())
    assert sizes == [10, 7, 4, 13, 10]


def test_three_cards_left_are_not_shuffled():
    table = lay_out(also={"moves": 0b111})
    movement.reshuffle(table.record, table.state)
    assert int(table.state.moves) == 0b111


@pytest.mark.parametrize(
    ("maintenance", "left", "again"), [("kept", 13, 13), ("all leave", 11, 10), ("one leaves", 12, 11)]
)
def test_the_harder_benefit_2(maintenance, left, again):
    """Two Maintenance cards have been revealed, the third is in the deck when it is shuffled; later all are."""
    table = lay_out(difficulty="easy", maintenance=maintenance).set(moves=1 << MoveCard.MAINTENANCE_2)
    movement.reshuffle(table.record, table.state)
    assert int(table.state.moves).bit_count() == left
    assert table.may("done")
    table.set(moves=0)
    movement.reshuffle(table.record, table.state)
    assert int(table.state.moves).bit_count() == again
    assert {"kept": Maintenance.KEPT, "all leave": Maintenance.ALL_LEAVE, "one leaves": Maintenance.ONE_LEAVES}[
        maintenance
    ] == table.record.maintenance


def test_the_order_of_turns_is_the_one_of_the_options():
    assert Table(TEAM).record.order.tolist() == [0, 1, 2]
    order = ("Lex Hecate", "Phantasmer", "Judgementor")
    table = lay_out(
        phase="Machine",
        servants=("Grand Citadel",) * 3,
        cards=("Patrol", "Maintenance 1", "Maintenance 2"),
        servant_order=order,
    )
    assert [MoveCard(card).text for card in table.state.moved] == ["Maintenance 1", "Maintenance 2", "Patrol"]
    assert len(table.hand) == 1


def test_the_servants_begin_in_the_grand_citadel():
    assert Table(TEAM).state.servants.tolist() == [District.CITADEL] * 3


# Cards


@pytest.mark.parametrize(("card", "hero"), [("Tracking 1", 0), ("Tracking 2", 1), ("Tracking 3", 2)])
def test_tracking_takes_a_servant_to_a_hero(card, hero):
    where = dict(zip(TEAM, ("Velvet", "Tower", "Square"), strict=True))
    table = lay_out(at=where).turn("Judgementor", card)
    assert table.servant("Judgementor") == where[TEAM[hero]]


@pytest.mark.parametrize("start", texts(District))
def test_heart_of_the_city_and_patrol(start):
    table = lay_out(servants=(start,) * 3)
    assert table.copy().turn("Phantasmer", "Heart of the City").servant("Phantasmer") == "Square"
    assert table.copy().turn("Lex Hecate", "Guard Patrol").servant("Lex Hecate") == start
    table.turn("Judgementor", "Patrol")
    assert table.servant("Judgementor") == start


def left_by(place: np.ndarray, district: int, direction: str) -> int:
    """Return the District to which a Direction card leads, from the picture on the cards: exits clockwise."""
    x, y, upright = (int(number) for number in place[district])
    if upright:
        exits = [
            (x, y, "Up"),
            (x, y, "Right"),
            (x, y + 1, "Right"),
            (x, y + 1, "Down"),
            (x, y + 1, "Left"),
            (x, y, "Left"),
        ]
        first = {"Up": 0, "Right": 1, "Down": 3, "Left": 4}[direction]
    else:
        exits = [
            (x, y, "Up"),
            (x + 1, y, "Up"),
            (x + 1, y, "Right"),
            (x + 1, y, "Down"),
            (x, y, "Down"),
            (x, y, "Left"),
        ]
        first = {"Up": 0, "Right": 2, "Down": 3, "Left": 5}[direction]
    steps = {"Up": (0, -1), "Right": (1, 0), "Down": (0, 1), "Left": (-1, 0)}
    cells = {}
    for number, (left, top, tall) in enumerate(place.tolist()):
        cells[left, top] = cells[(left, top + 1) if tall else (left + 1, top)] = number
    for turn in range(6):
        cell_x, cell_y, side = exits[(first + turn) % 6]
        found = cells.get((cell_x + steps[side][0], cell_y + steps[side][1]))
        if found is not None:
            return found
    raise AssertionError("a District without neighbours")


@pytest.mark.parametrize("city", ["normal 1", "normal 2", "special 3", "random"])
def test_a_direction_card_leads_through_its_exit_or_the_next_one_clockwise(city):
    setup = GAME.setup(city=city, heroes=TEAM)
    record, states = as_compiled(setup.record)[0], np.zeros(1, GAME.state_dtype)
    states["rng"][0] = seed_words(3, 1)[0]
    rules.deal(record, as_compiled(states)[0])
    state = as_compiled(states)[0]
    for district in range(9):
        for number, direction in enumerate(("Up", "Right", "Down", "Left")):
            expected = left_by(states["place"][0], district, direction)
            assert movement.march(record, state, district, number) == expected, (District(district).text, direction)
            assert state.links[district] >> expected & 1


@pytest.mark.parametrize(
    ("start", "card", "end"),
    [
        ("Square", "Up", "Industrial"),
        ("Square", "Left", "Industrial"),  # nothing to the left; the next exit clockwise is the left upper one
        ("Square", "Down", "Industrial"),  # nothing below, nothing to the left
        ("Square", "Right", "Science"),
        ("Grand Citadel", "Up", "Control Nexus"),
        ("Grand Citadel", "Left", "Velvet"),
        ("Velvet", "Down", "Industrial"),
        ("Art", "Up", "Grand Citadel"),
        ("Art", "Down", "Science"),
        ("Tower", "Left", "Art"),
    ],
)
def test_some_ways_in_the_first_city(start, card, end):
    table = lay_out(servants=(start,) * 3).turn("Judgementor", card)
    assert table.servant("Judgementor") == end


# Mechanize, a design of this project


def test_mechanize_goes_on_by_the_same_card_where_no_hero_is():
    plain = lay_out(servants=("Science",) * 3).turn("Judgementor", "Left")
    assert plain.servant("Judgementor") == "Square"
    on = lay_out(servants=("Science",) * 3, published=("Mechanize",))
    assert on.turn("Judgementor", "Left").servant("Judgementor") == "Industrial"
    stops = lay_out(servants=("Science",) * 3, published=("Mechanize",), at={"Actress": "Square"})
    assert stops.turn("Judgementor", "Left").servant("Judgementor") == "Square"


@pytest.mark.parametrize("card", ["Patrol", "Heart of the City", "Tracking 1"])
def test_mechanize_is_for_direction_cards(card):
    table = lay_out(servants=("Science",) * 3, published=("Mechanize",), at={"Fowler": "Tower"})
    ends = {"Patrol": "Science", "Heart of the City": "Square", "Tracking 1": "Tower"}
    assert table.turn("Judgementor", card).servant("Judgementor") == ends[card]


# Maintenance


def idle() -> Table:
    """Judgementor has drawn Maintenance in the Art District, where he would have much to do."""
    table = lay_out(
        phase="Machine",
        servants=("Tower", "Art", "Tower"),
        at={"Fowler": "Art"},
        trust={"Fowler": 5},
        citizens={"Art": "revealed Artist, revealed Artist, Noble"},
        guards={"Art": 1},
        broken={"Art": 1},
        published=("Confiscate", "Shadow", "Resettle"),
        slot=3,
    )
    return table.turn("Judgementor", "Maintenance 3")


def test_with_maintenance_a_servant_does_nothing():
    table = idle()
    assert table.servant("Judgementor") == "Art" and table.broken("Art") == 1
    assert table.known("Art", "revealed") == ["Artist", "Artist"]
    assert table.trust("Fowler") == 5 and table.used == set()
    assert (table.marker, table.specials()) == (0, 0), "not even the Security Protocol"


def test_with_maintenance_a_servant_detains_nobody_in_that_round_alone():
    table = lay_out(servants=("Tower", "Art", "Tower"), at={"Fowler": "Art"}, also={"idle": [0, 1, 0]})
    assert not table.detained("Fowler")
    assert table.asked == "Fowler: Hero's Action"
    table.set(skip=1)
    for hero in TEAM:
        table.do(f"{hero}: done")
    assert table.state.idle.tolist() == [0, 0, 0]


def test_with_maintenance_a_servant_counts_all_the_same():
    table = lay_out(
        servants=("Tower", "Art", "Tower"),
        at={"Fowler": "Art"},
        trust={"Fowler": 5},
        guards={"Art": 1},
        published=("Shadow",),
        also={"idle": [0, 1, 0]},
    )
    assert table.do("Fowler: incite").trust("Fowler") == 5 - 2
