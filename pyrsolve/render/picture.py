"""A scene as simple shapes in pixels: what SVG and PNG both draw.

Levels are shifted up and to the left, each tile has a side below and to its right, and tiles are painted from the back to the
front, so that a board looks as if seen from the lower right. Free tiles are light, others darker; locked ones have a thick frame
and a cross in a corner, so that they are told without colour.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pyrsolve.games.scene import Mark, Piece, Scene
from pyrsolve.render.faces import Face, face

UNIT_X, UNIT_Y = 19, 24
"""Pixels of a half tile."""
DEPTH = 6
"""Pixels a level is shifted by, and the width of a tile's side."""
MARGIN = 12
CAPTION = 26
LIGHT, DIM, SIDE, EDGE = "#fffdf2", "#ddd5bd", "#b59f74", "#6b5b3b"
LOCK, LAST, BACK = "#c21807", "#1b6ac9", "#7b8fa6"


@dataclass(frozen=True, slots=True)
class Shape:
    """A polygon (`points`), an ellipse (centre and radii in `points`), or a text (anchored at its middle)."""

    kind: str
    points: tuple[tuple[float, float], ...]
    fill: str = "none"
    stroke: str = "none"
    width: float = 1.0
    text: str = ""
    size: float = 0.0


@dataclass(frozen=True, slots=True)
class Drawn:
    """The shapes of one piece, and its words."""

    words: str
    shapes: tuple[Shape, ...]


@dataclass(slots=True)
class Picture:
    """Everything to paint, in order; `title` and `words` are for those who cannot see it."""

    width: int
    height: int
    title: str
    words: tuple[str, ...]
    drawn: list[Drawn] = field(default_factory=list)


def picture(scene: Scene) -> Picture:
    """The picture of a scene."""
    if not scene.pieces:
        made = Picture(240, 60, scene.title, scene.summary)
        made.drawn.append(Drawn("nothing left", (text(120, 34, "nothing left", 18, EDGE),)))
        return made
    corners = [_corner(piece, 0, 0) for piece in scene.pieces]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    right = max(x + piece.width * UNIT_X for (x, _), piece in zip(corners, scene.pieces, strict=True))
    bottom = max(y + piece.height * UNIT_Y for (_, y), piece in zip(corners, scene.pieces, strict=True))
    made = Picture(
        round(right - left + DEPTH + 2 * MARGIN),
        round(bottom - top + DEPTH + 2 * MARGIN + CAPTION),
        scene.title,
        scene.summary,
    )
    for piece in scene.drawn_last():
        x, y = _corner(piece, left - MARGIN, top - MARGIN)
        made.drawn.append(Drawn(piece.words, tuple(_tile(piece, x, y))))
    caption = "; ".join(scene.summary[:1])
    made.drawn.append(Drawn("", (text(made.width / 2, made.height - 10, caption, 13, EDGE),)))
    return made


def _corner(piece: Piece, left: float, top: float) -> tuple[float, float]:
    return piece.x * UNIT_X - piece.z * DEPTH - left, piece.y * UNIT_Y - piece.z * DEPTH - top


def _tile(piece: Piece, x: float, y: float) -> list[Shape]:
    w, h = piece.width * UNIT_X - 1, piece.height * UNIT_Y - 1
    free, hidden = Mark.FREE in piece.marks, Mark.FACE_DOWN in piece.marks
    surface = BACK if hidden else LIGHT if free or not piece.words else DIM
    shapes = [
        Shape(
            "polygon",
            (
                (x + w, y),
                (x + w + DEPTH, y + DEPTH),
                (x + w + DEPTH, y + h + DEPTH),
                (x + DEPTH, y + h + DEPTH),
                (x, y + h),
            ),
            SIDE,
            EDGE,
        ),
        rectangle(x, y, w, h, surface, EDGE),
    ]
    if Mark.LAST in piece.marks:
        shapes.append(rectangle(x + 2, y + 2, w - 4, h - 4, "none", LAST, 2))
    if Mark.LOCKED in piece.marks:
        shapes.append(rectangle(x + 2, y + 2, w - 4, h - 4, "none", LOCK, 3))
        shapes += [
            Shape("line", ((x + w - 11, y + 5), (x + w - 5, y + 11)), stroke=LOCK, width=2),
            Shape("line", ((x + w - 5, y + 5), (x + w - 11, y + 11)), stroke=LOCK, width=2),
        ]
    if Mark.CAPSTONE in piece.marks:
        shapes.append(
            Shape("polygon", ((x + w / 2, y + 2), (x + w / 2 - 6, y + 10), (x + w / 2 + 6, y + 10)), "#d4a017", EDGE)
        )
    if Mark.VAULT in piece.marks:
        shapes.append(rectangle(x + 4, y + h - 10, 8, 7, "#8a8f98", EDGE))
    if piece.label and not hidden:
        shapes += symbol(face(piece.label), x + w / 2, y + h / 2, w, h)
    elif hidden:
        shapes.append(text(x + w / 2, y + h / 2 + 7, "?", 20, "#ffffff"))
    return shapes


def symbol(shown: Face, x: float, y: float, w: float, h: float) -> list[Shape]:
    """The text of a face in the middle of a tile, the shape of its suit below."""
    size = 21.0 if len(shown.text) <= 2 else max(7.0, 1.75 * w / len(shown.text))
    lift = 3.0 if shown.shape else 7.0
    if shown.shape == "frame":
        return [
            rectangle(x - w / 2 + 6, y - h / 2 + 7, w - 12, h - 14, "none", shown.colour, 2),
            text(x, y + 5, shown.text, 13, shown.colour),
        ]
    shapes = [text(x, y + lift, shown.text, size, shown.colour)]
    at = y + h / 2 - 10
    if shown.shape == "square":
        shapes.append(rectangle(x - 4, at - 4, 8, 8, shown.colour, "none"))
    elif shown.shape == "circle":
        shapes.append(Shape("ellipse", ((x, at), (4.5, 4.5)), "none", shown.colour, 2))
    elif shown.shape == "bar":
        shapes += [rectangle(x + step - 1.2, at - 5, 2.4, 10, shown.colour, "none") for step in (-4, 0, 4)]
    elif shown.shape == "petals":
        shapes += [
            Shape("ellipse", ((x + dx, at + dy), (2.4, 2.4)), shown.colour)
            for dx, dy in ((0, -3), (3, 0), (0, 3), (-3, 0))
        ]
    elif shown.shape == "star":
        ray = (5.5, 2.0)
        rays = ((0, -1), (0.7, -0.7), (1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7))
        points = tuple((x + dx * ray[place % 2], at + dy * ray[place % 2]) for place, (dx, dy) in enumerate(rays))
        shapes.append(Shape("polygon", points, shown.colour))
    return shapes


def rectangle(x: float, y: float, w: float, h: float, fill: str, stroke: str, width: float = 1.0) -> Shape:
    """A rectangle as a polygon."""
    return Shape("polygon", ((x, y), (x + w, y), (x + w, y + h), (x, y + h)), fill, stroke, width)


def text(x: float, y: float, words: str, size: float, colour: str) -> Shape:
    """A text whose base line is at `y`, centred on `x`."""
    return Shape("text", ((x, y),), colour, text=words, size=size)
