"""What a check of a game has been through."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass
class Conformance:
    """What a check has been through; a check that has not met a situation has not tested it.

    Attributes:
        positions: Positions looked at.
        games: Games begun.
        terminated: Games that came to their end by the rules.
        truncated: Games cut off at ``max_decisions``.
        told: Events that the rules told, and that were put into words for every seat.
        tried: Legal actions tried beside the ones played.
        redrawn: Calls of ``determinize``.
        changed: How many of these changed something beside the generator.
        revealed: How many of these ``reveal`` shows.
        finished: Redrawn games that were played to their end.
        appearances: Actions compared by what a seat sees of them.
        alike: How many of these look to a seat like another legal action.
        pairs: Pairs of games that began with one log for a seat.
        alike_for: Decisions through which these logs remained the same.
        distributions: Pairs whose redraws were compared.
        futures: Positions that ``reveal`` shows as the same and that were played on side by side.
        uncompiled: Decisions compared with plain Python.
    """

    positions: int = 0
    games: int = 0
    terminated: int = 0
    truncated: int = 0
    told: int = 0
    tried: int = 0
    redrawn: int = 0
    changed: int = 0
    revealed: int = 0
    finished: int = 0
    appearances: int = 0
    alike: int = 0
    pairs: int = 0
    alike_for: int = 0
    distributions: int = 0
    futures: int = 0
    uncompiled: int = 0

    def __str__(self) -> str:
        return ", ".join(f"{f.name} {getattr(self, f.name)}" for f in fields(self))
