"""Trainings in stages: runs that go on from one another, and means of what they came to."""
