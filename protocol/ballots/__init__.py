"""How a step closes without a seat that stays away: pure values and a pure machine, no game."""
