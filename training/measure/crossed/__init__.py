"""How good each agent is in a role that travels."""
