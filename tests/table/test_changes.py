"""What is new in a text view, in few words and in whole lines, and views on a narrow screen."""

from __future__ import annotations

from cogitable.envs.table.changes import changes, glance, news
from cogitable.envs.table.views import WIDTH, fitted, narrow

BOX = "+-----+\n|A    |\n|{}    |\n|* Bo,|\n|Jo   |\n+-----+"
LONG = " ".join(["word"] * 30)


def test_what_is_new_is_told_in_few_words() -> None:
    old = "Turn 1\n\n> one: 3 cards\n    hand  Oak, Elm\n  two: 4 cards\n\n+---+\n|A  |\n|  2|\n+---+\none: play a card"
    new = "Turn 1\n\n  one: 2 cards\n    hand  Oak\n> two: 4 cards\n\n+---+\n|A  |\n|  3|\n+---+\ntwo: play a card"
    assert changes(old, new) == ["one 2 cards", "one hand Oak", "A 3", "two play a card"]
    words = list("abcdefghijklmn")
    assert changes(" ".join(words), " ".join([*words[:6], "new", *words[7:-1]])) == ["a ... f new h ... [n]"]


def test_changed_lines_stand_as_they_are_under_what_they_belong_to() -> None:
    old = f"Turn 1\n\nMarket\n  1 Oak\n  2 Elm\n\n> one: 3 cards\n    hand 2  Oak\n{BOX.format(2)}\none: play a card"
    new = f"Turn 1\n\nMarket\n  1 Oak\n  2 Fir\n\n> one: 3 cards\n    hand 1  Elm\n{BOX.format(3)}\none: play a card"
    assert news(old, new) == [
        *("Market", "  2 Fir", "> one: 3 cards", "    hand 1  Elm"),
        *("  A: 3; * Bo, Jo", "", "one: play a card"),
    ]
    assert news(new, new) == ["one: play a card"]


def test_of_a_paragraph_the_first_line_and_those_that_changed_are_shown() -> None:
    indent = " " * 14
    old = [f"Event{indent[5:]}Rain", f"{indent}Wind: weak", f"{indent}Sun: none", f"{indent}Snow: none", "Which?"]
    new = [*old[:1], f"{indent}Wind: strong", *old[2:4], "Which?"]
    assert news("\n".join(old), "\n".join(new)) == [*new[:2], f"{indent}...", "", "Which?"]
    one_line = [*old[:3], f"{indent}Snow: deep", "Which?"]
    assert news("\n".join(old), "\n".join(one_line)) == [old[0], f"{indent}...", one_line[3], "", "Which?"]


def test_a_sentence_broken_into_lines_is_shown_whole() -> None:
    first, second = fitted([f"Title {LONG} end"], WIDTH - 1)[0], "  and so on"
    first = first.ljust(WIDTH - 2, "x")
    new = f"{first.replace('Title word', 'Title ward')}\n{second}\n\nWhich?"
    assert news(f"{first}\n{second}\n\nWhich?", new) == [*new.splitlines()[:2], "", "Which?"]


def test_what_is_gone_is_told_once() -> None:
    old = "Hangar\n  A1 a long text of more than eleven words that goes on and on\n    of A1\n  B2 b\nWhich?"
    new = "Hangar\n  B2 b\nWhich?"
    told = "  no longer: Hangar: A1 a long text of more than eleven words that goes ..."
    assert news(old, new) == [told, "", "Which?"]


def test_a_drawing_of_another_shape_has_no_short_news() -> None:
    assert news(BOX.format(2), BOX.format(3)) is not None
    assert news(BOX.format(2), BOX.format(2).replace("A", "B")) is None
    assert news("", "Turn 1") is None


def test_a_short_text_and_one_that_has_changed_much_are_shown_whole() -> None:
    rows = [f"row {row}" for row in range(30)]
    other, new = [f"other {row}" for row in range(30)], [*rows[:5], "row new", *rows[6:]]
    assert glance("", "\n".join(rows)) == rows
    assert glance("\n".join(rows), "\n".join(new)) == ["row new", "", "row 29"]
    assert glance("\n".join(rows), "\n".join(other)) == other
    assert glance("\n".join(rows[:10]), "\n".join(new[:10])) == new[:10]


def test_long_lines_are_broken_for_a_narrow_screen_and_none_are_joined() -> None:
    width = 60
    rows = [f"{name:<55}{name.strip()} and more" for name in ("  one", "  two", "  three")]
    told = fitted([*rows, f"  {LONG}", "  next", "|" * 90], width)
    assert told[-2:] == ["  next", "|" * 90]
    assert all(len(line) <= width for line in told[:-1])
    assert [line.strip() for line in told[:6]] == [
        *(f"{'one':<53}one", "and more", f"{'two':<53}two", "and more", f"{'three':<53}three", "and more")
    ]
    assert told[7].startswith("      word"), "what goes on is further in"
    assert fitted([*rows, LONG], WIDTH * 2) == [*rows, LONG], "where there is room, nothing is touched"


def test_on_a_narrow_screen_too_a_broken_sentence_is_known() -> None:
    with narrow(60):
        first, second = fitted([f"Title {LONG} end"], 60)[:2]
        new = f"{first.replace('Title word', 'Title ward')}\n{second}\n\nWhich?"
        assert news(f"{first}\n{second}\n\nWhich?", new) == [*new.splitlines()[:2], "", "Which?"]
