"""What is measured: sections of rows, each of them something of ours beside something of a peer's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from .session import Task, task


@dataclass(frozen=True)
class Row:
    """One line of the table.

    Attributes:
        what: The quantity.
        unit: Its unit; ``"s"`` means less is better.
        ours: Our measurement.
        peer: A peer's, or None.
        aim: The least ratio to the peer that is wanted, or None.
        key: Name of the figure in the measurement's results.
        aim_is_value: ``aim`` is the least figure of ours instead.
    """

    what: str
    unit: str
    ours: Task
    peer: Task | None = None
    aim: float | None = None
    key: str = "rate"
    aim_is_value: bool = False

    def alone(self) -> Row:
        """Return the row without its peer."""
        return replace(self, peer=None, aim=self.aim if self.aim_is_value else None)

    def beside(self, checkout: Path) -> Row:
        """Return the row with the same measurement of another version as its peer: of the sources in that folder."""
        before = replace(self.ours, name=f"the same in {checkout.resolve().name}", checkout=checkout)
        return replace(self, peer=before, aim=None, aim_is_value=False)


@dataclass(frozen=True)
class Section:
    """Rows measured together, in turns.

    Attributes:
        rounds: Most rounds; for measurements that take long.
    """

    title: str
    note: str
    rows: Callable[[Size], list[Row]]
    rounds: int | None = None


@dataclass(frozen=True)
class Size:
    """How much is done; tiny for tests.

    Attributes:
        learner_steps: Steps of training on Connect Four.
        games: Games that count a win rate.
        batches: Batch sizes of fused peers.
        tables: Numbers of tables over which batched play is shown.
    """

    learner_steps: int = 40_960
    games: int = 1000
    batches: tuple[int, ...] = (4096, 16384)
    tables: tuple[int, ...] = (1, 4, 16, 64, 256, 1024, 4096)


RATE = "decisions/s"


def connect_four(size: Size) -> list[Row]:
    """Like for like: one game that everybody has."""
    loop = task("compiled loop", "ours.tables:loop", game="connect_four")
    loop_all = task("compiled loop, 2 threads", "ours.tables:loop", cores=0, game="connect_four", threads=2)
    batched = task("Tables.step, 1024 tables", "ours.tables:batched", game="connect_four", tables=1024)
    fused = [task(f"Pgx, batch {n}", "peers.pgx_games:connect_four", batch=n) for n in size.batches]
    fused_all = [
        task(f"Pgx, batch {n}, all cores", "peers.pgx_games:connect_four", cores=0, batch=n) for n in size.batches
    ]
    bots = task("OpenSpiel C++ random bots (no observation)", "peers.open_spiel_games:random_bots")
    rollouts = task("OpenSpiel C++ rollouts (no observation)", "peers.open_spiel_games:rollouts")
    python = task("OpenSpiel Python", "peers.open_spiel_games:python_api")
    pettingzoo = task("PettingZoo raw_env()", "peers.pettingzoo_games:classic", module="connect_four_v3", raw=True)
    peers = [*fused, *fused_all, rollouts, bots, python, pettingzoo]
    return [
        *[Row("Connect Four, random play", RATE, loop, peer, 5) for peer in peers],
        *[Row("Connect Four, random play, all cores", RATE, loop_all, peer, 5) for peer in fused_all],
        *[Row("Connect Four, driven from Python", RATE, batched, peer, 5) for peer in (python, pettingzoo)],
    ]


def cogdrive_neon(size: Size) -> list[Row]:
    """The first product game, many tables at once."""
    name = "cogdrive_neon"
    what = "CogDrive Neon, random play"
    rows = [
        Row(what, RATE, task("compiled loop", "ours.tables:loop", game=name), aim=4e6, aim_is_value=True),
        Row(what, RATE, task("compiled loop, no observations", "ours.tables:loop", game=name, looking=False)),
        Row(what, RATE, task("compiled loop, 2 threads on 2 cores", "ours.tables:loop", cores=2, game=name, threads=2)),
    ]
    for count in size.tables:
        one = task(f"Tables.step, {count} tables, actions by NumPy", "ours.tables:batched", game=name, tables=count)
        rows.append(Row(what, RATE, one, aim=4e6 if count >= 64 else None, aim_is_value=True))
    for threads in (1, 2):
        title = f"Tables.step alone, {max(size.tables)} tables, {threads} thread{'s' * (threads > 1)}"
        alone = task(title, "ours.tables:stepping", cores=threads, game=name, tables=max(size.tables), threads=threads)
        rows.append(Row(what, RATE, alone))
    return rows


def comrade(size: Size) -> list[Row]:
    """Hidden roles at five and at ten seats: in bulk, one environment from Python, and tree search."""
    name, rows = "comrade", []
    hanabi = task("PettingZoo hanabi_v5 env()", "peers.pettingzoo_games:classic", module="hanabi_v5", raw=False)
    rummy = task("OpenSpiel ISMCTS (C++), gin rummy", "peers.open_spiel_games:ismcts")
    count = max(size.tables)
    for seats in (5, 10):
        what = f"Comrade, {seats} seats"
        loop = task("compiled loop", "ours.tables:loop", game=name, seats=seats)
        blind = task("compiled loop, no observations", "ours.tables:loop", game=name, seats=seats, looking=False)
        tables = task(f"Tables.step, {count} tables", "ours.tables:stepping", game=name, seats=seats, tables=count)
        env = task("env()", "ours.environments:aec", game=name, seats=seats, raw=False)
        search = task("search", "ours.search:simulations", game=name, seats=seats)
        rows += [Row(what, RATE, one) for one in (loop, blind, tables)]
        rows += [Row(what, RATE, env, hanabi, 10), Row(what, "simulations/s", search, rummy, 10)]
    return rows


def brass_empire(size: Size) -> list[Row]:
    """A deck-builder with some 430 actions: in bulk by mode, one environment from Python, and tree search."""
    name, rows = "brass_empire", []
    holdem = task(
        "PettingZoo texas_holdem_v4 env()", "peers.pettingzoo_games:classic", module="texas_holdem_v4", raw=False
    )
    rummy = task("OpenSpiel ISMCTS (C++), gin rummy", "peers.open_spiel_games:ismcts")
    count = max(size.tables)
    for mode, seats in (("standard", 2), ("standard", 4), ("battle", 4), ("solitaire", 1)):
        what = f"Brass Empire, {mode}, {seats} seat{'s' * (seats > 1)}"
        table: dict[str, Any] = {"game": name, "seats": seats, "mode": mode}
        loop = task("compiled loop", "ours.tables:loop", **table)
        blind = task("compiled loop, no observations", "ours.tables:loop", looking=False, **table)
        tables = task(f"Tables.step, {count} tables", "ours.tables:stepping", tables=count, **table)
        rows.append(Row(what, RATE, loop, aim=1.5e6, aim_is_value=True))
        rows += [Row(what, RATE, one) for one in (blind, tables)]
    two: dict[str, Any] = {"game": name, "seats": 2}
    env = task("Brass Empire env()", "ours.environments:aec", raw=False, **two)
    rows.append(Row("AEC environment, 2 seats", RATE, env, holdem, 10))
    search = task("search, Brass Empire", "ours.search:simulations", simulations=200, **two)
    guided = task(
        "the same, playouts by the heuristic", "ours.search:simulations", simulations=200, rollouts="heuristic", **two
    )
    rows += [Row("Tree search, 2 seats", "simulations/s", one, rummy, 10) for one in (search, guided)]
    return rows


def cogs_and_commissars(size: Size) -> list[Row]:
    """A stack that all may respond to: in bulk by seats, windows and decks, one environment, and tree search."""
    tables_of: list[tuple[int, dict[str, Any]]] = [
        *((seats, {}) for seats in (2, 4, 6)),
        *((seats, {"windows": "all"}) for seats in (2, 4)),
        (2, {"decks": "drafted"}),
    ]
    return game_rows(size, "cogs_and_commissars", "Cogs and Commissars", tables_of, aim=1.5e6, seats=2)


def great_machine(size: Size) -> list[Row]:
    """One against a team on a city that changes: in bulk by seats and cities, one environment, and tree search."""
    tables_of: list[tuple[int, dict[str, Any]]] = [
        *((seats, {}) for seats in (2, 4)),
        *((4, {"city": city}) for city in ("advised", "confrontation")),
    ]
    return game_rows(size, "great_machine", "City of the Great Machine", tables_of, aim=1e6, seats=4)


def great_machine_coop(size: Size) -> list[Row]:
    """Heroes against an automaton: in bulk by seats and Missions, one environment, and tree search."""
    tables_of: list[tuple[int, dict[str, Any]]] = [(3, {}), (3, {"missions": "random"}), (1, {})]
    return game_rows(size, "great_machine_coop", "The co-operative city", tables_of, aim=1e6, seats=3)


def game_rows(
    size: Size, name: str, title: str, tables_of: Sequence[tuple[int, dict[str, Any]]], aim: float, seats: int
) -> list[Row]:
    """A game that no other library has: kinds of table in bulk, then one environment and tree search with ``seats``."""
    rows, count = [], max(size.tables)
    for number, options in tables_of:
        what = ", ".join([title, f"{number} seat{'s' * (number > 1)}", *(f"{key}={options[key]}" for key in options)])
        table: dict[str, Any] = {"game": name, "seats": number, **options}
        loop = task("compiled loop", "ours.tables:loop", **table)
        blind = task("compiled loop, no observations", "ours.tables:loop", looking=False, **table)
        tables = task(f"Tables.step, {count} tables", "ours.tables:stepping", tables=count, **table)
        rows.append(Row(what, RATE, loop, aim=aim, aim_is_value=True))
        rows += [Row(what, RATE, one) for one in (blind, tables)]
    one_table: dict[str, Any] = {"game": name, "seats": seats}
    hanabi = task("PettingZoo hanabi_v5 env()", "peers.pettingzoo_games:classic", module="hanabi_v5", raw=False)
    rummy = task("OpenSpiel ISMCTS (C++), gin rummy", "peers.open_spiel_games:ismcts")
    env = task(f"{title} env()", "ours.environments:aec", raw=False, **one_table)
    rows.append(Row(f"AEC environment, {seats} seats", RATE, env, hanabi, 10))
    search = task(f"search, {title}", "ours.search:simulations", simulations=200, **one_table)
    guided = task(
        "the same, playouts by the heuristic",
        "ours.search:simulations",
        simulations=200,
        rollouts="heuristic",
        **one_table,
    )
    rows += [Row(f"Tree search, {seats} seats", "simulations/s", one, rummy, 10) for one in (search, guided)]
    return rows


CLASSIC = ("connect_four_v3", "tictactoe_v3", "leduc_holdem_v4", "texas_holdem_v4", "hanabi_v5")


def environments(size: Size) -> list[Row]:
    """One AEC environment driven from Python."""
    rows = []
    for raw in (False, True):
        kind = "raw_env()" if raw else "env()"
        ours = task(f"CogDrive Neon {kind}", "ours.environments:aec", game="cogdrive_neon", raw=raw)
        same = task(f"Connect Four {kind}", "ours.environments:aec", game="connect_four", raw=raw)
        for module in CLASSIC:
            peer = task(f"PettingZoo {module} {kind}", "peers.pettingzoo_games:classic", module=module, raw=raw)
            if module == "connect_four_v3":
                rows.append(Row("AEC environment, the same game", RATE, same, peer, 10))
            rows.append(Row("AEC environment", RATE, ours, peer, 10))
    env = task("CogDrive Neon env()", "ours.environments:aec", game="cogdrive_neon", raw=False)
    for game in ("leduc-holdem", "uno", "gin-rummy"):
        rows.append(Row("one game at a time", RATE, env, task(f"RLCard {game}", "peers.rlcard_games:game", name=game)))
    return rows


def search(size: Size) -> list[Row]:
    """Information-set tree search with one random playout a simulation, 1,000 simulations a decision."""
    peer = task("OpenSpiel ISMCTS (C++), gin rummy", "peers.open_spiel_games:ismcts")
    ours = task("search, CogDrive Neon", "ours.search:simulations", game="cogdrive_neon")
    return [Row("Tree search", "simulations/s", ours, peer, 10)]


NETWORKS = {"cogdrive_neon": 2, "comrade": 7, "brass_empire": 2, "cogs_and_commissars": 2, "great_machine": 3}
"""Games, and seats at them, whose shipped policies are measured: layers of 256 (CogDrive Neon, and Brass Empire
with heads beside it), of 512 and 256 (City of the Great Machine), of 256 and 256 (the others)."""

QUICK = {"cogs_and_commissars": 2, "brass_empire": 4, "great_machine": 2}
"""Games, and seats at them, in which a small copy of the policy plays on."""


def network(size: Size) -> list[Row]:
    """The shipped policies' networks, one position at a time, and search with a network beside search with playouts."""
    what, title = "Networks, preferences for legal actions", "positions/s"
    rows = [
        Row(what, title, task(game, "ours.guided:evaluations", game=game, seats=seats), aim=3e4, aim_is_value=True)
        for game, seats in NETWORKS.items()
    ]
    peer = task("OpenSpiel ISMCTS (C++), gin rummy", "peers.open_spiel_games:ismcts")
    for others in ("policy", "search"):
        text = f"CogDrive Neon, network=policy, others={others}"
        ours = task(text, "ours.guided:simulations", game="cogdrive_neon", others=others)
        rows.append(Row("Tree search with a network", "simulations/s", ours, peer, 1))
    for game, seats in QUICK.items():
        quick, slow = (
            task(f"{game}, rollouts={who}", "ours.guided:simulations", game=game, seats=seats, rollouts=who)
            for who in ("quick", "policy")
        )
        rows.append(Row("Tree search with a network that plays on", "simulations/s", quick, slow, 1))
    ours = task("Connect Four, network of 256x256, others=search", "ours.guided:connect_four")
    peer = task("OpenSpiel AlphaZero (Python), network of 256x256 in NumPy", "peers.open_spiel_games:alpha_zero")
    rows.append(Row("Tree search with a network, Connect Four", "simulations/s", ours, peer, 1))
    return rows


def learning(size: Size) -> list[Row]:
    """Connect Four from nothing, against itself."""
    what = f"Connect Four, {size.learner_steps:,} learner steps"
    amounts = {"steps": size.learner_steps, "games": size.games}
    ours = task("Cogitable self-play", "ours.learning:connect_four", cores=0, warm=False, **amounts)
    recipe = task("SB3 + PettingZoo recipe", "peers.sb3_recipe:connect_four", cores=0, warm=False, **amounts)
    return [
        Row(what, "learner steps/s", ours, recipe, 10, "rate"),
        Row(f"{what}: against random", "win rate", ours, recipe, 0.95, "win_rate", aim_is_value=True),
    ]


LEARNED = {"cogdrive_neon": "demo", "cogs_and_commissars": None, "brass_empire": None, "great_machine": None}
"""Configurations by which the learner is measured."""


def learner(size: Size) -> list[Row]:
    """Collecting and learning with compiled parts, beside the same with sb3-contrib's own."""
    rows = []
    for game, variant in LEARNED.items():
        for threads in (1, 2):
            about: dict[str, Any] = {"game": game, "variant": variant, "threads": threads}
            where = f"{game}{f', {variant}' if variant else ''}, {threads} thread{'s' * (threads > 1)}"
            ours = task(f"compiled, {where}", "ours.learner:rounds", cores=threads, plain=False, **about)
            plain = task(f"MaskablePPO, {where}", "ours.learner:rounds", cores=threads, plain=True, **about)
            rows.append(Row(f"Learning, {where}", "learner steps/s", ours, plain, 5))
    return rows


POOL = (
    "the learner itself", "policy", "random", "heuristic", "search:simulations=8", "search:simulations=32",
)  # fmt: skip
"""Opponents in turn, each alone in the pool."""


def pool(size: Size) -> list[Row]:
    """What opponents cost: collecting and learning against one kind of them."""
    about: dict[str, Any] = {"game": "cogdrive_neon", "variant": "demo"}
    tasks = [task(f"against {baseline}", "ours.learner:against", baseline=baseline, **about) for baseline in POOL]
    return [Row("Learning, cogdrive_neon, demo", "learner steps/s", ours) for ours in tasks]


def start(size: Size) -> list[Row]:
    """What one waits for before the first decision."""
    rows = [Row("import cogitable.envs", "s", task("fresh Python", "ours.start:importing", warm=False), key="seconds")]
    for first, text in (
        ("aec", "first AEC reset"),
        ("tables", "first Tables"),
        ("step", "first Tables and step"),
        ("search", "first search"),
    ):
        one = task(f"CogDrive Neon: {text}", "ours.start:starting", warm=False, game="cogdrive_neon", first=first)
        rows.append(Row("compiled for the first time", "s", one, key="compiling"))
        rows.append(Row("from the cache", "s", one, key="cached"))
    return rows


SECTIONS: dict[str, Section] = {
    "connect_four": Section("Connect Four, like for like", "one core unless the line says otherwise", connect_four),
    "cogdrive_neon": Section("CogDrive Neon", "observation and mask at every decision, one core", cogdrive_neon),
    "comrade": Section("Comrade", "observation and mask at every decision, one core", comrade),
    "brass_empire": Section("Brass Empire", "observation and mask at every decision, one core", brass_empire),
    "cogs_and_commissars": Section(
        "Cogs and Commissars", "observation and mask at every decision, one core", cogs_and_commissars
    ),
    "great_machine": Section(
        "City of the Great Machine", "observation and mask at every decision, one core", great_machine
    ),
    "great_machine_coop": Section(
        "City of the Great Machine, co-operative",
        "observation and mask at every decision, one core",
        great_machine_coop,
    ),
    "environments": Section("One environment from Python", "one core, the same policy everywhere", environments),
    "search": Section("Tree search", "one core", search),
    "network": Section("Networks in compiled code", "one core", network),
    "learning": Section("Learning", "all cores", learning, rounds=3),
    "learner": Section("The learner's parts", "cores as the line says", learner, rounds=3),
    "pool": Section("Opponents in the pool", "one thread, each kind alone at all other seats", pool, rounds=3),
    "start": Section("Start", "a fresh Python each time, one core", start, rounds=3),
}
