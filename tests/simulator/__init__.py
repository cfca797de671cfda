"""Whole tables in one process and in virtual time: real sessions, journals and relay rooms, and one
seed for everything that goes wrong around them."""
