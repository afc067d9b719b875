"""What of Cogitable is measured."""
