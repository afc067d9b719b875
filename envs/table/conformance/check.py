"""Holds a game to everything that environments, agents and training rely on.

Run it on a game of your own, in a test or at a prompt::

    from cogitable.envs.table.conformance import check_game

    print(check_game(my_game.GAME, hidden=True))

It plays random games and raises :class:`..errors.ConformanceError` at the first rule that is broken; the message names
the rule, the seed, the game and the decision. What it demands, in short:

* Every position has a seat to move and at least one legal action; every legal action can be taken; games end.
* Observations stay inside their layout and inside the bounds that its parts state; masks are 0 or 1; names are unique.
* Returns keep to what ``game.rewards`` and ``game.teams`` say; rewards add up to them, and those of seats that are out
  of the game (``state.gone``) are final.
* Texts, pictures, sentences of events and what is asked can be made for every seat, and for None, at any position.
* One seed gives one game: again, from a copy, in any number of threads and tables, and uncompiled.
* **Hidden stays hidden**: ``determinize(seat)`` changes nothing that the seat can see, leaves a game that can be played
  to its end, and redraws what is hidden without regard to what it truly is.
* Where views are public, they show what every seat knows; and so does the public log.
* What a seat sees of an action (``appearance``) is no more than it is shown, and no less than it is told in words.
* **The log is the information state** (:mod:`.logs`): what a seat sees, may do, has earned and can conclude follows
  from what it has perceived; positions that ``reveal`` shows as the same have one future.
* ``game.check``, where there is one, finds nothing wrong anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..counts import check_count, check_own_seed
from ..game import Game
from . import appearance, hidden_information, logs, play, prepared, same
from .report import Conformance

_PAIRS = 4  # every decision of a playthrough of this part of the length begins pairs of games


def check_game(
    game: Game,
    *,
    options: Mapping[str, Any] | None = None,
    seeds: Sequence[int] = (0, 1, 2),
    decisions: int = 300,
    hidden: bool | None = None,
    uncompiled: int = 100,
    pictures: int = 3,
) -> Conformance:
    """Check that a game keeps every rule of the table.

    Args:
        game: The game.
        options: Its keyword options; a game with variants is worth a check of each.
        seeds: One random playthrough for each.
        decisions: Length of a playthrough, with as many games as fit into it.
        hidden: Whether the game has hidden information; then ``determinize`` must change something at times, else
            never. None leaves it open.
        uncompiled: Decisions to compare with plain Python in a second process; 0 for none. The game's module must be
            importable there by ``game.module``.
        pictures: Positions whose pictures are looked at as well, for one seat each and for None, and as many ended
            games at most, where the game draws any.

    Raises:
        ConformanceError: The game breaks a rule.
        OptionError: A number or a seed that is none.
    """
    decisions, uncompiled = check_count(decisions, "decisions"), check_count(uncompiled, "uncompiled", 0)
    pictures, seeds = check_count(pictures, "pictures", 0), [check_own_seed(seed) for seed in seeds]
    setup = game.setup(**dict(options or {}))
    report = Conformance()
    if uncompiled:
        same.check_importable(setup)
    prepared.check(setup, dict(options or {}))
    for seed in seeds:
        play.check(setup, seed, decisions, report)
        hidden_information.check(setup, seed, decisions, pictures, report)
        appearance.check(setup, seed, decisions, report)
        logs.check(setup, seed, decisions // _PAIRS, report)
    hidden_information.check_report(setup, hidden, report)
    play.check_truncation(game, dict(options or {}), seeds[0])
    same.check(setup, seeds[0], decisions)
    if uncompiled:
        same.check_uncompiled(setup, seeds[0], uncompiled, report)
    return report
