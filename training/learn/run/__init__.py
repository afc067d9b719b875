"""Training runs: begun, in progress, stopped, gone on with, and the folders that they write."""
