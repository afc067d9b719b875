"""What the cards of a card file can do: the steps of a card, checked as the file is read."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from .box import NO_TYPE, Citizen
from .card_steps import CHOSEN, MAX_STEPS, Do, Who

CitizenName = Literal["proletariat", "bourgeoisie", "commissar"]
CitizenOrChosen = Literal["proletariat", "bourgeoisie", "commissar", "chosen"]


class Encoded(NamedTuple):
    """A step as numbers, in the order of a STEP record but for its condition."""

    what: int
    amount: int
    citizen: int
    who: int
    beyond: int


def type_number(citizen: str) -> int:
    """Return the number of a type of citizen, CHOSEN for ``"chosen"``."""
    return CHOSEN if citizen == "chosen" else Citizen.called(citizen)


class _Step(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    if_done: bool = Field(False, description="Only if the step before did something.")

    def encoded(self) -> Encoded:
        """Return the step as numbers."""
        told = dict(self)
        return Encoded(
            what=Do.called(told["do"]),
            amount=told.get("count", 0),
            citizen=type_number(told["citizen"]) if "citizen" in told else NO_TYPE,
            who=Who.called(told.get("who") or told.get("deck") or "self"),
            beyond=int(told.get("beyond", False)),
        )


class GainStep(_Step):
    """Gain citizens from the Gulag."""

    do: Literal["gain"]
    citizen: CitizenOrChosen
    count: int = Field(1, ge=1, le=9)


class TakeStep(_Step):
    """Take citizens from the target or from several players."""

    do: Literal["take"]
    citizen: CitizenOrChosen
    count: int = Field(1, ge=1, le=9)
    who: Literal["target", "others", "richer"] = Field("target", alias="from")


class RemoveStep(_Step):
    """Send citizens of the target or of several players to the Gulag."""

    do: Literal["remove"]
    citizen: CitizenOrChosen
    count: int = Field(1, ge=1, le=9)
    who: Literal["target", "others", "all", "richer"] = Field("target", alias="from")
    beyond: bool = Field(False, description="Only as far as somebody has more of them than the player of the card.")


class PayStep(_Step):
    """Send own citizens to the Gulag: all of them or, when there are too few, none."""

    do: Literal["pay"]
    citizen: CitizenName
    count: int = Field(1, ge=1, le=9)


class ProduceStep(_Step):
    """Produce: turn over the top cards of a deck and gain the citizens that their stars show."""

    do: Literal["produce"]
    count: int = Field(1, ge=1, le=9)
    deck: Literal["self", "target"] = "self"


class DrawStep(_Step):
    """Draw cards."""

    do: Literal["draw"]
    count: int = Field(1, ge=1, le=9)


class DiscardStep(_Step):
    """Players discard cards of their own choice from their hands."""

    do: Literal["discard"]
    count: int = Field(1, ge=1, le=9)
    who: Literal["target", "others", "all", "richer"] = "target"


class RetrieveStep(_Step):
    """Take cards of other titles from the own discard into the hand."""

    do: Literal["retrieve"]
    count: int = Field(1, ge=1, le=9)


class ActionsStep(_Step):
    """Have more Actions in this turn."""

    do: Literal["actions"]
    count: int = Field(1, ge=1, le=9)


class PlainStep(_Step):
    """Steps without numbers, most of them about the card that was responded to.

    counter: it goes to its owner's discard; return: to its owner's hand; duplicate: it takes place twice; retype: its
    chosen type of citizen becomes the one chosen for this card. look: see the target's hand; intercept: see it and play
    a card out of it; win: win the game.
    """

    do: Literal["counter", "return", "duplicate", "retype", "look", "intercept", "win"]


Step = Annotated[
    GainStep
    | TakeStep
    | RemoveStep
    | PayStep
    | ProduceStep
    | DrawStep
    | DiscardStep
    | RetrieveStep
    | ActionsStep
    | PlainStep,
    Field(discriminator="do"),
]

_ABOUT_A_CARD = ("counter", "return", "duplicate", "retype")
_LAST = ("duplicate", "intercept")
_ONCE = (*_ABOUT_A_CARD, "intercept", "win")


def _orderly(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    if steps[0].if_done:
        raise ValueError("if_done is true in the first step, which has no step before it")
    for step in steps[:-1]:
        if step.do in _LAST:
            raise ValueError(f"{step.do!r} must be the last step, as it puts another card on the stack")
    for what in _ONCE:
        if sum(step.do == what for step in steps) > 1:
            raise ValueError(f"{what!r} can be there only once")
    return steps


Program = Annotated[tuple[Step, ...], Field(min_length=1, max_length=MAX_STEPS), AfterValidator(_orderly)]


def concerns_card(steps: tuple[Step, ...]) -> bool:
    """Whether any step is about the card that was responded to."""
    return any(step.do in _ABOUT_A_CARD for step in steps)


def concerns_target(steps: tuple[Step, ...]) -> bool:
    """Whether any step is about a target player."""
    return any(
        getattr(step, "who", "") == "target"
        or getattr(step, "deck", "") == "target"
        or step.do in ("look", "intercept")
        for step in steps
    )


def concerns_hand(steps: tuple[Step, ...]) -> bool:
    """Whether a step is about the target's hand."""
    return any(
        step.do in ("look", "intercept") or (step.do == "discard" and getattr(step, "who", "") == "target")
        for step in steps
    )


def uses_chosen(steps: tuple[Step, ...]) -> bool:
    """Whether any step is about the chosen type of citizen."""
    return any(getattr(step, "citizen", "") == "chosen" or step.do == "retype" for step in steps)
