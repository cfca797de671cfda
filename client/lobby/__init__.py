"""The lobby of a table on the screen: who is seated, by which rules, chat, and the start."""
