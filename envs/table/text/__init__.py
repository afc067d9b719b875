"""Games in words, for players who read and write: prompts, answers, and an environment of texts."""
