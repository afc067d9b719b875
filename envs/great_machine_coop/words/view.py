"""The table as text, for a person to play from."""

from __future__ import annotations

from typing import Any

from ...city.rules.state import NOBODY, NUM_DISTRICTS, NUM_HEROES, NUM_SERVANTS, Directive, District, Servant
from ...city.words import table
from ...city.words.city import LEGEND, SHORT_NAMES, Told, citizen_token, draw_city
from ...city.words.facts import arrested_text, citizens_in, is_there, lost_cards, riots_text
from ...city.words.lines import columns, finished, paragraph, row
from ...city.words.terms import listed, members
from ...table import views
from ...table.compilation.uncompiled import as_compiled
from ...table.game import Setup
from ...table.seats import seat_name
from ...table.sets import has, size
from ...table.views import PUBLIC, many
from ..rules.guards import specials_out
from ..rules.state import LETTERS, NUM_SPECIALS, Mission
from . import facts
from .card_text import HERO_TEXT, directive_text, mission_parts, priority_text
from .closing import event_of, hand_of
from .mission_facts import held_text, is_active, marks, reserve_text, status_text
from .questions import pending_text


def render_text(setup: Setup, state: Any, seat: int | None) -> str:
    """Return the table; all seats see the same, None and everybody after the end sees the hidden cards too."""
    state = as_compiled(state)
    knower = facts.knower_of(state, seat)
    title, who = "City of the Great Machine, co-operative", _who(state, seat, knower)
    lines = [*table.top_lines(title, state, who, facts.level_text(setup)), ""]
    lines += [*_tracks(setup, state, knower), *_directives(setup, state, knower), "", *_servants(setup, state), ""]
    lines += [*_city(state, knower), ""]
    lines += [*(_heroes(setup, state, seat) if is_there(state) else table.chosen_lines(state)), ""]
    lines += [*_missions(setup, state), ""] if setup.options.with_missions else []
    lines += table.question_lines(setup, state, seat, facts.TEAM, seat_name(int(state.seat)), pending_text(state))
    return finished(lines)


def _who(state: Any, seat: int | None, knower: int | None) -> str:
    if seat is None or knower is None:
        return "Everything is shown."
    if seat == PUBLIC:
        return "What everybody at the table knows is shown."
    return f"You are {seat_name(seat)}{table.runs_text(state, seat)}."


# Tracks, event, Directives


def _tracks(setup: Setup, state: Any, knower: int | None) -> list[str]:
    lines = [*table.plan_line(state), *table.discontent_line(setup, state)]
    lines += row("Progress", facts.marker_text(state))
    tokens = many(int(state.riot_tokens), "Riot token") + " to start Riots with"
    lines += row("Riots won", f"{riots_text(state)}; {tokens}")
    lines += row("Arrested", arrested_text(state, knower))
    return lines + _event(setup, state)


def _event(setup: Setup, state: Any) -> list[str]:
    if state.event == NOBODY:
        return row("City Event", "none in this round") if state.week else []
    lines = row("City Event", event_of(setup, state).name)
    for clause in facts.clauses(setup, state):
        lines += row("", f"{clause.title}: {clause.text}." + (f" So far: {clause.stands}." if clause.stands else ""))
    return lines


def _directives(setup: Setup, state: Any, knower: int | None) -> list[str]:
    lines = []
    for number, directive in enumerate(facts.published_in_order(state)):
        text = directive_text(setup.options.cards, Directive(directive).text)
        lines += row("" if number else "Published", f"{number + 1}. {Directive(directive).text}: {text}")
    lines = lines or row("Published", "no Directive")
    known = hand_of(state, knower)
    hand = Directive(known[0]).text if known else "1 unknown Directive" if state.hand else "no Directive"
    return [*lines, *row("In hand", hand), *row("Deck", _deck(state, knower))]


def _deck(state: Any, knower: int | None) -> str:
    """Return what is in the deck: unknown Directives in any order, below them those that were returned."""
    hidden = int(state.deck) | (0 if hand_of(state, knower) else int(state.hand))
    deck = [Directive(number).text for number in members(hidden)]
    with_hand = " with the one in hand" if hidden != state.deck else ""
    told = f"{size(state.deck)} unknown{with_hand}: {listed(deck)}" if deck else "no unknown one"
    bottom = [Directive(directive).text for directive in facts.bottom_of_deck(state)]
    return told + (f"; at the bottom, to be drawn in this order: {listed(bottom)}" if bottom else "")


# Servants


def _servants(setup: Setup, state: Any) -> list[str]:
    rows = [("Servant", "in", "card", "Actions by priority", "")]
    for servant in facts.servant_order(setup):
        priority = setup.options.cards.servant[servant].priority
        place = District(facts.place_of(state, servant)).text
        cells = facts.card_of(state, servant), priority_text(priority), facts.servant_text(state, servant)
        rows.append((f"  {Servant(servant).text}", place, *cells))
    lines = columns(rows)
    left = facts.move_names(state, int(state.moves))
    lines += row("Moves left", f"{len(left)}: {listed(left)}; fewer than {NUM_SERVANTS} are shuffled with the rest")
    lines += row("Discarded", listed(facts.move_names(state, facts.discarded_moves(setup, state))))
    lines += row("Tokens up", listed(District(district).text for district in members(facts.turned_up(state))))
    return lines + row("Specials", f"{int(specials_out(state))} of {NUM_SPECIALS} special Guards are in the city")


# The city


def _city(state: Any, knower: int | None) -> list[str]:
    legend = f"Citizens: {LEGEND}; {table.type_legend()}. *: Servants ({table.servant_legend()}; down: deactivated)."
    legend += " @: Heroes and their Trust. #: tokens of Missions."
    rows = [("District", "next to", "Guards", "Citizens", "token", "there")]
    for district in members(int(state.there)):
        near = " ".join(SHORT_NAMES[other][:3] for other in members(int(state.links[district])))
        citizens = " ".join(citizen_token(citizen) for citizen in citizens_in(state, district, knower))
        token = "up" if has(facts.turned_up(state), district) else "down"
        rows.append(
            (District(district).text, near, guards_text(state, district), citizens, token, _there(state, district))
        )
    return [*draw_city(state, knower, views.columns(), COOP), *paragraph(legend), "", *columns(rows)]


def guards_text(state: Any, district: int) -> str:
    """Return the Guards of a District: regular, special and broken ones."""
    specials, broken = int(state.specials[district]), int(state.broken[district])
    parts = [str(int(state.guards[district]) - specials)]
    parts += [f"{specials} special"] if specials else []
    return " + ".join(parts) + (f", {broken} broken" if broken else "")


def _there(state: Any, district: int) -> str:
    """Return tokens in a District."""
    parts = ["Riot"] if has(state.riots, district) else []
    parts += ["Raid"] if has(state.raids, district) else []
    return listed([*parts, *(mark.text for mark in marks(state, district))], "")


def _map_guards(state: Any, district: int, short: bool) -> str:
    specials, broken = int(state.specials[district]), int(state.broken[district])
    regular = int(state.guards[district]) - specials
    words = (" G", " sp", " br") if short else (" Guard" if regular == 1 else " Guards", " special", " broken")
    parts = [f"{regular}{words[0]}"]
    parts += [f"{number}{word}" for number, word in ((specials, words[1]), (broken, words[2])) if number]
    return (" " if short else ", ").join(parts)


def _map_marks(state: Any, district: int, short: bool) -> str:
    lying = [Servant(servant).text[: 1 if short else None] for servant in facts.lying_at(state, district)]
    words = [mark.short[:3] if short else mark.short for mark in marks(state, district)]
    told = [f"* {' '.join(lying)} down"] if lying else []
    return " ".join([*told, *([f"# {', '.join(words)}"] if words else [])])


COOP = Told(_map_guards, _map_marks)


# The Heroes


def _heroes(setup: Setup, state: Any, seat: int | None) -> list[str]:
    def below(hero: int) -> list[str]:
        lost, held = lost_cards(state, hero), held_text(setup, state, hero)
        cards = f"{NUM_DISTRICTS - len(lost)} of {NUM_DISTRICTS} cards"
        cards += f", all but {listed(District(card).text for card in lost)}" if lost else ""
        return row("", cards + (f". Has: {held}" if held else ""))

    choices = [facts.choice_text(state, hero) for hero in range(NUM_HEROES)]
    gone = [facts.has_gone(state, hero) for hero in range(NUM_HEROES)]
    return table.hero_lines(setup, state, seat, choices, gone, below, HERO_TEXT)


# Missions


def _missions(setup: Setup, state: Any) -> list[str]:
    lines = []
    for number, letter in enumerate(LETTERS):
        mission = int(state.missions[number])
        lines += row(f"Mission {letter}", f"{Mission(mission).text}: {status_text(setup, state, number)}")
        for part, text in shown_parts(setup, state, number).items():
            lines += row("", f"{part}: {text}")
    reserve = reserve_text(state)
    return lines + (row("In effect", reserve) if reserve else [])


def shown_parts(setup: Setup, state: Any, letter: int) -> dict[str, str]:
    """Return the parts of a Mission that matter now: only what it has brought once it is completed."""
    mission = int(state.missions[letter])
    parts = mission_parts(setup.options.cards.mission[mission])
    if has(state.done, letter):
        return {"Advantage": parts["Advantage"]}
    if is_active(state, letter) and not (mission == Mission.WEAKNESSES and state.week <= 1):
        parts.pop("Setup", "")
    return parts
