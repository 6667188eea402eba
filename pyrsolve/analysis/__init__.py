"""Questions about one deal."""
