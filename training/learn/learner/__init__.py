"""What is learned from decisions, and how: gradients, their steps, and choices that are copied."""
