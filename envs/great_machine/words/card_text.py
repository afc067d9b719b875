"""City Events, Directives and Heroes in words, and the table of what is printed on cards, tiles and tracks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...city.rules.state import Directive, Event
from ...city.words import card_text as shared
from ...table.named import texts
from .facts import event_level

if TYPE_CHECKING:
    from ...city.board import Board
    from ...table.game import Setup

EVENT_TEXT: dict[str, tuple[str, str]] = {
    "Concentration of Force": (
        "As its Action any Servant may draw a Directive wherever it is, for 2 Bonds.",
        "all three Servants are in one District.",
    ),
    "Flying Carpets": (
        "Before choosing Access cards the Heroes may reposition one District for nothing.",
        "the four Major Districts are connected without a Minor one in between.",
    ),
    "Join Our Side!": (
        "At the end each Hero in a Minor District, if not detained, identifies a Citizen there for nothing.",
        "a detained Hero was made to forfeit its Access card.",
    ),
    "No One Is Safe": (
        "One failed Raid or more: Discontent rises by 1 more.",
        "a Hero chose the card of a Major District, kept or not.",
    ),
    "Oppression and Opposition": (
        "At the end every Servant in a Minor District brings the Machine a Bond.",
        "no Hero has taken a Special Action of a Major District.",
    ),
    "Ready for Emergency": (
        "A Guard takes 1 Trust more to break.",
        "every District with broken Guards has a Servant or a Riot token.",
    ),
    "Security Checks": (
        "The first exit of a Hero's way and of a Guard's movement costs 1 more.",
        "a Hero chose the card of the District where it began the round.",
    ),
    "Stalkers vs. Sentinels": (
        "In Minor Districts where no Guard is broken, a Guard takes 1 Trust less to break.",
        "a Hero is in a District together with a Servant.",
    ),
    "Ostentatious Amnesty": (
        "In every Major District a Hero may return an arrested Citizen, as in the Grand Citadel.",
        "the Machine sets two arrested Citizens free, unseen, where it likes.",
    ),
    "Win over the Judges": (
        "At the end each Hero may take a forfeited card back for 1 Trust per Guard around.",
        "the Heroes do not give up 5 Trust between them.",
    ),
    "Bread and Circuses": (
        "Where a Hero ends its movement beside a Servant the Machine may lower Discontent by 1 for 2 Bonds.",
        "Discontent is no higher than when the round began.",
    ),
    "Citywide Maintenance": (
        "A repair costs 1 Bond, and one Action covers two of them.",
        "as the Closing Phase begins a District has neither Guard, Raid nor Riot token.",
    ),
    "Down by Law": (
        "Incitement is for Major Districts instead of Minor ones.",
        "nobody has been arrested and no Raid was made.",
    ),
    "House-to-House Searches": (
        "Who ends its movement beside a Servant forfeits the chosen card.",
        "the Heroes do not turn an identified active Citizen face up.",
    ),
    "Liberty of Trade": (
        "Who ends its movement in a Minor District undetained gets 1 Trust.",
        "the Machine gives up a published Directive, or two out of its hand.",
    ),
    "Open Your Mind": (
        "At the end each Servant without a Hero around may turn a Citizen of its District face up.",
        "the Machine pays 2 Bonds and 1 for each Stage of Discontent, 7 at most.",
    ),
    "Order vs. Disorder": (
        "Citizens that are identified are turned face up at once.",
        "the Machine pays a Bond for each Citizen known, but no Traitor face up, around undetained Heroes.",
    ),
    "Public Execution": (
        "In every Major District a Hero may cancel a published Directive, as in the Tower.",
        "a detained Hero's turn was cut short.",
    ),
    "Sneaking through Security": (
        "Who ends its movement in a Major District undetained gets 2 Trust.",
        "a District has more Guards than Citizens, Traitors face up left aside.",
    ),
    "Trust vs. Bonds": (
        "As the round begins each Hero gets 1 Trust more and the Machine 2 Bonds more.",
        "the Machine has more Bonds than the Heroes have Trust together.",
    ),
    "The Countdown": ("No special rule; it stays until the game ends.", "always."),
}
"""By City Event: the rule of its round, and when the Master Plan advances at the round's end."""

DIRECTIVE_TEXT: dict[str, str] = {
    "Confiscate": "A Servant's Action for 2 Bonds: a Hero around loses 2 Trust, or what it has.",
    "Levy": "3 Bonds more in every Opening Phase.",
    "Mechanize": "Servants pay 1 Bond for each District they exit instead of 2.",
    "Optimize": "Once a round one Servant acts twice in its District; the second Action costs 1 Bond more.",
    "Pacify": "Once a round, an Action for 2 Bonds in a Minor District: Discontent falls by 1 within its Stage.",
    "Provoke": "When Discontent reaches Stage 2 to 5 in the Heroes Phase: 3 Bonds advance the Master Plan.",
    "Reinforce": shared.DIRECTIVE_TEXT["Reinforce"],
    "Resettle": "Once a round, for nothing, the Machine moves a Citizen to any other District with a free square.",
    "Shadow": shared.DIRECTIVE_TEXT["Shadow"],
}
"""What each Directive does while it is published."""

HERO_TEXT = {
    **shared.HERO_TEXT,
    "Actress": "Detained by a Raid: if her turn is cut short Discontent rises by 2, else she gets 2 Trust.",
    "Physician": "Action for nothing: an unidentified Citizen of a neighbouring District comes and is identified.",
}
"""The ability of each Hero."""


def card_table(setup: Setup) -> tuple[list[str], list[list[str]]]:
    """Return the headers and rows of Heroes, City Events, Directives and what the board file has."""
    board: Board = setup.options.board
    rows = (
        *shared.hero_rows(board, HERO_TEXT),
        *_events(),
        *_directives(),
        *shared.district_rows(board),
        *_stages(board),
        *shared.die_rows(board),
        *shared.city_rows(board),
    )
    return ["name", "kind", "figures", "what it does", "source"], [list(row) for row in rows]


def _events() -> Iterator[tuple[str, ...]]:
    for number, event in enumerate(texts(Event)):
        rule, condition = EVENT_TEXT[event]
        yield event, "City Event", f"level {event_level(number) or 'last'}", f"{rule} Plan: {condition}", "rulebook"


def _directives() -> Iterator[tuple[str, ...]]:
    for directive in texts(Directive):
        yield directive, "Directive", "one card", DIRECTIVE_TEXT[directive], "rulebook"


def _stages(board: Board) -> Iterator[tuple[str, ...]]:
    for stage in board.stage:
        yield stage.name, "Stage", f"{stage.bonds} Bonds", "the Machine's Bonds in each Opening Phase", stage.source
