"""A picture as SVG: the same bytes for the same picture."""

from __future__ import annotations

from pyrsolve.escape import markup
from pyrsolve.render.picture import Picture, Shape

FONT = "DejaVu Sans, Verdana, Arial, sans-serif"
GROUND = "#f4f1e8"


def svg(made: Picture) -> str:
    """The document. Every piece is a group with a title, which browsers show and screen readers read."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {made.width} {made.height}" width="{made.width}"'
        f' height="{made.height}" role="img" font-family="{FONT}" font-weight="bold" text-anchor="middle">',
        f"<title>{markup(made.title)}</title>",
        f"<desc>{markup('; '.join(made.words))}</desc>",
        f'<rect width="{made.width}" height="{made.height}" fill="{GROUND}"/>',
    ]
    for piece in made.drawn:
        title = f"<title>{markup(piece.words)}</title>" if piece.words else ""
        lines.append(f"<g>{title}{''.join(map(_shape, piece.shapes))}</g>")
    return "\n".join([*lines, "</svg>"]) + "\n"


def page(made: Picture) -> str:
    """A page with the picture and what there is to say about it."""
    said = "".join(f"<li>{markup(line)}</li>" for line in made.words)
    return (
        "<!DOCTYPE html>\n"
        f'<html lang="en"><head><meta charset="utf-8"><title>{markup(made.title)}</title>\n'
        "<style>body{font-family:sans-serif;margin:2em;background:#fff;color:#222}svg{max-width:100%;height:auto}</style></head>\n"
        f"<body><h1>{markup(made.title)}</h1>\n{svg(made)}<ul>{said}</ul></body></html>\n"
    )


def _shape(shape: Shape) -> str:
    ink = f' fill="{shape.fill}"'
    if shape.stroke != "none":
        ink += f' stroke="{shape.stroke}"' + (f' stroke-width="{_n(shape.width)}"' if shape.width != 1 else "")
    if shape.kind == "text":
        ((x, y),) = shape.points
        return f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(shape.size)}"{ink}>{markup(shape.text)}</text>'
    if shape.kind == "ellipse":
        (x, y), (rx, ry) = shape.points
        return f'<ellipse cx="{_n(x)}" cy="{_n(y)}" rx="{_n(rx)}" ry="{_n(ry)}"{ink}/>'
    points = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.points)
    tag = "polyline" if shape.kind == "line" else "polygon"
    return f'<{tag} points="{points}"{ink}/>'


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
