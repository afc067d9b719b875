"""``python -m benchmarks``."""

from .cli import app

app(prog_name="python -m benchmarks")
