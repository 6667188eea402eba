"""Replays witnesses and checks refutations; imports rules and codecs, nothing that searches."""

from pyrsolve._callable import make_callable

make_callable(__name__)
