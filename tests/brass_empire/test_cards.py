"""The card files of Brass Empire: the house edition, a file of another size, and mistakes in files."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

from cogitable.envs.brass_empire.cards import DEFAULT, CardList, fill_setup
from cogitable.envs.brass_empire.rules import card_steps, effects, state
from cogitable.envs.brass_empire.words.card_text import card_table
from cogitable.envs.table.errors import CardFileError
from cogitable.envs.table.files.cards import load_cards
from cogitable.envs.table.named import texts

SMALL = Path(__file__).parents[1] / "cards" / "brass_empire_small.toml"
HOUSE = load_cards(CardList, None, DEFAULT)
KITCHEN = load_cards(CardList, SMALL, DEFAULT)
NAMES_OF_STEPS = sorted(
    name for model in get_args(get_args(effects.Step)[0]) for name in get_args(model.model_fields["do"].annotation)
)


def house() -> dict[str, Any]:
    return tomllib.loads(DEFAULT.read_text(encoding="utf-8"))


def all_steps() -> Iterator[tuple[str, str, Any]]:
    """Yield the card, the trigger and the step, for all steps of the house edition."""
    for kind in HOUSE.kinds:
        for trigger, program in kind.programs.items():
            for step in program:
                yield kind.name, trigger, step
                if step.do == "choose":
                    for option in step.options:
                        yield from ((kind.name, trigger, part) for part in option.steps)


def card_of(data: dict[str, Any], name: str) -> dict[str, Any]:
    return next(card for table in ("employee", "unit", "building") for card in data[table] if card["name"] == name)


# The house edition


def test_sizes_of_the_house_edition():
    for types in (("employee",), ("unit", "building")):
        central = [kind for kind in HOUSE.kinds if kind.type in types and kind.copies]
        assert len(central) >= 24
        assert 57 <= sum(kind.copies for kind in central) <= 63
        assert {kind.corporation for kind in central} == {None, *HOUSE.corporations}
        assert min(kind.cost.total for kind in central) <= 2
        assert sum(kind.copies for kind in central if kind.cost.total > 7) <= 2
    assert len(HOUSE.kinds) <= 64
    assert len({kind.copies for kind in HOUSE.kinds}) >= 4


def test_what_the_rulebook_prints():
    assert HOUSE.edition == "house"
    assert HOUSE.start.deck == {"Clerk": 7, "Union Worker": 3}
    assert HOUSE.start.platform == "Mining Platform"
    assert {corporation.name: corporation.reserve for corporation in HOUSE.corporation} == {
        "McGlynn Clockwerks": {"McGlynn Gumshoe": 3, "Clockworks Factory": 2},
        "Harlem Electric Works": {"Volt Militia": 3, "Battery Turbine": 2},
        "Frontier Rail": {"Jetpack Courier": 3, "Passenger Station": 2},
        "Windcraft Enterprises": {"Pester Hound": 3, "Parts Silo": 2},
        "Omni-Edo Corporation": {"Corporate Ninja": 3, "Sorting Facility": 2},
    }
    kinds = {kind.name: kind for kind in HOUSE.kinds}
    assert kinds["Vanguard Mercenary"].type == kinds["Chroniker"].type == "unit"
    assert [step.do for step in kinds["Vanguard Mercenary"].play] == ["gain"]
    assert [(step.do, step.count) for step in kinds["Chroniker"].destroyed] == [("draw", 1)]
    printed = {*HOUSE.start.deck, HOUSE.start.platform, "Vanguard Mercenary", "Chroniker"}
    printed.update(name for corporation in HOUSE.corporation for name in corporation.reserve)
    assert {kind.name for kind in HOUSE.kinds if kind.source == "rulebook"} == printed
    assert {kind.source for kind in HOUSE.kinds} == {"rulebook", "house"}


def uses() -> dict[str, set[str]]:
    """Return for everything that a card may do the cards of the house edition that do it."""
    found: dict[str, set[str]] = {}
    for name, trigger, step in all_steps():
        kind = HOUSE.kinds[HOUSE.numbers[name]]
        keys = [f"do {step.do}", f"{kind.type} {trigger}"]
        keys += [f"{key} {getattr(step, key)}" for key in ("target", "source", "row") if hasattr(step, key)]
        keys += [flag for flag in ("may", "if_done") if getattr(step, flag)]
        keys += [f"if {step.condition.have}"] if step.condition else []
        keys += [
            f"gain {what}"
            for what in ("labor", "construction", "brass")
            if step.do == "gain" and step.model_dump()[what]
        ]
        keys += [f"any_time {kind.type}"] * kind.any_time
        for key in keys:
            found.setdefault(key, set()).add(name)
    for kind in HOUSE.kinds:
        if kind.type == "building" and "ability" in kind.programs:
            itself = effects.only_gains(kind.programs["ability"])
            found.setdefault("ability by itself" if itself else "ability once a turn", set()).add(kind.name)
        if kind.cost.labor and kind.cost.construction:
            found.setdefault("mixed cost", set()).add(kind.name)
    return found


def wanted_uses() -> Iterator[str]:
    """Yield everything that a card may do, read off the models."""
    yield from (f"do {name}" for name in NAMES_OF_STEPS)
    yield from (f"if {name}" for name in texts(card_steps.Need) if name != "always")
    yield from ("gain labor", "gain construction", "gain brass", "may", "if_done", "mixed cost")
    yield from (f"target {target}" for target in get_args(effects.DamageStep.model_fields["target"].annotation))
    yield from (f"source {place}" for place in get_args(effects.DismissStep.model_fields["source"].annotation))
    yield from ("ability by itself", "ability once a turn", "any_time unit", "any_time building")
    yield from ("employee play", "unit play", "unit ability", "unit destroyed")
    yield from (f"building {trigger}" for trigger in ("built", "ability", "demolish"))


@pytest.mark.parametrize("use", list(wanted_uses()))
def test_every_effect_is_on_two_different_cards(use):
    assert len(uses().get(use, ())) >= 2


def points(step: Any) -> float:
    """Return what a step is worth by the table in the head of the card file."""
    worth: dict[str, Callable[[], float]] = {
        "gain": lambda: step.labor + step.construction + 1.5 * step.brass,
        "draw": lambda: 1.25 * step.count,
        "damage": lambda: 0.75 * step.amount + 0.5 * (step.target == "unit or building"),
        "dismiss": lambda: step.count,
        "discard": lambda: 1.25 * step.count,
        "steal": lambda: 2 * step.brass,
        "acquire": lambda: 0.5 * step.max_cost + 0.5,
        "recover": lambda: 2 * step.count,
        "choose": lambda: 0.5 + max(sum(map(points, option.steps)) for option in step.options),
    }
    return worth[step.do]() * (0.5 if step.condition else 1)


CURVED = [kind for kind in HOUSE.kinds if kind.name != HOUSE.start.platform]
OTHERS_IN_BATTLE, OTHERS_IN_RESERVES = (
    [kind for kind, other in zip(cards.kinds, HOUSE.kinds, strict=True) if kind != other]
    for cards in (HOUSE.changed["battle"], HOUSE.changed["custom_reserves"])
)


@pytest.mark.parametrize("kind", [*CURVED, *OTHERS_IN_RESERVES, *OTHERS_IN_BATTLE], ids=lambda kind: kind.name)
def test_the_cost_curve_holds(kind):
    usual = kind in HOUSE.kinds or kind in OTHERS_IN_RESERVES
    margin = 1 if usual else 2  # in a battle attack and damage are worth more, and no value counts
    programs = {trigger: sum(map(points, program)) for trigger, program in kind.programs.items()}
    if kind.type == "employee":
        assert abs(programs["play"] - (1 + kind.cost.total / 2)) <= 0.5
    else:
        fair = 1.5 * kind.attack if kind.type == "unit" else 0.5 * kind.attack
        lasting = 2 * programs.pop("ability", 0) if kind.type == "building" else 0
        assert abs(fair + 0.5 * kind.health + lasting + 0.5 * sum(programs.values()) - kind.cost.total) <= margin
    assert 0 <= kind.value <= 5
    assert abs(kind.value - kind.cost.total // 2) <= margin
    if kind.corporation == "Frontier Rail" and kind.copies:
        assert kind.value < kind.cost.total / 2


def test_stock_reserves_are_worth_the_same():
    values = {kind.name: kind.value for kind in HOUSE.kinds}
    for corporation in HOUSE.corporation:
        assert sum(values[name] * copies for name, copies in corporation.reserve.items()) == 8


def test_ten_own_cards_can_be_worth_twelve():
    for corporation in HOUSE.corporation:
        own = [kind for kind in HOUSE.kinds if kind.corporation == corporation.name]
        values = [kind.value for kind in own for _ in range(kind.copies + corporation.reserve.get(kind.name, 0))]
        assert sum(sorted(values)[-10:]) >= 12


# A file of another size


def test_a_file_of_another_size():
    assert KITCHEN.edition == "kitchen table"
    assert KITCHEN.corporations == ("Bakers", "Smiths & Sons")
    assert len(KITCHEN.kinds) == 12
    assert KITCHEN.format == 1
    assert [KITCHEN.faction(KITCHEN.kinds[KITCHEN.numbers[name]]) for name in ("Broker", "Oven", "Hammerhand")] == [
        0,
        1,
        2,
    ]
    headers, rows = card_table(KITCHEN)
    assert [row[0] for row in rows] == list(KITCHEN.numbers)
    assert {len(row) for row in rows} == {len(headers)}


@pytest.mark.parametrize("cards", [HOUSE, KITCHEN], ids=["house", "small"])
def test_the_setup_record_says_what_the_file_says(cards):
    setup = np.zeros(1, state.SETUP).view(np.recarray)[0]
    fill_setup(cards, setup)
    assert (setup.kinds, setup.factions) == (len(cards.kinds), len(cards.corporation))
    assert cards.kinds[setup.platform].name == cards.start.platform
    assert setup.windows == any(kind.any_time for kind in cards.kinds)
    for number, kind in enumerate(cards.kinds):
        assert texts(state.CardType)[setup.type[number]] == kind.type
        assert (setup.labor[number], setup.construction[number]) == (kind.cost.labor, kind.cost.construction)
        assert setup.copies[number] == kind.copies
        assert setup.start[number] == cards.start.deck.get(kind.name, 0)
        assert setup.value[number] == kind.value
        for trigger, name in enumerate(texts(card_steps.Trigger)):
            check_program(setup, setup.program[number, trigger], kind.programs.get(name))
    for number, corporation in enumerate(cards.corporation):
        stock = {kind.name: int(n) for kind, n in zip(cards.kinds, setup.stock[number], strict=False) if n}
        assert stock == corporation.reserve
    assert not setup.copies[len(cards.kinds) :].any()
    assert (setup.program[len(cards.kinds) :] == card_steps.NO_PROGRAM).all()


def check_program(setup: Any, number: int, program: Any) -> None:
    if program is None:
        assert number == card_steps.NO_PROGRAM
        return
    steps = setup.steps[number]
    assert [texts(card_steps.Effect)[what] for what in steps["what"]] == [s.do for s in program] + ["end"] * (
        4 - len(program)
    )
    for record, step in zip(steps, program, strict=False):
        assert record["bits"] == (step.may << card_steps.Flag.MAY) + (step.if_done << card_steps.Flag.IF_DONE)
        assert texts(card_steps.Need)[record["condition"]] == (step.condition.have if step.condition else "always")
        if step.do == "choose":
            assert record["among"] == len(step.options)
            for i, option in enumerate(step.options):
                check_program(setup, record["program"] + i, option.steps)
        elif step.do == "gain":
            gains = step.labor, step.construction, step.brass
            assert (record["amount"], record["construction"], record["brass"]) == gains


# Mistakes


def in_card(card: str, /, **keys: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: card_of(data, card).update(keys)


def without(name: str, key: str) -> Callable[[dict[str, Any]], None]:
    return lambda data: card_of(data, name).pop(key)


def foreman(*steps: dict[str, Any]) -> Callable[[dict[str, Any]], None]:
    return in_card("Foreman", play=list(steps))


def in_reserve(**copies: int) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["corporation"][0]["reserve"].update({k.replace("_", " "): n for k, n in copies.items()})


def in_deck(**copies: int) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["start"]["deck"].update({k.replace("_", " "): n for k, n in copies.items()})


def platform(name: str) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["start"].update(platform=name)


def wordy(data: dict[str, Any]) -> None:
    choice = {"do": "choose", "options": [{"steps": [{"do": "draw"}]}] * 4}
    programs = {trigger: [choice] * 4 for trigger in ("play", "ability")}
    data["unit"] += [{"name": f"U{i}", "source": "house", "health": 1, **programs} for i in range(14)]


DRAW = {"do": "draw"}
FOREMAN = "employee 'Foreman' (number 7), play[0]"
RESERVE = "corporation 'Harlem Electric Works' (number 1), reserve: "
MISTAKES = [
    # steps
    (foreman({"do": "gian"}), f"{FOREMAN}: do is 'gian'; must be one of gain, draw, "),
    (foreman({"do": "gian"}), "did you mean 'gain'?"),
    (foreman({"labor": 1}), f"{FOREMAN}: the key 'do' is missing"),
    (foreman({"do": "gain"}), f"{FOREMAN}: nothing is gained; give labor, construction or brass"),
    (foreman({"do": "gain", "labor": 10}), f"{FOREMAN}.labor: 10 is not allowed; must be at most 9"),
    (foreman({"do": "gain", "labor": 1, "may": True}), f"{FOREMAN}.may: True is not allowed; must be False"),
    (foreman({"do": "gain", "steel": 1}), f"{FOREMAN}.steel: unknown key; allowed are may, if_done, if, do, labor"),
    (
        foreman({"do": "damage", "amount": 1, "target": "units"}),
        f"{FOREMAN}.target: 'units' is not allowed; must be 'unit', 'building' or 'unit or building'",
    ),
    (foreman({"do": "damage"}), f"{FOREMAN}.amount: this key is missing; must be a whole number"),
    (foreman({"do": "damage", "amount": "2"}), f"{FOREMAN}.amount: '2' is not allowed; must be a whole number"),
    (foreman({"do": "damage", "amount": 0}), f"{FOREMAN}.amount: 0 is not allowed; must be at least 1"),
    (foreman({"do": "steal"}), f"{FOREMAN}.brass: this key is missing"),
    (foreman({"do": "acquire"}), f"{FOREMAN}.max_cost: this key is missing"),
    (
        foreman({"do": "acquire", "row": "labour", "max_cost": 2}),
        f"{FOREMAN}.row: 'labour' is not allowed; must be 'labor', 'design' or 'labor or design'",
    ),
    (foreman({"do": "dismiss", "from": "deck"}), f"{FOREMAN}.from: 'deck' is not allowed; must be 'hand', 'discard'"),
    (foreman({**DRAW, "if": {"have": "unit"}}), f"{FOREMAN}.if.have: 'unit' is not allowed; must be 'allied', 'units'"),
    (foreman({**DRAW, "if": {"have": "units", "at_least": 0}}), f"{FOREMAN}.if.at_least: 0 is not allowed; must be"),
    (foreman({**DRAW, "if": {"have": "allied"}}), "employee 'Foreman', if.have: 'allied' asks for cards of its"),
    (foreman({**DRAW, "if_done": True}), "employee 'Foreman' (number 7), play: if_done is true in the first step"),
    (foreman(), "employee 'Foreman' (number 7), play: [] is not allowed; must have at least 1 entry, not 0"),
    (foreman(*[DRAW] * 5), "is not allowed; must have at most 4 entries, not 5"),
    (foreman({"do": "choose", "options": [{"steps": [DRAW]}]}), "is not allowed; must have at least 2 entries, not 1"),
    (
        foreman({"do": "choose", "options": [{"steps": [DRAW]}, {"steps": [{"do": "choose"}]}]}),
        f"{FOREMAN}.options[1].steps[0]: do is 'choose'; must be one of gain, draw, ",
    ),
    (
        foreman({"do": "choose", "options": [{"steps": [{**DRAW, "if_done": True}]}, {"steps": [DRAW]}]}),
        f"{FOREMAN}.options[0].steps: if_done is true in the first step",
    ),
    # keys of a card
    (without("Foreman", "play"), "employee 'Foreman' (number 7), play: this key is missing"),
    (without("Foreman", "source"), "source: this key is missing; must be one of 'rulebook', 'public', 'house'"),
    (without("Steam Sentry", "health"), "unit 'Steam Sentry' (number 2), health: this key is missing"),
    (in_card("Foreman", health=2), "employee 'Foreman' (number 7), health: unknown key; allowed are name, source"),
    (in_card("Foreman", built=[DRAW]), "employee 'Foreman' (number 7), built: unknown key"),
    (in_card("Steam Sentry", demolish=[DRAW]), "unit 'Steam Sentry' (number 2), demolish: unknown key"),
    (in_card("Scrap Shed", play=[DRAW]), "building 'Scrap Shed' (number 2), play: unknown key"),
    (in_card("Foreman", copies=21), "copies: 21 is not allowed; must be at most 20"),
    (in_card("Foreman", value=-1), "value: -1 is not allowed; must be at least 0"),
    (in_card("Foreman", cost=3), "cost: 3 is not allowed; must be a table of keys and values"),
    (in_card("Foreman", cost={"labour": 3}), "cost.labour: unknown key; allowed are labor, construction; did you mean"),
    (
        in_card("Copper Thief", corporation="Frontier Rale"),
        "'Frontier Rale' is not a corporation of this file; allowed",
    ),
    (in_card("Copper Thief", corporation="Frontier Rale"), "did you mean 'Frontier Rail'?"),
    (in_card("Foreman", name="Bricklayer"), "employee number 4 and number 7 are both called 'Bricklayer'"),
    (in_card("Foreman", name="BRICKYARD"), "building 'Brickyard': another card has this name"),
    # when things may happen
    (in_card("Steam Sentry", any_time=True), "unit 'Steam Sentry' (number 2): any_time is true, but there is no abil"),
    (in_card("Boarding House", any_time=True), "any_time is true, but an ability that only gains is used at the turn"),
    (in_card("Chroniker", any_time="yes"), "any_time: 'yes' is not allowed; must be true or false"),
    (
        lambda data: (card_of(data, "Tower Archive").pop("ability"), in_card("Tower Archive", any_time=True)(data)),
        "any_time is true, but there is neither ability nor demolish",
    ),
    (
        in_card("Chroniker", destroyed=[{"do": "damage", "amount": 1}, DRAW]),
        "unit 'Chroniker' (number 15): destroyed: 'damage' must be the last step there",
    ),
    # reserves, starting deck, platform
    (
        in_reserve(Jetpack_Courier=1),
        f"{RESERVE}'Jetpack Courier' is no card of Harlem Electric Works; allowed are Copper",
    ),
    (in_reserve(Volt_Militia=9), f"{RESERVE}11 cards; at most 10 are possible"),
    (in_reserve(Volt_Militja=1), f"{RESERVE}there is no card 'Volt Militja'; did you mean 'Volt Militia'?"),
    (in_reserve(Volt_Militia=0), f"{RESERVE}'Volt Militia' has 0 copies; at least 1 is needed"),
    (lambda data: data["corporation"][0].update(reserve={}), f"{RESERVE}{{}} is not allowed; must have at least 1"),
    (in_deck(Clark=1), "start.deck: there is no card 'Clark'; did you mean 'Clerk'?"),
    (in_deck(Clerk=18), "start.deck: 21 cards; at most 20 are possible"),
    (in_deck(Clerk=0), "start.deck: 'Clerk' has 0 copies; at least 1 is needed"),
    (in_deck(Mining_Platform=1), "start.deck: 'Mining Platform' is the platform, which starts in play"),
    (platform("Clerk"), "start.platform: 'Clerk' is no building but a card of type employee"),
    (platform("Gun Tower"), "start.platform: 'Gun Tower' cannot have copies, demolish or built"),
    (
        platform("Mining Platfrom"),
        "start.platform: there is no card 'Mining Platfrom'; did you mean 'Mining Platform'?",
    ),
    # the whole file
    (lambda data: data.pop("start"), "start: this key is missing"),
    (lambda data: data.pop("building"), "building: this key is missing; must be a list"),
    (lambda data: data.update(format=2), "format: 2 is not allowed; must be 1"),
    (
        lambda data: data.update(spell=[]),
        "spell: unknown key; allowed are format, edition, start, corporation, employee",
    ),
    (lambda data: data.update(corporation=[]), "corporation: [] is not allowed; must have at least 1 entry"),
    (
        lambda data: data["corporation"].extend({**data["corporation"][0], "name": f"C{i}"} for i in range(4)),
        "must have at most 8 entries, not 9",
    ),
    (lambda data: [card.update(copies=20) for card in data["unit"]], "cards; at most 200 are possible"),
    (
        lambda data: data["unit"].extend({**data["unit"][1], "name": f"U{i}", "copies": 0} for i in range(65)),
        "the file has 129 different cards; at most 128 are possible",
    ),
    (wordy, "effects and options; at most 512 are possible"),
]


@pytest.mark.parametrize(("change", "message"), MISTAKES, ids=[message[-50:] for _, message in MISTAKES])
def test_a_mistake_is_named_with_its_place(change, message):
    data = house()
    change(data)
    with pytest.raises(CardFileError) as caught:
        load_cards(CardList, data, DEFAULT)
    (line,) = str(caught.value).splitlines()
    assert line.startswith("the given cards: ")
    assert message in line


def test_a_mistake_in_a_file_names_the_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(SMALL.read_text(encoding="utf-8").replace('"damage", amount = 4', '"damage"'), encoding="utf-8")
    with pytest.raises(CardFileError) as caught:
        load_cards(CardList, path, DEFAULT)
    place = f"{path}: building 'Dynamite Store' (number 3), demolish[0].amount"
    assert str(caught.value) == f"{place}: this key is missing; must be a whole number"


@pytest.mark.parametrize("loads", [in_deck(Clerk=17), in_reserve(Volt_Militia=8), platform("Boarding House")])
def test_what_is_just_within_the_limits_loads(loads):
    data = house()
    loads(data)
    card_of(data, "Boarding House")["copies"] = 0
    load_cards(CardList, data, DEFAULT)


def test_chroniker_may_draw():
    kinds = load_cards(CardList, None, DEFAULT)
    (step,) = kinds.kinds[kinds.numbers["Chroniker"]].program("destroyed")
    assert (step.do, step.may) == ("draw", True)


@pytest.mark.parametrize("cards", [HOUSE, KITCHEN], ids=["house", "small"])
def test_the_record_lists_the_cards_of_every_corporation(cards):
    setup = np.zeros(1, state.SETUP).view(np.recarray)[0]
    fill_setup(cards, setup)
    for number, corporation in enumerate(cards.corporations):
        own = setup.own_kinds[number, : setup.own_count[number]].tolist()
        assert [cards.kinds[kind].name for kind in own] == [k.name for k in cards.kinds if k.corporation == corporation]
        assert {cards.numbers[name] for name in cards.corporation[number].reserve} <= set(own)
