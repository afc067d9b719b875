"""What happens by itself, in words: City Events, Servants, the marker, Guards, Missions."""

from __future__ import annotations

from ...city.rules.news import News
from ...city.rules.state import NOBODY, Cause, CitizenType, Directive, Hero, Servant
from ...city.words.events import SHARED_EVENTS, hero, places, plan, plan_stays
from ...city.words.terms import ROMAN, card_of, listed, the, the_first
from ...table.events import UNKNOWN, Sentences, Telling
from ...table.game import Setup
from ...table.sets import has
from ...table.views import many
from ..rules.movement import is_maintenance
from ..rules.news import CoopNews, unpacked_move
from ..rules.state import FIRST_EVENT, Gain, Mission, MoveCard
from .card_text import DIRECTIVE_TEXT, condition_text, event_parts, fulfilled_text, gain_text

_CAUSES = {
    Cause.DETAINMENT: "the Progress marker has met Discontent and starts again",
    Cause.RIOT: "a Riot has failed",
    Cause.PROVOKING: "Provoke",
}


def _servant(event: Telling) -> str:
    return Servant(event.other).text


def _round(setup: Setup, event: Telling) -> str:
    if event.thing == UNKNOWN:
        return f"Round {event.amount} begins, without a City Event"
    card = setup.options.cards.event[event.thing]
    told = " ".join(f"{part.capitalize()}: {text}" for part, text in event_parts(card).items())
    return f"Round {event.amount} begins. City Event: {card.name}. {told}"


# The Master Plan


def _plan(setup: Setup, event: Telling) -> str:
    if event.thing != Cause.EVENT:
        return plan(event, _CAUSES[Cause(event.thing)])
    card = setup.options.cards.event[event.other - FIRST_EVENT]
    if card.stops.what == "never":
        return plan(event, f"as always with {card.name}")
    return plan(event, f"it was not so that {condition_text(card.stops)} ({card.name})")


def _plan_stays(setup: Setup, event: Telling) -> str:
    card = setup.options.cards.event[event.other - FIRST_EVENT]
    return plan_stays(event, f"{fulfilled_text(card.stops)} ({card.name})")


# Servants


def _moves(event: Telling) -> str:
    card = MoveCard(event.thing).text
    if event.amount == UNKNOWN:
        return f"{_servant(event)} is deactivated; {card} is discarded"
    place, followed = unpacked_move(event.amount)
    if is_maintenance(event.thing):
        return f"{_servant(event)} draws {card}: it stays in {the(place)} and does nothing in this round"
    after = f", after {Hero(followed).text}" if followed != NOBODY else ""
    stays = event.thing in (MoveCard.PATROL, MoveCard.GUARD_PATROL)
    return f"{_servant(event)} draws {card}: {'stays in' if stays else 'to'} {the(place)}{after}"


def _falls(event: Telling) -> str:
    until = f"deactivated until the end of round {event.amount}"
    return f"{_servant(event)} falls into the trap in {the(event.thing)}: {until}"


def _detained(event: Telling) -> str:
    servant = Servant(event.thing)
    what = {
        Servant.PHANTASMER: ": its turn goes on" if event.amount else "",
        Servant.JUDGEMENTOR: f": {f'it loses {event.amount} Trust and ' if event.amount else ''}its turn is over",
        Servant.LEX_HECATE: ": it forfeits the Access card and its turn is over",
    }[servant]
    return f"{servant.text} detains {hero(event)}{what}"


def _shuffled(event: Telling) -> str:
    left = listed((card.text for card in MoveCard if has(event.amount, card)), "")
    gone = f"; {left} left the game" if left else ""
    return f"The Servant Movement cards are shuffled{gone}"


# Directives


def _directive_taken(event: Telling) -> str:
    drawn = "a Directive, unseen" if event.thing == UNKNOWN else Directive(event.thing).text
    return f"The Machine draws {drawn}"


def _published(setup: Setup, event: Telling) -> str:
    name = Directive(event.thing).text
    numbers = {card.name: card.number for card in setup.options.cards.directive}
    return f"The Machine publishes {name}: {DIRECTIVE_TEXT[name].format(number=numbers.get(name, 0))}"


def _loses(event: Telling, why: str) -> str:
    return f"{hero(event)} loses {event.amount} Trust ({why})"


def _resettled(event: Telling) -> str:
    mixed = f"the {CitizenType(event.thing).text} of {the(event.amount)} and one face down in {the(event.other)}"
    return f"Resettle: {mixed} are mixed and go back face down"


# Guards and tokens


def _tokens(event: Telling) -> str:
    mixed = "all are turned down and mixed, then " if event.thing else ""
    return f"District tokens: {mixed}turned up: {places(event.amount)}"


def _token_back(event: Telling) -> str:
    token = "An Intel token" if event.amount == UNKNOWN else f"The Hero token of {Hero(event.amount).text}"
    return f"{token} on the {CitizenType(event.thing).text} in {the(event.other)} comes back"


def _intel_arrives(event: Telling) -> str:
    return f"The Intel token on the {CitizenType(event.thing).text} in {the(event.other)} has been delivered"


# City Events and Missions


def _breakthrough(setup: Setup, event: Telling) -> str:
    card = setup.options.cards.event[event.other]
    if not event.thing:
        return f"No Breakthrough: it was not so that {condition_text(card.need)}"
    told = f"Breakthrough, since {fulfilled_text(card.need)}"
    if not event.amount:
        return f"{told}: it brings nothing now"
    by_events = card.gain.what in (Gain.DISCONTENT.text, Gain.TRUST.text)  # which say how much it comes to
    return told if by_events else f"{told}: {gain_text(card.gain, event.amount)}"


def _mission_begins(event: Telling) -> str:
    laid = f", with tokens in {places(event.amount)}" if event.amount else ""
    return f"Mission {Mission(event.thing).text} comes into play{laid}"


EVENTS: Sentences = {
    **SHARED_EVENTS,
    News.ROUND: _round,
    News.TURN: lambda event: f"{hero(event)} has its turn, with {card_of(event.thing)}",
    News.PLAN: _plan,
    News.PLAN_STAYS: _plan_stays,
    CoopNews.PLAN_BACK: lambda event: f"The Master Plan goes back to {ROMAN[event.amount]} (Benefit 1)",
    CoopNews.MARKER: lambda event: f"The Progress marker advances by {event.amount}",
    CoopNews.SERVANT: _moves,
    CoopNews.FALLS: _falls,
    CoopNews.STANDS_UP: lambda event: f"{_servant(event)} stands up in {the(event.thing)}",
    CoopNews.OPTIMIZED: lambda event: f"Optimize gives {_servant(event)} one more Action",
    CoopNews.NO_ACTION: lambda event: f"{_servant(event)} can take no Action: the Security Protocol is executed",
    CoopNews.DETAINED: _detained,
    CoopNews.SWAPPED: lambda event: f"{the_first(event.thing)} and {the(event.other)} change places",
    CoopNews.REPAIRED: lambda event: f"{many(event.amount, 'Guard')} repaired in {the(event.thing)}",
    CoopNews.SHUFFLED: _shuffled,
    CoopNews.DIRECTIVE_TAKEN: _directive_taken,
    CoopNews.DIRECTIVE_RETURNED: lambda event: f"{Directive(event.thing).text} goes to the bottom of the deck",
    CoopNews.PUBLISHED: _published,
    CoopNews.REMOVED: lambda event: f"{Directive(event.thing).text} leaves the game",
    CoopNews.CONFISCATED: lambda event: _loses(event, "Confiscate"),
    CoopNews.LEVIED: lambda event: _loses(event, "Levy"),
    CoopNews.DRONE: lambda event: _loses(event, "a Drone"),
    CoopNews.PACIFIED: "Discontent falls by 1 (Pacify)",
    CoopNews.RESETTLED: _resettled,
    CoopNews.SPECIAL_GUARD: lambda event: f"A special Guard comes to {the(event.thing)}",
    CoopNews.BROKEN: lambda event: f"{many(event.amount, 'Guard')} broken in {the(event.thing)}",
    CoopNews.CORE_TAKEN: lambda event: f"The Core token of {the(event.thing)} comes to the Heroes",
    CoopNews.RAID_TOKEN_LEAVES: lambda event: (
        f"The Raid token leaves {the(event.thing)}: no active Citizen is left there"
    ),
    CoopNews.TOKENS: _tokens,
    CoopNews.TOKEN_BACK: _token_back,
    CoopNews.INTEL_ARRIVES: _intel_arrives,
    CoopNews.PROTOCOL: lambda event: f"The Security Protocol is {'prevented' if event.thing else 'executed'}",
    CoopNews.BREAKTHROUGH: _breakthrough,
    CoopNews.MISSION_DONE: lambda event: f"Mission {Mission(event.thing).text} is completed and brings a Riot token",
    CoopNews.MISSION_BEGINS: _mission_begins,
    CoopNews.ORDERS_LAID: "The Servant Order tokens are laid where the Servants are",
    CoopNews.PROGRAMMED: lambda event: (
        f"The Assault die shows {f'{event.amount} Trust' if event.amount else 'the shield: nothing'}"
    ),
}
"""By kind of event."""
