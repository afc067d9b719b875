"""Replays to look at: any decision, as any seat or all."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Mapping
from threading import Lock
from typing import Any

import numpy as np
from pydantic import ValidationError

from ...envs.table import spots
from ...envs.table.errors import CogitableError, ReplayError
from ...envs.table.files.cards import CardFile
from ...envs.table.files.container import explain, parse_json
from ...envs.table.files.reel import Reel
from ...envs.table.files.replay import FORMAT, FORMAT_VERSION, Replay
from ...envs.table.game import Game
from ...envs.table.seats import seat_name
from ...envs.table.views import PUBLIC
from .chances import Curve, curve, swings
from .content import encoded
from .limits import Limits
from .record import secret
from .refusals import Refused, unknown

_FORM = FORMAT, FORMAT_VERSION


class Film(Reel):
    """A replay that has been played, as browsers ask for it.

    It is shown at *stops*, which are counted from 0: before every decision that those who look at it notice, and at the
    end. That somebody was asked at all may be hidden, and the number of all decisions would tell.
    """

    def __init__(self, replay: Replay, game: Game, seats: Collection[int | None] = (None,)) -> None:
        """Play a replay.

        Args:
            replay: The replay.
            game: The game.
            seats: Who looks at it; None notices everything.

        Raises:
            ReplayError: It does not play to its end by today's rules.
        """
        super().__init__(replay, game)
        self._stops = self.stops(seats)
        self._curve: Curve | None = None
        self._finding = Lock()

    @property
    def last(self) -> int:
        """Number of the last stop: of all decisions, where somebody looks who notices them all."""
        return len(self._stops) - 1

    def at(self, number: int) -> np.ndarray:
        """Return the position at a stop, an array of one STATE record."""
        return self.states(self._stops[number])

    def lines(self, number: int, seat: int | None) -> list[str]:
        """Return what a seat has perceived since the stop before, in words; None and ``PUBLIC`` as in its log."""
        first = self._stops[number - 1] + 1 if number else 0
        return [line for entry in range(first, self._stops[number] + 1) for line in self.log.at(entry, seat)]

    @property
    def views(self) -> dict[str, str]:
        """Whose views there are, by their names in requests, in words."""
        public = {"public": "a spectator (what all seats know)"} if self.setup.game.public_views else {}
        return {"all": "everybody (all open)", **public, **{str(s): self.name(s) for s in range(self.setup.num_seats)}}

    def seat(self, given: str) -> int | None:
        """Return a seat by its name in a request (:attr:`views`). Raises Refused where there is none."""
        if given not in self.views:
            raise unknown("view")
        return {"all": None, "public": PUBLIC}[given] if given in ("all", "public") else int(given)

    def told(self, number: int, seat: int | None) -> dict[str, Any]:
        """Return the position at a stop in words and what led to it, as a seat perceived it."""
        return {
            "number": number,
            "last": self.last,
            "lines": self.lines(number, seat),
            "text": self.setup.text(self.at(number), seat),
            "end": self.replay.end if number == self.last else "",
            "returns": self.replay.returns if number == self.last else [],
        }

    def name(self, seat: int) -> str:
        """Return what a seat is called: its name, and who sat there."""
        players = self.replay.players
        return f"{seat_name(seat)} ({players[seat]})" if players else seat_name(seat)

    def chances(self, seconds: float, seat: int | None = None) -> dict[str, Any]:
        """Return each seat's chances over the game, and what moved them most; found once.

        Args:
            seconds: Most that it may take where games have to be played on.
            seat: Who is told of it: what moved the chances is said as this seat perceived it.
        """
        with self._finding:  # several may ask at once
            if self._curve is None:
                self._curve = curve(self.setup, self.last, self.at, seconds)
            found = self._curve
        return {
            "by": found.by,
            "points": [
                [number, *chances.round(3).tolist()]
                for number, chances in zip(found.numbers, found.chances, strict=True)
            ],
            "swings": [
                {
                    "number": swing.number,
                    "seat": swing.seat,
                    "before": round(swing.before, 3),
                    "after": round(swing.after, 3),
                    "line": next(iter(self.lines(swing.number, seat)), ""),
                }
                for swing in swings(found)
            ],
        }

    def picture(self, number: int, seat: int | None, ratio: int = 1) -> bytes:
        """Return the position at a stop as a picture for a pixel ratio. Raises Refused where the game has none."""
        drawn = spots.draw(self.setup, self.at(number), seat, ratio=ratio)
        if drawn is None:
            raise unknown("picture")
        return encoded(drawn)


class Films:
    """The replays that a server shows."""

    def __init__(self, games: Mapping[str, Game], limits: Limits) -> None:
        """Begin with none."""
        self._games = {game.name: game for game in games.values()}
        self._limits = limits
        self._films: OrderedDict[str, Film] = OrderedDict()
        self._lock = Lock()  # they are kept by several threads, and looked for in another

    def upload(self, content: bytes) -> str:
        """Keep a replay that somebody has sent, and return its number.

        Raises:
            Refused: It is too large, damaged, or of a game or rules that are not played here.
        """
        if len(content) > self._limits.replay:
            raise Refused("too_large", f"A replay has at most {self._limits.replay:,} bytes.", 413)
        try:
            data = parse_json(content)
            if not isinstance(data, dict) or (data.get("format"), data.get("format_version")) != _FORM:
                raise ReplayError("it is not a replay of this version")
            replay = Replay.model_validate(data)
            if replay.game not in self._games:
                raise ReplayError(f"its game {replay.game[:40]!r} is not played here")
            return self.keep(replay, self._games[replay.game])
        except (ValidationError, CogitableError, ValueError, RecursionError) as error:
            reason = explain(error) if isinstance(error, ValidationError) else str(error)
            raise Refused("not_a_replay", f"This cannot be shown: {reason}") from None

    def keep(self, replay: Replay, game: Game, number: str | None = None) -> str:
        """Keep a replay and return its number. Raises ReplayError where it cannot be played."""
        if len(replay.steps) > self._limits.decisions:
            raise ReplayError(f"it has more than {self._limits.decisions:,} decisions")
        _refuse_paths(replay, game)
        number = number or secret()
        film = Film(replay, game)
        with self._lock:
            self._films[number] = film
            while len(self._films) > self._limits.replays:
                self._films.popitem(last=False)
        return number

    def __contains__(self, number: str) -> bool:
        return number in self._films

    def find(self, number: str) -> Film:
        """Return a replay. Raises Refused where there is none of this number."""
        with self._lock:
            if number not in self._films:
                raise unknown("replay; this server keeps the latest ones only")
            self._films.move_to_end(number)
            return self._films[number]


def _refuse_paths(replay: Replay, game: Game) -> None:
    """Raise ReplayError where an option is the name of a card file: replays have their cards in them."""
    for name, info in game.options.model_fields.items():
        given = replay.options.get(name)
        if isinstance(info.annotation, type) and issubclass(info.annotation, CardFile) and isinstance(given, str):
            raise ReplayError(f"option {name!r} is the name of a file; a replay has its cards in it")
