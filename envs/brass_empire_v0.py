"""Brass Empire as a PettingZoo AEC environment: one to six players, and all five ways to play.

Companies hire employees, put up buildings and send out units to mine Brass and to attack each other. A turn is a chain
of small decisions (play a card, buy one, attack with a unit, then what), each of them one action. Own cards and
everything public are observed; the order of the decks, and which of its cards another seat holds in hand, are hidden.

``mode`` is ``"standard"`` (2 to 5 players), ``"solitaire"`` (1, against an automaton), ``"team"`` (4 or 6) or
``"battle"`` (2 to 6; who is eliminated steps once more with None, as PettingZoo has it), and ``reserves="draft"`` lets
the players build their reserve decks first::

    env = brass_empire_v0.env(num_players=4, mode="team")

How an environment is played, and what it tells of itself, is shown in :mod:`cogitable.envs`; the options are those of
:class:`~cogitable.envs.brass_empire.options.BrassEmpireOptions` and :class:`~cogitable.envs.table.faces.aec.TableEnv`.

Version history:

* v0: first release.
"""

from __future__ import annotations

from typing import Any

from .brass_empire import GAME
from .table.faces import aec, parallel

__all__ = ["env", "parallel_env", "raw_env"]


def env(**options: Any) -> aec.TableEnv:
    """Return the environment; an illegal move ends the game against the mover. Raises OptionError."""
    return aec.env(GAME, **options)


def raw_env(**options: Any) -> aec.TableEnv:
    """Return the environment in which an illegal action raises IllegalActionError. Raises OptionError."""
    return aec.raw_env(GAME, **options)


def parallel_env(**options: Any) -> parallel.TableParallelEnv:
    """Return the environment in which all seats step, and those not asked wait. Raises OptionError."""
    return parallel.parallel_env(GAME, **options)
