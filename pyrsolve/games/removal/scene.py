"""A removal board as a scene: tiles with their faces, which are free, what covers and what blocks the others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from pyrsolve.games.removal import rules
from pyrsolve.games.scene import Mark, Piece, Scene
from pyrsolve.records.layout import Layout

MOST_NAMED = 6


def board_scene(
    position: rules.Position,
    layout: Layout,
    faces: Sequence[str] = (),
    locked: Collection[int] = (),
    last: Collection[int] = (),
) -> Scene:
    """The tiles that are still there. `faces` may be empty for a bare layout; `locked` and `last` tiles are marked."""
    pieces = []
    there = [tile for tile in range(len(layout.tiles)) if tile not in position.gone]
    free = {tile for tile in there if rules.is_free(position, tile)}
    down, caps, vaults = (frozenset(getattr(layout.marks, name)) for name in ("face_down", "capstones", "vaults"))
    for tile in there:
        x, y, z = layout.tiles[tile]
        hidden = tile in down and tile not in free
        marks = {
            Mark.FREE: tile in free,
            Mark.LOCKED: tile in locked,
            Mark.LAST: tile in last,
            Mark.FACE_DOWN: hidden,
            Mark.CAPSTONE: tile in caps,
            Mark.VAULT: tile in vaults,
        }
        label = "" if hidden or not faces else faces[tile]
        pieces.append(
            Piece(
                tile,
                x,
                y,
                z,
                label,
                frozenset(mark for mark, holds in marks.items() if holds),
                _words(position, tile, label, tile in free),
            )
        )
    return Scene(layout.name, tuple(pieces), tuple(_summary(position, layout, pieces, len(free))))


def layout_scene(layout: Layout, cover: str = "next") -> Scene:
    """A bare layout."""
    return board_scene(rules.start(layout.tiles, rules.RemovalRules(cover, frozenset())), layout)


def _words(position: rules.Position, tile: int, label: str, free: bool) -> str:
    """``tile 12 (3m): free`` or what holds it."""
    name = f"tile {tile}" + (f" ({label})" if label else "")
    if free:
        return f"{name}: free"
    board, gone = position.board, position.gone

    def there(others: Iterable[int]) -> list[int]:
        return [other for other in others if other not in gone]

    above, left, right = there(board.above[tile]), there(board.left[tile]), there(board.right[tile])
    reasons = []
    if above:
        reasons.append(f"under {_listed(above)}")
    if left and right:
        reasons.append(f"between {_listed(left)} on the left and {_listed(right)} on the right")
    return f"{name}: {', '.join(reasons)}"


def _listed(tiles: Sequence[int]) -> str:
    more = f" and {len(tiles) - MOST_NAMED} more" if len(tiles) > MOST_NAMED else ""
    return ", ".join(map(str, tiles[:MOST_NAMED])) + more


def _summary(position: rules.Position, layout: Layout, pieces: Sequence[Piece], free: int) -> Iterable[str]:
    levels = sorted({piece.z for piece in pieces})
    count = len(layout.tiles)
    left = f"{len(pieces)} of {count} tiles" if position.gone else f"{count} tiles"
    yield f"{left} on {len(levels)} level{'s' if len(levels) != 1 else ''}, {free} free"
    for z in levels:
        here = [piece for piece in pieces if piece.z == z]
        open_here = sum(Mark.FREE in piece.marks for piece in here)
        yield f"level {z + 1}: {len(here)} tiles, {open_here} free"
