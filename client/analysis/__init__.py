"""A game or a question as a jarl sees it: its answers, and what they would have brought."""
