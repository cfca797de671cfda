"""The rulebook of Blood Rage: pure, deterministic, complete (docs/architecture.md)."""
