"""Brass Empire with card files made up at random, each game beside its plain-Python reference."""

from __future__ import annotations

from typing import Any

import pytest
from brass_empire.games import random_games
from brass_empire.positions import building, card_file, employee, unit
from lots import Lots

from cogitable.envs.brass_empire import GAME

CONDITIONS = ("units", "buildings", "played", "behind", "allied")
TARGETS = ("unit", "building", "unit or building")
MODES = (
    {},
    {"num_players": 4},
    {"mode": "solitaire"},
    {"mode": "solitaire", "equal_turns": True},
    {"mode": "team"},
    {"mode": "battle"},
    {"mode": "battle", "num_players": 5, "first_hands": (1, 4, 5, 6, 10)},
)


class Inventor(Lots):
    """Makes up cards that the rules allow."""

    def step(self, *, first: bool, may_destroy: bool, may_choose: bool) -> dict[str, Any]:
        known = ["gain", "draw", "dismiss", "discard", "steal", "acquire", "recover"]
        known += ["damage", "damage"] * may_destroy + ["choose"] * (may_destroy and may_choose)
        what, number = self.any_of(known), self.number(1, 3)
        step: dict[str, Any] = {"do": what}
        if not first and self.happens(0.3):
            step["if_done"] = True
        if self.happens(0.3):
            step["if"] = {"have": self.any_of(CONDITIONS), "at_least": self.number(1, 2)}
        if what not in ("gain", "discard", "choose") and self.happens(0.4):
            step["may"] = True
        if what == "choose":
            options = [self.program(may_choose=False, chained=True) for _ in range(self.number(2, 4))]
            return {**step, "options": [{"steps": steps} for steps in options]}
        if what == "damage":
            return {**step, "amount": number, "target": self.any_of(TARGETS)}
        named = {"gain": self.any_of(["labor", "construction", "brass"]), "steal": "brass", "acquire": "max_cost"}
        return {**step, named.get(what, "count"): number}

    def program(self, *, may_choose: bool = True, chained: bool = False) -> list[dict[str, Any]]:
        """Return some steps; in a chained program only the last one may destroy something."""
        last = self.number(0, 2)
        return [
            self.step(first=i == 0, may_destroy=i == last or not chained, may_choose=may_choose)
            for i in range(last + 1)
        ]

    def common(self) -> dict[str, Any]:
        cost = {"labor": self.number(0, 2), "construction": self.number(0, 2)}
        return {"copies": 8, "value": self.number(0, 3), "corporation": self.any_of(["Blue", "Red"]), **cost}

    def programs(self, *triggers: str) -> dict[str, Any]:
        programs: dict[str, Any] = {trigger: self.program() for trigger in triggers if self.happens(0.6)}
        if self.happens(0.6):
            programs["destroyed"] = self.program(chained=True)
        return programs

    def cards(self) -> list[dict[str, Any]]:
        """Return five employees, units and buildings."""
        cards = []
        for i in range(5):
            cards.append(employee(f"Employee {i}", *self.program(), **self.common()))
            programs = self.programs("play", "ability")
            programs["any_time"] = "ability" in programs and self.happens(0.6)
            cards.append(unit(f"Unit {i}", self.number(0, 3), self.number(1, 3), **self.common(), **programs))
            programs = self.programs("built", "ability", "demolish")
            programs["any_time"] = "demolish" in programs and self.happens(0.6)
            cards.append(building(f"Building {i}", self.number(0, 2), self.number(1, 3), **self.common(), **programs))
        return cards


@pytest.mark.often("standard", "solitaire-True", "battle")
@pytest.mark.parametrize("options", MODES, ids=lambda options: "-".join(map(str, options.values())) or "standard")
def test_any_cards_do_what_their_file_says(options):
    deck = {"Employee 0": 3, "Unit 0": 2, "Building 0": 2, "Clerk": 2, "Union Worker": 2}
    pool = {} if options.get("mode") == "battle" else {"pool": 20}
    decisions = 0
    for seed in range(3):
        setup = GAME.setup(cards=card_file(*Inventor(seed).cards(), deck=deck), **pool, **options)
        decisions += sum(1 for _ in random_games(setup, seed, 1, limit=150))
    assert decisions > 30
