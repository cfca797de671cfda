"""The rulebook of Blood Rage: pure, deterministic, complete (docs/architecture.md).

Begin with `engine.api`. This file imports nothing on purpose: importing any module runs it.
"""
