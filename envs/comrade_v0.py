"""Comrade as a PettingZoo AEC environment.

Five to ten players, one of whom holds the dissident's card and one the informer's, until these cards travel. Votes and
words are given one seat after the other, and no seat learns of an earlier one's choice before all are disclosed. Every
decision is one action; because seats are asked in turn and what follows depends on the answers, the environment is not
parallelizable (``metadata["is_parallelizable"]`` is False).

How an environment is played, and what it tells of itself, is shown in :mod:`cogitable.envs`; the options are those of
:class:`~cogitable.envs.comrade.options.ComradeOptions` and :class:`~cogitable.envs.table.faces.aec.TableEnv`.

Version history:

* v0: first release.
"""

from __future__ import annotations

from typing import Any

from .comrade import GAME
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
