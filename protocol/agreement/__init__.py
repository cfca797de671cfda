"""Closing a step without an absent seat: votes, ballots, proofs."""
