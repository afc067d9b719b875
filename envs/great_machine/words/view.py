"""The table as text, for a person to play from."""

from __future__ import annotations

from typing import Any

from ...city.rules.state import MACHINE, NOBODY, NUM_HEROES, Directive, District, Event
from ...city.rules.tracks import stage
from ...city.words import table
from ...city.words.city import LEGEND, draw_city
from ...city.words.facts import arrested_text, directive_names, is_there, lost_cards, riots_text
from ...city.words.lines import finished, paragraph, row
from ...city.words.terms import listed, of_heroes, player
from ...table import views
from ...table.compilation.uncompiled import as_compiled
from ...table.game import Setup
from ...table.sets import size
from ...table.views import many
from .card_text import DIRECTIVE_TEXT, EVENT_TEXT, HERO_TEXT
from .facts import (
    choice_text,
    event_level,
    hand_of,
    has_gone,
    known_to_heroes,
    outlook,
    past_events,
    sure_cards,
    unseen_directives,
)
from .questions import pending_text


def render_text(setup: Setup, state: Any, seat: int | None) -> str:
    """Return the table as ``seat`` sees it; None sees everything, and so does everybody when a game has ended."""
    state = as_compiled(state)
    knower = views.knower(state, seat)
    lines = [*table.top_lines("City of the Great Machine", state, _who(state, seat, knower)), ""]
    lines += [*_tracks(setup, state, knower), ""]
    lines += draw_city(state, knower, views.columns())
    lines += [*paragraph(_legend()), ""]
    lines += [*(_heroes(setup, state, seat, knower) if is_there(state) else table.chosen_lines(state)), ""]
    lines += table.question_lines(setup, state, seat, knower, player(int(state.seat)), pending_text(state))
    return finished(lines)


def _who(state: Any, seat: int | None, knower: int | None) -> str:
    """Tell who reads."""
    if knower is None:
        return "Everything is shown."
    if knower == MACHINE:
        return "You are player_0, the Great Machine."
    if knower == views.PUBLIC:
        return "What everybody at the table knows is shown."
    return f"You are {player(knower)}, a Revolutionary{table.runs_text(state, seat)}."


# Tracks, event, Directives


def _tracks(setup: Setup, state: Any, knower: int | None) -> list[str]:
    lines = [*table.plan_line(state), *table.discontent_line(setup, state)]
    lines += row("Riots won", riots_text(state))
    income = many(int(setup.record["income"][0][int(stage(state))]), "Bond")
    lines += row("Bonds", f"{state.bonds}; {income} in the next Opening Phase at this Stage")
    lines += row("Arrested", arrested_text(state, knower))
    if state.event != NOBODY:
        lines += _event(setup, state, knower)
    return lines + _directives(state, knower)


def _event(setup: Setup, state: Any, knower: int | None) -> list[str]:
    name = Event(state.event).text
    rule, condition = EVENT_TEXT[name]
    level = event_level(state.event)
    title = f"{name} ({level})" if level else name
    lines = row("City Event", f"{title}: {rule}")
    told = f"advances at the end of the round if {condition}" if condition != "always." else "always advances."
    now = outlook(setup, state, knower)
    lines += row("", f"The Master Plan {told}" + (f" As things stand: {now}." if now else ""))
    been = past_events(state)
    return lines + (row("", f"Before it: {listed(Event(number).text for number in been)}.") if been else [])


def _directives(state: Any, knower: int | None) -> list[str]:
    lines = []
    for number, name in enumerate(directive_names(state.published)):
        lines += row("Published" if number == 0 else "", f"{name}: {DIRECTIVE_TEXT[name]}")
    if not lines:
        lines = row("Published", "no Directive")
    hand, held = hand_of(state, knower), f"Hand {size(state.hand)}"
    for number, card in enumerate(hand.known):
        name, seen = Directive(card).text, " (the Heroes know it)" if known_to_heroes(state, card, knower) else ""
        lines += row(held if number == 0 else "", f"{name}{seen}: {DIRECTIVE_TEXT[name]}")
    if hand.unknown or not hand.known:
        told = f"{many(hand.unknown, 'unknown Directive')}" if hand.unknown else "no Directive"
        lines += row("" if hand.known else held, told)
    return lines + _deck(state, knower)


def _deck(state: Any, knower: int | None) -> list[str]:
    unseen = directive_names(sum(1 << card for card in unseen_directives(state, knower)))
    deck = f"Deck {size(state.deck)}"
    if knower in (None, MACHINE):
        return row(deck, listed(unseen, "empty"))
    return row(deck, f"with the unknown ones of the hand: {listed(unseen)}" if unseen else "empty")


# The city


def _legend() -> str:
    servants = f"Servants ({table.servant_legend()})"
    return f"Citizens: {LEGEND}; {table.type_legend()}. *: {servants}. @: Heroes and their Trust."


# The Heroes


def _heroes(setup: Setup, state: Any, seat: int | None, knower: int | None) -> list[str]:
    def below(hero: int) -> list[str]:
        return _cards(state, hero, knower)

    choices = [choice_text(state, hero, knower) for hero in range(NUM_HEROES)]
    gone = [has_gone(state, hero) for hero in range(NUM_HEROES)]
    return table.hero_lines(setup, state, seat, choices, gone, below, HERO_TEXT)


def _cards(state: Any, hero: int, knower: int | None) -> list[str]:
    """Tell a Hero's Access cards, and what the Machine can conclude about them."""
    lost = lost_cards(state, hero)
    count = f"{len(District) - len(lost)} of {len(District)} cards"
    if not of_heroes(knower):
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
