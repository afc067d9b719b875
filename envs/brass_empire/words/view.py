"""The table as text, for a person to play from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...table import views
from ...table.attributes import attributed
from ...table.game import RUNNING, TERMINATED, Setup
from ...table.views import beside, indented, many
from ..rules.reserves import copies_for
from ..rules.state import LABOR_DECK, NOBODY, Ask, Phase, Zone
from . import facts
from .questions import question
from .wording import player, strength_text

_TITLES = ("Labor Market", "Design Department")
_NAME, _MOST = 20, 34  # characters of the column of names
_LABEL = 12  # and of that before it in a player's lines
_COMING = 3  # cards of a central deck that are told when everything is shown


def render_text(setup: Setup, state: Any, seat: int | None) -> str:
    """Return the table as ``seat`` sees it; None sees everything, and so does everybody when a game has ended."""
    knower = views.knower(state, seat)
    lines = [*_head(setup, state, seat, knower), ""]
    if state.phase == Phase.PREPARING:
        lines += _preparing(setup, state)
    else:
        for row in range(2):
            lines += [*_row(setup, state, row, knower), ""]
    for other in facts.places(setup, views.nearest(seat)):
        lines += _seat(setup, state, other, seat, knower)
    lines += _aside(setup, state)
    lines += ["", *_foot(setup, state)]
    return "\n".join(lines)


def _head(setup: Setup, state: Any, seat: int | None, knower: int | None) -> list[str]:
    """Tell where the game stands, and what the player has to spend."""
    stands = [f"Brass Empire, {facts.mode_text(setup)}"]
    if state.phase == Phase.PREPARING:
        stands.append("before the game")
    elif state.over == RUNNING:
        stands.append(f"turn {state.turn}, that of {player(setup, int(state.player))}")
    else:
        stands.append("the end" if state.over == TERMINATED else "cut off")
    stands += filter(None, [facts.pool_text(setup, state)])
    lines = indented(" - ".join(stands), 2)
    return [*lines, *indented(_who(setup, seat, knower) + _spending(setup, state), 2)]


def _who(setup: Setup, seat: int | None, knower: int | None) -> str:
    if knower == views.PUBLIC:
        return "What everybody at the table knows is shown. "
    return "Everything is shown. " if knower is None or seat is None else f"You are {player(setup, seat)}. "


def _spending(setup: Setup, state: Any) -> str:
    if state.phase == Phase.PREPARING or state.over != RUNNING or facts.is_automaton(setup, int(state.player)):
        return ""
    return (
        f"{player(setup, int(state.player))} has {state.labor} labor and {state.construction} construction to spend; "
        f"{many(state.played, 'card')} played this turn."
    )


# The rows


def _row(setup: Setup, state: Any, row: int, knower: int | None) -> list[str]:
    deck = state.piles[LABOR_DECK + row, : int(state.sizes[LABOR_DECK + row])]
    title = f"{_TITLES[row]} (cost in L labor and C construction, Brass Value, effect); {len(deck)} in its deck"
    if knower is None and len(deck):
        coming = [setup.options.cards.kinds[int(kind)].name for kind in deck[: -_COMING - 1 : -1]]
        title += f", next {', '.join(coming)}"
    cards = [int(kind) for kind in state.rows[row]]
    width = _name_width(setup, [kind for kind in cards if kind != NOBODY])
    lines = indented(title, 4)
    for place, kind in enumerate(cards, 1):
        if kind == NOBODY:
            lines.append(f"  {place} -")
        else:
            lines += _offer(setup, kind, f"  {place} ", width)
    return lines


def _offer(setup: Setup, kind: int, lead: str, width: int, note: str = "") -> list[str]:
    """Tell a card that may be bought, and a note on it."""
    card = setup.options.cards.kinds[kind]
    cost = " ".join(f"{n}{letter}" for n, letter in ((card.cost.labor, "L"), (card.cost.construction, "C")) if n)
    strength = "" if card.type == "employee" else f"{card.type} {card.attack}/{card.health}"
    start = f"{lead}{card.name:<{width}} {cost or 'free':<7} {card.value:>2}  {strength:<14}"
    return beside(start, f"{card.corporation or 'Neutral'}. {facts.card_says(setup, kind)} {note}".rstrip(), 4 + _LABEL)


def _name_width(setup: Setup, kinds: Iterable[int]) -> int:
    names = [len(setup.options.cards.kinds[kind].name) for kind in kinds]
    return min(_MOST, max(names, default=_NAME))


# The players


def _seat(setup: Setup, state: Any, seat: int, viewer: int | None, knower: int | None) -> list[str]:
    """Tell all that ``knower`` can see of one player."""
    lines = indented(_title(setup, state, seat, viewer), 4)
    if facts.is_out(state, seat):
        return lines
    if state.phase != Phase.PREPARING:
        lines += _things(setup, state, seat)
        lines += _open_hand(setup, state, seat) if knower in (None, seat) else []
        lines += _piles(setup, state, seat, knower)
    lines += _reserve(setup, state, seat, viewer)
    return lines


def _title(setup: Setup, state: Any, seat: int, viewer: int | None) -> str:
    asked = ">" if state.over == RUNNING and state.seat == seat else " "
    notes = ["you"] if seat == viewer else []
    mate = facts.mate_of(setup, seat)
    if mate is not None:
        notes.append("your teammate" if mate == viewer else f"with {player(setup, mate)}")
    notes += ["first player"] if state.first == seat and setup.num_seats > 1 else []
    name = f"{asked} {player(setup, seat)}" + (f" ({', '.join(notes)})" if notes else "")
    parts = [facts.corporation_name(setup, state, seat)]
    if facts.is_out(state, seat):
        parts.append("bankrupt and out of the game")
    elif state.phase != Phase.PREPARING:
        parts.append(facts.brass_text(setup, state, seat))
    told = ", ".join(part for part in parts if part)
    return f"{name}: {told}" if told else name


def _things(setup: Setup, state: Any, seat: int) -> list[str]:
    """Tell the things in play, those that are alike together: slots, attack and health, state, effect."""
    rows = []
    for slots in facts.things_of(state, seat):
        thing = state.things[seat, slots[0]]
        name = f"{','.join(f'#{slot + 1}' for slot in slots)} {setup.options.cards.kinds[int(thing.kind)].name}"
        ready, text = (tell(setup, state, seat, slots[0]) for tell in (facts.thing_state, facts.still_does))
        rows.append((name, f"{strength_text(setup, thing)} {ready}".rstrip(), text))
    if not rows:
        return [f"    {'in play':<{_LABEL}}nothing"]
    width = min(_MOST, max(len(name) for name, *_ in rows))
    stands = max(len(stand) for _, stand, _ in rows)
    lines = []
    for number, (name, stand, text) in enumerate(rows):
        head = "in play" if number == 0 else ""
        lines += beside(f"    {head:<{_LABEL}}{name:<{width}}  {stand:<{stands}}  ", text, 4 + _LABEL)
    return lines


def _open_hand(setup: Setup, state: Any, seat: int) -> list[str]:
    """Tell a hand card by card."""
    if facts.is_automaton(setup, seat):
        return []
    hand = facts.counted(state.zones[seat, Zone.HAND])
    width = _name_width(setup, [kind for kind, _ in hand]) + 3
    lines = [] if hand else ["    hand 0"]
    for number, (kind, copies) in enumerate(hand):
        card = setup.options.cards.kinds[kind]
        strength = "" if card.type == "employee" else f"{card.type} {card.attack}/{card.health}. "
        head = f"hand {state.amounts[seat, Zone.HAND]}" if number == 0 else ""
        lines += beside(
            f"    {head:<{_LABEL}}{f'{copies} {card.name}':<{width}} ",
            f"{strength}{facts.card_says(setup, kind)}",
            4 + _LABEL,
        )
    return lines


def _piles(setup: Setup, state: Any, seat: int, knower: int | None) -> list[str]:
    """Tell what lies in a seat's piles: of another one's hand and deck, what both hold together."""
    zones, amounts = state.zones[seat], state.amounts[seat]
    if facts.is_automaton(setup, seat):
        lines = _pile("scored", int(amounts[Zone.DISCARD]), facts.contents(setup, zones[Zone.DISCARD]))
        if state.over == RUNNING:
            which, does = facts.plan_of_automaton(setup, state)
            lines += indented(f"    {which:<{_LABEL}}{does}", 4 + _LABEL)
        return lines
    lines = []
    if knower is None and amounts[Zone.DECK]:
        pile = state.piles[seat, : int(state.sizes[seat])]
        names = [setup.options.cards.kinds[int(kind)].name for kind in pile[::-1]]
        lines += _pile("deck", len(names), "from the top " + ", ".join(names))
    elif knower in (None, seat):
        lines += _pile("deck", int(amounts[Zone.DECK]), facts.contents(setup, zones[Zone.DECK]))
    else:
        lines += _pile("hand", int(amounts[Zone.HAND]), _guess(setup, state, seat))
    lines += _pile("discard", int(amounts[Zone.DISCARD]), facts.contents(setup, zones[Zone.DISCARD]))
    if amounts[Zone.PLAYED]:
        lines += _pile("played", int(amounts[Zone.PLAYED]), facts.contents(setup, zones[Zone.PLAYED]))
    return lines


def _guess(setup: Setup, state: Any, seat: int) -> str:
    """Tell what everybody knows of a hand."""
    known = facts.listed(setup, facts.seen_hand(state, seat, NOBODY))
    amount = int(state.amounts[seat, Zone.DECK])
    if state.amounts[seat, Zone.KNOWN] == state.amounts[seat, Zone.HAND]:
        deck = facts.contents(setup, state.zones[seat, Zone.DECK])
        return f"{known or 'nothing'}; deck {amount}" + (f": {deck}" if deck else "")
    both = facts.contents(setup, state.zones[seat, Zone.HAND] + state.zones[seat, Zone.DECK])
    return f"and deck {amount}, together {both}" + (f"; surely in hand {known}" if known else "")


def _reserve(setup: Setup, state: Any, seat: int, viewer: int | None) -> list[str]:
    """Tell a reserve: the viewer's own card by card, with costs and effects."""
    reserve = facts.counted(state.zones[seat, Zone.RESERVE])
    if not reserve:
        return []
    amount = int(state.amounts[seat, Zone.RESERVE])
    if seat != viewer:
        return _pile("reserve", amount, facts.listed(setup, reserve))
    width = _name_width(setup, [kind for kind, _ in reserve])
    lines = []
    for number, (kind, copies) in enumerate(reserve):
        head = f"reserve {amount}" if number == 0 else ""
        lines += _offer(setup, kind, f"    {head:<{_LABEL}}{copies} ", width)
    return lines


def _pile(name: str, amount: int, content: str) -> list[str]:
    return indented(f"    {f'{name} {amount}':<{_LABEL}}{content}".rstrip(), 4 + _LABEL)


# The rest


def _preparing(setup: Setup, state: Any) -> list[str]:
    """Tell what there is to choose from before the game."""
    cards = setup.options.cards
    if state.ask == Ask.CORPORATION:
        told = (f"  {corporation.name}, stock reserve: {_stock(corporation)}" for corporation in cards.corporation)
        return [*(line for text in told for line in indented(text, 6)), ""]
    assert state.ask == Ask.DRAFT
    faction = 1 + int(state.corporation[int(state.seat)])
    kinds = [number for number, kind in enumerate(cards.kinds) if cards.faction(kind) == faction]
    width = _name_width(setup, kinds)
    lines = indented(f"The cards of {cards.corporations[faction - 1]} (copies, cost, Brass Value, effect)", 2)
    for number in kinds:
        copies = int(copies_for(attributed(setup.record)[0], state, int(state.seat), number))
        lines += _offer(setup, number, f"  {copies:>2} ", width, facts.not_offered(setup, state, number))
    return [*lines, ""]


def _stock(corporation: Any) -> str:
    return ", ".join(f"{copies} {name}" for name, copies in corporation.reserve.items())


def _aside(setup: Setup, state: Any) -> list[str]:
    """Tell the cards that are out of the game, and in team play what the teams have together."""
    lines = []
    trash = facts.counted(state.trash)
    if trash:
        lines += indented(f"  out of the game: {facts.listed(setup, trash)}", 4)
    if setup.options.mode == "team" and state.phase != Phase.PREPARING and state.over == RUNNING:
        half = setup.num_seats // 2
        teams = [f"{player(setup, seat)} + {player(setup, seat + half)}" for seat in range(half)]
        totals = [facts.score(state, seat) + facts.score(state, seat + half) for seat in range(half)]
        told = (f"{team} {total}" for team, total in zip(teams, totals, strict=True))
        lines += indented(f"  teams: {', '.join(told)}", 4)
    return lines


def _foot(setup: Setup, state: Any) -> list[str]:
    """Tell what is being asked and why, or how the game ended."""
    if state.over == RUNNING:
        attack = facts.attack_text(setup, state)
        asked = f"{player(setup, int(state.seat))}: {question(setup, state)}"
        return [*(indented(f"{attack}.", 2) if attack else []), *indented(asked, 2)]
    if state.over != TERMINATED or setup.options.mode == "battle":
        return indented(facts.result(setup, state), 2)
    headers, rows = facts.final_table(setup, state)
    width = max(len(row[0]) for row in rows)
    columns = [width, *(len(header) + 3 for header in headers[1:])]
    lines: list[str] = []
    if sum(columns) > views.columns():  # each number with what it is, in place of columns
        for name, *cells in rows:
            told = (f"{header} {cell}" for header, cell in zip(headers[1:], cells, strict=True))
            lines += indented(f"{name}: {', '.join(told)}", 4)
        return [*lines, "", *indented(facts.result(setup, state), 2)]
    for name, *cells in (headers, *rows):
        numbers = (f"{cell:>{room}}" for cell, room in zip(cells, columns[1:], strict=True))
        lines.append(f"{name:<{width}}" + "".join(numbers))
    return [*lines, "", *indented(facts.result(setup, state), 2)]
