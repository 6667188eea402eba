"""Backends decide. They know forms and kernels, never a particular game."""
