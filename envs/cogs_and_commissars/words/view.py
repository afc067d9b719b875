"""The table as text, for a person to play from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...table import views
from ...table.game import RUNNING, TERMINATED, Setup
from ...table.named import texts
from ...table.seats import seat_after, seat_name
from ...table.sets import has
from ...table.views import beside, indented, many
from ..rules.box import DRAFT_CARDS, Citizen
from ..rules.state import NOBODY, Ask, Order, Phase, Zone
from . import facts
from .card_text import kind_text, points_text, power_text, use_text
from .forecast import forecasts
from .questions import asked, foot_text
from .stack import aim_text, marks
from .wording import stack_name

_LABEL = 13  # characters of the column before a player's lines
_MOST = 34  # and at most of the column of names
_GLUE = "\u00a0"  # lines are not broken between a number and what it counts
_LETTERS = tuple(citizen[0].upper() for citizen in texts(Citizen))


def render_text(setup: Setup, state: Any, seat: int | None) -> str:
    """Return the table as ``seat`` sees it; None sees everything, and so does everybody when a game has ended."""
    knower = views.knower(state, seat)
    lines = [*_head(setup, state, seat, knower), ""]
    if state.phase == Phase.PREPARING:
        lines += _preparing(setup, state, knower)
    else:
        lines += [*_stack(setup, state), ""]
    for other in facts.places(setup, views.nearest(seat)):
        lines += _seat(setup, state, other, seat, knower)
    lines += ["", *_foot(setup, state, seat)]
    return "\n".join(lines).replace(_GLUE, " ")


def _head(setup: Setup, state: Any, seat: int | None, knower: int | None) -> list[str]:
    """Tell where the game stands, what the player may still do, and what is left in the Gulag."""
    stands = [f"Cogs and Commissars, {facts.mode_text(setup)}"]
    if state.over != RUNNING:
        stands.append("the end" if state.over == TERMINATED else "cut off")
    elif state.phase != Phase.PREPARING:
        stands.append(f"turn {state.turn}, that of {seat_name(int(state.player))}")
    if state.over == RUNNING:
        stands.append(facts.PHASE_TEXTS[Phase(state.phase)])
    lines = indented(" - ".join(stands), 2)
    running = state.over == RUNNING and state.phase != Phase.PREPARING
    if knower not in (None, views.PUBLIC) and state.orders[knower]:
        declined = [order.text for order in Order if has(state.orders[knower], order)]
        lines += indented(f"You are not asked where {'; '.join(declined)}.", 2)
    lines += indented(f"{_who(seat, knower)} {facts.actions_text(setup, state) if running else ''}", 2)
    worth = ", ".join(points_text(citizen) for citizen in Citizen)
    return [*lines, *indented(f"In the Gulag: {facts.citizens_of(state.gulag)}. Points: {worth}.", 2)]


def _who(seat: int | None, knower: int | None) -> str:
    if knower == views.PUBLIC:
        return "What everybody at the table knows is shown."
    return "Everything is shown." if knower is None or seat is None else f"You are {seat_name(seat)}."


# The stack


def _stack(setup: Setup, state: Any) -> list[str]:
    """Tell the cards that are being played, from the top."""
    depth = int(state.depth)
    if not depth:
        return ["No card is being played."]
    told = forecasts(setup, state)
    lines = indented(
        "The stack from the top, numbered from below. A card resolves when all pass, and then the one below it:", 2
    )
    for place in range(depth - 1, -1, -1):
        about = [*filter(None, [aim_text(setup, state, place)]), *marks(state, place)]
        name = stack_name(setup, state, place).removeprefix("duplicate ")
        lines += indented(f"  {', '.join([name, *about])}", 6)
        lines += indented(f"      -> {told[place]}", 9)
    return lines


# The players


def _seat(setup: Setup, state: Any, seat: int, viewer: int | None, knower: int | None) -> list[str]:
    """Tell all that ``knower`` can see of one player."""
    lines = indented(_title(setup, state, seat, viewer), 4)
    if state.faction[seat] == NOBODY:
        return lines
    if setup.options.leaders:
        faction = setup.options.cards.faction[int(state.faction[seat])]
        lines += indented(f"    {'power':<{_LABEL}}{power_text(faction.power)}", 4 + _LABEL)
    if state.phase == Phase.PREPARING:
        return lines + _deck_so_far(setup, state, seat, knower)
    lines += indented(f"    {'citizens':<{_LABEL}}{facts.citizens_of(state.citizens[seat])}", 4 + _LABEL)
    lines += _open_hand(setup, state, seat, knower) if facts.is_open(state, seat, knower) else []
    return lines + _piles(setup, state, seat, knower)


def _title(setup: Setup, state: Any, seat: int, viewer: int | None) -> str:
    mark = ">" if asked(state, viewer) == seat else " "
    notes = ["you"] if seat == viewer else []
    notes += ["first player"] if state.first == seat else []
    name = f"{mark} {seat_name(seat)}" + (f" ({', '.join(notes)})" if notes else "")
    parts = [facts.faction_name(setup, state, seat)]
    if state.phase != Phase.PREPARING:
        parts.append(facts.standing(setup, state, seat))
    told = ", ".join(filter(None, parts))
    return f"{name}: {told}" if told else name


def _open_hand(setup: Setup, state: Any, seat: int, knower: int | None) -> list[str]:
    """Tell a hand card by card; what the cards do only where that helps to decide."""
    hand, amount = facts.counted(state.zones[seat, Zone.HAND]), int(state.amounts[seat, Zone.HAND])
    if knower is not None and knower != seat:
        return _pile("hand", amount, f"all known: {listed(setup, hand)}" if hand else "")
    return _cards(setup, hand, f"hand {amount}")


def _cards(setup: Setup, cards: facts.Counted, label: str) -> list[str]:
    """Tell cards one by one: how many, when they are played, stars, effect."""
    if not cards:
        return [f"    {label}"]
    kinds = setup.options.cards.card
    width = min(_MOST, max(len(kinds[kind].name) for kind, _ in cards)) + 3
    stars = max(len(kinds[kind].stars) for kind, _ in cards)
    lines = []
    for number, (kind, copies) in enumerate(cards):
        card = kinds[kind]
        letters = "".join(_LETTERS[Citizen.called(star)] for star in card.stars)
        start = f"    {label if number == 0 else '':<{_LABEL}}{f'{copies} {card.name}':<{width}} "
        lines += beside(f"{start}{letters:<{stars}} {use_text(card):<13}", kind_text(card), 4 + _LABEL)
    return lines


def _piles(setup: Setup, state: Any, seat: int, knower: int | None) -> list[str]:
    """Tell what lies in a seat's piles, or of another one's hand and deck what is known of both together."""
    zones, amounts = state.zones[seat], state.amounts[seat]
    deck = int(amounts[Zone.DECK])
    if knower is None:
        pile = state.piles[seat, : int(state.sizes[seat])]
        names = ", ".join(setup.options.cards.card[int(kind)].name for kind in pile[::-1])
        lines = _pile("deck", deck, f"from the top {names}" if names else "")
    elif knower == seat or (facts.is_open(state, seat, knower) and setup.options.decks == "preconstructed"):
        lines = _pile("deck", deck, listed(setup, facts.counted(zones[Zone.DECK])))
    else:
        lines = _guess(setup, state, seat, knower)
    return [*lines, *_pile("discard", int(amounts[Zone.DISCARD]), listed(setup, facts.counted(zones[Zone.DISCARD])))]


def _guess(setup: Setup, state: Any, seat: int, knower: int) -> list[str]:
    """Tell what is known of another one's hand and deck."""
    both = facts.known_cards(setup, state, seat, knower)
    hand, deck = int(state.amounts[seat, Zone.HAND]), int(state.amounts[seat, Zone.DECK])
    rest = hand + deck - sum(copies for _, copies in both)
    told = listed(setup, both) + (f" and {many(rest, 'unknown card')}" if rest else "")
    if facts.is_open(state, seat, knower):
        return _pile("deck", deck, f"hand and deck together {told}")
    sure = facts.known_hand(state, seat, knower)
    surely = f"; surely in hand {listed(setup, sure)}" if sure else ""
    return _pile("hand", hand, f"and deck {deck}, together {told}{surely}")


def _pile(name: str, amount: int, content: str) -> list[str]:
    return indented(f"    {f'{name} {amount}':<{_LABEL}}{content}".rstrip(), 4 + _LABEL)


def listed(setup: Setup, cards: Iterable[tuple[int, int]]) -> str:
    """Return cards with their numbers as a list in words."""
    return ", ".join(f"{copies}{_GLUE}{setup.options.cards.card[kind].name}" for kind, copies in cards)


# Before the game


def _preparing(setup: Setup, state: Any, knower: int | None) -> list[str]:
    """Tell the factions to choose from, or the packs of the draft."""
    if state.ask == Ask.FACTION:
        lines = []
        for faction in setup.options.cards.faction:
            parts = [power_text(faction.power)] if setup.options.leaders else []
            if setup.options.decks == "preconstructed":
                parts.append(
                    "Deck: " + ", ".join(f"{copies}{_GLUE}{name}" for name, copies in faction.deck.items()) + "."
                )
            lines += indented(f"  {faction.name}" + (f": {' '.join(parts)}" if parts else ""), 6)
        return [*lines, ""]
    lines = indented(
        f"The draft, pick {int(state.passes) + 1} of {DRAFT_CARDS}: keep one card of the pack, pass the rest left.", 2
    )
    for seat in facts.places(setup, views.nearest(knower)):
        if knower in (None, seat):
            lines += _pack(setup, state, seat)
    return [*lines, ""]


def _pack(setup: Setup, state: Any, seat: int) -> list[str]:
    """Tell the pack in front of a seat, and what it has passed on."""
    size, passes = int(state.pack_size[seat]), int(state.passes)
    title = f"  The pack in front of {seat_name(seat)}"
    if passes:
        title += f", from {seat_name(seat_after(setup.num_seats, seat, -1))}"
    if size < DRAFT_CARDS - passes:
        title += f"; it has kept a card, the rest goes to {seat_name(seat_after(setup.num_seats, seat, 1))}"
    left = facts.counted(state.passed[seat])
    number = sum(copies for _, copies in left)
    return [
        *indented(f"{title}.", 4),
        *_cards(setup, facts.pack(state, seat), f"pack {size}"),
        *(_pile("passed on", number, listed(setup, left)) if left else []),
    ]


def _deck_so_far(setup: Setup, state: Any, seat: int, knower: int | None) -> list[str]:
    """Tell a deck that is being built; of another one's just how many cards it has."""
    amount = int(state.amounts[seat, Zone.DECK])
    if not amount:
        return []
    return _pile(
        "deck", amount, listed(setup, facts.counted(state.zones[seat, Zone.DECK])) if knower in (None, seat) else ""
    )


# The end


def _foot(setup: Setup, state: Any, seat: int | None) -> list[str]:
    """Tell what is being asked, or how the game ended."""
    if state.over != RUNNING:
        return indented(facts.result(setup, state), 2)
    text = foot_text(setup, state, seat)
    return indented(f"{text[0].upper()}{text[1:]}." if seat not in (None, int(state.seat)) else text, 2)
