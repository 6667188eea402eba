"""Many deals: the process pool."""
