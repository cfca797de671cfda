"""The protocol of a table of equals, sans-I/O: bytes and ticks in, bytes and events out.

Begin with `protocol.api`. This file imports nothing on purpose: importing `protocol.framing` runs
it, and the relay must load neither the engine nor a library.
"""
