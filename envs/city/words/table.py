"""Lines of the table as text that both games have: the heading, tracks, legends, the Heroes, the question."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...table.game import RUNNING, Setup
from ...table.named import texts
from ...table.seats import seat_name
from ..rules import state as city
from ..rules.state import CitizenType, District, Hero, Servant
from .asking import question_text
from .city import SERVANT_LETTERS
from .facts import PHASE_NAMES, SYMBOLS, active_text, discontent_text, is_there, plan_text, result, turn_text
from .lines import GLUE, paragraph, row, told_rows
from .terms import hero_name, listed


def top_lines(title: str, state: Any, who: str, *more: str) -> list[str]:
    """Return the game, how far it is, what ``more`` there is to say of it, and who reads."""
    stands = [f"round {state.week}"] if state.week else []
    stands.append(PHASE_NAMES[state.phase] if state.over == RUNNING else "the end")
    return paragraph(f"{' - '.join([title, *stands, *more])}. {who}")


def runs_text(state: Any, seat: int | None) -> str:
    """Return the Heroes that a seat runs: `` with Actress, Fowler``; empty before they are known."""
    heroes = [hero for hero in range(city.NUM_HEROES) if is_there(state) and state.runs[hero] == seat]
    return f" with {listed(hero_name(state, hero) for hero in heroes)}" if heroes else ""


def plan_line(state: Any) -> list[str]:
    """Return the Master Plan: its steps, filled up to where it is."""
    return row("Master Plan", f"{'#' * state.plan}{'.' * (city.PLAN_END - state.plan)}  {plan_text(state)}")


def discontent_line(setup: Setup, state: Any) -> list[str]:
    """Return the track of Discontent, and whom it makes active."""
    told = f"{discontent_text(setup, state)}; active: {active_text(state)}"
    return row("Discontent", f"{discontent_bar(state)}  {told}")


def discontent_bar(state: Any) -> str:
    """Return the track: the number of each Stage and its slots, filled up to where Discontent is."""
    parts = []
    for number in range(city.NUM_STAGES - 1):
        first = number * city.SLOTS_A_STAGE
        slots = "".join("#" if slot <= state.slot else "." for slot in range(first, first + city.SLOTS_A_STAGE))
        parts.append(f"{number}{slots}")
    riot = "#" if state.slot == city.RIOT_STAGE * city.SLOTS_A_STAGE else "."
    return " ".join([*parts, f"Riot{riot}"])


def type_legend() -> str:
    """Return which number stands for which type of Citizens."""
    return ", ".join(f"{symbol}{GLUE}{name}" for symbol, name in zip(SYMBOLS, texts(CitizenType), strict=True))


def servant_legend() -> str:
    """Return which letter stands for which Servant."""
    return ", ".join(f"{letter}{GLUE}{name}" for letter, name in zip(SERVANT_LETTERS, texts(Servant), strict=True))


def hero_lines(
    setup: Setup,
    state: Any,
    seat: int | None,
    choices: Sequence[str],
    gone: Sequence[bool],
    below: Callable[[int], list[str]],
    abilities: Mapping[str, str],
) -> list[str]:
    """Return a heading, and for each Hero a line, what is told ``below`` it, and its ability.

    ``choices`` are the Access cards chosen; ``gone`` says who has had its turn.
    """
    limits = setup.record["limit"][0]
    rows = [("Hero", "player", "in", "Trust", "Access card", "turn")]
    for hero in range(city.NUM_HEROES):
        kind = state.heroes[hero]
        mark = ">" if state.hero == hero and state.over == RUNNING else " "
        who = seat_name(state.runs[hero]) + (" (you)" if state.runs[hero] == seat else "")
        stands = District(state.at[hero]).text, f"{state.trust[hero]} of {limits[kind]}", choices[hero]
        rows.append((f"{mark} {Hero(kind).text}", who, *stands, turn_text(state, hero, over=gone[hero])))
    told, heroes = told_rows(rows)
    for hero, lines in enumerate(heroes):
        told += [*lines, *below(hero), *row("", abilities[Hero(state.heroes[hero]).text])]
    return told


def chosen_lines(state: Any) -> list[str]:
    """Tell which Heroes are chosen already, before all are."""
    names = [Hero(kind).text for kind in state.heroes if kind != city.NOBODY]
    return paragraph(f"Heroes so far: {listed(names)}")


def question_lines(
    setup: Setup, state: Any, seat: int | None, knower: int | None, name: str, pending: str
) -> list[str]:
    """Tell whom (``name``) is asked what, as far as ``knower`` knows, and what is still to come, or the game's end."""
    if state.over != RUNNING:
        return paragraph(result(state))
    asked = f"{'You are' if state.seat == seat else f'{name} is'} asked: {question_text(setup, state, knower)}."
    return paragraph(asked + (f" ({pending})" if pending else ""))
