"""Missions, City Events, Directives, Servants and their cards in words, with the numbers of the card file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ...city.rules.state import MINOR_DISTRICTS, Directive, District
from ...city.words import card_text as shared
from ...city.words.terms import the
from ...table.named import texts
from ...table.views import many
from ..options import find_missions
from ..rules.state import Mission, MoveCard

if TYPE_CHECKING:
    from ...table.game import Setup
    from ..cards import Cards, ConditionPart, EventCard, GainPart, MissionCard, Prevention

MISSION_TEXT: dict[str, dict[str, str]] = {
    "Deactivation Trap": {
        "Interaction": "In {districts} a Hero may place its Hero token.",
        "Objective": "{wanted} Hero tokens are in one District.",
        "Advantage": "The Ambush token lies there: the first Servant to come or to stay there is deactivated.",
    },
    "Learn Their Weaknesses": {
        "Setup": "At the end of round 1 every Servant Order token is laid where its Servant is.",
        "Interaction": "A Hero may collect a Servant Order token of its District.",
        "Objective": "{wanted} Servant Order tokens are collected.",
        "Advantage": "A Servant never detains the Hero that has its Order token.",
    },
    "Class Consciousness": {
        "Interaction": "A Hero may attach its Hero token to a revealed Citizen around.",
        "Objective": "Citizens of {wanted} different types have Hero tokens.",
        "Advantage": "Traitors count no longer in Riots.",
    },
    "Forgery of Decrees": {
        "Interaction": "In {districts} a Hero may place its Hero token.",
        "Objective": "{wanted} of these Districts have one Hero token each.",
        "Advantage": "The next round has no City Event.",
    },
    "Self-Destruct Command": {
        "Setup": "The Command Post is in a random District.",
        "Interaction": "Who comes to it from elsewhere rolls the Assault die: so much Trust is laid there.",
        "Objective": "{wanted} Trust or more lies there.",
        "Advantage": "All Guards there break, and {yields} in every District beside it.",
    },
    "Rebellion Leader": {
        "Setup": "Every Hero has its Hero token.",
        "Interaction": "A Hero may take a Hero token from another Hero around, or give one.",
        "Objective": "One Hero has {wanted} Hero tokens.",
        "Advantage": "The leader may discard one: {yields} Trust, no detainment, or to count {bonus} more in its Riot.",
    },
    "Unauthorized Access": {
        "Interaction": "In {districts} a Hero may place its Hero token.",
        "Objective": "{wanted} Hero tokens are in one of these Districts.",
        "Advantage": "Its Special Actions may be taken anywhere, for as much as the Guards around cost.",
    },
    "Falsification": {
        "Interaction": "A Hero may attach an Intel token to a revealed Citizen around, but not in {districts}.",
        "Action": "From the next turn on: that Citizen goes to {districts}, for 1 Trust a District exited.",
        "Objective": "At least {wanted} of the Intel tokens got there with a Citizen, by this Action or otherwise.",
        "Advantage": "{yields} arrested Citizens come back.",
    },
    "Guard Control": {
        "Setup": "A Core token lies on a regular Guard in each of three random Districts.",
        "Objective": "At least {wanted} of the Core tokens came to the Heroes: one with a regular Guard broken there.",
        "Advantage": "Three times an Action for nothing sends up to {yields} Guards from a Hero's District anywhere.",
    },
    "Tweak in the Program": {
        "Setup": "There are Drones in three random Districts.",
        "Ongoing": "To come into a District with a Drone costs a Hero 1 Trust, if it has any.",
        "Interaction": "A Hero may place its Hero token at a Drone.",
        "Objective": "{wanted} Drones have one Hero token each.",
        "Advantage": "At a Drone it takes {yields} Trust less to break a Guard.",
    },
    "Disclosure of Plans": {
        "Ongoing": "Heroes can do nothing else with Bonds.",
        "Interaction": "In {districts} a Hero may take {yields} Bonds, in the Control Nexus put all down.",
        "Objective": "{wanted} Bonds or more lie in the Control Nexus.",
        "Advantage": "What Bonds Heroes still have is Trust now, and Discontent rises by {bonus}.",
    },
    "The Rise of Resistance": {
        "Setup": "The Heroes hide their Hero tokens, each in {districts}, no two in one.",
        "Interaction": "A Hero may collect its Hero token where no Servant is.",
        "Objective": "At least {wanted} of the Hero tokens came back to their Heroes.",
        "Advantage": "In a Minor District of choice: who ends its movement there gets {yields} Trust.",
    },
}
"""What the parts of a Mission say; ``mission_parts`` fills in the numbers of its card."""

CONDITION_TEXT: dict[str, tuple[str, str]] = {
    "nothing": ("nothing is asked for", ""),
    "trust": ("the Heroes give {} together", "Trust"),
    "connected": ("the Districts with Heroes are connected among themselves", ""),
    "unwatched": ("no Hero is in a District with a Servant", ""),
    "free": ("no Hero has been detained", ""),
    "rose": ("Discontent is higher than when the round began", ""),
    "broken": ("at least {} broke", "Guard"),
    "special": ("a Hero has taken a Special Action", ""),
    "revealed": ("at least {} came to be revealed", "Citizen"),
    "apart": ("the Heroes are in at least {}", "District"),
    "minor": ("{} or more of the Heroes are in Minor Districts", ""),
    "major": ("{} or more of the Heroes are in Major Districts", ""),
    "directives": ("the Machine has at most {} published", "Directive"),
    "specials": ("the city has at most {}", "special Guard"),
    "no arrests": ("nobody has been arrested", ""),
    "crowd": ("a Hero has at least {} around", "revealed active Citizen"),
    "never": ("the game is over", ""),
}
"""What a City Event asks for at the end of a round, and the thing that its number counts."""

NONE_TEXT = {"directives": "the Machine has no Directive published", "specials": "the city has no special Guard"}
"""The same where the number is 0: at most none."""

GAIN_TEXT: dict[str, tuple[str, str]] = {
    "nothing": ("nothing follows", ""),
    "discontent": ("Discontent rises by {}", ""),
    "break": ("the Heroes break {} anywhere", "Guard"),
    "reveal": ("the Heroes reveal {} anywhere", "Citizen"),
    "trust": ("every Hero gets {}", "Trust"),
    "card": ("the Heroes take back {}", "forfeited Access card"),
    "cancel": ("the Heroes remove {} from the game", "published Directive"),
    "release": ("the Heroes set free {}", "arrested Citizen"),
}
"""What a Breakthrough brings, and the thing that its number counts."""

SUPPORT_TEXT = {
    "nothing": "",
    "any order": "the Heroes have their turns in any order",
    "cheap attacks": "a Guard takes 1 Trust less to break",
    "cheap exits": "the first exit of a Hero's way costs 1 Trust less",
    "more trust": "Gain Trust brings 1 more",
    "trust": "every Hero gets 1 Trust more in the Opening Phase",
}
"""How a City Event helps the Heroes in its round."""

DIRECTIVE_TEXT: dict[str, str] = {
    "Confiscate": "Once a round, the first Servant to come or stay beside a Hero with Trust takes {number} of it.",
    "Levy": "At the end of every round each Hero discards {number} Trust.",
    "Mechanize": "Where a Direction card leads to a District without a Hero it leads on, by {number} more at most.",
    "Optimize": "Once a round, the first Servant that can takes an Action more.",
    "Pacify": "At the end of every round Discontent falls by 1 if two Servants or more are in Minor Districts.",
    "Provoke": "Whenever Discontent reaches Stage 2 to 5 the Master Plan advances by 1.",
    "Reinforce": shared.DIRECTIVE_TEXT["Reinforce"],
    "Resettle": "Once a round, after a Servant's Actions: a Citizen around and one face down elsewhere are mixed.",
    "Shadow": shared.DIRECTIVE_TEXT["Shadow"],
}
"""What each Directive does while it is published."""

HERO_TEXT = {
    **shared.HERO_TEXT,
    "Actress": "Detained by Phantasmer she gets 2 Trust, by any other Servant Discontent rises by 2.",
    "Physician": "Action for nothing: an unidentified Citizen of a neighbouring District comes and is revealed.",
}
"""The ability of each Hero."""

DETAINED_TEXT = {
    "Phantasmer": "the Progress marker advances by 3",
    "Judgementor": "the Hero loses all its Trust and its turn is over",
    "Lex Hecate": "the Hero forfeits the Access card it chose and its turn is over",
}
"""What happens to a Hero that ends its movement beside a Servant."""

_EXITS = (
    "up, the left one of two",
    "right, the upper one of two",
    "down, the right one of two",
    "left, the lower one of two",
)
_TITLES = {"district": "District Action", "arrest": "Arrest", "repair": "Repair"}
_MINORS = tuple(district.text for district in MINOR_DISTRICTS)


def districts_text(districts: Sequence[str]) -> str:
    """Return a choice of Districts in words."""
    if tuple(districts) == _MINORS:
        return "a Minor District"
    names = [the(District.called(name)) for name in districts]
    return " or ".join((", ".join(names[:-1]), names[-1]) if len(names) > 1 else names)


def mission_parts(mission: MissionCard) -> dict[str, str]:
    """Return the text of each part that a Mission has, by keyword, with the numbers of its card."""
    numbers = mission.model_dump(include={"wanted", "yields", "bonus"})
    places = districts_text(mission.districts)
    return {part: text.format(districts=places, **numbers) for part, text in MISSION_TEXT[mission.name].items()}


def condition_text(condition: ConditionPart) -> str:
    """Return what a City Event asks for in words."""
    if condition.number == 0 and condition.what in NONE_TEXT:
        return NONE_TEXT[condition.what]
    return _counted(CONDITION_TEXT[condition.what], condition.number)


def fulfilled_text(condition: ConditionPart) -> str:
    """Return that what a City Event asks for is so; Trust has been told of when it was paid."""
    return "the Trust for it was paid" if condition.what == "trust" else condition_text(condition)


def gain_text(gain: GainPart, number: int | None = None) -> str:
    """Return what a Breakthrough brings in words; ``number`` is how much of it can be had."""
    return _counted(GAIN_TEXT[gain.what], gain.number if number is None else number)


def prevention_text(prevention: Prevention) -> str:
    """Return how the Security Protocol is prevented, in words."""
    if prevention.trust:
        return f"the Heroes give {prevention.trust} Trust together"
    return f"a Hero is in {districts_text(prevention.districts)}"


def event_parts(event: EventCard) -> dict[str, str]:
    """Return what a City Event says, by its parts: protocol, breakthrough, plan and support, where it has them."""
    parts = {}
    if event.prevent.districts or event.prevent.trust:
        parts["protocol"] = f"Prevented if {prevention_text(event.prevent)}."
    if event.need.what != "nothing":
        parts["breakthrough"] = f"If {condition_text(event.need)}: {gain_text(event.gain)}."
    stops = condition_text(event.stops)
    parts["plan"] = "Always advances." if event.stops.what == "never" else f"Does not advance if {stops}."
    if event.support != "nothing":
        parts["support"] = f"In this round {SUPPORT_TEXT[event.support]}."
    return parts


def directive_text(cards: Cards, directive: str) -> str:
    """Return what a Directive does, with the number of the card file."""
    numbers = {card.name: card.number for card in cards.directive}
    return DIRECTIVE_TEXT[directive].format(number=numbers.get(directive, 0))


def move_text(card: int, plain_patrol: bool = False) -> str:
    """Return where a Servant Movement card takes a Servant, and what else it says; Benefit 3 makes Patrols alike."""
    if card < MoveCard.UP:
        return f"To the District of the {('first', 'second', 'third')[card]} Hero by Initiative."
    if card < MoveCard.HEART:
        return f"Through the exit {_EXITS[card - MoveCard.UP]}, or the next one clockwise that leads somewhere."
    if card == MoveCard.HEART:
        return "To the Square."
    if card == MoveCard.PATROL or (card == MoveCard.GUARD_PATROL and plain_patrol):
        return "The Servant stays where it is."
    if card == MoveCard.GUARD_PATROL:
        return "The Servant stays and places a special Guard instead of its Actions."
    return "The Servant stays, and does nothing at all in this round."


def priority_text(priority: Sequence[str]) -> str:
    """Return what a Servant does, first things first."""
    return ", ".join(_TITLES[action] for action in priority)


def _counted(text: tuple[str, str], number: int) -> str:
    """Fill in how many or how much of a thing."""
    template, thing = text
    return template.format(f"{number} {thing}" if thing == "Trust" else many(number, thing) if thing else number)


# The table


def card_table(setup: Setup) -> tuple[list[str], list[list[str]]]:
    """Return the headers and rows of Heroes, Servants, their cards, City Events, Directives, Missions and the board."""
    cards: Cards = setup.options.cards
    rows = (
        *shared.hero_rows(setup.options.board, HERO_TEXT),
        *_servants(cards),
        *_moves(bool(setup.record["plain_patrol"])),
        *_events(cards),
        *_directives(cards),
        *_missions(cards),
        *shared.district_rows(setup.options.board),
        *shared.die_rows(setup.options.board),
        *shared.city_rows(setup.options.board),
    )
    return ["name", "kind", "figures", "what it does", "source"], [list(row) for row in rows]


def has_card(setup: Setup, row: Sequence[str]) -> bool:
    """Whether a row of the card table is about this way to play: no other city, no card that cannot come up."""
    if row[1] == "Servant Movement card" and texts(MoveCard).index(row[0]) >= MoveCard.MAINTENANCE_1:
        return bool(setup.record["maintenance"])
    if row[1] != "Mission" or setup.options.missions == "random":
        return shared.has_city(setup, row)
    return setup.options.with_missions and texts(Mission).index(row[0]) in find_missions(setup.options)


def _servants(cards: Cards) -> Iterator[tuple[str, ...]]:
    for servant in cards.servant:
        detains = DETAINED_TEXT[servant.name]
        yield servant.name, "Servant", priority_text(servant.priority), f"Detainment: {detains}.", servant.source


def _moves(plain_patrol: bool) -> Iterator[tuple[str, ...]]:
    for card, name in enumerate(texts(MoveCard)):
        figures = "one card, with Benefit 2" if card >= MoveCard.MAINTENANCE_1 else "one card"
        yield name, "Servant Movement card", figures, move_text(card, plain_patrol), "rulebook"


def _events(cards: Cards) -> Iterator[tuple[str, ...]]:
    for number, event in enumerate(cards.event):
        figures = "comes last and stays" if number == len(cards.event) - 1 else "one card"
        told = " ".join(f"{part.capitalize()}: {text}" for part, text in event_parts(event).items())
        yield event.name, "City Event", figures, told, event.source


def _directives(cards: Cards) -> Iterator[tuple[str, ...]]:
    sources = {card.name: card.source for card in cards.directive}
    for directive in texts(Directive):
        yield directive, "Directive", "one card", directive_text(cards, directive), sources.get(directive, "rulebook")


def _missions(cards: Cards) -> Iterator[tuple[str, ...]]:
    for mission in cards.mission:
        for part, text in mission_parts(mission).items():
            figures = f"{mission.set}, {mission.letter}, {part}"
            yield mission.name, "Mission", figures, text, "house" if part in mission.house else "rulebook"
