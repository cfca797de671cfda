"""From stories to what is shown: beats, battle history, recap, overlays, statuses."""
