"""Dangerous primitives: group arithmetic, masks, shuffle proofs. Used through `dealing` alone."""
