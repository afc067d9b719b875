"""What a game must define, and what a set-up game offers to environments, agents and training."""

from __future__ import annotations

import hashlib
import importlib
import inspect
import sys
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import ConfigDict, ValidationError

from .actions import Actions
from .attributes import attributed
from .compilation import dispatch, shared, waiting
from .compilation.compile import instantiate
from .compilation.stamp import stamp
from .errors import CogitableError, GameDefinitionError, OptionError, UnknownOptionError, did_you_mean
from .events import Sentences
from .files.card_errors import dotted, innermost
from .layout import Layout
from .questions import Questions
from .records import Record, SetupRecord, StateRecord, record_of
from .rules import OPTIONAL, RULES
from .whole_numbers import NumberModel
from .wording import shown, wanted

RUNNING, TERMINATED, TRUNCATED = 0, 1, 2
"""Values of ``state.over``."""

MOST_SEATS = 16
"""Most seats of any game: ``state.gone`` has a bit for each."""


class Options(NumberModel):
    """Keyword options of a game. Each game adds its own; unknown ones are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    num_players: int
    max_decisions: int

    def given(self) -> dict[str, Any]:
        """Return the options that were given and not left at their defaults, as JSON has them."""
        return self.model_dump(mode="json", exclude_unset=True)


_WISH = "must be "  # how wishes begin; further ones go on with the first

Rewards = Literal["zero-sum", "cooperative", "general"]


@dataclass(frozen=True, eq=False)
class Game:
    """A game: two records, seven or eight rules functions, and the names and views around them.

    Attributes:
        name: Lower case with underscores, as in ``envs/<name>``.
        title: As people write it.
        version: Raised when the same seed and actions no longer give the same game.
        module: Import path of the module that holds this object as ``GAME``.
        options: Model of the keyword options; the defaults make a standard game.
        setup_dtype: SETUP record, made from a :class:`~.records.SetupRecord`.
        state_dtype: STATE record, made from a :class:`~.records.StateRecord` with ``max_seats`` seats.
        max_seats: Most seats at one table.
        build: Fills a zeroed SETUP record from the options (``seats`` and ``max_decisions`` are filled already).
        rules: The seven functions of ``rules.RULES`` by name, and any of ``rules.OPTIONAL``.
        actions: Options to the action space in blocks; it says names, groups and what an action refers to.
        action_names: Options to the name of every action, for a game without ``actions``; their number is the size of
            the action space.
        layout: Options to the layout of a seat's observation. Neither may depend on ``num_players``: pad to
            ``max_seats``, so that one policy plays any number.
        full_layout: Options to the layout of ``reveal``.
        rewards: ``"zero-sum"`` (each game's returns add up to zero), ``"cooperative"`` (all seats get the same) or
            ``"general"``, or a function of the options to one of these; tests hold the game to it.
        render_text: ``(setup, state, seat)`` to text as that seat sees the table; seat None sees everything.
        public_views: Whether ``render_text`` and ``render_picture`` take :data:`.views.PUBLIC` in the place of a seat,
            and then show what every seat knows: the view of those who look on while others play.
        render_picture: ``(setup, state, seat)`` to an RGB array of shape (height, width, 3), uint8; or None.
        describe_action: ``(setup, state, action, seat)``, the state being the one before the action, to what ``seat``
            may know of it in words (None: everything); defaults to the action's name. Needed wherever an action says
            more than the other seats may know; empty for what ``seat`` does not even notice.
        sources: Further files, or folders of ``.py`` files, whose change makes compiled code of the game stale.
        check: ``(setup, state)``; raises an error that says what is wrong when a position cannot be (a card missing,
            say). Never called in play; conformance tests call it at every decision, and so does what loads a state
            from a file (:mod:`.positions`), once each field is within its bounds.
        card_uses: ``(setup, state, action)``, the state being the one before the action, to ``(card, use)`` when the
            action spends a card (``("Lamplighter", "task")``), else None; what ``cogitable balance`` counts.
        offers: The use among those by which a seat takes a card that it has the choice of and does not have yet
            (``"buy"``, ``"draft"``); a card that is always taken is one that the others are no match for.
        questions: What the game asks, where it has a table of it; ``words`` then has the same keys.
        words: By what is asked: how it is said, and what an answer says.
        asks: ``(setup, state, seat)`` to what the seat to move is asked, in words, as ``seat`` (that seat itself, or
            None) may know it.
        upgrade: ``(setup, saved, state)``, where STATE has had other fields: fills those of the record ``state`` that
            the record ``saved`` of a save file lacks. Fields of the same name are copied already.
        events: By kind of event, what the rules tell in words; see :mod:`.events`.
        action_groups: The action space in rows for people, ``(numbers, meaning)``, where ``actions`` of the default
            options does not say it all.
        card_table: ``setup`` to the headers and rows of the game's cards, for ``cogitable cards`` and for prompts.
        has_card: ``(setup, row)``, whether a row of the card table has anything to do with the options; all have by
            default. Prompts leave out the others.
        teams: Options to a team number for every seat, known before the deal; everyone alone by default.
        sides: ``(setup, state)``, at any position, to the name of each seat's faction there, for games that have
            them: seats that win or lose together. What counts for results is the end.
        traits: ``(setup, state)``, at a game's end, to what else seats differ in, by headings, a name for every seat:
            ``{"corporation": (...), "place in the round": ("first", "second")}``. ``cogitable balance`` compares them.
        lengths: ``(setup, state)``, at a game's end, to how long it was in its own terms: ``{"turns": 17}``.
            ``cogitable balance`` reports them beside the decisions.
        statistics: ``(setup, state)``, at a game's end, to numbers by heading and name:
            ``{"turns asleep": {"cat": 3}}``. ``cogitable balance`` reports their means over the games that have them.
        together: ``(setup, state)`` to what the seat to move may do at one stroke, ``(words, actions)``: legal actions
            one after another, of which it does not matter when in the turn and in which order they are taken; no
            words and none elsewhere. People at a terminal are offered it; agents never are.
        modes: Names of options, or of properties of their model, that make another game of it: a policy plays only with
            the values it was trained with.
        specialties: Names of options, or of such properties, of which a policy may have learned one value alone: of
            the shipped policies that can play, one that was trained with the value in question goes first.
    """

    name: str
    title: str
    module: str
    options: type[Options]
    setup_dtype: np.dtype
    state_dtype: np.dtype
    max_seats: int
    build: Callable[[Any, Any], None]
    rules: Mapping[str, Callable]
    layout: Callable[[Any], Layout]
    full_layout: Callable[[Any], Layout]
    render_text: Callable[[Setup, Any, int | None], str]
    actions: Callable[[Any], Actions] | None = None
    action_names: Callable[[Any], Sequence[str]] | None = None
    render_picture: Callable[[Setup, Any, int | None], np.ndarray] | None = None
    public_views: bool = False
    describe_action: Callable[[Setup, Any, int, int | None], str] | None = None
    rewards: Rewards | Callable[[Any], Rewards] = "zero-sum"
    version: int = 0
    sources: tuple[Path, ...] = ()
    check: Callable[[Setup, Any], None] | None = None
    card_uses: Callable[[Setup, Any, int], tuple[str, str] | None] | None = None
    offers: str | None = None
    questions: Questions | None = None
    words: Mapping[Any, Any] | None = None
    asks: Callable[[Setup, Any, int | None], str] | None = None
    upgrade: Callable[[Setup, Any, Any], None] | None = None
    events: Sentences | None = None
    action_groups: Sequence[tuple[str, str]] = ()
    card_table: Callable[[Setup], tuple[list[str], list[list[str]]]] | None = None
    has_card: Callable[[Setup, Sequence[str]], bool] | None = None
    teams: Callable[[Any], Sequence[int]] | None = None
    sides: Callable[[Setup, Any], Sequence[str]] | None = None
    traits: Callable[[Setup, Any], Mapping[str, Sequence[str]]] | None = None
    lengths: Callable[[Setup, Any], Mapping[str, float]] | None = None
    statistics: Callable[[Setup, Any], Mapping[str, Mapping[str, float]]] | None = None
    together: Callable[[Setup, Any], tuple[str, Sequence[int]]] | None = None
    modes: Sequence[str] = ()
    specialties: Sequence[str] = ()
    _kernels: dict[Callable, Callable] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        if not 1 <= self.max_seats <= MOST_SEATS:
            raise GameDefinitionError(f"max_seats of game {self.name!r} is {self.max_seats}, not 1 to {MOST_SEATS}")
        if self.actions is None and self.action_names is None:
            raise GameDefinitionError(f"game {self.name!r} needs actions or action_names")
        self._check_records()
        missing = [name for name in RULES if name not in self.rules]
        if missing:
            raise GameDefinitionError(f"game {self.name!r} lacks rules functions: {', '.join(missing)}")
        dispatch.supply(self.state_dtype, **{**OPTIONAL, **self.rules})
        shared.own(self)

    def _check_records(self) -> None:
        common: type[StateRecord] = types.new_class("Common", (StateRecord,), {"seats": self.max_seats})
        for label, dtype, record in (("STATE", self.state_dtype, common), ("SETUP", self.setup_dtype, SetupRecord)):
            wanted = record.dtype()
            names = list(wanted.names or ())
            if list(dtype.names or ())[: len(names)] != names:
                raise GameDefinitionError(
                    f"{label} of game {self.name!r} must begin with the fields {', '.join(names)}; "
                    f"it begins with {', '.join((dtype.names or ())[: len(names)])}"
                )
            for name in names:
                room = name == "events"  # a game's own
                if dtype[name] != wanted[name] and not (room and dtype[name].base == wanted[name].base):
                    raise GameDefinitionError(
                        f"field {name!r} in {label} of game {self.name!r} must be {wanted[name]} "
                        f"for {self.max_seats} seats, not {dtype[name]}"
                    )
            shadowed = [name for name in dtype.names or () if hasattr(np.record, name)]
            if shadowed:  # in plain Python state.size would be numpy's attribute, in compiled code the field
                raise GameDefinitionError(
                    f"{label} of game {self.name!r} has fields that numpy's records use themselves: "
                    f"{', '.join(shadowed)}; give them other names"
                )

    def __reduce__(self) -> tuple:
        return _load_game, (self.module,)

    @property
    def record(self) -> type[Record] | None:
        """The class that STATE was made from, which says what its fields can hold; None for a dtype made by hand."""
        return record_of(self.state_dtype)

    @property
    def seat_range(self) -> str:
        """How many seats a table may have, in words: ``"2"`` or ``"5 to 10"``."""
        bounds = self.options.model_fields["num_players"].metadata
        fewest = next((bound.ge for bound in bounds if hasattr(bound, "ge")), 1)
        return str(fewest) if fewest == self.max_seats else f"{fewest} to {self.max_seats}"

    @property
    def home(self) -> Path:
        """Folder of the game: that of the module which holds it, or of its rules where that has no file."""
        file = getattr(sys.modules[self.module], "__file__", None)
        return Path(file or inspect.getfile(_python(self.rules["apply"]))).resolve().parent

    def kernel(self, entry: Callable) -> Callable:
        """Return an entry point compiled for this game (:mod:`.compilation.compile`), the same at every call."""
        if entry not in self._kernels:
            made_from = stamp(entry, self.state_dtype, self.sources)
            self._kernels[entry] = instantiate(entry, self.name, self.module, made_from, self.home)
            waiting.made_of(self._kernels[entry], entry, self.state_dtype)
        return self._kernels[entry]

    @property
    def kernels(self) -> tuple[Any, ...]:
        """The entry points that have been asked for in this process; Numba's dispatchers, where Numba is on."""
        return tuple(self._kernels.values())

    def setup(self, **options: Any) -> Setup:
        """Prepare the game for play.

        Raises:
            UnknownOptionError: An option that there is not, also a TypeError; the message lists those that there are.
            OptionError: A value that is not allowed; the message says what is.
            CardFileError: A card file that cannot be used.
        """
        try:
            return Setup(self, self.options(**options))
        except ValidationError as error:
            for problem in error.errors():
                cause = problem.get("ctx", {}).get("error")
                if isinstance(cause, CogitableError):
                    raise cause from None
            unknown = [str(p["loc"][-1]) for p in error.errors() if p["type"] == "extra_forbidden"]
            if unknown:
                raise UnknownOptionError.of(self._explain(error, options), unknown[0]) from None
            raise OptionError(self._explain(error, options)) from None

    def _explain(self, error: ValidationError, options: Mapping[str, Any]) -> str:
        """Return what is wrong with options, in one line an option: pydantic finds fault with each form of one."""
        wrong: dict[str, tuple[str, list[str]]] = {}
        for problem, path, _ in innermost(options, error):
            name, known = dotted(path) or "options", self.options.model_fields
            if problem["type"] == "extra_forbidden":
                told = f"unknown option {name!r}; the options are {', '.join(known)}{did_you_mean(name, known)}"
                wrong[told] = name, []
            elif problem["type"] == "missing":
                wrong[f"option {name!r} is missing"] = name, []
            else:
                _, wishes = wrong.setdefault(f"option {name!r} is {shown(problem['input'])}: ", (name, []))
                wish = wanted(problem)
                wishes.append(wish.removeprefix(_WISH) if wishes else wish)
        return f"{self.title}: " + "; ".join(
            told + ", or ".join(wishes) + (self._meaning(name) if len(wishes) > 1 else "")
            for told, (name, wishes) in wrong.items()
        )

    def _meaning(self, name: str) -> str:
        """Return what the forms of an option mean, in brackets, as its model says it."""
        field = self.options.model_fields.get(name)
        text = (field.description or "").rstrip(".") if field else ""
        return f" ({text[:1].lower()}{text[1:]})" if text else ""


class Setup:
    """A game with its options chosen: everything that stays the same from one episode to the next.

    Attributes:
        game: The game.
        options: The validated options.
        record: SETUP record as an array of shape (1,), read-only; what compiled code gets.
        action_names: Name of every action, by number.
        layout: Layout of a seat's observation.
        full_layout: Layout of ``reveal``.
        rewards: ``"zero-sum"``, ``"cooperative"`` or ``"general"``.
        teams: Team number of every seat.
    """

    def __init__(self, game: Game, options: Options) -> None:
        self.game = game
        self.options: Any = options  # of the game's own model, whose further fields its views read
        self.record = np.zeros(1, game.setup_dtype)
        record = attributed(self.record)[0]
        try:
            record.seats, record.max_decisions = options.num_players, options.max_decisions
            game.build(options, record)
        except OverflowError as error:
            raise OptionError(f"{game.title}: a number among the options is too large: {error}") from None
        self.record.flags.writeable = False
        self.layout = game.layout(options)
        self.full_layout = game.full_layout(options)
        self.rewards: Rewards = game.rewards(options) if callable(game.rewards) else game.rewards
        self.teams = tuple(game.teams(options) if game.teams else range(options.num_players))

    @cached_property
    def action_names(self) -> tuple[str, ...]:
        """Name of every action, by number."""
        if self.actions is not None:
            return self.actions.names
        assert self.game.action_names is not None
        return tuple(self.game.action_names(self.options))

    @cached_property
    def actions(self) -> Any:  # Actions | None; a game's own words know that theirs has it
        """The action space in blocks, where the game has it so."""
        return None if self.game.actions is None else self.game.actions(self.options)

    @property
    def num_actions(self) -> int:
        """Size of the action space."""
        return len(self.action_names)

    @property
    def num_seats(self) -> int:
        """Seats at the table."""
        return self.options.num_players

    @cached_property
    def digest(self) -> str:
        """A fingerprint of all that decides how this setup plays: game, version, SETUP record, actions."""
        parts = (self.game.name, self.game.version, self.record.tobytes().hex(), self.action_names)
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]

    def describe(self, states: np.ndarray, action: int, row: int = 0, seat: int | None = None) -> str:
        """Return an action in words, in the position before it, as far as ``seat`` may know it (None: all of it)."""
        if self.game.describe_action is None:
            return self.action_names[action]
        return self.game.describe_action(self, attributed(states)[row], action, seat)

    def text(self, states: np.ndarray, seat: int | None, row: int = 0) -> str:
        """Return the table as text, as ``seat`` sees it (None sees everything)."""
        return self.game.render_text(self, attributed(states)[row], seat)

    def __copy__(self) -> Setup:
        """Return the setup itself, which never changes; so does ``deepcopy``."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Setup:
        return self

    def __reduce__(self) -> tuple:
        return _load_setup, (self.game, self.options.model_dump(mode="json"))


def _python(function: Callable) -> Callable:
    return getattr(function, "py_func", function)


def _load_game(module: str) -> Game:
    return importlib.import_module(module).GAME


def _load_setup(game: Game, options: dict[str, Any]) -> Setup:
    return game.setup(**options)
