"""Help when something is wrong: facts, checks, and a file with both to send along.

Nothing here holds a key, an invitation, a seed or a hand.
"""
