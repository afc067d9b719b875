"""``python -m cogitable.training.ship``: see ``policy.py``."""

import typer

from .policy import main

if __name__ == "__main__":
    typer.run(main)
