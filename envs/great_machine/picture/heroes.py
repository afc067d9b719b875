"""What is told of a Hero below the city: its cards as its team has them, or as the Machine can conclude."""

from __future__ import annotations

from ...city.picture.city import Scene
from ...city.picture.heroes import Telling
from ...city.rules.state import NUM_DISTRICTS, Hero
from ...city.words.facts import lost_cards, turn_text
from ...city.words.terms import of_heroes
from ..words.card_text import HERO_TEXT
from ..words.facts import choice_text, has_gone, sure_cards


def _chances(scene: Scene, hero: int) -> list[tuple[str, float]]:
    """Return the cards as the team has them, or with how likely the Machine can take each to be there."""
    held, gone, chances = sure_cards(scene.state, hero)
    lost = lost_cards(scene.state, hero)
    found = []
    for card in range(NUM_DISTRICTS):
        if not of_heroes(scene.knower):
            share = 100 if card in held else 0 if card in gone else chances[card]
            found.append((f"{share}%" if 0 < share < 100 else "yes" if share else "no", share / 100))
        else:
            known = "!" if card in held or card in gone else ""
            found.append((("no" if card in lost else "yes") + known, float(card not in lost)))
    return found


TELLING = Telling(
    chosen=lambda scene, hero: choice_text(scene.state, hero, scene.knower),
    cards=_chances,
    turn=lambda scene, hero: turn_text(scene.state, hero, over=has_gone(scene.state, hero)),
    text=lambda scene, hero: HERO_TEXT[Hero(int(scene.state.heroes[hero])).text],
)
