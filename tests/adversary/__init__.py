"""Honest seats, cheating seats, and the network between them, all in one process."""
