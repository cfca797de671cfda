"""The lobby of a table on the screen: seats, rules, chat, and the start."""
