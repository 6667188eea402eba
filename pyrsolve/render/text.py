"""A scene as text for a terminal: six characters and two lines a tile, higher tiles over lower ones."""

from __future__ import annotations

from collections.abc import Iterable

from pyrsolve.escape import terminal
from pyrsolve.games.scene import Mark, Piece, Scene
from pyrsolve.render.faces import face

WIDE = 3
"""Characters a half-tile unit."""
MOST_CELLS = 4_000_000
RESET, BOLD, INVERSE = "\x1b[0m", "\x1b[1m", "\x1b[7m"
COLOURS = {"square": "\x1b[31m", "circle": "\x1b[34m", "bar": "\x1b[32m", "petals": "\x1b[35m", "star": "\x1b[33m"}
Cell = tuple[str, str]


def drawing(scene: Scene, *, colour: bool = False, unicode: bool = False) -> str:
    """The board. Free tiles stand in ``[ ]``, others in ``( )``; below the face is the level, from 1; locked tiles have ``!!``.

    `colour`: ANSI colours by suit, free tiles bold, locked ones inverse. `unicode`: box lines instead of brackets.
    """
    if not scene.pieces:
        return "nothing left"
    left, top = min(piece.x for piece in scene.pieces), min(piece.y for piece in scene.pieces)
    width = max(piece.x + piece.width for piece in scene.pieces) - left
    height = max(piece.y + piece.height for piece in scene.pieces) - top
    if width * WIDE * height > MOST_CELLS:
        return f"too large to draw as text: {width} x {height} half tiles"
    rows: list[list[Cell]] = [[(" ", "")] * (width * WIDE) for _ in range(height)]
    for piece in scene.drawn_last():
        style = _style(piece) if colour else ""
        for line, shown in enumerate(_lines(piece, unicode)):
            row = rows[piece.y - top + line]
            start = (piece.x - left) * WIDE
            row[start : start + len(shown)] = [(character, style) for character in shown]
    return "\n".join(_joined(row) for row in rows)


def _lines(piece: Piece, unicode: bool) -> tuple[str, str]:
    free = Mark.FREE in piece.marks
    inside = piece.width * WIDE - 2
    label = "?" if Mark.FACE_DOWN in piece.marks else terminal(piece.label) or str(piece.number)
    if len(label) > inside:
        label = label[: inside - 1] + ("\u2026" if unicode else "~")
    below = str(piece.z + 1)
    if Mark.LOCKED in piece.marks:
        below = f"!!{below}"
    elif Mark.LAST in piece.marks:
        below = f"*{below}"
    if Mark.CAPSTONE in piece.marks:
        below += "^"
    if Mark.VAULT in piece.marks:
        below += "$"
    below = below[-inside:]
    if unicode:
        across = "\u2501" if free else "\u2500"
        corners = "\u250f\u2513\u2517\u251b" if free else "\u256d\u256e\u2570\u256f"
        return (
            f"{corners[0]}{label}{across * (inside - len(label))}{corners[1]}",
            f"{corners[2]}{across * (inside - len(below))}{below}{corners[3]}",
        )
    opening, closing = ("[", "]") if free else ("(", ")")
    return f"{opening}{label:<{inside}}{closing}", f"{opening}{below:_>{inside}}{closing}"


def _style(piece: Piece) -> str:
    style = COLOURS.get(face(piece.label).shape, "") if piece.label else ""
    if Mark.FREE in piece.marks:
        style += BOLD
    if Mark.LOCKED in piece.marks:
        style += INVERSE
    return style


def _joined(row: list[Cell]) -> str:
    """The characters of a row; a style is switched where it changes."""
    while row and row[-1][0] == " ":
        row.pop()
    out, now = [], ""
    for character, style in row:
        if style != now:
            out.append(RESET * bool(now) + style)
            now = style
        out.append(character)
    return "".join(out) + RESET * bool(now)


def description(scene: Scene) -> Iterable[str]:
    """The board in words: what there is, then every piece and what holds it, free ones first, from the top level down."""
    yield terminal(scene.title)
    for line in scene.summary:
        yield terminal(line)
    for piece in sorted(scene.pieces, key=lambda piece: (Mark.FREE not in piece.marks, -piece.z, piece.y, piece.x)):
        where = f"level {piece.z + 1}, row {piece.y / 2 + 1:g}, column {piece.x / 2 + 1:g}"
        marks = [mark.value.replace("_", " ") for mark in sorted(piece.marks) if mark is not Mark.FREE]
        more = f" [{', '.join(marks)}]" if marks else ""
        yield f"{terminal(piece.words)}; {where}{more}"
