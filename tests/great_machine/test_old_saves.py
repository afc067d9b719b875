"""Save files of City of the Great Machine from before some fields were what they are now."""

from __future__ import annotations

from support.old_saves import check_old_saves

from cogitable.envs.city.rules.state import Ask
from cogitable.envs.great_machine import GAME


def test_a_file_from_when_tile_and_amount_held_many_things_goes_on_identically(tmp_path):
    held = {
        Ask.ANCHOR: "tile",
        **dict.fromkeys((Ask.CITIZEN, Ask.MOVE_MORE, Ask.ARREST, Ask.RIOT_ARREST), "choosing_in"),
        **dict.fromkeys((Ask.EXPOSE, Ask.SHOW_TYPE), "choosing_in"),
        Ask.CONFISCATE: "confiscating_in",
        Ask.CARD: "owner",
        Ask.TAKE_BACK: "newest",
        Ask.SHARE: "to_share",
        Ask.PLEDGE: "to_pledge",
    }
    check_old_saves(GAME.setup(num_players=3), tmp_path / "old.json", held)
