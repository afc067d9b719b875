"""The table as a picture: the rival above, the Hangar in the middle, the viewer below, the Clash to the right."""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from typing import Any

import numpy as np
from PIL import Image

from ...table import drawing, sets, views
from ...table.drawing import RGB, Box, canvas, frame, lay, mix, pen, write
from ...table.game import RUNNING, Setup
from ...table.seats import seat_name
from ...table.sets import members_of
from ...table.spots import about, note
from ..rules.scoring import clash_points, total_power
from ..rules.state import HANGAR_SIZE, Act, Phase, Pile, Use, Zone
from ..words.questions import question, running_step
from ..words.view import known_hand, ordered, placed_cards, reserve_power, rules_of
from . import cards as card_art
from . import layout
from . import style as neon
from .cards import CARD, MARGIN, MINI, STRIP
from .end import draw_end
from .style import DIM, FAINT, INK, NIGHT, PANEL, SEATS, WARNING


def render_picture(setup: Setup, state: Any, seat: int | None) -> np.ndarray:
    """Return the table as ``seat`` sees it (None: everything): uint8, shape (800, 1280, 3).

    When the score is counted at the end of a game all cards are laid open.
    """
    return np.array(_Picture(setup, state, seat).drawn())


class _Picture:
    """One picture in the making."""

    def __init__(self, setup: Setup, state: Any, seat: int | None) -> None:
        self.setup, self.state, self.seat = setup, state, seat
        self.viewer = views.nearest(seat)
        self.knower = views.knower(state, seat)
        self.cards = setup.options.cards
        self.targets, self.open_piles = targets(setup, state, seat)
        self.in_use = cards_in_use(setup, state, seat)
        self.image = canvas(layout.backdrop())

    def drawn(self) -> Image.Image:
        self._header()
        self._rival(1 - self.viewer)
        self._hangar()
        self._own(self.viewer)
        self._clash()
        self._question()
        if self.state.over != RUNNING:
            draw_end(self.image, self.setup, self.state)
        return self.image

    # Sprites

    def _paste(self, sprite: Image.Image, x: float, y: float) -> None:
        lay(self.image, sprite, (round(x), round(y)))

    def _card(self, card: int, x: float, y: float, size: tuple[int, int] = MINI, *, marked: bool = True) -> None:
        """Draw a card face up, lit if it may be chosen, with a tag if it is in use."""
        if size == MINI:
            sprite = card_art.mini(self.cards, card)
        else:
            sprite = card_art.face(self.cards, card) if size == CARD else card_art.low(self.cards, card, size[0])
        self._paste(sprite, x - MARGIN, y - MARGIN)
        note((x, y, *size), about(("card", card)))
        if marked and card in self.targets:
            self._light_up(x, y, size)
        if card in self.in_use:
            self._tag("IN USE", x, y, size)

    def _light_up(self, x: float, y: float, size: tuple[int, int]) -> None:
        lit = frame(size[0] + 2, size[1] + 2, INK, radius=10, line=2.6, light=1.7, margin=MARGIN)
        self._paste(lit, x - MARGIN - 1, y - MARGIN - 1)

    def _tag(self, text: str, x: float, y: float, size: tuple[int, int], color: RGB = INK) -> None:
        width = math.ceil(drawing.text_width(text, 10, True)) + 12
        left, top = x + (size[0] - width) / 2, y + size[1] - (13 if size == MINI else 6)  # below a Task
        self._paste(frame(width, 17, color, radius=5, line=1, fill=color), left, top)
        write(self.image, (left + width / 2, top + 8.5), text, 10, NIGHT, bold=True, anchor="m")

    def _label(self, text: str, number: int | None, x: float, y: float) -> None:
        """Write what a zone is called and how many cards it holds."""
        x += write(self.image, (x, y), text, 12, DIM)
        if number is not None:
            write(self.image, (x + 5, y), str(number), 13, INK, bold=True)

    # Parts of the table

    def _header(self) -> None:
        state, image = self.state, self.image
        self._paste(layout.title(), 6, 0)
        if state.over == RUNNING:
            player = int(state.player)
            x = 470.0
            x += write(image, (x, 25), f"Turn {state.turn}", 15, INK, bold=True) + 14
            x += write(image, (x, 25), f"{seat_name(player)} has", 15, SEATS[player]) + 12
            for use in Use:
                deeds = (Act.RECRUIT.name,) if use == Use.RECRUIT else (Act.TASK.name,)
                x += self._chip(use.text, x, 25, used=sets.has(state.used, use), color=SEATS[player], deeds=deeds) + 8
            if state.wreckage:
                write(image, (x + 8, 25), "Last turns", 15, WARNING, bold=True)
        write(image, (layout.WIDTH - 18, 25), views.whose_view(self.seat, self.knower), 14, DIM, anchor="r")

    def _chip(self, name: str, x: float, y: float, *, used: bool, color: RGB, deeds: tuple[str, ...]) -> float:
        """Draw an Action that is still to be used, or one that has been, struck out. Returns its width."""
        width = math.ceil(drawing.text_width(name, 13, True)) + 20
        light = FAINT if used else color
        fill = PANEL if used else mix(NIGHT, color, 0.25)
        self._paste(frame(width, 24, light, radius=12, line=1.4, fill=fill), x, y - 12)
        note((x, y - 12, width, 24), about(blocks=deeds))
        write(self.image, (x + 10, y), name, 13, FAINT if used else INK, bold=True)
        if used:
            pen(self.image).line([x + 8, y + 1, x + width - 8, y + 1], DIM, 2)
        return width

    def _name(self, who: int, box: Box) -> None:
        notes = ["first" if who == 0 else "second", *(["you"] if who == self.seat else [])]
        text = f"{seat_name(who)}  ({', '.join(notes)})"
        x = box.x + box.width - 14
        write(self.image, (x, box.y + 14), text, 13, SEATS[who], bold=True, anchor="r")
        if self.state.over == RUNNING and who == self.state.player:
            x -= round(drawing.text_width(text, 13, True)) + 8
            arrow = [(x, box.y + 14), (x - 9, box.y + 8), (x - 9, box.y + 20)]
            pen(self.image).polygon(arrow, SEATS[who])

    def _deck(self, who: int, x: int, y: int) -> None:
        """Draw a pile: its back, or its top card where that is known."""
        places = placed_cards(self.state, who, self.knower)
        light = SEATS[who] if who < Pile.HANGAR else DIM
        known = places[0] if places and self.knower is not None else None
        if who == Pile.HANGAR and not self.state.wreckage and self.state.above == 0:
            self._paste(layout.wreckage(), x - MARGIN, y - MARGIN)
            known = None
        elif not places:
            self._paste(card_art.empty_place(*MINI), x - MARGIN, y - MARGIN)
        elif known is None:
            self._paste(card_art.back(light), x - MARGIN, y - MARGIN)
        else:
            self._card(known, x, y, marked=False)
        if who in self.open_piles:
            note((x, y, *MINI), about(blocks=(Act.DRAW.name, Act.SHUFFLE.name, Act.USE.name)))
            self._light_up(x, y, MINI)
        if known is not None:
            self._tag("ON TOP", x, y, MINI, light)

    def _reserve(self, who: int, x: int, y: int, step: int, size: int) -> None:
        """Write the Power by colour outside the Clash, what one colour of which scores at the end."""
        power, unseen = reserve_power(self.setup, self.state, who, self.knower)
        for color, total in enumerate(power):
            middle = y + color * step
            self._paste(neon.symbol(color, size), x, middle - size // 2)
            best = total > 0 and total == max(power)
            width = write(self.image, (x + size + 8, middle), str(total), 15, INK if best else DIM, bold=True)
            if color == 0 and unseen:
                write(self.image, (x + size + 13 + width, y), f"+{unseen}?", 12, DIM)

    def _rival(self, who: int) -> None:
        box, state = layout.RIVAL, self.state
        top = box.y + 27
        self._name(who, box)
        self._label("Deck", int(state.sizes[who]), box.x + 12, box.y + 14)
        self._deck(who, box.x + 12, top)
        self._label("Reserve", None, box.x + 96, box.y + 14)
        self._reserve(who, box.x + 96, top + 12, 23, 17)
        hand, discard = members_of(state.hand[who]), self._discard(who)
        known = ordered(self.setup, known_hand(state, who, self.knower))
        x, room = box.x + 178, box.width - 190
        widths = layout.shares([len(hand), len(discard)], room - 22)
        self._label("Hand", len(hand), x, box.y + 14)
        backs = [None] * (len(hand) - len(known))
        self._row([*backs, *known], Box(x, top, widths[0], MINI[1]), SEATS[who])
        x += max(widths[0], min(4 * (MINI[0] + 6), room - 22 - widths[1])) + 22
        self._label("Discard", len(discard), x, box.y + 14)
        self._row(discard, Box(x, top, widths[1], MINI[1]), SEATS[who])

    def _discard(self, who: int) -> list[int]:
        """Return a discard in order, with cards in use last so that no other covers them."""
        return sorted(ordered(self.setup, members_of(self.state.discard[who])), key=lambda card: card in self.in_use)

    def _row(self, cards: Sequence[int | None], box: Box, light: RGB) -> None:
        """Draw small cards side by side, overlapping where there are too many."""
        if not cards:
            self._paste(card_art.empty_place(*MINI), box.x - MARGIN, box.y - MARGIN)
        for card, x in zip(cards, layout.spread(len(cards), box.x, box.width, MINI[0], 6), strict=True):
            if card is None:
                self._paste(card_art.back(light), x - MARGIN, box.y - MARGIN)
            else:
                self._card(card, x, box.y)

    def _hangar(self) -> None:
        box, state = layout.HANGAR, self.state
        top = box.y + 26
        self._label("Hangar deck", None, box.x + 12, box.y + 13)
        self._label("Hangar", len(members_of(state.hangar)), box.x + 112, box.y + 13)
        self._deck(Pile.HANGAR, box.x + 12, top)
        self._wreckage(box.x + 12, top + MINI[1] + 14)
        cards = ordered(self.setup, members_of(state.hangar))
        for place, x in enumerate(layout.spread(HANGAR_SIZE, box.x + 112, 822, CARD[0], 8)):
            if place < len(cards):
                self._card(cards[place], x, top, CARD)
            else:
                self._paste(card_art.empty_place(*CARD), x - MARGIN, top - MARGIN)

    def _wreckage(self, x: int, y: int) -> None:
        """Write how many cards lie above the Wreckage card and below it."""
        above, below = int(self.state.above), int(self.state.sizes[Pile.HANGAR] - self.state.above)
        cards = "card" if above == 1 else "cards"
        if self.state.wreckage:
            self._paste(frame(84, 46, WARNING, radius=8, line=1.6, fill=mix(NIGHT, WARNING, 0.2)), x, y + 2)
            write(self.image, (x + 42, y + 17), "Wreckage", 13, WARNING, bold=True, anchor="m")
            write(self.image, (x + 42, y + 34), "revealed", 12, WARNING, anchor="m")
            lines = [(str(above), f"{cards} left")]
        else:
            lines = [(str(above), f"{cards} to the"), ("", "Wreckage")]
            lines += [(str(below), "below it")] if below else []
        y += 66 if self.state.wreckage else 12
        for number, text in lines:
            if number:
                write(self.image, (x, y), number, 24, INK, bold=True)
                y += 22
            write(self.image, (x, y), text, 12, DIM)
            y += 15 if text.endswith("to the") else 28

    def _own(self, who: int) -> None:
        box, state = layout.OWN, self.state
        top = box.y + 26
        self._name(who, box)
        self._label("Deck", int(state.sizes[who]), box.x + 12, box.y + 13)
        self._deck(who, box.x + 12, top)
        self._label("Reserve", None, box.x + 12, top + MINI[1] + 22)
        self._reserve(who, box.x + 12, top + MINI[1] + 45, 26, 19)
        discard = self._discard(who)
        x = box.x + 100
        self._label("Discard", len(discard), x, box.y + 13)
        if not discard:
            self._paste(card_art.empty_place(*MINI), x - MARGIN, top - MARGIN)
        self._grid(discard, Box(x, top, 2 * MINI[0] + 6, CARD[1]), 2)
        x += 2 * MINI[0] + 24
        known, room = ordered(self.setup, known_hand(state, who, self.knower)), box.x + box.width - 12 - x
        hidden = len(members_of(state.hand[who])) - len(known)
        self._label("Hand", len(known) + hidden, x, box.y + 13)
        if hidden:  # of somebody who holds no seat
            self._row([*[None] * hidden, *known], Box(x, top, room, MINI[1]), SEATS[who])
        else:
            self._own_hand(who, known, Box(x, top, room, CARD[1]))

    def _own_hand(self, who: int, hand: Sequence[int], box: Box) -> None:
        """Draw a hand in a row, in two rows of low cards, or, with very many cards, overlapping."""
        if not hand:
            self._paste(card_art.empty_place(*CARD), box.x - MARGIN, box.y - MARGIN)
        low = 4 < len(hand) <= 8
        columns = (len(hand) + 1) // 2 if low else len(hand)
        size = ((box.width + 8) // columns - 8, card_art.LOW) if low else CARD
        xs = layout.spread(columns, box.x, box.width, size[0], 8)
        for i, card in enumerate(hand):
            x, y = xs[i % columns], box.y + i // columns * (card_art.LOW + 8)
            self._card(card, x, y, size)
            if self.knower is not None and int(self.state.located[1 - who]) >> card & 1:
                self._paste(layout.eye(), x + size[0] - 25, y + 7)

    def _grid(self, cards: Sequence[int], box: Box, columns: int, *, low: bool = False) -> None:
        """Draw small cards in rows, each over the lower part of the one above where there are too many.

        They lie at the top of the box, or at its bottom (``low``).
        """
        rows = math.ceil(len(cards) / columns)
        ys = layout.spread(rows, box.y, box.height, MINI[1], 6)
        if rows > 1 and ys[1] - ys[0] < MINI[1]:
            ys = layout.spread(rows, box.y, box.height, MINI[1], STRIP + 14 - MINI[1])
        if low and rows:
            ys = [y + box.y + box.height - MINI[1] - ys[-1] for y in ys]
        for i, card in enumerate(cards):
            self._card(card, box.x + i % columns * (MINI[0] + 6), ys[i // columns])

    def _clash(self) -> None:
        box, score = layout.CLASH, layout.SCORE
        rival = 1 - self.viewer
        write(self.image, (box.x + box.width / 2, box.y + 15), "T H E   C L A S H", 14, INK, bold=True, anchor="m")
        top, low = box.y + 30, score.low + 10
        for who, y, height in ((rival, top, score.y - top - 8), (self.viewer, low, box.low - low - 8)):
            cards = ordered(self.setup, members_of(self.state.clash[who]))
            self._grid(cards, Box(box.x + 6, y, box.width - 12, height), 4, low=who == rival)
            if not cards:
                y += height - MINI[1] if who == rival else 0
                self._paste(card_art.empty_place(*MINI), box.x + 6 - MARGIN, y - MARGIN)
        for who, y in ((rival, score.y + 20), (self.viewer, score.low - 20)):
            self._side(who, y)
        write(self.image, (score.x + 149, score.middle[1]), "Power", 12, DIM, anchor="m")
        write(self.image, (score.x + 228, score.middle[1]), "points", 12, DIM, anchor="m")

    def _side(self, who: int, y: float) -> None:
        rules, clash, x = rules_of(self.setup), self.state.clash, layout.SCORE.x
        power, points = total_power(rules, clash[who]), clash_points(rules, self.state, who)
        ahead = power > total_power(rules, clash[1 - who])
        write(self.image, (x + 14, y), seat_name(who), 15, SEATS[who], bold=True)
        write(self.image, (x + 149, y), str(power), 26, INK if ahead else DIM, bold=True, anchor="m")
        write(self.image, (x + 228, y), str(points), 26, INK, bold=True, anchor="m")
        if ahead:
            self._paste(frame(26, 20, SEATS[who], radius=6, line=1, fill=SEATS[who]), x + 254, y - 10)
            write(self.image, (x + 267, y), "+5", 12, NIGHT, bold=True, anchor="m")

    def _question(self) -> None:
        if self.state.over != RUNNING:
            return
        box, who = layout.QUESTION, int(self.state.seat)
        color = SEATS[who]
        bar = frame(
            box.width, box.height, color, radius=10, line=1.6, fill=mix(NIGHT, color, 0.12), light=0.8, margin=8
        )
        self._paste(bar, box.x - 8, box.y - 8)
        note(box, about())
        name = seat_name(who) + (" (you)" if who == self.seat else "")
        x = box.x + 16 + write(self.image, (box.x + 16, box.middle[1]), name, 15, color, bold=True) + 14
        text = question(self.setup, self.state, self.seat)
        lines, size = [text[0].upper() + text[1:]], 16
        room = box.x + box.width - 14 - x
        if drawing.text_width(lines[0], size) > room:
            size = 14
            lines = drawing.fit_lines(lines[0], room, box.height - 8, size, 1.3)
        for i, line in enumerate(lines):
            write(self.image, (x, box.middle[1] + (i + 0.5 - len(lines) / 2) * size * 1.3), line, size, INK)


def targets(setup: Setup, state: Any, seat: int | None) -> tuple[Set[int], Set[int]]:
    """Return the cards and the piles that the seat to move may choose, which another seat must not see."""
    if state.over != RUNNING or seat not in (None, state.seat):
        return frozenset(), frozenset()
    legal = views.legal(setup, state)
    cards = {setup.actions.references[action].thing("card") for action in legal} - {None}
    player, piles = int(state.player), set()
    if Act.DRAW in legal or Act.SHUFFLE in legal:
        piles.add(player)
    if state.phase == Phase.CHOICE and Act.USE in legal:
        running = state.frames[state.depth - 1]
        source = setup.record["steps"][0][running.program, running.step]["source"]
        piles |= {pile for zone, pile in ((Zone.DECK_TOP, player), (Zone.HANGAR_TOP, Pile.HANGAR)) if source == zone}
        cards |= {int(running.card)} if source == Zone.THIS else set()
    return cards, piles


def cards_in_use(setup: Setup, state: Any, seat: int | None) -> Set[int]:
    """Return the card discarded for the present Action, whose Task is running, or given up for an exchange."""
    if state.over != RUNNING or seat not in (None, state.seat):
        return frozenset()
    cards = {int(state.card)}
    if state.phase == Phase.CHOICE:
        running, step = running_step(setup, state)
        cards |= {int(running.card)} | ({int(running.first)} if step.do == "exchange" else set())
    return cards - {-1}
