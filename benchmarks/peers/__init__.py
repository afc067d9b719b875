"""What of other libraries is measured beside it; each module imports its peer when a measurement is made ready."""
