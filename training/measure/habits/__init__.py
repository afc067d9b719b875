"""What an agent does differently from another."""
