"""Save files of the co-operative game from before some fields were what they are now."""

from __future__ import annotations

from support.old_saves import check_old_saves

from cogitable.envs.city.rules.state import Ask
from cogitable.envs.great_machine_coop import GAME


def test_a_file_from_when_tile_and_amount_held_many_things_goes_on_identically(tmp_path):
    held = {
        Ask.ANCHOR: "tile",
        **dict.fromkeys((Ask.CITIZEN, Ask.MOVE_MORE), "choosing_in"),
        Ask.RALLY: "rioting_in",
        Ask.BREAK_KIND: "breaking_in",
        Ask.CARD: "owner",
        Ask.SHARE: "to_share",
        Ask.SEND_TO: "sends_special",
    }
    check_old_saves(GAME.setup(num_players=2, missions="III"), tmp_path / "old.json", held)
