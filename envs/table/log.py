"""What each seat of a table has perceived since the deal: its log, which is its information state.

A log holds what came of the deal, every decision as it appeared to the seat, and all that the rules told it
(:mod:`.events`). Nothing else may reach a seat: observations, masks and texts follow from the log, which conformance
demands of every game. OpenSpiel calls the text of it the *information state string*.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from .errors import ReplayError
from .events import OVERFULL, TELLING, UNKNOWN, Telling, perceived, sentence
from .game import Setup
from .rerun import Rerun
from .seats import seat_name
from .views import PUBLIC

_MORE = "(More has happened than there was room to tell.)"
_CUT_OFF = "The game is cut off after {} decisions."


class Entry(NamedTuple):
    """One decision and what came of it; the deal, and a gap, have no seat and no action.

    Attributes:
        seat: Who decided; -1 for the deal.
        action: Number of the action; -1 for the deal.
        words: The action as each seat perceives it (empty: not at all), and at last all of it.
        events: What the rules told, in order, records of ``state.events``.
        choices: How many actions were legal; 0 where that is not known.
        more: Whether the rules told more than a state has room for; what came last is missing then.
        limit: With how many decisions the game was cut off here; 0 where it was not.
    """

    seat: int
    action: int
    words: tuple[str, ...]
    events: np.ndarray
    choices: int = 0
    more: bool = False
    limit: int = 0


class Log:
    """The logs of all seats of one game, which is played again at a table of its own.

    Attributes:
        setup: The game with its options.
        table: Where the game is played again.
        entries: The deal, and every decision followed so far.
    """

    def __init__(self, setup: Setup, generator: Sequence[int]) -> None:
        """Deal.

        Args:
            setup: The game with its options.
            generator: The four words of the table's generator at the deal, ``env.generator``.

        Raises:
            ReplayError: ``generator`` is not four words of 32 bits.
        """
        self.setup, self.table = setup, Rerun(setup, generator, telling=TELLING)
        self.entries = [self._entry(-1, -1, ("",) * (setup.num_seats + 1))]

    @classmethod
    def standing(cls, setup: Setup, states: np.ndarray, taken: int, why: str, whole: str = "") -> Log:
        """Return a log that begins at a position whose past cannot be followed.

        Args:
            setup: The game with its options.
            states: An array of one STATE record.
            taken: Number of decisions before.
            why: What the log says to seats in place of them.
            whole: What it says to who perceives everything; the same by default.
        """
        log, seats = cls.__new__(cls), setup.num_seats + 1
        log.setup, log.table = setup, Rerun.standing(setup, states, taken, telling=TELLING)
        gap = log._entry(-1, -1, ("",) * seats)
        log.entries = [*[gap._replace(limit=0)] * taken, gap._replace(words=(*(why,) * setup.num_seats, whole or why))]
        return log

    def follow(self, actions: Sequence[int]) -> Log:
        """Go on with those of a game's actions that have not been followed yet, and return the log itself.

        Raises:
            ReplayError: An action is not legal, so the game was not played by these rules; it names the decision.
        """
        for action in actions[len(self.entries) - 1 :]:
            self.take(int(action))
        return self

    def take(self, action: int) -> None:
        """Follow one more action. Raises ReplayError if it is not legal."""
        setup, states, seat = self.setup, self.table.states, self.table.seat
        self.table.expect(seat, action)
        choices = int(np.count_nonzero(self.table.mask))
        words = tuple(setup.describe(states, action, seat=viewer) for viewer in (*range(setup.num_seats), None))
        self.table.take(action)
        self.entries.append(self._entry(seat, action, words, choices))

    def _entry(self, seat: int, action: int, words: tuple[str, ...], choices: int = 0) -> Entry:
        """Return the entry of what has just been decided, with what the rules have told of it."""
        states = self.table.states
        more = bool(states["telling"][0] == OVERFULL)  # conformance demands room; a game goes on without
        states["telling"] = TELLING
        limit = int(states["decisions"][0]) if self.table.end == "truncated" else 0
        return Entry(seat, action, words, states["events"][0, : states["told"][0]].copy(), choices, more, limit)

    def events(self, seat: int | None, first: int = 0) -> list[Telling]:
        """Return what was told to a seat from entry ``first`` on; None and ``PUBLIC`` as in :meth:`lines`."""
        return [event for entry in self.entries[first:] for event in self._perceived(entry, seat)]

    def lines(self, seat: int | None, first: int = 0) -> list[str]:
        """Return what a seat has perceived from entry ``first`` on, in words.

        None perceives everything. :data:`.views.PUBLIC` perceives the decisions and the events that every seat has, if
        in the same words; what two seats were told each for itself is not public, even if it sounds alike.
        """
        return [line for entry in self.entries[first:] for line in self._lines(entry, seat)]

    def at(self, number: int, seat: int | None) -> list[str]:
        """Return what a seat has perceived of one entry, in words; None and ``PUBLIC`` as in :meth:`lines`."""
        return self._lines(self.entries[number], seat)

    def happened(self, seat: int | None) -> list[str]:
        """Return what came of the last decision, in words; None and ``PUBLIC`` as in :meth:`lines`."""
        return self._sentences(self.entries[-1], seat)

    def told(self, number: int, seat: int | None) -> list[str]:
        """Return what came of one entry, in words; None and ``PUBLIC`` as in :meth:`lines`."""
        return self._sentences(self.entries[number], seat)

    def recent(self, seat: int) -> list[str]:
        """Return what has happened since a seat's last decision, what came of it included, in words."""
        own = next((n for n in range(len(self.entries) - 1, -1, -1) if self.entries[n].seat == seat), -1)
        if own < 0:
            return self.lines(seat)
        return [*self._sentences(self.entries[own], seat), *self.lines(seat, own + 1)]

    def before(self, seat: int, choices: int = 1) -> int | None:
        """Return how many decisions came before a seat's last one, None where it has none: what taking it back leaves.

        Args:
            seat: Whose decision.
            choices: Decisions between fewer actions do not count; with 2, those without a choice.
        """
        own = [n for n, entry in enumerate(self.entries) if entry.seat == seat and entry.choices >= choices]
        return own[-1] - 1 if own else None

    def text(self, seat: int) -> str:
        """Return a seat's whole log: its information state in words."""
        return "\n".join(self.lines(seat))

    def digest(self, seat: int) -> str:
        """Return 16 hexadecimal digits that stand for a seat's information state."""
        return hashlib.blake2b(self.text(seat).encode(), digest_size=8).hexdigest()

    def _lines(self, entry: Entry, seat: int | None) -> list[str]:
        if seat == PUBLIC:
            words = entry.words[0] if len(set(entry.words[:-1])) == 1 else ""
        else:
            words = entry.words[-1 if seat is None else seat]
        deed = [words if entry.seat < 0 else f"{seat_name(entry.seat)}: {words}"] if words else []
        return deed + self._sentences(entry, seat)

    def _perceived(self, entry: Entry, seat: int | None) -> list[Telling]:
        if seat != PUBLIC:
            return perceived(entry.events, seat)
        return [shared(views) for views in self._by_event(entry) if all(views)]

    def _sentences(self, entry: Entry, seat: int | None) -> list[str]:
        if seat == PUBLIC:
            told = self._public_sentences(entry)
        else:
            told = [sentence(self.setup, event, seat) for event in perceived(entry.events, seat)]
        end = [_CUT_OFF.format(entry.limit)] if entry.limit else []
        return [*told, *[_MORE] * entry.more, *end]

    def _public_sentences(self, entry: Entry) -> list[str]:
        found: list[str] = []
        for views in filter(all, self._by_event(entry)):
            words = {sentence(self.setup, event, each) for each, event in enumerate(views) if event}
            found += words if len(words) == 1 else ()
        return found

    def _by_event(self, entry: Entry) -> Iterator[list[Telling | None]]:
        """Yield, event by event, what each seat perceives of it; None where it does not perceive it at all."""
        for number in range(entry.events.size):
            event = entry.events[number : number + 1]
            yield [next(iter(perceived(event, seat)), None) for seat in range(self.setup.num_seats)]


def shared(views: Sequence[Telling | None]) -> Telling:
    """Return an event that every seat perceives as all of them do: without ``thing``, unless all have seen it."""
    first, *others = (view for view in views if view is not None)
    return first if all(view == first for view in others) else replace(first, thing=UNKNOWN)


def brought_up(
    log: Log | None, setup: Setup, generator: Sequence[int], actions: Sequence[int], states: np.ndarray
) -> Log:
    """Return the log of a game up to the present; what cannot be followed is left out, and it is said why.

    Args:
        log: What this function has returned before for this game; None the first time.
        setup: The game with its options.
        generator: The four words of the table's generator at the deal.
        actions: All actions since.
        states: The present, an array of one STATE record.
    """
    try:
        log = log or Log(setup, generator)
        return log.follow(actions)
    except ReplayError as error:  # saved by older rules, or a state that was changed by hand
        # The error names an action, which other seats may not know.
        which = "the deal" if log is None else f"decision {len(log.entries)}"
        why, whole = f"{which} cannot be followed", str(error)
        told = (f"(What happened before cannot be told: {reason}.)" for reason in (why, whole))
        return Log.standing(setup, states, len(actions), *told)
