"""How many examples a test of properties draws: so many at every change, and many times as many in the long suite."""

from __future__ import annotations

from hypothesis import settings

USUAL, LONG = "cogitable", "long"
"""Names of Hypothesis's profiles."""


def register() -> None:
    """Make the profiles; HYPOTHESIS_PROFILE says which one a run takes."""
    # At every change examples are drawn the same way, so that nobody meets another's mistake; a slow machine is none.
    settings.register_profile(USUAL, deadline=None, derandomize=True, max_examples=20)
    # The long suite looks for what nobody has met yet: each of its runs draws others.
    usual = settings.get_profile(USUAL)
    settings.register_profile(LONG, usual, derandomize=False, max_examples=15 * usual.max_examples, print_blob=True)


def examples(count: int) -> settings:
    """Return settings of a test that draws ``count`` examples where others draw as many as the usual profile says."""
    return settings(max_examples=count * settings().max_examples // settings.get_profile(USUAL).max_examples)
