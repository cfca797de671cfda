"""From stories to the screen: beats, battle history, recap, overlays, statuses."""
