"""Search with a network: down a tree by a policy and a value, a race of first actions, and the agent."""
