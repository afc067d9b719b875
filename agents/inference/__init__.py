"""Networks evaluated in compiled code, one position at a time."""
