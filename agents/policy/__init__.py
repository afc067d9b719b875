"""Trained policies: their networks with numpy alone, their files, files made of several, and the agent."""
