"""A recorded game on the screen once more, step by step, with the cards of any seat."""
