"""Tree search for games with hidden cards, by playouts: what it can be told, its compiled tree, and the agent."""
