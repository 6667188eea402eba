"""The 144-tile deck: face codes, match classes, and the part of it that a layout of another size is dealt.

``1m-9m`` characters, ``1p-9p`` circles, ``1s-9s`` bamboo, ``1z-4z`` winds E S W N, ``5z-7z`` dragons white green red (four of
each); ``1f-4f`` flowers and ``1q-4q`` seasons (one of each; any flower matches any flower, any season any season).
"""

from __future__ import annotations

from collections import Counter
from difflib import get_close_matches

from pyrsolve.errors import DataError, Fault
from pyrsolve.records.caps import MAX_GROUP
from pyrsolve.splitmix import SplitMix64

PLAIN = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)) + tuple(f"{rank}z" for rank in range(1, 8))
FLOWERS = tuple(f"{rank}f" for rank in range(1, 5))
SEASONS = tuple(f"{rank}q" for rank in range(1, 5))
GROUPS = (*((face,) * 4 for face in PLAIN), FLOWERS, SEASONS)
"""The 36 match groups of four, in the order of the codes."""
COPIES = dict.fromkeys(PLAIN, 4) | dict.fromkeys(FLOWERS + SEASONS, 1)
CLASSES = dict.fromkeys(FLOWERS, "flower") | dict.fromkeys(SEASONS, "season")
DECK_SIZE = 144
LONGEST_GUESS = 8
"""Faces longer than this are no slips of the keyboard: nothing that they may mean is looked for."""
MOST_TILES = DECK_SIZE * (MAX_GROUP // 4)
"""On more tiles than so many decks have, more tiles of a kind would match each other than a deal may have."""


def match_class(face: str) -> tuple[str, str]:
    """The class within which faces match: flowers, seasons, or the face itself (any string is a face)."""
    named = CLASSES.get(face)
    return ("class", named) if named else ("face", face)


def classic_faults(faces: tuple[str, ...]) -> list[Fault]:
    """What is wrong with `faces` as part of so many 144-tile decks as the board needs: unknown codes, too many copies."""
    decks = max(1, -(-len(faces) // DECK_SIZE))
    faults = []
    for place, face in enumerate(faces):
        if face not in COPIES:
            close = get_close_matches(face, COPIES, n=1) if len(face) <= LONGEST_GUESS else []
            hint = f"; did you mean {close[0]!r}?" if close else " (deck=free takes any string)"
            faults.append(Fault(f"unknown face {face!r}{hint}", f"$.faces[{place}]"))
    for face, count in Counter(faces).items():
        allowed = COPIES.get(face, count) * decks
        if count > allowed:
            last = max(place for place, other in enumerate(faces) if other == face)
            faults.append(
                Fault(
                    f"{count} tiles of {face!r}; {'the deck has' if decks == 1 else f'{decks} decks have'} {allowed}",
                    f"$.faces[{last}]",
                )
            )
    return faults


def deck_for(count: int, random: SplitMix64) -> list[str]:
    """The faces for a board of `count` tiles, not shuffled.

    Whole decks first; of the last, incomplete one, groups of four chosen at random, and half a group where two
    tiles are left. An odd count leaves one tile without a partner. Raises DataError for more tiles than `MOST_TILES`.
    """
    if count > MOST_TILES:
        raise DataError(f"the layout has {count} tiles; mahjong decks are dealt on at most {MOST_TILES}")
    whole, rest = divmod(count, DECK_SIZE)
    faces = [face for group in GROUPS for face in group] * whole
    if rest:
        groups = list(GROUPS)
        random.shuffle(groups)
        faces.extend([face for group in groups for face in group][:rest])
    return faces
