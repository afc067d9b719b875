"""Speed, measured beside other libraries: ``python -m benchmarks`` (see README.md in this folder)."""
