"""What an agent does differently from another, in sentences, and as JSON takes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..intervals import number, rate_dict
from .habits import Habit, Swap

_LONGEST = 90


def habit_dict(habit: Habit) -> dict[str, Any]:
    """Return everything that was counted."""
    counts = {name: getattr(habit, name) for name in ("name", "open", "taken", "other")}
    return counts | {"a_game": number(habit.a_game), "difference": rate_dict(habit.difference)}


def told(
    blocks: Sequence[Habit], actions: Sequence[Habit], swaps: Sequence[Swap], agent: str, other: str, most: int
) -> list[str]:
    """Return lists in Markdown of what is clearly different.

    Args:
        blocks: By block of actions.
        actions: By action.
        swaps: What is done where the other would do something else.
        agent: What to call who was watched.
        other: What to call whom was asked.
        most: Most entries of a list.
    """
    clear, single = ([habit for habit in habits if habit.is_clear][:most] for habits in (blocks, actions))
    lines = [f"- {_sentence(habit, other)}" for habit in clear]
    if single:
        lines += ["", "Single actions:", "", *(f"- {_sentence(habit, other)}" for habit in single)]
    if not clear and not single:
        lines.append("Nothing is clearly different.")
    if swaps:
        lines += ["", f"Where {other} would do one thing and {agent} does another, most often:", ""]
        lines += [
            f'- "{_brief(swap.other)}" becomes "{_brief(swap.taken)}": {swap.times} times of {swap.of} '
            f"({_share(swap.times, swap.of, 0)})"
            for swap in swaps[:most]
        ]
    return lines


def _sentence(habit: Habit, other: str) -> str:
    more = "more" if habit.taken > habit.other else "less"
    low, high = sorted(100 * abs(limit) for limit in habit.difference[1:])
    return (
        f'**{more} often "{_brief(habit.name)}"**: '
        f"in {_share(habit.taken, habit.open)} of {habit.open} decisions, {other} "
        f"in {_share(habit.other, habit.open)}; {100 * abs(habit.difference.mean):.1f} points {more} "
        f"({low:.1f} to {high:.1f}), {abs(habit.a_game):.2f} times a game"
    )


def _brief(name: str) -> str:
    """Return a name without its explanation, where that makes it too long for a sentence."""
    return name if len(name) <= _LONGEST else name.partition(":")[0]


def _share(part: int, whole: int, digits: int = 1) -> str:
    return f"{100 * part / whole:.{digits}f} %"
