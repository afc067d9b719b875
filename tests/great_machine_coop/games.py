"""Long, eventful random games of the co-operative City of the Great Machine, and worlds that differ out of sight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from cogitable.envs.city.rules.state import (
    ARRESTED,
    MAX_PUBLISHED,
    NOBODY,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_SERVANTS,
    NUM_TYPES,
    SLOTS_A_STAGE,
    TRACK_END,
    Act,
    Ask,
    HeroAction,
    Status,
)
from cogitable.envs.great_machine_coop.rules.state import (
    DELIVERED,
    LETTERS,
    MARKER_STAGES,
    NUM_SPECIALS,
    WITH_HERO,
    CoopAct,
    Mission,
)
from cogitable.envs.table import Setup, Tables

RARE, COMMON, OFTEN = 0.1, 1.0, 4.0


def weights(setup: Setup) -> np.ndarray:
    """Return how eagerly actions are taken: Riots, Interactions and Actions often, ends of turns rarely."""
    eager = np.full(setup.num_actions, COMMON)
    eager[Act.DONE] = RARE
    eager[Act.ATTACK : Act.CLASS] = OFTEN
    eager[Act.KIND + HeroAction.RIOT - 1] = 12.0
    eager[[Act.KIND + HeroAction.GAIN - 1, Act.KIND + HeroAction.MOVE - 1]] = 2.0
    eager[CoopAct.HIT : CoopAct.DELIVER + 2] = OFTEN
    eager[CoopAct.PLACE : CoopAct.SPEND + 1] = OFTEN
    eager[CoopAct.COLLECT] = COMMON
    return eager


def random_actions(masks: np.ndarray, rng: np.random.Generator, eager: np.ndarray) -> np.ndarray:
    """Return a legal action for every row, by its weight (rows without any get 0)."""
    keys = np.where(masks > 0, rng.random(masks.shape) ** (1 / eager), 0)
    return keys.argmax(axis=1)


def lively(
    setup: Setup, count: int, seed: int, steps: int, every: int = 1, *, stirred: bool = True, auto_reset: bool = True
) -> Iterator[Tables]:
    """Yield tables in play, after every so many steps; games that end are dealt anew unless ``auto_reset`` is off."""
    tables = Tables(setup, count, seed=seed, auto_reset=auto_reset)
    rng, eager = np.random.default_rng(seed), weights(setup)
    for step in range(steps):
        if step % every == 0:
            yield tables
        tables.step(random_actions(tables.masks, rng, eager))
        if stirred:
            stir(setup, tables.states, rng)
            tables.look()


# Changes of what everybody sees, so that games last and rare things happen


def stir(setup: Setup, states: np.ndarray, rng: np.random.Generator) -> None:
    """Change some of the positions in which an Access card is chosen or an Action is taken; all stay possible."""
    asked = np.isin(states["ask"], (Ask.ACCESS, Ask.ACTION)) & (states["over"] == 0)
    for row in np.flatnonzero(asked & (rng.random(len(states)) < 0.15)):
        state = states[row]
        state["plan"] = min(int(state["plan"]), int(rng.integers(5, 11)))
        if rng.random() < 0.5:
            state["trust"] = setup.record["limit"][0][state["heroes"]]
        _stir_tracks(state, rng)
        _stir_city(setup, state, rng)
        _publish(state, rng)
        if state["ask"] == Ask.ACCESS:
            for letter in range(len(LETTERS)):
                _help_mission(setup, state, letter, rng)
        else:
            _help_in_turn(state, rng)


def _stir_tracks(state: Any, rng: np.random.Generator) -> None:
    """Take Riots back, so that a game goes on, and move Discontent and the Progress marker."""
    riots = int(state["riots"]).bit_count()
    if riots + (state["slot"] == TRACK_END) > 1 and rng.random() < 0.5:
        state["riots"], state["raids"] = 0, 0
        state["riot_tokens"] += riots
        riots = 0
    if rng.random() < 0.3:
        top = TRACK_END if riots < 2 else TRACK_END - 1
        state["slot"] = rng.integers(top + 1)
    free = MARKER_STAGES - int(state["slot"]) // SLOTS_A_STAGE
    if state["marker"] >= free or rng.random() < 0.1:
        state["marker"] = rng.integers(max(free, 1))


def _stir_city(setup: Setup, state: Any, rng: np.random.Generator) -> None:
    """Reveal Citizens, arrest some, break and repair Guards, bring special ones, forfeit Access cards."""
    district = int(rng.integers(NUM_DISTRICTS))
    covered = np.flatnonzero(state["citizens"][district, Status.UNIDENTIFIED])
    if covered.size and rng.random() < 0.8:
        kind = int(rng.choice(covered))
        state["citizens"][district, Status.UNIDENTIFIED, kind] -= 1
        state["citizens"][district, Status.REVEALED, kind] += 1
    elif covered.size and rng.random() < 0.3:
        kind = int(rng.choice(covered))
        state["citizens"][district, Status.UNIDENTIFIED, kind] -= 1
        state["citizens"][ARRESTED, Status.UNIDENTIFIED, kind] += 1
        state["crowd"][district] -= 1
        state["crowd"][ARRESTED] += 1
    regular = int(state["guards"][district]) - int(state["specials"][district])
    if regular and rng.random() < 0.4:
        state["guards"][district] -= regular
        state["broken"][district] += regular
        state["cores"] &= ~(1 << district)
    elif rng.random() < 0.3:
        room = int(setup.record["guard_room"][0, district]) - int(state["guards"][district] + state["broken"][district])
        more = min(room, NUM_SPECIALS - int(state["specials"].sum()))
        state["guards"][district] += more
        state["specials"][district] += more
    hero, card = int(rng.integers(NUM_HEROES)), 1 << int(rng.integers(NUM_DISTRICTS))
    left = int(state["cards"][hero]) & ~card
    if left.bit_count() > 2 and state["ask"] == Ask.ACTION:
        state["cards"][hero] = left


def _publish(state: Any, rng: np.random.Generator) -> None:
    """Publish a Directive out of the unknown ones, or send back what is in the hand."""
    published = int(state["published"]).bit_count()
    deck = [one for one in range(9) if int(state["deck"]) >> one & 1]
    if published < MAX_PUBLISHED and deck and rng.random() < 0.3:
        one = int(rng.choice(deck))
        state["deck"] &= ~(1 << one)
        state["published"] |= 1 << one
        state["order"][published] = one


def _help_mission(setup: Setup, state: Any, letter: int, rng: np.random.Generator) -> None:
    """Bring a Mission in play near its end."""
    if not (int(state["active"]) & ~int(state["done"])) >> letter & 1 or rng.random() < 0.5:
        return
    mission = int(state["missions"][letter])
    goals = [place for place in range(NUM_DISTRICTS) if int(setup.record["goal"][0, mission]) >> place & 1]
    if mission in (Mission.TRAP, Mission.REMOTE_ACCESS):
        state["token_at"] = rng.choice(goals)
        state["token_at"][rng.integers(NUM_HEROES)] = rng.choice([NOBODY, goals[0]])
    elif mission in (Mission.FORGERY, Mission.TWEAK):
        drones = [place for place in range(NUM_DISTRICTS) if int(state["drones"]) >> place & 1]
        state["token_at"] = rng.permutation(drones if mission == Mission.TWEAK else goals)
    elif mission == Mission.WEAKNESSES:
        placed = state["orders"] != NOBODY
        state["orders"][placed] = WITH_HERO + rng.integers(0, NUM_HEROES, NUM_SERVANTS)[placed]
    elif mission == Mission.SELF_DESTRUCT:
        state["post_trust"] = rng.integers(5, 8)
    elif mission == Mission.LEADER:
        state["held"] = 0
        state["held"][rng.integers(NUM_HEROES)] = 3
    elif mission == Mission.GUARD_CONTROL:
        state["cores"] &= int(rng.integers(1 << NUM_DISTRICTS))
    elif mission == Mission.DISCLOSURE:
        state["bonds"] = rng.integers(0, 3, NUM_HEROES) * 2
        state["bonds_shown"] = rng.integers(0, 7)
    elif mission == Mission.RESISTANCE and not state["hides"]:
        state["token_at"][rng.integers(NUM_HEROES)] = NOBODY
    elif mission == Mission.FALSIFICATION:
        token = int(rng.integers(3))
        state["intel_at"][token], state["intel_as"][token] = DELIVERED, NOBODY
    elif mission == Mission.CLASSES:
        _attach_hero_tokens(state, rng)


def _help_in_turn(state: Any, rng: np.random.Generator) -> None:
    """Give the one whose turn it is what two Missions need: Citizens with Intel tokens; to be the leader."""
    hero, played = int(state["hero"]), state["missions"].tolist()
    at = int(state["at"][hero])
    if Mission.FALSIFICATION in played and int(state["active"]) & ~int(state["done"]) & 2:
        kinds = np.flatnonzero(state["citizens"][at, Status.REVEALED])
        if kinds.size > 1:
            state["intel_at"], state["intel_as"], state["intel_new"] = NOBODY, NOBODY, 0
            state["intel_at"][:2], state["intel_as"][:2] = at, rng.choice(kinds, 2, replace=False)
    if Mission.LEADER in played and int(state["done"]) & 4:
        state["held"] = 0
        state["leader"], state["held"][hero] = hero, rng.integers(1, 4)


def _attach_hero_tokens(state: Any, rng: np.random.Generator) -> None:
    """Attach Hero tokens to revealed Citizens of different types, as far as there are any."""
    state["token_at"], state["token_as"] = NOBODY, NOBODY
    kinds = rng.permutation(NUM_TYPES).tolist()
    for hero in range(NUM_HEROES):
        while kinds:
            kind = kinds.pop()
            places = np.flatnonzero(state["citizens"][:NUM_DISTRICTS, Status.REVEALED, kind])
            if places.size:
                state["token_at"][hero], state["token_as"][hero] = rng.choice(places), kind
                break


# Worlds


def scrambled(states: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return copies in which all that nobody can know is something else, whether it makes sense or not.

    Nobody knows who lies face down, in the city, in custody or on its way; which of the unknown Directives is in the
    Machine's hand, unless it came from those seen to be returned; and the generator.
    """
    copies = states.copy()
    for state, citizens in zip(copies, copies["citizens"], strict=True):
        hidden = citizens[: NUM_DISTRICTS + 1, Status.UNIDENTIFIED]
        places = np.repeat(np.arange(len(hidden)), hidden.sum(axis=1))
        types = np.repeat(np.tile(np.arange(NUM_TYPES), len(hidden)), hidden.ravel())
        if state["carried"] != NOBODY and state["carried_as"] == Status.UNIDENTIFIED:
            types = rng.permutation([*types, state["carried"]])
            state["carried"], types = types[0], types[1:]
        hidden[:] = 0
        np.add.at(hidden, (places, rng.permutation(types)), 1)
        state["rng"] = rng.integers(1, 2**32, 4)
        unknown = int(state["deck"] | state["hand"])
        if state["hand"] and not state["hand_known"]:
            hand = 1 << int(rng.choice([one for one in range(9) if unknown >> one & 1]))
            state["hand"], state["deck"] = hand, unknown & ~hand
    return copies
