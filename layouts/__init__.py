"""Shipped layouts: data only, read through ``importlib.resources``."""
