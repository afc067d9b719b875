"""What others may hold, judged by what a policy would have done in their place."""
