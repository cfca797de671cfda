"""From stories to what is shown: moments, battle history, recap, overlays, statuses."""
