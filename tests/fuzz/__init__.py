"""Fuzzing every reader of bytes from others, or from a disk (`make fuzz`).

A *target* takes bytes and returns the result: they were refused with the documented error, or
understood, and then they encode to the same bytes again. Any other exception is a finding.
"""
