"""The learner's networks, in torch and in compiled code."""
