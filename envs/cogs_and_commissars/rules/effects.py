"""What the cards of a card file can do: the steps of a card, checked as the file is read."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from .box import NO_TYPE, Citizen
from .card_steps import CHOSEN, MAX_STEPS, Do, Who

CitizenName = Literal["proletariat", "bourgeoisie", "commissar"]
CitizenOrChosen = Literal["proletariat", "bourgeoisie", "commissar", "chosen"]


_TYPES: dict[str | None, int] = {None: NO_TYPE, "chosen": CHOSEN, **{citizen.text: citizen for citizen in Citizen}}


class _Step(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    if_done: bool = Field(False, description="Only if the step before did something.")

    def encoded(self) -> dict[str, int]:
        """Return the step as the numbers of a STEP record."""
        told = dict(self)
        return {
            "what": Do.called(told["do"]),
            "amount": told.get("count", 0),
            "citizen": _TYPES[told.get("citizen")],
            "who": Who.called(told.get("who") or told.get("deck") or "self"),
            "beyond": told.get("beyond", False),
            "if_done": self.if_done,
        }


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


class CountedStep(_Step):
    """Steps with a number alone.

    draw: draw cards; retrieve: take cards of other titles from the own discard into the hand; actions: have more
    Actions in this turn.
    """

    do: Literal["draw", "retrieve", "actions"]
    count: int = Field(1, ge=1, le=9)


class DiscardStep(_Step):
    """Players discard cards of their own choice from their hands."""

    do: Literal["discard"]
    count: int = Field(1, ge=1, le=9)
    who: Literal["target", "others", "all", "richer"] = "target"


class PlainStep(_Step):
    """Steps without numbers, most of them about the card that was responded to.

    counter: it goes to its owner's discard; return: to its owner's hand; duplicate: it takes place twice; retype: its
    chosen type of citizen becomes the one chosen for this card. look: see the target's hand; intercept: see it and play
    a card out of it; win: win the game.
    """

    do: Literal["counter", "return", "duplicate", "retype", "look", "intercept", "win"]


_Moving = GainStep | TakeStep | RemoveStep | PayStep
Step = Annotated[_Moving | ProduceStep | DiscardStep | CountedStep | PlainStep, Field(discriminator="do")]

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
    return concerns_hand(steps) or any("target" in (getattr(s, "who", ""), getattr(s, "deck", "")) for s in steps)


def concerns_hand(steps: tuple[Step, ...]) -> bool:
    return any(
        step.do in ("look", "intercept") or (step.do == "discard" and getattr(step, "who", "") == "target")
        for step in steps
    )


def uses_chosen(steps: tuple[Step, ...]) -> bool:
    return any(getattr(step, "citizen", "") == "chosen" or step.do == "retype" for step in steps)
