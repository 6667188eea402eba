"""Replays witnesses and checks refutations; imports rules and codecs, nothing that searches."""
