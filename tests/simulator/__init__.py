"""Whole tables in one process and in virtual time: real sessions, journals and relay rooms.

Everything that goes wrong around them follows from one seed.
"""
