"""The protocol of a table of equals, sans-I/O: bytes and ticks in, bytes and events out.

This file stays empty on purpose: whoever imports `protocol.framing` runs it, and the relay must not
load the engine. Import the modules you need by their own names.
"""
