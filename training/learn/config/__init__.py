"""What decides a training run: its configuration, read from YAML."""
