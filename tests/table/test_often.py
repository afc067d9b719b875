"""Which cases of a sweep run at every change."""

from __future__ import annotations

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
