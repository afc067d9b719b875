"""Cards of the co-operative City of the Great Machine in words: all of them, with the numbers of the card file."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cogitable.envs.city.rules import tracks
from cogitable.envs.city.rules.state import NUM_MINOR, RIOT_STAGE, Directive, District, Hero, Servant
from cogitable.envs.great_machine_coop import GAME, cards
from cogitable.envs.great_machine_coop.cards import ConditionPart, GainPart, Prevention
from cogitable.envs.great_machine_coop.rules import actions, detainment, directives, opening, turn, variant
from cogitable.envs.great_machine_coop.rules.state import (
    NUM_MOVES,
    NUM_TOKENS,
    Condition,
    Gain,
    Mission,
    MoveCard,
    Support,
)
from cogitable.envs.great_machine_coop.words import card_text
from cogitable.envs.table.named import texts as names_of

CARDS = GAME.setup().options.cards
LONGEST = 115
"""Characters of one part of a card, so that it fits on a line of the table as text."""
THINGS = [what for what, (_, thing) in card_text.CONDITION_TEXT.items() if thing and thing != "Trust"]
"""Conditions that count something that there is one or more of."""
WORDS = {"one": 1, "two": 2, "three": 3}


def numbers(text: str) -> list[int]:
    """Return the numbers of a text, written as digits or as words, in order."""
    return [WORDS.get(word) or int(word) for word in re.findall(r"\b(\d+|two|three)\b", text.lower())]


def data() -> dict[str, Any]:
    """Return the card file as a mapping that can be changed."""
    return CARDS.model_dump(mode="json", exclude_unset=True)


def rows(kind: str, **options: Any) -> list[list[str]]:
    """Return the rows of one kind of the table of cards."""
    return [row for row in card_text.card_table(GAME.setup(**options))[1] if row[1] == kind]


# Missions

KEYWORDS = ("Setup", "Ongoing", "Interaction", "Action", "Objective", "Advantage")
"""Parts of a Mission, in the order in which they are told."""


@pytest.mark.parametrize("mission", CARDS.mission, ids=lambda mission: mission.name)
def test_a_mission_is_told_by_keyword_with_all_its_numbers(mission):
    parts = card_text.mission_parts(mission)
    assert list(parts) == [part for part in KEYWORDS if part in parts]
    assert {"Objective", "Advantage"} <= set(parts)
    assert set(mission.house) <= set(parts), "a part is our design and is not told"
    told = " ".join(parts.values())
    assert not re.search(r"[{}]", told)
    assert mission.wanted in numbers(parts["Objective"])
    for number in (mission.yields, mission.bonus):
        assert number == 0 or number in numbers(told)
    for district in mission.districts:
        assert district in told or "a Minor District" in told


@pytest.mark.parametrize("mission", CARDS.mission, ids=lambda mission: mission.name)
@pytest.mark.parametrize("field", ["wanted", "yields", "bonus"])
def test_other_numbers_are_told_where_there_is_one(mission, field):
    changed = mission.model_copy(update={field: 17})
    told = " ".join(card_text.mission_parts(changed).values())
    assert (17 in numbers(told)) == (getattr(mission, field) > 0)


def test_every_mission_has_a_text_and_no_other():
    assert tuple(card_text.MISSION_TEXT) == names_of(Mission)
    parts = [text for parts in card_text.MISSION_TEXT.values() for text in parts.values()]
    assert all(text.endswith(".") for text in parts)


def test_numbers_of_missions_that_the_code_has():
    drones = card_text.MISSION_TEXT["Tweak in the Program"]
    assert numbers(drones["Setup"]) == numbers(card_text.MISSION_TEXT["Guard Control"]["Setup"]) == [NUM_TOKENS]
    assert numbers(drones["Ongoing"]) == [turn.DRONE_TRUST]
    assert numbers(card_text.MISSION_TEXT["Guard Control"]["Advantage"].partition(" times")[0]) == [NUM_TOKENS]


# City Events


@pytest.mark.parametrize(
    ("words", "names"),
    [(card_text.CONDITION_TEXT, names_of(Condition)), (card_text.GAIN_TEXT, names_of(Gain))],
    ids=["need", "gain"],
)
def test_each_condition_and_gain_has_words_and_a_number_where_it_has_one(words, names):
    counted = set(cards.COUNTED) | set(names_of(Gain)[1:])
    assert tuple(words) == names
    assert {what for what, (text, _) in words.items() if "{}" in text} == counted & set(names)
    assert len({text for text, _ in words.values()}) == len(names)


def test_help_by_its_figures():
    assert tuple(card_text.SUPPORT_TEXT) == names_of(Support)
    assert numbers(card_text.SUPPORT_TEXT["cheap attacks"]) == [variant.SUPPORT_DISCOUNT]
    assert numbers(card_text.SUPPORT_TEXT["cheap exits"]) == [variant.SUPPORT_DISCOUNT]
    assert numbers(card_text.SUPPORT_TEXT["more trust"]) == [actions.SUPPORT_GAIN]
    assert numbers(card_text.SUPPORT_TEXT["trust"]) == [opening.SUPPORT_TRUST]


@pytest.mark.parametrize("event", CARDS.event, ids=lambda event: event.name)
def test_an_event_tells_each_of_its_parts_with_its_numbers(event):
    parts = card_text.event_parts(event)
    assert ("protocol" in parts) == bool(event.prevent.districts or event.prevent.trust)
    assert ("breakthrough" in parts) == (event.need.what != "nothing")
    assert ("support" in parts) == (event.support != "nothing")
    for district in event.prevent.districts:
        assert district in parts["protocol"]
    if event.prevent.trust:
        assert numbers(parts["protocol"]) == [event.prevent.trust]
    if "breakthrough" in parts:
        wanted = [event.need.number] * (event.need.what in cards.COUNTED) + [event.gain.number]
        assert numbers(parts["breakthrough"]) == wanted
    wanted = [event.stops.number] * (event.stops.number > 0)  # "at most 0" is told as none
    assert numbers(parts["plan"]) == wanted


def test_the_event_of_the_guide():
    assert card_text.event_parts(CARDS.event[0]) == {
        "protocol": "Prevented if a Hero is in the Control Nexus or the Square.",
        "breakthrough": "If the Heroes give 2 Trust together: Discontent rises by 1.",
        "plan": "Does not advance if the Districts with Heroes are connected among themselves.",
        "support": "In this round the Heroes have their turns in any order.",
    }


def test_the_countdown_always_advances_the_plan():
    assert card_text.event_parts(CARDS.event[-1]) == {"plan": "Always advances."}


@pytest.mark.parametrize("what", THINGS)
def test_one_is_singular_and_more_are_plural(what):
    one, two = (card_text.condition_text(ConditionPart(what=what, number=number)) for number in (1, 2))
    thing = card_text.CONDITION_TEXT[what][1]
    assert f"1 {thing}" in one and f"{thing}s" not in one
    assert f"2 {thing}s" in two


def test_trust_has_no_plural():
    assert card_text.gain_text(GainPart(what="trust", number=2)) == "every Hero gets 2 Trust"
    assert card_text.condition_text(ConditionPart(what="directives")) == "the Machine has no Directive published"
    assert card_text.condition_text(ConditionPart(what="specials")) == "the city has no special Guard"
    assert card_text.prevention_text(Prevention(trust=3)) == "the Heroes give 3 Trust together"


@pytest.mark.parametrize(
    ("districts", "text"),
    [
        (("Art",), "Art"),
        (("Art", "Tower"), "Art or the Tower"),
        (("Art", "Tower", "Square"), "Art, the Tower or the Square"),
        (names_of(District)[:NUM_MINOR], "a Minor District"),
    ],
)
def test_districts_to_choose_from(districts, text):
    assert card_text.districts_text(districts) == text


# Directives, Servants and their cards


def test_directives_by_their_figures():
    told = {name: numbers(card_text.directive_text(CARDS, name)) for name in names_of(Directive)}
    setup = GAME.setup().record[0]
    assert told["Confiscate"] == [setup["confiscated"]]
    assert told["Levy"] == [setup["levied"]]
    assert told["Mechanize"] == [setup["marches"]]
    assert told["Pacify"] == [1, directives.MINOR_SERVANTS]
    assert told["Provoke"] == [2, RIOT_STAGE - 1, 1]


def test_detainment_by_its_figures():
    assert tuple(card_text.DETAINED_TEXT) == names_of(Servant)
    assert numbers(card_text.DETAINED_TEXT["Phantasmer"]) == [detainment.PURPOSE_STAGES]
    assert numbers(card_text.HERO_TEXT["Actress"]) == [tracks.ACTRESS_TRUST, tracks.ACTRESS_RISE]
    assert "identif" not in " ".join(card_text.HERO_TEXT.values()).replace("unidentified", "")


def test_movement_cards():
    told = [card_text.move_text(card) for card in range(NUM_MOVES)]
    assert len(set(told)) == MoveCard.MAINTENANCE_1 + 1  # the Maintenance cards are alike
    for card, name in enumerate(names_of(MoveCard)[: MoveCard.MAINTENANCE_1]):
        if name in ("Up", "Right", "Down", "Left"):
            assert name.lower() in told[card]


def test_movement_cards_are_told_as_the_level_has_them():
    """Benefit 3 makes the Guard Patrol a Patrol, and without Benefit 2 there are no Maintenance cards."""
    for level, plain, maintenance in (("novice", True, True), ("normal", False, True), ("hard", False, False)):
        setup = GAME.setup(difficulty=level)
        table = [row for row in card_text.card_table(setup)[1] if card_text.has_card(setup, row)]
        told = {row[0]: row[3] for row in table if row[1] == "Servant Movement card"}
        assert (told["Guard Patrol"] == told["Patrol"]) is plain
        assert len(told) == (NUM_MOVES if maintenance else MoveCard.MAINTENANCE_1)


@pytest.mark.parametrize("servant", CARDS.servant, ids=lambda servant: servant.name)
def test_priorities(servant):
    told = card_text.priority_text(servant.priority).lower().split(", ")
    assert [title.split()[0] for title in told] == list(servant.priority)


# The table


def test_the_table_has_everything_with_its_source():
    table = card_text.card_table(GAME.setup())
    assert all(len(row) == len(table[0]) and all(row) for row in table[1])
    assert {row[-1] for row in table[1]} <= {"rulebook", "public", "house"}
    assert [row[0] for row in rows("Hero")] == list(names_of(Hero))
    assert [row[0] for row in rows("Servant")] == list(names_of(Servant))
    assert [row[0] for row in rows("Servant Movement card")] == list(names_of(MoveCard))
    assert [row[0] for row in rows("City Event")] == [event.name for event in CARDS.event]
    assert [row[0] for row in rows("Directive")] == list(names_of(Directive))
    assert list(dict.fromkeys(row[0] for row in rows("Mission"))) == list(names_of(Mission))
    assert [row[0] for row in (*rows("Minor District"), *rows("Major District"))] == list(names_of(District))
    assert rows("Stage") == [], "the Machine has no Bonds"


def test_the_table_tells_our_own_parts_of_missions():
    told = {(name, figures.rpartition(", ")[2]) for name, _, figures, _, source in rows("Mission") if source == "house"}
    assert told == {(mission.name, part) for mission in CARDS.mission for part in mission.house}


def test_nothing_is_called_the_guides_that_the_guide_does_not_tell():
    house = {
        (name, figures.rpartition(", ")[2]) for name, _, figures, _, source in rows("Mission") if source == "house"
    }
    assert {
        ("Learn Their Weaknesses", "Setup"),
        ("Unauthorized Access", "Objective"),
        ("Falsification", "Action"),
        ("The Rise of Resistance", "Advantage"),
    } <= house
    assert {row[0]: row[4] for row in rows("Servant")}["Lex Hecate"] == "house"


def test_the_table_follows_the_card_file_and_the_board_file():
    changed = data()
    changed["directive"][1]["number"] = 5
    changed["event"][1] |= {"name": "Fog", "prevent": {"trust": 7}, "source": "public"}
    changed["mission"][4] |= {"wanted": 13, "house": ["Setup"]}
    changed["servant"][0]["priority"] = ["repair", "arrest", "district"]
    other = GAME.setup().options.board.model_dump(mode="json", exclude_unset=True)
    other["hero"][0] |= {"limit": 5}
    options = {"cards": changed, "board": other}
    assert "5 Trust" in rows("Directive", **options)[1][3]
    fog = rows("City Event", **options)[1]
    assert (fog[0], fog[4]) == ("Fog", "public") and "7 Trust" in fog[3]
    parts = {row[2]: (row[3], row[4]) for row in rows("Mission", **options) if row[0] == Mission(4).text}
    assert "13 Trust" in parts["Breach in the System, B, Objective"][0]
    assert [source for _, source in parts.values()] == ["house", "rulebook", "rulebook", "rulebook"]
    assert rows("Servant", **options)[0][2] == "Repair, Arrest, District Action"
    assert "limit 5" in rows("Hero", **options)[0][2]


def test_texts_are_short():
    told = [part for mission in CARDS.mission for part in card_text.mission_parts(mission).values()]
    told += [part for event in CARDS.event for part in card_text.event_parts(event).values()]
    told += [card_text.directive_text(CARDS, name) for name in names_of(Directive)]
    assert max(map(len, told)) <= LONGEST, max(told, key=len)
