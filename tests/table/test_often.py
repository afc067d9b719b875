"""Which cases of a sweep run at every change."""

from __future__ import annotations

import re
from pathlib import Path

import how_many
import often
import pytest


def test_a_number_of_cases_is_spread_evenly_over_all():
    cases = [*"abcdefghi"]
    assert often.chosen(cases, (3,)) == {"a", "e", "i"}
    assert often.chosen(cases, (1,)) == {"a"}
    assert often.chosen(cases, (99,)) == set(cases)


def test_cases_are_called_by_their_ids():
    assert often.chosen(["2", "4, drafted", "solitaire"], ("4, drafted", "2")) == {"2", "4, drafted"}


CASES = """
import pytest
@pytest.mark.often("b", {other!r})
@pytest.mark.parametrize("case", ["a", "b", "c"])
def test_case(case):
    pass
"""


def test_all_others_are_long_and_none_is_forgotten(pytester: pytest.Pytester):
    pytester.makeini("[pytest]\nmarkers =\n    often\n    long\n")
    pytester.makeconftest(
        "import often\ndef pytest_collection_modifyitems(items):\n    often.leave_the_others_to_the_long_suite(items)\n"
    )
    pytester.makepyfile(CASES.format(other="c"))
    items, _ = pytester.inline_genitems()
    assert [item.callspec.id for item in items if item.get_closest_marker("long") is None] == ["b", "c"]
    pytester.makepyfile(CASES.format(other="z"))
    assert pytester.inline_run("--collect-only").ret == pytest.ExitCode.USAGE_ERROR


COUNTED = """
import os
import how_many
from hypothesis import given, settings, strategies
how_many.register()
settings.load_profile(os.environ["HYPOTHESIS_PROFILE"])
drawn = []
@how_many.examples(4)
@given(strategies.integers())
def test_property(number):
    drawn.append(number)
def test_count():
    assert len(drawn) == {count}
"""


@pytest.mark.parametrize(("profile", "count"), [("cogitable", 4), ("long", 60)])
def test_the_long_suite_draws_more_examples(profile, count, pytester: pytest.Pytester, monkeypatch):
    """Of tests that say how many, too, and no others than those of properties run a second time."""
    monkeypatch.setenv("HYPOTHESIS_PROFILE", profile)
    monkeypatch.setenv("PYTHONPATH", str(Path(how_many.__file__).parent))
    pytester.makepyfile(COUNTED.format(count=count))
    pytester.runpytest_subprocess("-p", "no:cacheprovider").assert_outcomes(passed=2)
    pytester.runpytest_subprocess("-p", "no:cacheprovider", "-m", "hypothesis").assert_outcomes(passed=1, deselected=1)


def test_numbers_of_examples_are_left_to_the_profile():
    """A test that says it in another way draws as few in the long suite."""
    folder = Path(__file__).parents[1]
    own = [
        path.name for path in folder.rglob("test_*.py") if re.search(r"settings\(.*max_" "examples", path.read_text())
    ]
    assert own == []
