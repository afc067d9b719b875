"""Kuhn poker, or Ballot, with one mistake at a time, for trying out the conformance suite.

Run as a script with ``NUMBA_DISABLE_JIT=1`` it checks every mutant and prints its name and the error, as JSON.
"""

from __future__ import annotations

import datetime
import itertools
import json
import sys
import types
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import numpy as np
from games import ballot, treasure
from games import kuhn_poker as kuhn
from pydantic import Field

from cogitable.envs.table import Game, Layout, Part
from cogitable.envs.table.actions import Actions, Block
from cogitable.envs.table.conformance import check_game
from cogitable.envs.table.events import tell
from cogitable.envs.table.random import below, shuffle
from cogitable.envs.table.records import int8
from cogitable.envs.table.sets import has
from cogitable.envs.table.views import PUBLIC

_calls = itertools.count()


def mutant(name: str, rules: dict[str, Callable | None] | None = None, **changes: Any) -> Game:
    """Return Kuhn poker, or the game ``of``, with some of its rules (None: left out) or other fields replaced.

    Its STATE has a field more, as every game has a STATE of its own: ``field``.
    """
    of, field = changes.pop("of", kuhn.GAME), changes.pop("field", int8(free=True))
    original = {f.name: getattr(of, f.name) for f in fields(Game) if f.init}
    record = types.new_class("State", (of.record,), exec_body=lambda body: body.update({f"mutant_{name}": field}))
    module = types.ModuleType(f"mutant_{name}")
    module.GAME = Game(  # type: ignore[attr-defined]
        **{
            **original,
            "name": name,
            "module": module.__name__,
            "state_dtype": record.dtype(),
            "rules": {rule: body for rule, body in {**of.rules, **(rules or {})}.items() if body},
            **changes,
        }
    )
    sys.modules[module.__name__] = module
    return module.GAME  # type: ignore[attr-defined]


def observe_leaks(setup, state, seat, out):
    kuhn.observe(setup, state, seat, out)
    out[0] = state.kuhn_deck[(seat + 1) % setup.seats] / 8


def observe_nan(setup, state, seat, out):
    kuhn.observe(setup, state, seat, out)
    out[0] = np.nan


def observe_writes(setup, state, seat, out):
    kuhn.observe(setup, state, seat, out)
    state.stake[seat] += 1


def observe_outside(setup, state, seat, out):
    out[out.size] = 1


def mask_leaks(setup, state, mask):
    mask[0] = 1
    mask[1] = state.kuhn_deck[1 - state.seat] != 0


def mask_empty(setup, state, mask):
    mask[0] = mask[1] = state.bettor < 0


def mask_two(setup, state, mask):
    mask[0] = mask[1] = 2


def apply_to_nobody(setup, state, action):
    kuhn.apply(setup, state, action)
    state.seat = setup.seats


def apply_to_the_gone(setup, state, action):
    kuhn.apply(setup, state, action)
    state.gone |= 1 << state.seat


def apply_loses_a_card(setup, state, action):
    kuhn.apply(setup, state, action)
    if action == 1:
        state.kuhn_deck[0] = state.kuhn_deck[1]


def apply_turns_back(setup, state, action):
    kuhn.apply(setup, state, action)
    state.decisions = 0


def returns_too_much(setup, state, out):
    kuhn.returns(setup, state, out)
    if state.taker >= 0:
        out[state.taker] += 1


def returns_leak(setup, state, out):
    out[0] = state.kuhn_deck[0] / 8
    out[1] = -out[0]


def returns_for_nobody(setup, state, out):
    kuhn.returns(setup, state, out)
    out[setup.seats] = state.taker >= 0


def returns_infinitely_much(setup, state, out):
    kuhn.returns(setup, state, out)
    if state.taker >= 0:
        out[:2] *= np.inf


def apply_remembers(setup, state, action):
    kuhn.apply(setup, state, action)
    for _ in range(next(_calls) % 3):
        below(state.rng, 2)


def build_remembers(options, setup):
    treasure.build(options, setup)
    setup.lives += next(_calls) % 3  # which is another one whenever the options are the same again


def deal_from_elsewhere(setup, state):
    for _ in range(next(_calls) % 3):
        kuhn.shuffle(state.rng, state.kuhn_deck, 0, 2)
    kuhn.deal(setup, state)


def redraw_nothing(setup, state, seat):
    pass


def redraw_at_times(setup, state, seat):
    if below(state.rng, 4) == 0:
        kuhn.determinize(setup, state, seat)


def redraw_own_card(setup, state, seat):
    kuhn.shuffle(state.rng, state.kuhn_deck, 0, setup.seats + 1)


def redraw_stakes(setup, state, seat):
    kuhn.determinize(setup, state, seat)
    state.stake[1 - seat] += 1


def redraw_seat(setup, state, seat):
    kuhn.determinize(setup, state, seat)
    state.seat = seat


def redraw_from_elsewhere(setup, state, seat):
    for _ in range(next(_calls) % 2 + 1):
        kuhn.determinize(setup, state, seat)


def reveal_nothing(setup, state, out):
    pass


def text_leaks(setup, state, seat):
    return kuhn.render_text(setup, state, None)


def text_writes(setup, state, seat):
    state.stake[0] += 1
    return kuhn.render_text(setup, state, seat)


def description_leaks(setup, state, action, seat):
    return f"{action} against {state.kuhn_deck[1 - state.seat]}"


def appearance_by_card(setup, state, action, seat):
    return action if seat == state.seat else action + 2 * state.kuhn_deck[state.seat]


def appearance_of_nothing(setup, state, action, seat):
    return action if seat == state.seat else 0


def appearance_of_own(setup, state, action, seat):
    return 0 if seat == state.seat else action


def appearance_too_large(setup, state, action, seat):
    return action << 40


def appearance_writes(setup, state, action, seat):
    state.stake[seat] += 1
    return action


def look_shows_votes(setup, state, action, seat):
    if action == ballot.Act.LOOK and seat == 0:
        return 10 + state.ballot_vote[1]
    return ballot.appearance(setup, state, action, seat)


def votes_told(setup, state, action, seat):
    return ballot.ACTIONS.names[action]


def dig_silently(setup, state, action):
    telling, state.telling = state.telling, 0
    treasure.apply(setup, state, action)
    state.telling = telling


def observe_next_card(setup, state, seat, out):
    treasure.observe(setup, state, seat, out)
    if state.left:
        out[state.treasure_mine[state.left - 1]] = 1


def redraw_all_but_next_card(setup, state, seat):
    shuffle(state.rng, state.treasure_mine, 0, state.left - 1)


def returns_to_the_gone(setup, state, out):
    treasure.returns(setup, state, out)
    if state.over:
        for seat in range(setup.seats):
            out[seat] += 5 * has(state.gone, seat)


def apply_brings_back(setup, state, action):
    for seat in range(setup.seats):
        state.lives[seat] = max(state.lives[seat], 1)
    state.gone = 0
    treasure.apply(setup, state, action)


def raises(setup, *rest, **named):
    raise RuntimeError("not made")


def deal_before_all(setup, state):
    kuhn.deal(setup, state)
    tell(state, kuhn.DEALT, 0, state.kuhn_deck[0], seen=1)


def sentence_of_what_is_seen(setup, event, seat):
    return f"the card {event.thing}" if event.thing >= 0 else raises(setup)


def tells_too_much(setup, state):
    kuhn.deal(setup, state)
    for _ in range(state.events.size + 1):
        tell(state, kuhn.TAKES, 0, amount=1)


def asks_leaks(setup, state, seat):
    return f"an answer to {state.kuhn_deck[1 - state.seat]}"


def asks_raises_at_times(setup, state, seat):
    return "an answer" if seat is not None else raises(setup)


def together_leaks(setup, state):
    return "check", (int(state.kuhn_deck[1 - state.seat] > 0),)


def together_of_two_seats(setup, state):
    return "pass twice", (0, 0)


def picture_of_seats_alone(setup, state, seat):
    return raises(setup) if seat is None else np.zeros((4, 4, 3), np.uint8)


def picture_of_games_that_run(setup, state, seat):
    return raises(setup) if state.over else np.zeros((4, 4, 3), np.uint8)


def reveal_without_votes(setup, state, out):
    ballot.write_public(setup, state, 0, out, 2 * ballot.MAX_SEATS)


class BallotOfFour(ballot.BallotOptions):
    num_players: int = Field(4, ge=2, le=4)
    look: bool = True


class OneLife(treasure.TreasureOptions):
    lives: int = Field(1, ge=1, le=9)


class ChosenOnce(kuhn.KuhnOptions):
    day: datetime.date = Field(datetime.date(2000, 1, 1), strict=True)  # what it is written as is refused


class SixSeats(kuhn.KuhnOptions):
    num_players: int = Field(2, ge=2, le=6)


def layout_with_labels(options):
    first, *rest = kuhn.layout(options).parts
    return Layout(Part(first.name, first.shape, first.text, ("one", "two")), *rest)


def layout_without_bounds(options):
    return Layout(*(Part(part.name, part.shape, part.text) for part in kuhn.layout(options).parts))


def full_layout_without_bounds(options):
    return Layout(*(Part(part.name, part.shape, part.text) for part in kuhn.full_layout(options).parts))


def layout_of_seats(options):
    return Layout(*kuhn.layout(options).parts, Part("spare", (options.num_players,), "nothing"))


def picture(setup, state, seat):
    return np.full((4, 4, 3), state.kuhn_deck[0], np.uint8)


def public_text_leaks(setup, state, seat):
    return kuhn.render_text(setup, state, None if seat == PUBLIC else seat)


def public_picture_leaks(setup, state, seat):
    return np.full((4, 4, 3), state.kuhn_deck[0] if seat == PUBLIC else 0, np.uint8)


MUTANTS: dict[str, tuple[dict[str, Callable | None], dict[str, Any], str | tuple[str, str]]] = {
    "observe_leaks": ({"observe": observe_leaks}, {}, ("hidden stays hidden", "sees two things in card")),
    "observe_nan": ({"observe": observe_nan}, {}, "observations are finite"),
    "observe_writes": ({"observe": observe_writes}, {}, "looking again shows the same"),
    "observe_outside": ({"observe": observe_outside}, {}, "index 25 is out of bounds"),
    "mask_leaks": ({"legal_actions": mask_leaks}, {}, ("hidden stays hidden", "has two masks: bet")),
    "mask_empty": ({"legal_actions": mask_empty}, {}, "a legal action"),
    "mask_two": ({"legal_actions": mask_two}, {}, "masks are 0 or 1"),
    "apply_to_nobody": ({"apply": apply_to_nobody}, {}, "a seat to move"),
    "apply_to_the_gone": ({"apply": apply_to_the_gone}, {}, "who is gone does not move"),
    "apply_loses_a_card": ({"apply": apply_loses_a_card}, {}, "game.check"),
    "apply_turns_back": ({"apply": apply_turns_back}, {}, "decisions count"),
    "returns_too_much": ({"returns": returns_too_much}, {}, "zero-sum"),
    "returns_of_a_team": ({}, {"rewards": "cooperative"}, "cooperative"),
    "returns_unshared": ({}, {"teams": lambda options: [0] * options.num_players}, "teams share"),
    "returns_leak": ({"returns": returns_leak}, {}, ("hidden stays hidden", "has two returns")),
    "deal_from_elsewhere": ({"deal": deal_from_elsewhere}, {}, ("one seed, one game", "after 0 decisions differ")),
    "redraw_nothing": ({"determinize": redraw_nothing}, {}, ("hidden stays hidden", "changed nothing in")),
    "redraw_at_times": (
        {"determinize": redraw_at_times},
        {},
        ("hidden stays hidden", "redraws cards by what they truly are"),
    ),
    "redraw_own_card": ({"determinize": redraw_own_card}, {}, ("hidden stays hidden", "sees two things in card")),
    "redraw_stakes": ({"determinize": redraw_stakes}, {}, ("hidden stays hidden", "sees two things in stake")),
    "redraw_seat": ({"determinize": redraw_seat}, {}, ("hidden stays hidden", "changes seat from 0 to 1")),
    "redraw_from_elsewhere": (
        {"determinize": redraw_from_elsewhere},
        {},
        ("hidden stays hidden", "two results from one generator"),
    ),
    "returns_for_nobody": ({"returns": returns_for_nobody}, {}, "no rewards for empty seats"),
    "returns_infinitely_much": ({"returns": returns_infinitely_much}, {}, "rewards are finite"),
    "apply_remembers": ({"apply": apply_remembers}, {}, ("one seed, one game", "states.rng after")),
    "build_remembers": ({}, {"of": treasure.GAME, "build": build_remembers}, ("setups pickle", "another SETUP record")),
    "options_once": ({}, {"options": ChosenOnce}, ("setups pickle", "OptionError")),
    "field_without_bounds": ({}, {"field": int8()}, ("fields state their bounds", "mutant_field_without_bounds")),
    "reveal_nothing": ({"reveal": reveal_nothing}, {}, "state() tells all of a position"),
    "appearance_by_card": (
        {"appearance": appearance_by_card},
        {},
        ("appearance", "cannot tell one 'pass' from another"),
    ),
    "appearance_of_nothing": (
        {"appearance": appearance_of_nothing},
        {},
        ("appearance", "is told 'pass' or 'bet', and both have 0"),
    ),
    "appearance_of_own": ({"appearance": appearance_of_own}, {}, ("appearance", "the acting seat's own")),
    "appearance_too_large": ({"appearance": appearance_too_large}, {}, ("appearance", "does not fit into 32 bits")),
    "appearance_writes": ({"appearance": appearance_writes}, {}, ("looking changes nothing", "appearance has changed")),
    "appearance_left_out": ({"appearance": None}, {"of": ballot.GAME}, "appearance"),
    "look_shows_votes": ({"appearance": look_shows_votes}, {"of": ballot.GAME, "options": BallotOfFour}, "appearance"),
    "votes_told": ({}, {"of": ballot.GAME, "describe_action": votes_told}, "appearance"),
    "text_leaks": ({}, {"render_text": text_leaks}, ("hidden stays hidden", "reads two texts")),
    "text_writes": ({}, {"render_text": text_writes}, ("looking changes nothing", "a text view has changed")),
    "description_leaks": ({}, {"describe_action": description_leaks}, ("hidden stays hidden", "for action 0")),
    "public_text_leaks": (
        {},
        {"render_text": public_text_leaks, "public_views": True},
        "public views show what every seat knows",
    ),
    "public_picture_leaks": (
        {},
        {"render_picture": public_picture_leaks, "public_views": True},
        "public views show what every seat knows",
    ),
    "picture_leaks": ({}, {"render_picture": picture}, ("hidden stays hidden", "picture shows hidden parts")),
    "dig_silently": ({"apply": dig_silently}, {"of": treasure.GAME}, "the log is the information state"),
    "next_card_known": (
        {"observe": observe_next_card, "determinize": redraw_all_but_next_card},
        {"of": treasure.GAME, "render_text": lambda setup, state, seat: "a mine"},
        "the log is the information state",
    ),
    "reveal_without_votes": (
        {"reveal": reveal_without_votes},
        {"of": ballot.GAME, "options": BallotOfFour},
        "state() tells all of a position",
    ),
    "returns_to_the_gone": (
        {"returns": returns_to_the_gone},
        {"of": treasure.GAME, "options": OneLife},
        "returns of who is gone are final",
    ),
    "apply_brings_back": (
        {"apply": apply_brings_back},
        {"of": treasure.GAME, "options": OneLife},
        "who is gone stays gone",
    ),
    "events_without_sentences": ({}, {"of": treasure.GAME, "events": None}, "events have sentences"),
    "events_of_another_kind": (
        {},
        {"of": treasure.GAME, "events": {treasure.Event.PEEKS: treasure.tell_of_card}},
        ("events have sentences", "has none for kind 0"),
    ),
    "sentence_raises": (
        {},
        {"events": {**kuhn.GAME.events, kuhn.TAKES: raises}},
        ("events have sentences", "raises RuntimeError"),
    ),
    "sentence_of_what_is_seen": (
        {"deal": deal_before_all},
        {"events": {**kuhn.GAME.events, kuhn.DEALT: sentence_of_what_is_seen}},
        "events have sentences",
    ),
    "sentence_is_empty": ({}, {"events": {**kuhn.GAME.events, kuhn.TAKES: ""}}, ("events have sentences", "gives ''")),
    "tells_too_much": ({"deal": tells_too_much}, {}, "events have room"),
    "asks_leaks": ({}, {"asks": asks_leaks}, ("hidden stays hidden", "is asked 'an answer to")),
    "asks_raises": ({}, {"asks": raises}, ("text", "asks for seat")),
    "asks_raises_at_times": ({}, {"asks": asks_raises_at_times}, "text"),
    "together_leaks": ({}, {"together": together_leaks}, ("hidden stays hidden", "at one stroke")),
    "together_raises": ({}, {"together": raises}, ("together", "raises RuntimeError")),
    "together_of_two_seats": ({}, {"together": together_of_two_seats}, ("together", "is not legal when it is taken")),
    "text_raises": ({}, {"render_text": raises}, ("text", "render_text for seat")),
    "description_raises": ({}, {"describe_action": raises}, ("text", "describe_action of action 0")),
    "picture_raises": ({}, {"render_picture": raises}, ("pictures are RGB", "raises RuntimeError")),
    "picture_is_none": ({}, {"render_picture": lambda setup, state, seat: [[0]]}, ("pictures are RGB", "gives list")),
    "picture_of_seats_alone": ({}, {"render_picture": picture_of_seats_alone}, "pictures are RGB"),
    "picture_of_games_that_run": ({}, {"render_picture": picture_of_games_that_run}, "pictures are RGB"),
    "names_twice": (
        {},
        {"actions": lambda options: Actions([Block("bet", say="bet"), Block("bet", say="bet", start=1)])},
        "action names",
    ),
    "labels": ({}, {"layout": layout_with_labels}, "layout"),
    "bounds": ({}, {"layout": layout_without_bounds}, "parts state their bounds"),
    "full_bounds": ({}, {"full_layout": full_layout_without_bounds}, "parts state their bounds"),
    "layout_of_seats": ({}, {"layout": layout_of_seats}, "the same sizes for any number of seats"),
    "too_many_seats": ({}, {"options": SixSeats}, "max_seats"),
    "module": ({}, {"module": "games.kuhn_poker"}, "module"),
}
"""Name of a mutant to the rules it changes, the other fields it changes, and which rule its error names.

Where several checks demand one rule, the error is to say something that one of them says.
"""


def main() -> None:
    """Check every mutant."""
    found = {}
    for name, (rules, changes, _) in MUTANTS.items():
        game = mutant(name, rules, **changes)
        try:
            check_game(game, seeds=[1], decisions=40, hidden=True, uncompiled=0)
        except Exception as error:
            found[name] = f"{type(error).__name__}: {error}"
        else:
            found[name] = "nothing found"
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
