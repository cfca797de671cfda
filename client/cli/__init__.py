"""The commands, one file each with `add_arguments` and `run`, imported when they are called.

This package imports nothing, so that `bloodrage --version` is as quick as it can be.
"""
