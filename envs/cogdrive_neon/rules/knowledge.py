"""Moving cards so that it stays exact what each seat knows, and redrawing what a seat cannot know.

For each seat: ``seen`` holds the cards it has ever laid eyes on, ``located`` those of which it knows just where they
are (zone, and place in a pile). Every move shows its card to both seats but for two: drawing from one's own deck or
from the Hangar deck. So what a seat does not know is:

* *unseen starters* - Power 1 cards it never saw - lie in either deck or in the rival's hand;
* *unseen others* lie in the Hangar deck or, drawn unseen, in the rival's hand;
* *its own deck's* order since the last shuffle;
* of the rival's cards that went into a shuffle, which are in the deck and which have been drawn; :mod:`.draws` keeps
  what can be told of the time of each draw.

All histories of chance that agree with the log are equally likely; the rival's choices say nothing of what it holds.
"""

from __future__ import annotations

import numpy as np

from ...table.compilation.compile import compiled
from ...table.events import EVERYBODY, SILENT, tell
from ...table.piles import bit, draw_top, has, push_bottom, push_top, wipe
from ...table.random import shuffle
from ...table.records import Int
from ...table.sets import one, pick
from .draws import count_draw, count_shown, drawn_at, drawn_from, hidden_draws, open_layer, pick_tally
from .state import CARDS, Event, Pile, Prepared, State

_PILES = len(Pile)


@compiled
def show(state: State, card: Int) -> None:
    """Both seats see the card, which lies where it was so far, and where it goes."""
    for seat in range(2):
        if has(state.hand[1 - seat] & ~state.located[seat], card):
            count_shown(state, 1 - seat, card)
        state.seen[seat] |= bit(card)
        state.located[seat] |= bit(card)


@compiled
def draw_from_deck(state: State, seat: Int) -> Int:
    """A seat draws the top card of its deck, unseen by the other. Returns the card, -1 if the deck is empty."""
    card = draw_top(state.piles, state.sizes, seat)
    if card >= 0:
        if not has(state.located[1 - seat], card):
            count_draw(state, seat)
        _take_secretly(state, seat, card)
        tell_draw(state, Event.DRAWS, seat, card)
    return card


@compiled
def draw_from_hangar_deck(state: State, seat: Int) -> Int:
    """A seat draws the top card of the Hangar deck, unseen by the other. Returns the card, -1 if there is none."""
    card = next_hangar_card(state)
    if card >= 0:
        _take_secretly(state, seat, card)
        tell_draw(state, Event.DRAWS_FROM_HANGAR, seat, card)
    return card


@compiled
def tell_draw(state: State, kind: Int, seat: Int, card: Int) -> None:
    """Tell of a draw: which card it is, to those who know."""
    if state.telling != SILENT:
        known = has(state.located[1 - seat], card)
        tell(state, kind, seat, card, seen=EVERYBODY if known else one(seat))


@compiled
def _take_secretly(state: State, seat: Int, card: Int) -> None:
    state.hand[seat] |= bit(card)
    state.seen[seat] |= bit(card)
    state.located[seat] |= bit(card)


@compiled
def next_hangar_card(state: State) -> Int:
    """Take the top card of the Hangar deck; the Wreckage card is set aside when it appears. -1 if none is left."""
    if state.above == 0 and state.wreckage == 0:
        state.wreckage = 1
        tell(state, Event.WRECKAGE, state.player)
        state.above = state.sizes[Pile.HANGAR]
    if state.above > 0:
        state.above -= 1
    return draw_top(state.piles, state.sizes, Pile.HANGAR)


@compiled
def wreck(state: State, card: Int) -> None:
    """Put a card, for all to see, on the bottom of the Hangar deck: below the Wreckage card while that is there."""
    show(state, card)
    push_bottom(state.piles, state.sizes, Pile.HANGAR, card)
    if state.wreckage == 1:
        state.above += 1


@compiled
def shuffle_deck(state: State, seat: Int) -> None:
    """Shuffle a seat's deck and discard together."""
    rival = 1 - seat
    layer = open_layer(state, seat)
    for card in range(CARDS):
        if has(state.discard[seat], card):
            push_top(state.piles, state.sizes, seat, card)
    state.discard[seat] = np.uint64(0)
    for i in range(state.sizes[seat]):
        card = state.piles[seat, i]
        if has(state.located[rival], card):
            state.entered[card] = layer
            state.located[rival] &= ~bit(card)
        state.located[seat] &= ~bit(card)
    shuffle(state.rng, state.piles[seat], 0, state.sizes[seat])


@compiled
def look_at_hangar_deck(state: State, seat: Int, count: Int) -> Int:
    """A seat looks at the top cards of the Hangar deck, as far as the Wreckage card; return how many it sees."""
    top, sees = state.sizes[Pile.HANGAR], min(count, state.above)
    for i in range(sees):
        card = state.piles[Pile.HANGAR, top - 1 - i]
        state.seen[seat] |= bit(card)
        state.located[seat] |= bit(card)
        tell(state, Event.LOOKS, seat, card, seen=one(seat))
    return sees


@compiled
def determinize(setup: Prepared, state: State, seat: Int) -> None:
    """Redraw all that ``seat`` cannot know, uniformly among what agrees with all that it does know."""
    rival = 1 - seat
    unseen = ~state.seen[seat]
    exchange_unseen(state, seat, unseen & setup.starters)
    exchange_unseen(state, seat, unseen & ~setup.starters)
    redraw_rival(state, seat, rival)
    shuffle_unlocated(state, seat, state.located[seat])
    for pile in range(_PILES):
        wipe(state.piles[pile], np.int64(state.sizes[pile]))


@compiled(allocates=True)
def exchange_unseen(state: State, seat: Int, group: Int) -> None:
    """Exchange the cards of a set at random among the places that they take, the rival's knowledge with them."""
    rival = 1 - seat
    cards = np.empty(CARDS, np.int8)
    total = 0
    for card in range(CARDS):
        if has(group, card):
            cards[total] = card
            total += 1
    if total < 2:
        return
    becomes = np.empty(CARDS, np.int8)
    for card in range(CARDS):
        becomes[card] = card
    mixed = cards.copy()
    shuffle(state.rng, mixed, 0, total)
    for i in range(total):
        becomes[cards[i]] = mixed[i]
    for pile in range(_PILES):
        for i in range(state.sizes[pile]):
            state.piles[pile, i] = becomes[state.piles[pile, i]]
    state.hand[rival] = renamed(state.hand[rival], group, cards, mixed, total)
    state.seen[rival] = renamed(state.seen[rival], group, cards, mixed, total)
    state.located[rival] = renamed(state.located[rival], group, cards, mixed, total)


@compiled
def renamed(members: Int, group: Int, cards: Int, mixed: Int, total: Int) -> Int:
    """Return a set in which each card ``cards[i]`` has become ``mixed[i]``."""
    result = members & ~group
    for i in range(total):
        if has(members, cards[i]):
            result |= bit(mixed[i])
    return result


@compiled
def redraw_rival(state: State, seat: Int, rival: Int) -> None:
    """Redraw which of the cards that went through the rival's deck are in its hand, and the order of its deck."""
    hidden = hidden_draws(state, rival)
    if hidden != np.uint64(0):
        pool = drawn_from(state, rival)
        tally = pick_tally(state, rival, pool)
        state.hand[rival] &= ~hidden
        rest = pool
        for layer in range(state.layers[rival] + 1):  # the older a draw, the fewer the candidates
            for _ in range(drawn_at(tally, layer)):
                card = candidate(state, rest, layer)
                rest &= ~bit(card)
                state.hand[rival] |= bit(card)
        refill_unlocated(state, seat, rival, rest)
        in_hand = pool & ~rest
        state.seen[rival] = (state.seen[rival] & ~pool) | in_hand | (rest & state.seen[seat])
        state.located[rival] = (state.located[rival] & ~pool) | in_hand
    shuffle_unlocated(state, rival, state.located[seat])


@compiled
def candidate(state: State, cards: Int, layer: Int) -> Int:
    """Return a uniformly random card of the set that may have been drawn at a time."""
    allowed = np.uint64(0)
    for card in range(CARDS):
        if has(cards, card) and state.entered[card] <= layer:
            allowed |= bit(card)
    return pick(state.rng, allowed)


@compiled
def refill_unlocated(state: State, seat: Int, pile: Int, cards: Int) -> None:
    """Put the cards of a set on the places of a pile whose cards ``seat`` does not know."""
    card = 0
    for i in range(state.sizes[pile]):
        if not has(state.located[seat], state.piles[pile, i]):
            while not has(cards, card):
                card += 1
            state.piles[pile, i] = card
            card += 1


@compiled(allocates=True)
def shuffle_unlocated(state: State, pile: Int, located: Int) -> None:
    """Shuffle the cards of a pile that are not in ``located`` among their places."""
    places = np.empty(CARDS, np.int8)
    cards = np.empty(CARDS, np.int8)
    total = 0
    for i in range(state.sizes[pile]):
        if not has(located, state.piles[pile, i]):
            places[total] = i
            cards[total] = state.piles[pile, i]
            total += 1
    shuffle(state.rng, cards, 0, total)
    for i in range(total):
        state.piles[pile, places[i]] = cards[i]
