"""The table as text, for a person to play from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...city.rules.state import (
    MACHINE,
    NOBODY,
    NUM_HEROES,
    NUM_STAGES,
    PLAN_END,
    RIOT_STAGE,
    SLOTS_A_STAGE,
    CitizenType,
    District,
    Event,
    Hero,
    Servant,
)
from ...city.words.city import LEGEND, SERVANT_LETTERS, draw_city
from ...city.words.lines import GLUE, WIDTH, columns, finished, row, wrapped
from ...city.words.terms import listed, many, player
from ...table.compilation.uncompiled import as_compiled
from ...table.game import RUNNING, Setup
from ...table.named import texts
from .card_text import DIRECTIVE_TEXT, EVENT_TEXT, HERO_TEXT
from .facts import (
    PHASE_NAMES,
    SYMBOLS,
    active_text,
    arrested_text,
    asked_text,
    choice_text,
    directive_names,
    discontent_text,
    event_level,
    hand_of,
    has_gone,
    income_text,
    is_there,
    knows_all,
    lost_cards,
    outlook,
    plan_text,
    result,
    riots_text,
    sure_cards,
    turn_text,
    unseen_directives,
)
from .questions import pending_text, question_text


def render_text(setup: Setup, state: Any, seat: int | None) -> str:
    """Return the table as ``seat`` sees it; None sees everything, and so does everybody when a game has ended."""
    state = as_compiled(state)
    knower = knows_all(state, seat)
    lines = [*_head(setup, state, seat, knower), ""]
    lines += [*_tracks(setup, state, knower), ""]
    lines += draw_city(state, knower, WIDTH)
    lines += [*wrapped(_legend()), ""]
    lines += [*(_heroes(setup, state, seat, knower) if is_there(state) else chosen_lines(state)), ""]
    return finished([*lines, *_foot(state, seat, knower)])


def _head(setup: Setup, state: Any, seat: int | None, knower: int | None) -> list[str]:
    stands = ["City of the Great Machine"]
    stands += [f"round {state.week}"] if state.week else []
    stands.append(PHASE_NAMES[state.phase] if state.over == RUNNING else "the end")
    if knower is None:
        who = "Everything is shown."
    elif knower == MACHINE:
        who = "You are player_0, the Great Machine."
    else:
        runs = [
            Hero(state.heroes[hero]).text for hero in range(NUM_HEROES) if is_there(state) and state.runs[hero] == seat
        ]
        who = f"You are {player(knower)}, a Revolutionary" + (f" with {listed(runs)}." if runs else ".")
    return wrapped(f"{' - '.join(stands)}. {who}")


# Tracks, event, Directives


def _tracks(setup: Setup, state: Any, knower: int | None) -> list[str]:
    plan = "#" * state.plan + "." * (PLAN_END - state.plan)
    active = active_text(state)
    lines = row("Master Plan", f"{plan}  {plan_text(state)}")
    lines += row("Discontent", f"{discontent_bar(state)}  {discontent_text(setup, state)}; active: {active}")
    lines += row("Riots won", riots_text(state))
    lines += row("Bonds", f"{state.bonds}; {income_text(setup, state)} in the next Opening Phase at this Stage")
    lines += row("Arrested", arrested_text(state, knower))
    if state.event != NOBODY:
        lines += _event(setup, state, knower)
    return lines + _directives(state, knower)


def discontent_bar(state: Any) -> str:
    """Return the track: the number of each Stage and its slots, filled up to where Discontent is."""
    parts = []
    for number in range(NUM_STAGES - 1):
        first = number * SLOTS_A_STAGE
        slots = "".join("#" if slot <= state.slot else "." for slot in range(first, first + SLOTS_A_STAGE))
        parts.append(f"{number}{slots}")
    riot = "#" if state.slot == RIOT_STAGE * SLOTS_A_STAGE else "."
    return " ".join([*parts, f"Riot{riot}"])


def _event(setup: Setup, state: Any, knower: int | None) -> list[str]:
    name = Event(state.event).text
    rule, condition = EVENT_TEXT[name]
    level = event_level(state.event)
    title = f"{name} ({level})" if level else name
    lines = row("City Event", f"{title}: {rule}")
    told = f"advances at the end of the round if {condition}" if condition != "always." else "always advances."
    now = outlook(setup, state, knower)
    return lines + row("", f"The Master Plan {told}" + (f" As things stand: {now}." if now else ""))


def _directives(state: Any, knower: int | None) -> list[str]:
    lines = []
    for number, name in enumerate(directive_names(state.published)):
        lines += row("Published" if number == 0 else "", f"{name}: {DIRECTIVE_TEXT[name]}")
    if not lines:
        lines = row("Published", "no Directive")
    hand, size = hand_of(state, knower), state.hand.bit_count()
    for number, name in enumerate(directive_names(sum(1 << card for card in hand.known))):
        lines += row(f"Hand {size}" if number == 0 else "", f"{name}: {DIRECTIVE_TEXT[name]}")
    if hand.unknown or not hand.known:
        told = f"{many(hand.unknown, 'unknown Directive')}" if hand.unknown else "no Directive"
        lines += row("" if hand.known else f"Hand {size}", told)
    return lines + _deck(state, knower)


def _deck(state: Any, knower: int | None) -> list[str]:
    unseen = directive_names(sum(1 << card for card in unseen_directives(state, knower)))
    deck = state.deck.bit_count()
    if knower in (None, MACHINE):
        return row(f"Deck {deck}", listed(unseen, "empty"))
    return row(f"Deck {deck}", f"with the unknown ones of the hand: {listed(unseen)}" if unseen else "empty")


# The city


def _legend() -> str:
    return f"Citizens: {LEGEND}; {type_legend()}. *: Servants ({servant_legend()}). @: Heroes and their Trust."


def type_legend() -> str:
    """Return which number stands for which type of Citizens."""
    return ", ".join(f"{symbol}{GLUE}{name}" for symbol, name in zip(SYMBOLS, texts(CitizenType), strict=True))


def servant_legend() -> str:
    """Return which letter stands for which Servant."""
    return ", ".join(f"{letter}{GLUE}{name}" for letter, name in zip(SERVANT_LETTERS, texts(Servant), strict=True))


# The Heroes


def _heroes(setup: Setup, state: Any, seat: int | None, knower: int | None) -> list[str]:
    choices = [choice_text(state, hero, knower) for hero in range(NUM_HEROES)]
    turns = [turn_text(state, hero, over=has_gone(state, hero)) for hero in range(NUM_HEROES)]
    lines = hero_lines(setup, state, seat, choices, turns)
    found = [lines[0]]
    for hero in range(NUM_HEROES):
        found.append(lines[1 + hero])
        found += _cards(state, hero, knower)
        found += row("", HERO_TEXT[Hero(state.heroes[hero]).text])
    return found


def hero_lines(setup: Setup, state: Any, seat: int | None, choices: Sequence[str], turns: Sequence[str]) -> list[str]:
    """Return a heading and a line for each Hero, with the Access cards chosen and what has become of their turns."""
    limits = setup.record["limit"][0]
    rows = [("Hero", "player", "in", "Trust", "Access card", "turn")]
    for hero in range(NUM_HEROES):
        kind = state.heroes[hero]
        mark = ">" if state.hero == hero and state.over == RUNNING else " "
        who = f"player_{state.runs[hero]}" + (" (you)" if state.runs[hero] == seat else "")
        trust = f"{state.trust[hero]} of {limits[kind]}"
        rows.append(
            (f"{mark} {Hero(kind).text}", who, District(state.at[hero]).text, trust, choices[hero], turns[hero])
        )
    return columns(rows)


def chosen_lines(state: Any) -> list[str]:
    """Tell which Heroes are chosen already, before all are."""
    names = [Hero(kind).text for kind in state.heroes if kind != NOBODY]
    return wrapped(f"Heroes so far: {listed(names)}")


def _cards(state: Any, hero: int, knower: int | None) -> list[str]:
    """Tell a Hero's Access cards, and what the Machine can conclude about them."""
    lost = lost_cards(state, hero)
    count = f"{len(District) - len(lost)} of {len(District)} cards"
    if knower == MACHINE:
        return row("", f"{count}: {listed(concluded(state, hero, shares=True), 'any of them')}")
    if not lost:
        return row("", count)
    known = listed(concluded(state, hero, shares=False), "nothing is sure")
    return row("", f"{count}, all but {_places(lost)}. To the Machine: {known}")


def concluded(state: Any, hero: int, *, shares: bool) -> list[str]:
    """Return what the Machine can conclude about a Hero's cards, with or without how likely the others are."""
    held, gone, chances = sure_cards(state, hero)
    told = [f"surely has {_places(held)}"] if held else []
    told += [f"surely lacks {_places(gone)}"] if gone else []
    for share in sorted(set(chances.values()), reverse=True) if shares else []:
        told.append(f"{share}% each: {_places([card for card, other in chances.items() if other == share])}")
    return ["; ".join(told)] if told else []


def _places(districts: list[int]) -> str:
    return listed(District(district).text for district in districts)


# The end


def _foot(state: Any, seat: int | None, knower: int | None) -> list[str]:
    """Tell what is asked, or how the game has ended."""
    if state.over != RUNNING:
        return [result(state)]
    pending = pending_text(state)
    told = asked_text(int(state.seat), seat, question_text(state, knower), player(int(state.seat)))
    return wrapped(told + (f" ({pending})" if pending else ""))
