"""What the cards of a card file can do: the steps of their programs, checked as the file is read."""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from ...table.named import Named
from .card_steps import MAX_OPTIONS, MAX_STEPS, Effect, Flag, Need
from .state import CardType, Row, Zone


class Condition(BaseModel):
    """What must be the case when a step is reached; otherwise it is passed over."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    have: Literal["allied", "units", "buildings", "played", "behind"] = Field(
        description="allied: other cards of this card's corporation played this turn or in play face up; units, "
        "buildings: own ones in play face up; played: cards played this turn; behind: opponents with more Brass."
    )
    at_least: int = Field(1, ge=1, le=20, description="How many of them are needed.")


_AMOUNTS = ("labor", "count", "amount", "max_cost")
"""What cards call the first number of a step, by its effect."""
_AMONG: dict[str, type[Named]] = {"target": CardType, "source": Zone, "row": Row}
"""What a step picks from, by the key that names it."""


def _set(kind: type[Named], names: str) -> int:
    """Return the set of the members that a card file names so: ``"unit or building"``."""
    return sum(1 << member for member in kind if member.text in names.split(" or "))


class _Step(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    may: bool = Field(False, description="The player may decline.")
    if_done: bool = Field(False, description="Only if the step before did something.")
    condition: Condition | None = Field(None, alias="if", description="What must be the case.")

    def encoded(self) -> dict[str, int]:
        """Return the step as the numbers of a STEP record."""
        told, need = dict(self), self.condition
        return {
            "what": Effect.called(told["do"]),
            "amount": next((told[name] for name in _AMOUNTS if name in told), 0),
            "construction": told.get("construction", 0),
            "brass": told.get("brass", 0),
            "among": sum(_set(kind, told[name]) for name, kind in _AMONG.items() if name in told),
            "bits": self.may << Flag.MAY | self.if_done << Flag.IF_DONE,
            "condition": Need.called(need.have) if need else Need.ALWAYS,
            "at_least": need.at_least if need else 0,
        }


class GainStep(_Step):
    """Gain labor and construction for this turn, and Brass."""

    do: Literal["gain"]
    may: Literal[False] = False
    labor: int = Field(0, ge=0, le=9)
    construction: int = Field(0, ge=0, le=9)
    brass: int = Field(0, ge=0, le=9)

    @model_validator(mode="after")
    def _something(self) -> GainStep:
        if not (self.labor or self.construction or self.brass):
            raise ValueError("nothing is gained; give labor, construction or brass")
        return self


class CountedStep(_Step):
    """Draw cards, or take cards from the own discard into the hand."""

    do: Literal["draw", "recover"]
    count: int = Field(1, ge=1, le=5)


class DamageStep(_Step):
    """Deal damage to one unit or building of an opponent."""

    do: Literal["damage"]
    amount: int = Field(ge=1, le=20)
    target: Literal["unit", "building", "unit or building"] = "unit"


class DismissStep(_Step):
    """Dismiss own cards from the game."""

    do: Literal["dismiss"]
    source: Literal["hand", "discard", "hand or discard"] = Field("hand or discard", alias="from")
    count: int = Field(1, ge=1, le=5)


class DiscardStep(_Step):
    """Every opponent discards cards of its own choice from its hand."""

    do: Literal["discard"]
    may: Literal[False] = False
    count: int = Field(1, ge=1, le=5)


class StealStep(_Step):
    """Take Brass from an opponent."""

    do: Literal["steal"]
    brass: int = Field(ge=1, le=9)


class AcquireStep(_Step):
    """Acquire a card from a row without paying."""

    do: Literal["acquire"]
    row: Literal["labor", "design", "labor or design"] = "labor or design"
    max_cost: int = Field(ge=1, le=20, description="Highest cost, labor and construction together.")


AnySteps = TypeVar("AnySteps", bound=tuple[_Step, ...])


def _begins(steps: AnySteps) -> AnySteps:
    if steps[0].if_done:
        raise ValueError("if_done is true in the first step, which has no step before it")
    return steps


_Simple = GainStep | CountedStep | DamageStep | DismissStep | DiscardStep | StealStep | AcquireStep
SimpleStep = Annotated[_Simple, Field(discriminator="do")]


class Option(BaseModel):
    """One of several effects to choose from."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    steps: Annotated[tuple[SimpleStep, ...], Field(min_length=1, max_length=MAX_STEPS), AfterValidator(_begins)]


class ChooseStep(_Step):
    """Choose one of several effects."""

    do: Literal["choose"]
    may: Literal[False] = False
    options: tuple[Option, ...] = Field(min_length=2, max_length=MAX_OPTIONS)

    def encoded(self) -> dict[str, int]:
        """Return the step as the numbers of a STEP record, but for where its options lie."""
        return super().encoded() | {"amount": 1, "among": len(self.options)}


Step = Annotated[_Simple | ChooseStep, Field(discriminator="do")]
Program = Annotated[tuple[Step, ...], Field(min_length=1, max_length=MAX_STEPS), AfterValidator(_begins)]


def only_gains(program: tuple[Step, ...] | None) -> bool:
    """Whether a program gains things and does nothing else, under no condition."""
    return bool(program) and all(step.do == "gain" and step.condition is None for step in program or ())
