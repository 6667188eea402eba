"""Backends decide. They know forms and kernels, never a particular game."""

from pyrsolve._callable import make_callable

make_callable(__name__)
