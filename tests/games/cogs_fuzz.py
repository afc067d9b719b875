"""Random play of Cogs and Commissars in compiled code, with hands filled up as each turn begins."""

from __future__ import annotations

import numpy as np

from cogitable.envs.cogs_and_commissars import GAME
from cogitable.envs.cogs_and_commissars.rules import state
from cogitable.envs.cogs_and_commissars.rules.actions import Act
from cogitable.envs.cogs_and_commissars.rules.zones import draw
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.kernels import advance, restart
from cogitable.envs.table.random import below, pick_legal, seed_words
from cogitable.envs.table.rules import legal_actions

PREPARING, HAND, ACT_PASS, ASK_HAND, MAX_DEPTH = (
    *(state.Phase.PREPARING, state.Zone.HAND),
    *(Act.PASS, state.Ask.HAND, state.MAX_DEPTH),
)
DECISIONS, GAMES, TURNS, DEEPEST, MOST_PLAYS, LONGEST_TURN, STUCK, MISPLACED = range(8)


def fuzz(setup, states, blank, words, decisions, refill, eager, masks, rewards, found, first, last):
    """Entry point: random decisions on every row; ``found`` gets what was met.

    Each time a turn begins, every seat draws up to ``refill`` cards. Who may play something passes in one of ``eager``
    cases only.
    """
    seats = setup[0].seats
    for row in range(first, last):
        state = states[row]
        turn, count = -1, 0
        for _ in range(decisions):
            if state.turn != turn and state.phase != PREPARING and state.depth == 0:
                turn, count = state.turn, 0
                found[TURNS] += 1
                for seat in range(seats):
                    draw(setup[0], state, seat, refill - np.int64(state.amounts[seat, HAND]))
            masks[row, :] = 0
            legal_actions(setup[0], state, masks[row])
            number = 0
            for action in range(masks.shape[1]):
                number += masks[row, action]
            if number == 0:
                found[STUCK] += 1
                return
            if number > 1 and masks[row, ACT_PASS] and state.ask != ASK_HAND and below(words, eager) > 0:
                masks[row, ACT_PASS] = 0
            rewards[row, :] = 0
            advance(setup[0], state, pick_legal(words, masks[row]), rewards[row])
            count += 1
            found[DECISIONS] += 1
            found[DEEPEST] = max(found[DEEPEST], np.int64(state.depth))
            found[LONGEST_TURN] = max(found[LONGEST_TURN], count)
            for seat in range(seats):
                found[MOST_PLAYS] = max(found[MOST_PLAYS], np.int64(state.plays[seat]))
            if state.seat < 0 or state.seat >= seats or state.depth < 0 or state.depth > MAX_DEPTH:
                found[MISPLACED] += 1
                return
            if state.over != 0:
                found[GAMES] += 1
                restart(setup[0], states, row, blank)
                turn = -1


def run(setup: Setup, rounds: int, decisions: int, refill: int, eager: int, seed: int) -> np.ndarray:
    """Play on 32 tables and check all positions between the rounds; return what was met."""
    tables = Tables(setup, 32, seed=seed)
    words, blank, found = seed_words(seed)[0], np.zeros(1, GAME.state_dtype), np.zeros(8, np.int64)
    for _ in range(rounds):
        arrays = (tables.states, blank, words, decisions, refill, eager, tables.masks, tables.rewards, found)
        GAME.kernel(fuzz)(setup.record, *arrays, 0, tables.count)
        assert found[STUCK] == found[MISPLACED] == 0, found.tolist()
        for record in as_compiled(tables.states):
            GAME.check(setup, record)
    assert found[DECISIONS] == rounds * decisions * tables.count
    return found
