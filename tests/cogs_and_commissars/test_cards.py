"""The card files of Cogs and Commissars: the house edition, what becomes of a file, and mistakes in files."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from cogs_and_commissars.test_random_cards import Inventor

from cogitable.envs.cogs_and_commissars import GAME
from cogitable.envs.cogs_and_commissars.cards import DEFAULT, CardList
from cogitable.envs.cogs_and_commissars.rules import box, card_steps, state
from cogitable.envs.table.errors import CardFileError, OptionError
from cogitable.envs.table.files.cards import load_cards
from cogitable.envs.table.named import texts

HOUSE = load_cards(CardList, None, DEFAULT)
CARDS = {card.name: card for card in HOUSE.card}
LEADERS = ["Androidopov", "Simulenin", "Computin", "Automarx", "Gorobotchev", "Artificial Stalintelligence"]
CORE = {"Revolution": 1, "Propaganda": 7, "Counter Propaganda": 4}
KNOWN = {
    "Stifle Free Speech": "blitz",
    "Doublethink": "blitz",
    "Military Action": "blitz",
    "Our Glorious Leader": "action",
    "Assassinate": None,
    "Hire Assassin": "action",
    "Intercept Transmission": "action",
    "Doublespeak": "blitz",
    "Enforce Equality": None,
    "Define the Truth": "blitz",
    "Encourage Dissent": None,
    "Prove by Assertion": None,
    "Control the News Media": None,
    "Disarm the Citizens": None,
    "Seize the Gears": None,
    "Upload Red Error": None,
}
"""The regular cards that the rulebook names, with their type where it is known."""


def titled(title: str) -> list[Any]:
    """Return all entries of a title."""
    return [card for card in HOUSE.card if card.shared_title == title]


def copies(card: Any) -> int:
    return sum(faction.deck.get(card.name, 0) for faction in HOUSE.faction)


# The house edition


def test_the_factions_are_the_six_leaders():
    assert HOUSE.edition == "house"
    assert sorted(HOUSE.factions) == sorted(LEADERS)
    assert len({faction.power.model_dump_json() for faction in HOUSE.faction}) == 6
    assert HOUSE.faction[HOUSE.factions.index("Androidopov")].power.per_counter == 1
    for faction in HOUSE.faction:
        assert faction.source == ("rulebook" if faction.name == "Androidopov" else "house")


@pytest.mark.parametrize("faction", HOUSE.faction, ids=lambda faction: faction.name)
def test_a_deck_of_the_house_edition(faction):
    """30 cards: the 12 core ones and 18 regular ones of at least eight titles."""
    titles: Counter = Counter()
    for name, number in faction.deck.items():
        titles[CARDS[name].shared_title] += number
    assert titles.total() == 30
    assert {title: titles[title] for title in CORE} == CORE
    assert len(titles) >= 8 + len(CORE)
    assert {star for name in faction.deck for star in CARDS[name].stars} == set(texts(box.Citizen))


def test_decks_differ_in_what_they_hold():
    """Beside what nearly every deck has, no two factions have half of a plan in common."""
    decks = [Counter({n: c for n, c in f.deck.items() if not CARDS[n].core}) for f in HOUSE.faction]
    usual = {name for name in CARDS if sum(name in deck for deck in decks) > 4}
    plans = [Counter({name: count for name, count in deck.items() if name not in usual}) for deck in decks]
    for number, plan in enumerate(plans):
        assert plan.total() >= 9, "half of the regular cards are the faction's own choice"
        for other in plans[:number]:
            assert 2 * (plan & other).total() < min(plan.total(), other.total())


def test_there_are_108_regular_cards_and_no_entry_without_copies():
    assert sum(copies(card) for card in HOUSE.card if not card.core) == 108
    assert all(copies(card) for card in HOUSE.card)
    assert len(HOUSE.card) <= 64


@pytest.mark.parametrize("title", KNOWN)
def test_a_card_that_the_rulebook_names_is_there(title):
    found = titled(title)
    assert found
    assert sum(map(copies, found)) > 0
    assert {card.source for card in found} == {"rulebook"}
    assert KNOWN[title] in (None, *{card.type for card in found})


def test_sources_are_the_rulebook_for_its_names_alone():
    named = {card.shared_title for card in HOUSE.card if card.source == "rulebook"}
    assert named == {*KNOWN, *CORE}
    assert {card.source for card in HOUSE.card} == {"rulebook", "house"}


def test_every_card_but_the_revolution_shows_just_one_star():
    for card in HOUSE.card:
        assert (len(card.stars) > 1) == (card.core == "revolution")
    assert {card.shared_title: card.core for card in HOUSE.card if card.core} == {name: name.lower() for name in CORE}


def test_entries_of_one_title_differ_in_their_stars_alone():
    for title in {card.shared_title for card in HOUSE.card}:
        found = titled(title)
        assert len({card.model_copy(update={"name": "", "stars": (), "title": None}) for card in found}) == 1
        assert len({card.stars for card in found}) == len(found)


def test_the_box_holds_84_citizens():
    found = dict(zip(texts(box.Citizen), zip(box.SUPPLY, box.POINTS, strict=True), strict=True))
    assert found == {"proletariat": (51, 1), "bourgeoisie": (18, 2), "commissar": (15, 3)}


def steps_of(title: str) -> list[dict[str, Any]]:
    (steps,) = {card.steps for card in titled(title)}
    return [step.model_dump(exclude_defaults=True) for step in steps]


@pytest.mark.parametrize(
    ("title", "steps"),
    [
        ("Revolution", [{"do": "win"}]),
        ("Propaganda", [{"do": "take", "citizen": "chosen"}]),
        ("Counter Propaganda", [{"do": "counter"}]),
        ("Stifle Free Speech", [{"do": "counter"}]),
        ("Doublethink", [{"do": "draw", "count": 2}]),
        ("Military Action", [{"do": "actions"}]),
        ("Our Glorious Leader", [{"do": "gain", "citizen": "commissar"}]),
        ("Assassinate", [{"do": "remove", "citizen": "chosen"}]),
        ("Intercept Transmission", [{"do": "intercept"}]),
        ("Doublespeak", [{"do": "duplicate"}]),
        ("Prove by Assertion", [{"do": "retrieve"}]),
    ],
)
def test_what_the_rulebook_tells_of_an_effect(title, steps):
    assert steps_of(title) == steps


def test_what_the_rulebook_tells_of_conditions():
    revolution, hire, assassinate, media = (
        titled(title)[0] for title in ("Revolution", "Hire Assassin", "Assassinate", "Control the News Media")
    )
    assert (revolution.needs.points, revolution.sure_at, revolution.type) == (15, 20, "action")
    assert (hire.type, hire.blitz.sacrifice) == ("action", ("proletariat",))
    assert assassinate.is_blitz
    assert "commissar" in assassinate.citizens
    assert media.needs.deck == sum(step.get("count", 1) for step in steps_of("Control the News Media"))
    assert titled("Stifle Free Speech")[0].against == "any"
    assert titled("Enforce Equality")[0].target == "type"
    assert [card.shared_title for card in HOUSE.card if card.protects] == ["Disarm the Citizens"]
    assert "retype" in {step["do"] for step in steps_of("Define the Truth")}
    assert steps_of("Encourage Dissent")[0]["who"] == "all"


# What becomes of a file


def sets_of(number: Any, count: int) -> list[bool]:
    return [bool(int(number) >> place & 1) for place in range(count)]


@pytest.mark.parametrize("cards", [None, *(Inventor(seed).file() for seed in range(3))], ids=["house", "0", "1", "2"])
def test_the_setup_record_says_what_the_file_says(cards):
    setup = GAME.setup(cards=cards, leaders=True)
    record, cards = setup.record[0], setup.options.cards
    assert (record["kinds"], record["factions"]) == (len(cards.card), len(cards.faction))
    for n, card in enumerate(cards.card):
        assert (box.CardType(record["type"][n]).text, state.Target(record["target"][n]).text) == (
            card.type,
            card.target,
        )
        assert box.Core(record["core"][n]).text == (card.core or "none")
        assert Counter(dict(zip(texts(box.Citizen), record["stars"][n].tolist(), strict=True))) == Counter(card.stars)
        assert sets_of(record["choices"][n], 3) == [citizen in card.citizens for citizen in texts(box.Citizen)]
        needs = [int(record[f"need_{name}"][n]) for name in ("points", "deck", "behind", "own_turn")]
        assert needs == [card.needs.points, card.needs.deck, card.needs.behind, card.needs.own_turn]
        assert (record["sure_at"][n], record["protects"][n]) == (card.sure_at, card.protects)
        same = record["title"][: len(cards.card)] == record["title"][n]
        assert same.tolist() == [card.shared_title == other.shared_title for other in cards.card]
        check_steps(record["steps"][n], card.steps)
    assert sets_of(record["blitzes"], 64) == [c.is_blitz for c in cards.card] + [False] * (64 - len(cards.card))
    for n, faction in enumerate(cards.faction):
        deck = {card.name: int(c) for card, c in zip(cards.card, record["deck"][n], strict=False) if c}
        assert deck == faction.deck
        for name in ("hand_size", "per_counter", "propaganda_draws", "revolution", "shield"):
            assert record[name][n] == getattr(faction.power, name)


def check_steps(record: Any, steps: Any) -> None:
    assert [card_steps.Do(what).text for what in record["what"]] == [s.do for s in steps] + ["end"] * (4 - len(steps))
    for number, step in enumerate(steps):
        assert record["if_done"][number] == step.if_done
        assert record["amount"][number] == getattr(step, "count", 0)
        assert record["beyond"][number] == getattr(step, "beyond", False)
        who = getattr(step, "who", getattr(step, "deck", "self"))
        assert card_steps.Who(record["who"][number]).text == who


def test_without_leaders_all_factions_are_alike():
    record = GAME.setup(leaders=False).record[0]
    for name in ("hand_size", "per_counter", "start", "pair", "propaganda_draws", "revolution", "shield"):
        assert len(np.unique(record[name][:6], axis=0)) == 1


def test_the_comment_in_the_file_tells_of_every_key_and_step():
    head = "\n".join(line for line in DEFAULT.read_text(encoding="utf-8").splitlines() if line.startswith("#"))
    keys = {*type(HOUSE.card[0]).model_fields, *type(HOUSE.faction[0]).model_fields}
    keys |= {*type(HOUSE.faction[0].power).model_fields, *type(HOUSE.card[0].needs).model_fields, "during", "sacrifice"}
    assert {key for key in keys if key not in head} == set()
    assert {step for step in texts(card_steps.Do)[1:] if f'do = "{step}"' not in head} == set()


def test_more_seats_than_factions():
    cards = {**tomllib.loads(DEFAULT.read_text(encoding="utf-8"))}
    cards["faction"] = cards["faction"][:3]
    assert GAME.setup(cards=cards, num_players=3).num_seats == 3
    with pytest.raises(OptionError, match="option 'num_players' is 4, but the cards have 3 factions"):
        GAME.setup(cards=cards, num_players=4)


# Mistakes

Change = Callable[[dict[str, Any]], Any]
BASE = Inventor(0).file()
"""What the mistakes are made in, so that no change of the house edition touches them."""
BASE["card"] = [card for card in BASE["card"] if "core" in card and "again" not in card["name"]]
BASE["card"] += [
    {"name": "Plain", "source": "house", "type": "action", "stars": ["commissar"], "steps": [{"do": "draw"}]},
    {
        "name": "Answer",
        "source": "house",
        "type": "blitz",
        "stars": ["commissar"],
        "target": "card",
        "against": "any",
        "steps": [{"do": "duplicate"}],
    },
    {
        "name": "Aimed",
        "source": "house",
        "type": "action",
        "stars": ["commissar"],
        "blitz": {},
        "target": "citizen",
        "citizens": ["commissar"],
        "steps": [{"do": "remove", "citizen": "chosen"}],
    },
]
BASE["faction"] = [
    {"name": name, "source": "house", "power": {}, "deck": {**CORE, "Plain": 10, "Answer": 4, "Aimed": 4}}
    for name in ("North", "South", "East")
]
PLAIN, ANSWER, AIMED = "card 'Plain' (number 4)", "card 'Answer' (number 5)", "card 'Aimed' (number 6)"
NORTH = "faction 'North' (number 1)"
DRAW = {"do": "draw"}


def of(name: str, /, **keys: Any) -> Change:
    return lambda data: next(card for card in data["card"] if card["name"] == name).update(keys)


def without(name: str, key: str) -> Change:
    return lambda data: next(card for card in data["card"] if card["name"] == name).pop(key)


def does(*steps: dict[str, Any], name: str = "Plain") -> Change:
    return of(name, steps=list(steps))


def deck(**numbers: int) -> Change:
    return lambda data: data["faction"][0]["deck"].update({k.replace("_", " "): n for k, n in numbers.items()})


def power(**keys: Any) -> Change:
    return lambda data: data["faction"][0].update(power=keys)


MISTAKES: list[tuple[Change, str]] = [
    # what a card is
    (of("Plain", stars=["commissar"] * 2), f"{PLAIN}: stars: 2 stars; every card but a Revolution has just one"),
    (of("Plain", stars=[]), f"{PLAIN}, stars: [] is not allowed; must have at least 1 entry, not 0"),
    (of("Revolution", stars=["commissar"] * 5), "must have at most 4 entries, not 5"),
    (of("Plain", stars=["commisar"]), f"{PLAIN}, stars[0]: 'commisar' is not allowed; must be 'proletariat', "),
    (of("Plain", stars=["commisar"]), "did you mean 'commissar'?"),
    (of("Plain", type="actoin"), f"{PLAIN}, type: 'actoin' is not allowed; must be 'propaganda', 'action' or 'blitz'"),
    (of("Plain", core="revolt"), f"{PLAIN}, core: 'revolt' is not allowed; must be 'revolution', 'propaganda' or"),
    (of("Plain", source="web"), f"{PLAIN}, source: 'web' is not allowed; must be 'rulebook', 'public' or 'house'"),
    (of("Plain", cost=3), f"{PLAIN}, cost: unknown key; allowed are name, source, type, title, core, stars, "),
    (of("Plain", title=""), f"{PLAIN}, title: '' is not allowed; must have at least 1 character"),
    (of("Plain", name="Answer"), "card number 4 and number 5 are both called 'Answer'"),
    (of("Plain", name="answer"), "are both called"),
    (of("Plain", name=" Plain"), "name: ' Plain' must be one line of text without blanks around it"),
    (of("Plain", protects=1), f"{PLAIN}, protects: 1 is not allowed; must be true or false"),
    (of("Plain", sure_at=121), f"{PLAIN}, sure_at: 121 is not allowed; must be at most 120"),
    (without("Plain", "name"), "card number 4, name: this key is missing"),
    (without("Plain", "source"), f"{PLAIN}, source: this key is missing; must be one of 'rulebook', 'public', 'house'"),
    (without("Plain", "type"), f"{PLAIN}, type: this key is missing; must be one of 'propaganda', 'action', 'blitz'"),
    (without("Plain", "stars"), f"{PLAIN}, stars: this key is missing"),
    (without("Plain", "steps"), f"{PLAIN}, steps: this key is missing; must be a list"),
    # what it is aimed at
    (of("Plain", target="players"), f"{PLAIN}, target: 'players' is not allowed; must be 'nothing', 'player', "),
    (of("Plain", target="type"), f"{PLAIN}: target is 'type'; then citizens must name the types to choose from"),
    (without("Aimed", "citizens"), f"{AIMED}: target is 'citizen'; then citizens must name the types"),
    (of("Plain", citizens=["commissar"]), f"{PLAIN}: citizens are given, but target is 'nothing'; they are for"),
    (of("Aimed", citizens=["commissar"] * 2), f"{AIMED}: citizens: a type is named twice"),
    (of("Plain", against="any"), f"{PLAIN}: against is needed for the target 'card', and for no other"),
    (without("Answer", "against"), f"{ANSWER}: against is needed for the target 'card', and for no other"),
    (of("Answer", against="actions"), f"{ANSWER}, against: 'actions' is not allowed; must be 'any', 'propaganda', "),
    (of("Plain", richer=True), f"{PLAIN}: richer is true, but target is 'nothing', no player"),
    (of("Answer", type="action"), f"{ANSWER}: target is 'card', but it cannot be played as a Blitz, so that"),
    # needs and costs
    (of("Plain", needs={"point": 3}), f"{PLAIN}, needs.point: unknown key; allowed are points, deck, behind, own_turn"),
    (of("Plain", needs={"points": -1}), f"{PLAIN}, needs.points: -1 is not allowed; must be at least"),
    (of("Plain", needs={"deck": 31}), f"{PLAIN}, needs.deck: 31 is not allowed; must be at most 30"),
    (of("Plain", needs={"behind": "yes"}), f"{PLAIN}, needs.behind: 'yes' is not allowed; must be true or false"),
    (of("Plain", blitz={"during": "war"}), f"{PLAIN}, blitz.during: 'war' is not allowed; must be 'revolution'"),
    (of("Plain", blitz={"cost": 1}), f"{PLAIN}, blitz.cost: unknown key; allowed are sacrifice, during"),
    (of("Plain", blitz={"sacrifice": ["hero"]}), f"{PLAIN}, blitz.sacrifice[0]: 'hero' is not allowed; must be"),
    (of("Plain", blitz={"sacrifice": ["commissar"] * 10}), "must have at most 9 entries, not 10"),
    (of("Propaganda", blitz={}), "card 'Propaganda' (number 2): blitz: a Propaganda is played in its own step"),
    # steps
    (does(), f"{PLAIN}, steps: [] is not allowed; must have at least 1 entry, not 0"),
    (does(*[DRAW] * 5), "must have at most 4 entries, not 5"),
    (does({"do": "drow"}), f"{PLAIN}, steps[0]: do is 'drow'; must be one of gain, take, remove, "),
    (does({"do": "drow"}), "did you mean 'draw'?"),
    (does({"count": 1}), f"{PLAIN}, steps[0]: the key 'do' is missing"),
    (does({"do": "draw", "cards": 1}), f"{PLAIN}, steps[0].cards: unknown key; allowed are if_done, do, count"),
    (does({"do": "draw", "count": 0}), f"{PLAIN}, steps[0].count: 0 is not allowed; must be at least"),
    (does(DRAW, {"do": "draw", "count": 10}), f"{PLAIN}, steps[1].count: 10 is not allowed; must be at most 9"),
    (does({"do": "draw", "count": "2"}), f"{PLAIN}, steps[0].count: '2' is not allowed; must be a whole number"),
    (does({"do": "gain"}), f"{PLAIN}, steps[0].citizen: this key is missing; must be one of 'proletariat', "),
    (does({"do": "pay", "citizen": "chosen"}), f"{PLAIN}, steps[0].citizen: 'chosen' is not allowed; must be "),
    (does({"do": "take", "citizen": "commissar", "from": "all"}), f"{PLAIN}, steps[0].from: 'all' is not allowed"),
    (does({"do": "remove", "citizen": "commissar", "from": "self"}), "'target', 'others', 'all' or 'richer'"),
    (does({"do": "take", "citizen": "commissar", "beyond": True}), f"{PLAIN}, steps[0].beyond: unknown key"),
    (does({"do": "discard", "who": "richest"}), f"{PLAIN}, steps[0].who: 'richest' is not allowed; must be 'target', "),
    (does({"do": "produce", "deck": "others"}), f"{PLAIN}, steps[0].deck: 'others' is not allowed; must be 'self' or"),
    (does({**DRAW, "if_done": True}), f"{PLAIN}, steps: if_done is true in the first step"),
    (does({"do": "counter"}), f"{PLAIN}: steps: counter, return, duplicate and retype need the target 'card'"),
    (does({"do": "look"}), f"{PLAIN}: steps: one of them is about a target player; then target must be 'player'"),
    (does({"do": "discard"}), f"{PLAIN}: steps: one of them is about a target player"),
    (does({"do": "produce", "deck": "target"}), f"{PLAIN}: steps: one of them is about a target player"),
    (does({"do": "take", "citizen": "commissar"}), f"{PLAIN}: steps: one of them is about a target player"),
    (does({"do": "gain", "citizen": "chosen"}), f"{PLAIN}: steps: 'chosen' needs the target 'citizen' or 'type'"),
    (does({"do": "retype"}, name="Answer"), f"{ANSWER}: steps: retype needs against = 'chosen type'"),
    (does({"do": "win"}), f"{PLAIN}: steps: only a Revolution wins the game"),
    (does({"do": "duplicate"}, DRAW, name="Answer"), f"{ANSWER}, steps: 'duplicate' must be the last step"),
    (does({"do": "intercept"}, DRAW, name="Aimed"), f"{AIMED}, steps: 'intercept' must be the last step"),
    (does(*[{"do": "counter"}] * 2, name="Answer"), f"{ANSWER}, steps: 'counter' can be there only once"),
    # factions
    (deck(Plan=1), f"{NORTH}, deck: there is no card 'Plan'; did you mean 'Plain'?"),
    (deck(Plain=0), f"{NORTH}, deck: 'Plain' has 0 copies; at least 1 is needed"),
    (deck(Plain=11), f"{NORTH}, deck: 31 cards; a deck has 30"),
    (deck(Plain="10"), f"{NORTH}, deck.Plain: '10' is not allowed; must be a whole number"),
    (deck(Revolution=2, Plain=9), f"{NORTH}, deck: 2 cards are revolution; a deck has 1"),
    (deck(Propaganda=6, Plain=11), f"{NORTH}, deck: 6 cards are propaganda; a deck has 7"),
    (deck(Counter_Propaganda=5, Plain=9), f"{NORTH}, deck: 5 cards are counter propaganda; a deck has 4"),
    (power(hand=3), f"{NORTH}, power.hand: unknown key; allowed are hand_size, per_counter, start, pair, "),
    (power(hand_size=0), f"{NORTH}, power.hand_size: 0 is not allowed; must be at least 1"),
    (power(per_counter=10), f"{NORTH}, power.per_counter: 10 is not allowed; must be at most 9"),
    (power(start=["hero"]), f"{NORTH}, power.start[0]: 'hero' is not allowed; must be 'proletariat', "),
    (power(pair="star"), f"{NORTH}, power.pair: 'star' is not allowed; must be 'proletariat', 'bourgeoisie' or"),
    (power(propaganda_draws=10), f"{NORTH}, power.propaganda_draws: 10 is not allowed; must be at most"),
    (power(revolution=15), f"{NORTH}, power.revolution: 15 is not allowed; must be at most 14"),
    (power(shield=-1), f"{NORTH}, power.shield: -1 is not allowed; must be at least 0"),
    (lambda data: data["faction"][0].pop("power"), f"{NORTH}, power: this key is missing"),
    (lambda data: data["faction"][0].pop("deck"), f"{NORTH}, deck: this key is missing"),
    (lambda data: data["faction"][1].update(name="North"), "faction number 1 and number 2 are both called 'North'"),
    (lambda data: data.update(faction=data["faction"][:1]), "must have at least 2 entries, not 1"),
    (lambda data: data.update(faction=data["faction"] * 3), "must have at most 8 entries, not 9"),
    # the file
    (lambda data: data["card"].extend({**data["card"][3], "name": f"C{i}"} for i in range(59)), "64 entries, not 65"),
    (lambda data: data.pop("faction"), "faction: this key is missing; must be a list"),
    (lambda data: data.update(leader=[]), "leader: unknown key; allowed are format, edition, card, faction"),
    (lambda data: data.update(format=2), "format: 2 is not allowed; must be 1"),
]


def copied() -> dict[str, Any]:
    cards = [dict(card) for card in BASE["card"]]
    return {"card": cards, "faction": [{**faction, "deck": dict(faction["deck"])} for faction in BASE["faction"]]}


def test_the_file_without_mistakes_loads():
    assert len(load_cards(CardList, copied(), DEFAULT).card) == 6


@pytest.mark.parametrize(("change", "message"), MISTAKES, ids=[message[-60:] for _, message in MISTAKES])
def test_a_mistake_is_named_with_its_place(change, message):
    data = copied()
    change(data)
    with pytest.raises(CardFileError) as caught:
        load_cards(CardList, data, DEFAULT)
    (line,) = str(caught.value).splitlines()
    assert line.startswith("the given cards: ")
    assert message in line


def test_a_mistake_in_a_file_names_the_file(tmp_path):
    path = tmp_path / "mine.toml"
    house = DEFAULT.read_text(encoding="utf-8")
    path.write_text(house.replace('source = "rulebook"', 'source = "rulebok"', 1), encoding="utf-8")
    with pytest.raises(CardFileError) as caught:
        GAME.setup(cards=path)
    place = f"{path}: card 'Revolution' (number 1), source"
    wanted = "'rulebok' is not allowed; must be 'rulebook', 'public' or 'house'; did you mean 'rulebook'?"
    assert str(caught.value) == f"{place}: {wanted}"


def test_several_mistakes_get_a_line_each():
    data = copied()
    of("Plain", type="actoin")(data)
    deck(Plain="10")(data)
    with pytest.raises(CardFileError) as caught:
        load_cards(CardList, data, DEFAULT)
    assert [line.split(",")[0] for line in str(caught.value).splitlines()] == [
        f"the given cards: {PLAIN}",
        f"the given cards: {NORTH}",
    ]
