"""Card files: what is right loads, and each kind of mistake is named with its place and what is allowed."""

from __future__ import annotations

import datetime
import os
import re
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field, model_validator

from cogitable.envs.table.errors import CardFileError, CogitableError, did_you_mean
from cogitable.envs.table.files.cards import Card, CardFile, card_file, load_cards, read_toml


class Draw(BaseModel):
    model_config = ConfigDict(extra="forbid")
    do: Literal["draw"]
    count: int = Field(1, ge=1, le=5)


class Heal(BaseModel):
    model_config = ConfigDict(extra="forbid")
    do: Literal["heal"]
    who: Literal["self", "other", "everybody"]


class Spell(Card):
    cost: int = Field(ge=0, le=9, description="Mana to pay.")
    weight: float = 1.0
    fast: bool = False
    effects: tuple[Annotated[Draw | Heal, Field(discriminator="do")], ...] = Field((), max_length=3)


class Book(CardFile):
    spell: tuple[Spell, ...] = Field(min_length=1)
    relic: tuple[Card, ...] = ()

    @model_validator(mode="after")
    def _affordable(self) -> Book:
        if all(spell.cost > 5 for spell in self.spell):
            raise ValueError("no spell costs 5 or less; nobody could begin")
        return self


GOOD = """
edition = "first"

[[spell]]
name = "Spark"
source = "public"
cost = 2
effects = [{ do = "draw", count = 2 }, { do = "heal", who = "self" }]

[[spell]]
name = "Zap — é"
source = "house"
cost = 0

[[relic]]
name = "Spark"
source = "rulebook"
"""


@pytest.fixture
def default(tmp_path: Path) -> Path:
    path = tmp_path / "cards.toml"
    path.write_text(GOOD, encoding="utf-8")
    return path


def refused(source: Any, default: Path) -> str:
    with pytest.raises(CardFileError) as caught:
        load_cards(Book, source, default)
    assert isinstance(caught.value, ValueError | CogitableError)
    return str(caught.value)


def spell(**changes: Any) -> dict[str, Any]:
    """A card file with one spell; keys set to None are left out."""
    keys = {"name": "Spark", "source": "house", "cost": 2, **changes}
    return {"spell": [{key: value for key, value in keys.items() if value is not None}]}


def test_good_files(default: Path, tmp_path: Path) -> None:
    book = load_cards(Book, None, default)
    assert (book.format, book.edition) == (1, "first")
    assert [s.name for s in book.spell] == ["Spark", "Zap — é"]
    assert book.spell[0].effects == (Draw(do="draw", count=2), Heal(do="heal", who="self"))
    assert book.relic[0].source == "rulebook"
    other = tmp_path / "other.toml"
    other.write_text(GOOD, encoding="utf-8")
    for source in (other, str(other), read_toml(other), book.model_dump(mode="json"), book.model_dump()):
        assert load_cards(Book, source, tmp_path / "missing.toml") == book


def test_a_file_is_read_once_until_it_is_edited(default: Path) -> None:
    book = load_cards(Book, None, default)
    assert load_cards(Book, default, default) is book
    default.write_text(GOOD.replace("count = 2", "count = 3"), encoding="utf-8")
    assert load_cards(Book, None, default).spell[0].effects[0] == Draw(do="draw", count=3)


def test_cards_cannot_be_changed(default: Path) -> None:
    with pytest.raises(ValueError, match="frozen"):
        load_cards(Book, None, default).spell[0].cost = 3


MISTAKES = [
    (spell(cots=2), "spell 'Spark' (number 1), cots: unknown key; "
     "allowed are name, source, cost, weight, fast, effects; did you mean 'cost'?"),
    (spell(cost=None), "spell 'Spark' (number 1), cost: this key is missing; Mana to pay."),
    (spell(name=None), "spell number 1, name: this key is missing; must be text"),
    (spell(source=None), "spell 'Spark' (number 1), source: this key is missing; "
     "must be one of 'rulebook', 'public', 'house'"),
    (spell(source="home"), "spell 'Spark' (number 1), source: 'home' is not allowed; "
     "must be 'rulebook', 'public' or 'house'; did you mean 'house'?"),
    (spell(cost=10), "spell 'Spark' (number 1), cost: 10 is not allowed; must be at most 9"),
    (spell(cost=-1), "spell 'Spark' (number 1), cost: -1 is not allowed; must be at least 0"),
    (spell(cost="2"), "spell 'Spark' (number 1), cost: '2' is not allowed; must be a whole number"),
    (spell(cost=2.0), "spell 'Spark' (number 1), cost: 2.0 is not allowed; must be a whole number"),
    (spell(cost=True), "spell 'Spark' (number 1), cost: True is not allowed; must be a whole number"),
    (spell(fast=1), "spell 'Spark' (number 1), fast: 1 is not allowed; must be true or false"),
    (spell(weight="x"), "spell 'Spark' (number 1), weight: 'x' is not allowed; must be a number"),
    (spell(name=5), "spell number 1, name: 5 is not allowed; must be text"),
    (spell(name=""), "spell number 1, name: '' is not allowed; must have at least 1 character"),
    (spell(name=" Spark"), "name: ' Spark' must be one line of text without blanks around it"),
    (spell(name="a\nb"), "spell 'a\\nb' (number 1), name: 'a\\nb' must be one line of text without blanks around it"),
    (spell(name="\x1b[2J"), "must be one line of text without blanks around it"),
    (spell(effects={"do": "draw"}), "spell 'Spark' (number 1), effects: {'do': 'draw'} is not allowed; must be a list"),
    (spell(effects=[{"do": "drow"}]), "spell 'Spark' (number 1), effects[0]: do is 'drow'; must be one of draw, heal; "
     "did you mean 'draw'?"),
    (spell(effects=[{"count": 1}]), "spell 'Spark' (number 1), effects[0]: the key 'do' is missing"),
    (spell(effects=[{"do": "draw"}, {"do": "heal"}]), "spell 'Spark' (number 1), effects[1].who: this key is missing; "
     "must be one of 'self', 'other', 'everybody'"),
    (spell(effects=[{"do": "heal", "who": "Others"}]), "effects[0].who: 'Others' is not allowed; "
     "must be 'self', 'other' or 'everybody'; did you mean 'other'?"),
    (spell(effects=[{"do": "draw", "cuont": 1}]), "effects[0].cuont: unknown key; allowed are do, count; "
     "did you mean 'count'?"),
    (spell(effects=[{"do": "draw"}] * 4), "must have at most 3 entries, not 4"),
    ({}, "the given cards: spell: this key is missing; must be a list"),
    ({"spell": []}, "spell: [] is not allowed"),
    ({"spell": 5}, "spell: 5 is not allowed; must be a list"),
    ({"spell": [5]}, "spell number 1: 5 is not allowed; must be a table of keys and values"),
    ({**spell(), "spells": []}, "spells: unknown key; "
     "allowed are format, edition, spell, relic; did you mean 'spell'?"),
    ({**spell(), "format": 2}, "format: 2 is not allowed; must be 1"),
    ({**spell(), "format": "1"}, "format: '1' is not allowed; must be 1"),
    (spell(cost=6), "the given cards: no spell costs 5 or less; nobody could begin"),
    ({"spell": [*spell()["spell"], *spell(name="Zap")["spell"], *spell(name="SPARK")["spell"]]},
     "spell number 1 and number 3 are both called 'SPARK'; every card needs a name of its own"),
    (spell(cost=datetime.date(2000, 1, 1)), "datetime.date(2000, 1, 1) (date) cannot stand in a card file"),
    (spell(weight=Path("x")), "cannot stand in a card file; use text, numbers, true or false"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "message"), MISTAKES, ids=[m[1][-40:] for m in MISTAKES])
def test_mistakes(data: dict[str, Any], message: str, default: Path) -> None:
    told = refused(data, default)
    assert message in told
    assert told.startswith("the given cards: ")
    assert told.count("\n") == 0


def test_every_mistake_is_told_one_a_line(default: Path) -> None:
    data = spell(cost=10, source="x", extra=1)
    assert [line.split(": ")[1] for line in refused(data, default).splitlines()] == [
        f"spell 'Spark' (number 1), {key}" for key in ("source", "cost", "extra")
    ]


def test_many_mistakes_are_cut_short(default: Path) -> None:
    told = refused({"spell": [{"name": f"card {i}"} for i in range(20)]}, default).splitlines()
    assert len(told) == 13
    assert told[-1].endswith("and 28 more mistakes")


def test_long_values_are_cut_short(default: Path) -> None:
    assert len(refused(spell(cost="x" * 5000), default)) < 300


def test_files_are_named(default: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD.replace("cost = 2", "cost = 22"), encoding="utf-8")
    assert refused(path, default) == f"{path}: spell 'Spark' (number 1), cost: 22 is not allowed; must be at most 9"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"edition = \n", "this is not TOML: Invalid value (at line 1, column 11)"),
        (b"a = 1\nb = 2\nb = 3\n", "this is not TOML: Cannot overwrite a value (at line 3"),
        (b"[[spell]\nname = 'x'", "this is not TOML: "),
        (b"a = 1\nb = '\xff'\n", "line 2: the file is not UTF-8 text (byte 11)"),
        ("edition = 'x'".encode("utf-16"), "line 1: the file is not UTF-8 text (byte 0)"),
        (b"", "spell: this key is missing"),
        (b"x" * 100_000, "this is not TOML"),
    ],
)
def test_files_that_are_not_toml(content: bytes, message: str, default: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    told = refused(path, default)
    assert told.startswith(f"{path}: {message}")
    assert len(told) < 500


def test_files_that_cannot_be_read(default: Path, tmp_path: Path) -> None:
    assert refused(tmp_path / "card.toml", default) == (
        f"{tmp_path / 'card.toml'}: there is no such card file; did you mean {str(default)!r}?"
    )
    assert refused(str(tmp_path / "no" / "x.toml"), default).endswith("there is no such card file")
    assert "cannot read the card file: Is a directory" in refused(tmp_path, default)
    assert "cannot read the card file: Not a directory" in refused(default / "x.toml", default)
    assert "cannot read the card file: " in refused("x" * 5000, default)
    if os.geteuid():  # root may read everything
        default.chmod(0)
        assert "Permission denied" in refused(default, default)


@pytest.mark.parametrize("source", [5, 1.5, ["x"], True, ""])
def test_other_things_are_no_card_files(source: Any, default: Path) -> None:
    told = refused(source, default)
    assert told.startswith("cards must be the path of a TOML file or a mapping with its content, not ")
    assert type(source).__name__ in told


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["name", "source", "cost", "effects", "do", "x"]), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(JUNK, st.sampled_from(["spell", "relic", "format", "other"]))
def test_any_junk_gets_the_same_kind_of_error(junk: Any, key: str) -> None:
    told = ""
    try:
        load_cards(Book, {**spell(), key: junk}, Path("unused"))
    except CardFileError as error:
        told = str(error)
    assert told.startswith("the given cards: ") or (told == "" and key in ("relic", "format"))


def test_did_you_mean() -> None:
    assert did_you_mean("DRAW", ["draw", "heal"]) == "; did you mean 'draw'?"
    assert did_you_mean("xyz", ["draw", "heal"]) == ""


def test_an_option_takes_a_path_a_table_or_a_loaded_file(tmp_path):
    path = tmp_path / "book.toml"
    path.write_text(GOOD, encoding="utf-8")

    class Chosen(BaseModel):
        book: Annotated[Book, card_file(Book, path)] = Field(default=None, validate_default=True)

    own = Chosen().book
    assert own.edition == "first"
    assert Chosen(book=own).book is own
    assert Chosen(book=str(path)).book == Chosen(book=read_toml(path)).book == own
    with pytest.raises(ValueError, match="there is no such card file"):
        Chosen(book=tmp_path / "none.toml")


class Pair(CardFile):
    pair: tuple[int, int]
    pairs: tuple[tuple[int, int], ...] = ()


@pytest.mark.parametrize(
    ("text", "message"),
    [("pair = [1]", "pair number 2: this key is missing"), ("pairs = [[1]]", "pairs number 1, [1]")],
)
def test_a_list_that_lacks_an_entry(text, message, tmp_path):
    path = tmp_path / "cards.toml"
    path.write_text(f'edition = "first"\n{text}\n')
    with pytest.raises(CardFileError, match=re.escape(message)):
        load_cards(Pair, path, path)
