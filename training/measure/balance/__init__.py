"""Is a game balanced? Equal agents play each other, and seats, sides, lengths and cards are counted and judged."""
