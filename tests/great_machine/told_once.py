"""What a decision in City of the Great Machine was told to bring, read from its words, to be held against what it did.

An account is what the words of one decision and of all that came of it add up to: what each Hero gains and loses in
Trust, the Machine in Bonds, by how much Discontent rises, where the Master Plan goes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from cogitable.envs.city.rules.state import (
    ARRESTED,
    MACHINE,
    MAJOR_DISTRICTS,
    MINOR_DISTRICTS,
    NUM_DISTRICTS,
    SLOTS_A_STAGE,
    TRACK_END,
    CitizenType,
    District,
    Hero,
    Status,
)
from cogitable.envs.city.words.facts import stage_name
from cogitable.envs.city.words.terms import ROMAN
from cogitable.envs.table.named import texts

_HERO = "|".join(texts(Hero))
_OWN_PRICES = (r"\((\d+) of \d+ Trust(?! so far|: loses it)", r" with (\d+) of \d+ Trust", r" pays (\d+) of \d+ Trust")
_OWN_LOSSES = (r", (\d+) of it lost beyond its limit",)
_OWN_GAINS = (r" gains (\d+) Trust", r"^\w+ takes (\d+) Trust\b(?! from)", r" takes (\d+) of \d+ Trust, ")
_THEIR_GAINS = (rf"lets the ({_HERO}) go on: .*, (\d+) Trust for her", rf"^({_HERO}) gains (\d+) Trust$")
_THEIR_LOSSES = (
    rf"takes (?P<amount>\d+) Trust from the (?P<hero>{_HERO})",
    rf"confiscates Trust from the (?P<hero>{_HERO}) \((?P<amount>\d+)\)",
    rf"^(?P<hero>{_HERO}) (?:cannot pay, )?loses (?P<amount>\d+) Trust",
    rf"^(?P<hero>{_HERO}) goes to [^(]*\((?P<amount>\d+) Trust\)$",
    rf"detains (?P<hero>{_HERO}): it loses (?P<amount>\d+) Trust",
    rf"ends the (?P<hero>{_HERO})'s turn, takes all of its Trust: (?P<amount>\d+) Bond",
)
_RULES = re.compile(r"^Round \d+ begins|^The Machine publishes")
"""Lines that quote a card."""
_NOTHING = re.compile(r"\b0 (?:Trust|Bonds?|Guards?|Citizens?)\b|\bby 0\b")
_MAJOR = re.compile("|".join(rf"(?<!the )(?<!The )\b{District(number).text}\b" for number in MAJOR_DISTRICTS))
_MINOR = re.compile("|".join(rf"\b[Tt]he {District(number).text}\b" for number in MINOR_DISTRICTS))


def trust_told(before: Any, after: Any, label: str, events: Sequence[str]) -> list[int]:
    """Return what was told of each Hero's Trust, by place in the order of Initiative."""
    names = [Hero(hero).text for hero in after["heroes"].tolist()]
    told, own = Counter[str](), label.split(" ")[0]
    pledged = re.search(r" pledges (\d+)", label)
    if not pledged:
        for sign, patterns in ((-1, _OWN_PRICES), (-1, _OWN_LOSSES), (1, _OWN_GAINS)):
            told[own] += sign * sum(int(number) for pattern in patterns for number in re.findall(pattern, label))
    for hero, first, last in re.findall(rf"({_HERO}) ?(?:discards a Hero token)?: (\d+) to (\d+) Trust", label):
        told[hero] += int(last) - int(first)
    for line in (label, *events):
        for pattern in _THEIR_LOSSES:
            for found in re.finditer(pattern, line):
                told[found["hero"]] -= int(found["amount"])
    for line in events:
        for hero, number in re.findall(_THEIR_GAINS[1], line):
            told[hero] += int(number)
        if line.startswith("The Heroes pay "):
            for place, name in enumerate(names):
                told[name] -= int(before["pledge"][place]) + (int(pledged[1]) if pledged and name == own else 0)
    for hero, number in re.findall(_THEIR_GAINS[0], label):
        told[hero] += int(number)
    for line in events:
        if re.search(r"(?<!not so that) the Heroes give \d+ Trust together", line) and not _RULES.search(line):
            told.subtract(names)  # paid already
    return [told[name] for name in names]


def bonds_told(label: str, events: Sequence[str]) -> int:
    """Return what was told of the Machine's Bonds."""
    if "ends the Great Machine Phase" in label:
        label = ""
    price = re.findall(r"(?:\(|^pays )(\d+) Bonds?\b", label)
    gains = re.findall(r"(?:takes |all of its Trust: )(\d+) Bonds?\b", label)
    gains += [number for line in events for number in re.findall(r"The Machine gains (\d+) Bond", line)]
    return sum(map(int, gains)) - sum(map(int, price))


def rise_told(lines: Sequence[str]) -> int:
    """Return by how much Discontent was told to rise."""
    plain = [line for line in lines if not _RULES.search(line)]
    up, down = (
        sum(int(number) for line in plain for number in re.findall(rf"Discontent {way} by (\d+)", line))
        for way in ("rises", "falls")
    )
    return up - down


def faults(before: Any, after: Any, label: str, events: Sequence[str]) -> list[str]:
    """Return where what was told of a decision, to who perceives everything, is not what it did."""
    found, lines = [], [label, *events]

    def hold(what: str, told: object, done: object) -> None:
        if told != done:
            found.append(f"{what}: told {told}, happened {done}")

    hold("Trust", trust_told(before, after, label, events), (after["trust"].astype(int) - before["trust"]).tolist())
    if np.ndim(before["bonds"]) == 0:
        hold("Bonds", bonds_told(label, events), int(after["bonds"]) - int(before["bonds"]))
    height = [min(int(state["slot"]) + int(state["rise"]), TRACK_END) for state in (before, after)]
    hold("Discontent", rise_told(lines), height[1] - height[0])
    first, last = (-rise_told([line for line in some if " falls " in line]) for some in ([label], events))
    stages = [(int(before["slot"]) - first) // SLOTS_A_STAGE, (int(after["slot"]) + last) // SLOTS_A_STAGE]
    reached = [line for line in events if line.startswith("Discontent reaches ")]
    hold(
        "Stages", reached, [f"Discontent reaches {stage_name(stage)}" for stage in range(stages[0] + 1, stages[1] + 1)]
    )
    plan = int(before["plan"])
    for line in events:
        went = re.match(r"The Master Plan (advances|goes back) to (\w+)", line)
        if went:
            plan += 1 if went[1] == "advances" else -1
            hold("Master Plan", ROMAN.index(went[2]), plan)
    hold("Master Plan", plan, int(after["plan"]))
    promised = re.search(r"the Master Plan advances to (\w+)", label)
    if promised and "then the" not in label:
        hold("Master Plan", any(f"advances to {promised[1]} of" in line for line in events), True)
    found += [f"tells of nothing: {line}" for line in events if _NOTHING.search(line)]
    return found


def misnamed(lines: Sequence[str]) -> list[str]:
    """Return lines in which a District has no article that needs one, or one that it does not take."""
    return [line for line in lines if _MAJOR.search(line) or _MINOR.search(line)]


def unseen_moves(before: Any, after: Any, seat: int | None, hidden: bool, lines: Sequence[str]) -> list[str]:
    """Return Citizens that have gone, come or been turned up without a word to a seat of where, or of what type.

    Args:
        seat: Who reads; None reads everything.
        hidden: Whether what the Heroes have identified is hidden from this seat.
    """
    told, found = " | ".join(lines), []
    crowds = after["crowd"].astype(int) - before["crowd"]
    for district in range(NUM_DISTRICTS):
        if crowds[district] and not re.search(rf"\b{District(district).text}\b", told):
            found.append(f"seat {seat}: {District(district).text} {crowds[district]:+d}")
    if crowds[ARRESTED] and not re.search("rrest|set free|sets two|returns|come back|brings|Falsification", told):
        found.append(f"seat {seat}: arrested {crowds[ARRESTED]:+d}")
    first = Status.REVEALED if hidden else Status.IDENTIFIED
    known = [state["citizens"][:, first:].astype(int).sum(axis=1) for state in (before, after)]
    for kind in np.flatnonzero((known[0] != known[1]).any(axis=0)):
        if not re.search(rf"\b{CitizenType(kind).text}s?\b", told):
            found.append(f"seat {seat}: {CitizenType(kind).text} {(known[1] - known[0])[:, kind].tolist()}")
    return found


def hides_from(setup: Any, seat: int | None) -> bool:
    """Whether a seat does not see what the Heroes have identified: the Machine's, where it has one."""
    return seat == MACHINE and setup.game.name == "great_machine"
