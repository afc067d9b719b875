"""The keyword options of the co-operative game, and its levels of difficulty."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import Field, model_validator

from ..city.board import METHODS
from ..city.options import CityOptions, fill_city
from ..city.rules.state import NOBODY, NUM_SERVANTS, Servant
from ..table.errors import OptionError, did_you_mean
from ..table.files.cards import card_file
from ..table.named import texts
from .cards import DEFAULT, Cards, fill_cards
from .rules.state import LETTERS, MAX_SEATS, Maintenance, Mission


class Level(NamedTuple):
    """A level of difficulty: the Benefits of the Heroes, and where the Master Plan starts."""

    benefits: tuple[int, ...]
    master_plan: int


LEVELS = {
    "novice": Level((1, 2, 3), 1),
    "easy": Level((1, 2), 1),
    "normal": Level((1, 2), 3),
    "hard": Level((1,), 1),
    "ultra-hard": Level((), 1),
    "insane": Level((), 3),
}
"""From the easiest to the hardest, as the Guide orders them. For the last one it allows a start from II too."""

_NUMERALS = ("I", "II", "III", "IV")
_SHUFFLES = {"kept": Maintenance.KEPT, "all leave": Maintenance.ALL_LEAVE, "one leaves": Maintenance.ONE_LEAVES}


class CoopOptions(CityOptions):
    """Keyword options of the co-operative game."""

    methods: ClassVar[dict[str, int]] = {name: number for name, number in METHODS.items() if name != "confrontation"}

    num_players: int = Field(3, ge=1, le=MAX_SEATS, description="Agents, who run three Heroes together.")
    max_decisions: int = Field(3000, ge=1, le=30000, description="Decisions after which an episode is truncated.")
    difficulty: Literal["novice", "easy", "normal", "hard", "ultra-hard", "insane"] = Field(
        "normal", description="Which Benefits the Heroes have and where the Master Plan starts."
    )
    benefits: tuple[int, ...] | None = Field(
        None,
        description="Benefits of a level of one's own, in place of the difficulty's: 1 each successful "
        "Riot takes the Master Plan back by 1, 2 three Maintenance cards, 3 the Guard Patrol card is a Patrol card.",
    )
    master_plan: int | None = Field(
        None, ge=1, le=3, description="Where the Master Plan starts, in place of the difficulty's."
    )
    maintenance: Literal["kept", "all leave", "one leaves"] = Field(
        "kept",
        description="Benefit 2: whether revealed Maintenance cards stay in the game when the deck is shuffled, all "
        "leave it, or one does.",
    )
    missions: Literal["none", "I", "II", "III", "IV", "random"] | tuple[str, ...] = Field(
        "none",
        description="Missions: none, a set by its number, a random one of each letter, or the names of three, A to C.",
    )
    servant_order: tuple[str, ...] = Field(texts(Servant), description="Order in which the Servants have their turns.")
    cards: Annotated[Cards, card_file(Cards, DEFAULT)] = Field(
        default=None,
        validate_default=True,
        description="Card file with Servants, Directives, City Events and Missions: a path, or its content.",
    )

    @model_validator(mode="after")
    def _has_level(self) -> CoopOptions:
        benefits = self.level.benefits
        if not set(benefits) <= {1, 2, 3} or len(set(benefits)) != len(benefits):
            raise OptionError(f"option 'benefits' is {list(benefits)}; it must be some of 1, 2 and 3, each once")
        if self.maintenance != "kept" and 2 not in benefits:
            raise OptionError(f"option 'maintenance' is {self.maintenance!r}; without Benefit 2 there is none")
        if sorted(self.servant_order) != sorted(texts(Servant)):
            raise OptionError(
                f"option 'servant_order' is {list(self.servant_order)}; "
                f"it must have each of {', '.join(texts(Servant))} once"
            )
        find_missions(self)
        return self

    @property
    def with_missions(self) -> bool:
        """Whether Missions are played."""
        return self.missions != "none"

    @property
    def level(self) -> Level:
        """What the difficulty comes to with the options that replace parts of it."""
        level = LEVELS[self.difficulty]
        if self.benefits is not None:
            level = level._replace(benefits=self.benefits)
        return level if self.master_plan is None else level._replace(master_plan=self.master_plan)


def find_missions(options: CoopOptions) -> tuple[int, ...]:
    """Return the Missions A, B and C by number; NOBODY for a random one of the letter.

    Raises:
        OptionError: Not three, an unknown name, or not one of each letter.
    """
    given = options.missions
    if given == "none" or given == "random":
        return (NOBODY,) * len(LETTERS)
    if isinstance(given, str):
        first = _NUMERALS.index(given) * len(LETTERS)
        return tuple(range(first, first + len(LETTERS)))
    for name in given:
        if name not in texts(Mission):
            raise OptionError(
                f"option 'missions' names {name!r}; the Missions are {', '.join(texts(Mission))}"
                f"{did_you_mean(name, texts(Mission))}"
            )
    numbers = tuple(sorted((texts(Mission).index(name) for name in given), key=lambda number: number % len(LETTERS)))
    if [number % len(LETTERS) for number in numbers] != [0, 1, 2]:
        letters = [LETTERS[number % len(LETTERS)] for number in numbers]
        raise OptionError(f"option 'missions' has Missions {', '.join(letters)}; it must be one each of A, B and C")
    return numbers


def build(options: CoopOptions, setup: Any) -> None:
    """Fill the SETUP record from the options."""
    level = options.level
    setup.start_plan = level.master_plan
    setup.plan_goes_back, setup.plain_patrol = 1 in level.benefits, 3 in level.benefits
    setup.maintenance = _SHUFFLES[options.maintenance] if 2 in level.benefits else 0
    setup.order[:NUM_SERVANTS] = [texts(Servant).index(name) for name in options.servant_order]
    setup.with_missions = options.with_missions
    setup.missions[:] = find_missions(options)
    fill_city(options, setup)
    fill_cards(options.cards, setup)
