"""``python -m cogitable.training.ship``: see :mod:`.policy`."""

import typer

from .policy import main

typer.run(main)
