"""Mistakes that a type checker must find in a consumer: if it finds none, it has not seen the library's types."""

from cogitable.envs import get_game
from cogitable.envs.table import Tables

layout: int = get_game("cogdrive_neon").setup().layout
Tables("cogdrive_neon", 4)
