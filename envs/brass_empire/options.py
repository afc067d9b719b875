"""The keyword options of Brass Empire."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationInfo, field_validator, model_validator

from ..table.errors import OptionError, did_you_mean
from ..table.files.cards import card_file
from ..table.game import Options
from .cards import DEFAULT, CardList, check_reserve, fill_setup
from .rules.state import BATTLE_BRASS, HAND_SIZE, MAX_CENTRAL, MAX_RESERVE, MAX_RESERVE_VALUE, MAX_SEATS, NOBODY, Mode

SEATS: Mapping[str, tuple[int, ...]] = {
    "standard": (2, 3, 4, 5, 6),
    "solitaire": (1,),
    "team": (4, 6),
    "battle": (2, 3, 4, 5, 6),
}
"""Numbers of players by mode, the usual one first."""

MEASURED: Mapping[str, Mapping[str, Mapping[int, tuple[int, ...]]]] = {
    "compensation": {
        "standard": {2: (0, 3), 3: (0, 2, 3), 4: (0, 2, 2, 2), 5: (0, 1, 1, 2, 2)},
        "battle": {4: (0, 5, 5, 5)},
    },
    "first_hands": {"battle": {2: (3, 5)}},
}
"""Numbers by place in the round, by option, mode and number of players, with which all places won about as often.

That is between shipped policies. Between heuristics who begins with four and five wins least anyhow, and in battles
they attack the company that has least, which is then the first one.
"""

LEVELS: Mapping[str, int] = {"rulebook": 0, "brisk": 1, "hard": 2, "harder": 3, "merciless": 4}
"""The automaton's Brass at the beginning."""

RESERVE_VALUE = 10
"""Total Brass Value of a drafted reserve."""

RESTORING = 50
"""Rounds of a battle in which Brass is restored: more than all but one in a hundred battles last."""

MAX_FIRST_HAND = 10
"""Most cards of a first hand: as many as the house edition's starting deck has."""

Level = Literal["rulebook", "brisk", "hard", "harder", "merciless"]
SOLITAIRE_POOL = 40
_POOLS = {2: 50, 3: 75}
_FULL_POOL = 100
_NEVER = 127
UNCAPPED = 30000


def _listed(numbers: Iterable[int]) -> str:
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}" if most else last


class BrassEmpireOptions(Options):
    """Keyword options of Brass Empire."""

    num_players: int = Field(
        2,
        ge=1,
        le=MAX_SEATS,
        description="Seats: 2 to 5 standard (6 with custom reserves), 1 solitaire, 4 or 6 team, 2 to 6 battle.",
    )
    max_decisions: int = Field(5000, ge=1, le=30000, description="Decisions after which an episode is truncated.")
    mode: Literal["standard", "solitaire", "team", "battle"] = Field("standard", description="Which game is played.")
    pool: int | None = Field(
        None, ge=1, le=1000, description="Brass in the Mining Pool; by default as the rulebook has it for the players."
    )
    equal_turns: bool = Field(
        False, description="Solitaire only: the automaton has its last turn even after the pool is exhausted."
    )
    corporations: Literal["dealt", "chosen"] | tuple[str, ...] = Field(
        "dealt",
        description="Who runs which corporation: dealt at random, chosen in turn as first decisions, or a name a seat.",
    )
    reserves: Literal["stock", "draft"] | tuple[dict[str, int], ...] = Field(
        "stock",
        description="Reserve decks: each corporation's stock, drafted as decisions before the game, or given for each "
        "seat as a table of names and copies (then corporations must be given too).",
    )
    reserve_value: int = Field(
        RESERVE_VALUE,
        ge=1,
        le=MAX_RESERVE_VALUE,
        description="Drafted reserves only: the total Brass Value of each; 8 to 12 is recommended.",
    )
    starting_cards: Literal["removed", "shuffled"] = Field(
        "removed",
        description="What becomes of cards of stock reserves that nobody has, such as those of corporations without a "
        "player: removed from the game, or shuffled into the central decks.",
    )
    income: Literal["automatic", "chosen"] = Field(
        "automatic",
        description="When buildings give what they do nothing but give: by themselves at the turn start, or once a "
        "turn when their owner likes, in any order with everything else.",
    )
    faction_cards: Literal["any", "own"] = Field(
        "any", description="Faction cards that break ties: those of any corporation, or of the player's own."
    )
    phases: Literal["free", "strict"] = Field(
        "free",
        description="Playing and acting in any order, or strictly first the one and then the other: once a unit has "
        "acted, nothing is played or bought in that turn.",
    )
    brass_cap: bool = Field(True, description="Battle only: no company ever has more Brass than it began with.")
    battle_cards: Literal["adapted", "same"] = Field(
        "adapted",
        description="Battle only: whether some cards are others in a battle, as the card file has them, or all as in "
        "the other modes, where what gains Brass restores it.",
    )
    restoring: Annotated[int, Field(ge=1, le=1000)] | Literal["always"] = Field(
        RESTORING,
        description="Battle only: number of rounds in which Brass is restored, or always, so that companies that "
        "restore more than they lose may play on forever.",
    )
    automaton_brass: Annotated[int, Field(ge=0, le=20)] | Level = Field(
        "rulebook",
        description="Solitaire only: the automaton's Brass at the beginning, beside the pool: a number, or a level, "
        "which is 0 (the rulebook's), 1, 2, 3 or 4.",
    )
    compensation: Literal["none", "measured"] | tuple[Annotated[int, Field(ge=0, le=20)], ...] = Field(
        "none",
        description="All but solitaire: Brass at the beginning by place in the round, beside the pool or the 20 of a "
        "battle: a number for each place, or what was measured to be nearly even between policies, for 2 to 5 players "
        "of a standard game, and for 4 of a battle.",
    )
    first_hands: Literal["five", "measured"] | tuple[Annotated[int, Field(ge=1, le=MAX_FIRST_HAND)], ...] = Field(
        "five",
        description="All but solitaire: cards of the first hands by place in the round: five each, a number for each "
        "place, or what was measured to be nearly even between policies, for 2 players of a battle.",
    )
    cards: Annotated[CardList, card_file(CardList, DEFAULT)] = Field(
        default=None,
        validate_default=True,
        description="Card file to play with: a path, or its content. The house edition by default.",
    )

    @field_validator("cards")
    @classmethod
    def _as_played(cls, cards: CardList, info: ValidationInfo) -> CardList:
        """Take the cards as they are in the game that is played."""
        if info.data.get("mode") == "battle" and info.data.get("battle_cards") == "adapted":
            return cards.changed.get("battle", cards)
        return cards if info.data.get("reserves") == "stock" else cards.changed.get("custom_reserves", cards)

    @model_validator(mode="before")
    @classmethod
    def _usual_seats(cls, values: Any) -> Any:
        """Take the mode's usual number of players where none is given."""
        if not isinstance(values, dict) or "num_players" in values:
            return values
        mode = values.get("mode")  # which is not checked yet, and may be a list
        return {**values, "num_players": SEATS[mode][0]} if isinstance(mode, str) and mode in SEATS else values

    @model_validator(mode="after")
    def _fits(self) -> BrassEmpireOptions:
        if self.num_players not in SEATS[self.mode]:
            allowed = ", ".join(map(str, SEATS[self.mode]))
            raise OptionError(f"option 'num_players' is {self.num_players}: mode {self.mode!r} is for {allowed}")
        if self.mode == "standard" and self.num_players == 6 and self.reserves == "stock":
            raise OptionError(
                "option 'num_players' is 6: mode 'standard' is for 2, 3, 4, 5, and for 6 with reserves drafted or given"
            )
        if self.equal_turns and self.mode != "solitaire":
            raise OptionError(f"option 'equal_turns' is for mode 'solitaire', not for {self.mode!r}")
        if self.pool is not None and self.mode == "battle":
            raise OptionError("option 'pool' is not for mode 'battle', which has no Mining Pool")
        self._check_variants()
        if self.starting_cards == "shuffled":
            self._check_centre()
        if not isinstance(self.corporations, str):
            self._check_corporations(self.corporations)
        if not isinstance(self.reserves, str):
            self._check_reserves(self.reserves)
        elif self.reserves == "draft":
            self._check_draft()
        return self

    def _check_variants(self) -> None:
        if self.reserve_value != RESERVE_VALUE and self.reserves != "draft":
            raise OptionError("option 'reserve_value' is for reserves that are drafted, reserves='draft'")
        if not self.brass_cap and self.mode != "battle":
            raise OptionError(f"option 'brass_cap' is for mode 'battle', not for {self.mode!r}")
        if self.battle_cards != "adapted" and self.mode != "battle":
            raise OptionError(f"option 'battle_cards' is for mode 'battle', not for {self.mode!r}")
        if self.restoring != RESTORING and self.mode != "battle":
            raise OptionError(f"option 'restoring' is for mode 'battle', not for {self.mode!r}")
        if self.automaton_brass != "rulebook" and self.mode != "solitaire":
            raise OptionError(f"option 'automaton_brass' is for mode 'solitaire', not for {self.mode!r}")
        for option, measured in MEASURED.items():
            self._check_places(option, measured.get(self.mode, {}))

    def _check_places(self, option: str, measured: Mapping[int, tuple[int, ...]]) -> None:
        """Refuse an option that has a number for each place in the round where it does not fit the seats."""
        given = getattr(self, option)
        if given == type(self).model_fields[option].default:
            return
        if self.mode == "solitaire":
            raise OptionError(f"option {option!r} is for several players, not for mode 'solitaire'")
        if given == "measured" and self.num_players not in measured:
            told = f"there are measures for {_listed(measured)} players" if measured else "there are no measures"
            raise OptionError(f"option {option!r} is 'measured': in mode {self.mode!r} {told}")
        if not isinstance(given, str) and len(given) != self.num_players:
            raise OptionError(f"option {option!r} has {len(given)} numbers; {self.num_players} places need one each")

    def by_place(self, option: Literal["compensation", "first_hands"]) -> tuple[int, ...]:
        """Return an option's numbers by place in the round; none where the option is left as it is."""
        given = getattr(self, option)
        if given == "measured":
            return MEASURED[option][self.mode][self.num_players]
        return () if isinstance(given, str) else given

    def _check_centre(self) -> None:
        """Of the stock reserves all cards that nobody has may be in the central decks, too."""
        total = sum(kind.copies for kind in self.cards.kinds)
        total += sum(sum(corporation.reserve.values()) for corporation in self.cards.corporation)
        if total > MAX_CENTRAL:
            raise OptionError(
                f"option 'starting_cards' is 'shuffled': with all stock reserves the central decks of this file come "
                f"to {total} cards; at most {MAX_CENTRAL} are possible"
            )

    def _check_corporations(self, names: tuple[str, ...]) -> None:
        if len(names) != self.num_players:
            raise OptionError(f"option 'corporations' has {len(names)} names; {self.num_players} seats need one each")
        for name in names:
            if name not in self.cards.corporations:
                raise OptionError(
                    f"option 'corporations': {name!r} is no corporation; allowed are "
                    f"{', '.join(self.cards.corporations)}{did_you_mean(name, self.cards.corporations)}"
                )

    def _check_reserves(self, reserves: tuple[dict[str, int], ...]) -> None:
        if isinstance(self.corporations, str):
            raise OptionError("option 'reserves' gives reserves; then 'corporations' must give a name for each seat")
        if len(reserves) != self.num_players:
            raise OptionError(f"option 'reserves' has {len(reserves)} tables; {self.num_players} seats need one each")
        for seat, (name, reserve) in enumerate(zip(self.corporations, reserves, strict=True)):
            try:
                check_reserve(self.cards, name, reserve, f"option 'reserves', seat {seat}")
            except ValueError as error:
                raise OptionError(str(error)) from None
        self._check_copies(reserves)
        values = [sum(self.cards.kinds[self.cards.numbers[n]].value * c for n, c in r.items()) for r in reserves]
        if len(set(values)) > 1:
            shown = ", ".join(map(str, values))
            raise OptionError(f"option 'reserves': their total Brass Values are {shown}; they must all be equal")

    def _check_copies(self, reserves: tuple[dict[str, int], ...]) -> None:
        """Check that the cards exist: each company has its stock, and what is beyond it comes from the centre."""
        left = {kind.name: kind.copies for kind in self.cards.kinds}
        for seat, (corporation, reserve) in enumerate(zip(self.corporations, reserves, strict=True)):
            stock = next(c.reserve for c in self.cards.corporation if c.name == corporation)
            for name, copies in reserve.items():
                there_are = left[name] + stock.get(name, 0)
                if copies > there_are:
                    before = " left" if left[name] < self.cards.kinds[self.cards.numbers[name]].copies else ""
                    raise OptionError(
                        f"option 'reserves', seat {seat}: {copies} cards {name!r}, but there are only "
                        f"{there_are}{before}"
                    )
                left[name] -= max(0, copies - stock.get(name, 0))

    def _check_draft(self) -> None:
        for number, name in enumerate(self.cards.corporations):
            if fewest_cards(self.cards, number, self.reserve_value)[-1] > MAX_RESERVE:
                raise OptionError(
                    f"option 'reserve_value' is {self.reserve_value}: {name} has no {MAX_RESERVE} cards or fewer of "
                    "exactly this total Brass Value"
                )


def pool_of(options: BrassEmpireOptions) -> int:
    """Return the Brass in the Mining Pool at the beginning."""
    if options.mode == "battle":
        return 0
    if options.pool is not None:
        return options.pool
    return SOLITAIRE_POOL if options.mode == "solitaire" else _POOLS.get(options.num_players, _FULL_POOL)


def fewest_cards(cards: CardList, corporation: int, value: int) -> list[int]:
    """Return the fewest cards of a corporation that are worth just 0 to ``value``; 127 if none are."""
    name = cards.corporations[corporation]
    fewest = [0] + [_NEVER] * value
    for kind in cards.kinds:
        if kind.corporation != name or not kind.value:
            continue
        for _ in range(kind.copies + cards.corporation[corporation].reserve.get(kind.name, 0)):
            for total in range(value, kind.value - 1, -1):
                fewest[total] = min(fewest[total], fewest[total - kind.value] + 1)
    return fewest


def _build_variants(options: BrassEmpireOptions, setup: Any) -> None:
    setup.shuffle_starting, setup.own_faction = options.starting_cards == "shuffled", options.faction_cards == "own"
    setup.strict, setup.cap = options.phases == "strict", BATTLE_BRASS if options.brass_cap else UNCAPPED
    setup.restoring = 0 if options.mode != "battle" or isinstance(options.restoring, str) else options.restoring
    robot = options.automaton_brass
    setup.automaton_brass = LEVELS[robot] if isinstance(robot, str) else robot
    given = options.by_place("compensation")
    setup.compensation[: len(given)] = given
    hands = options.by_place("first_hands")
    setup.first_hands[:] = HAND_SIZE
    setup.first_hands[: len(hands)] = hands
    if options.income == "chosen":
        setup.by_itself[:] = 0


def build(options: BrassEmpireOptions, setup: Any) -> None:
    cards = options.cards
    fill_setup(cards, setup)
    setup.mode, setup.pool, setup.equal_turns = Mode.called(options.mode), pool_of(options), options.equal_turns
    setup.places = options.num_players + (options.mode == "solitaire")
    setup.shown = max(SEATS[options.mode]) + (options.mode == "solitaire")
    setup.sides = options.num_players // 2 if options.mode == "team" else setup.places
    setup.draft, setup.choose_corporations = options.reserves == "draft", options.corporations == "chosen"
    setup.reserve_value = options.reserve_value
    _build_variants(options, setup)
    setup.corporation[:] = NOBODY
    if not isinstance(options.corporations, str):
        for seat, name in enumerate(options.corporations):
            setup.corporation[seat] = cards.corporations.index(name)
    if not isinstance(options.reserves, str):
        for seat, reserve in enumerate(options.reserves):
            for name, copies in reserve.items():
                setup.given_reserve[seat, cards.numbers[name]] = copies
