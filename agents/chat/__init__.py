"""Language models behind a chat endpoint, as agents."""
