"""Pair removal, once, for every game that removes pairs of tiles from a stacked board."""
