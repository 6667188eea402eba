"""A picture as PNG, by Pillow (``pip install pyrsolve[png]``), with the font that it brings."""

from __future__ import annotations

from io import BytesIO

from pyrsolve.errors import UnsupportedError
from pyrsolve.render.picture import Picture
from pyrsolve.render.svg import GROUND

SCALE = 2
MOST_PIXELS = 200_000_000


def png(made: Picture) -> bytes:
    """The image, two pixels for each of the picture's. Raises UnsupportedError without Pillow, and for a picture too large."""
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError:
        raise UnsupportedError("PNG needs Pillow: pip install 'pyrsolve[png]'; SVG and text need nothing") from None
    size = (made.width * SCALE, made.height * SCALE)
    if size[0] * size[1] > MOST_PIXELS:
        raise UnsupportedError(f"a picture of {size[0]} x {size[1]} pixels is too large for PNG; SVG has no such limit")
    image = Image.new("RGB", size, GROUND)
    draw = ImageDraw.Draw(image)
    for piece in made.drawn:
        for shape in piece.shapes:
            points = [(x * SCALE, y * SCALE) for x, y in shape.points]
            fill = None if shape.fill == "none" else shape.fill
            stroke = None if shape.stroke == "none" else shape.stroke
            width = max(1, round(shape.width * SCALE / 1.5))
            if shape.kind == "text":
                font = ImageFont.load_default(shape.size * SCALE)
                draw.text(points[0], shape.text, fill=shape.fill, font=font, anchor="ms")
            elif shape.kind == "ellipse":
                (x, y), (rx, ry) = points
                draw.ellipse((x - rx, y - ry, x + rx, y + ry), fill=fill, outline=stroke, width=width)
            elif shape.kind == "line":
                draw.line(points, fill=stroke, width=width)
            else:
                draw.polygon(points, fill=fill, outline=stroke, width=width)
    out = BytesIO()
    image.save(out, "PNG", optimize=False)
    return out.getvalue()
