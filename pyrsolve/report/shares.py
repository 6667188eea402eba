"""Shares with their intervals as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pyrsolve.errors import UnsupportedError

Row = tuple[str, float | None, tuple[float, float]]


def draw(path: Path, rows: Sequence[Row]) -> None:
    """Write the picture; its format is that of the file's ending. `rows`: name, share, interval.

    Raises UnsupportedError without matplotlib or for an ending that it cannot write, OSError where the file cannot be written.
    """
    try:
        import matplotlib
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise UnsupportedError("--plot needs matplotlib: pip install 'pyrsolve[plot]'") from None
    with matplotlib.rc_context({"svg.hashsalt": "pyrsolve", "svg.fonttype": "none", "text.parse_math": False}):
        figure = Figure(figsize=(8, 0.9 + 0.45 * len(rows)), layout="constrained")
        canvas = FigureCanvasAgg(figure)
        kind = path.suffix.lower().removeprefix(".")
        if kind not in canvas.get_supported_filetypes():
            raise UnsupportedError(f"{path.name}: no picture of that kind; .svg, .png and .pdf are")
        axes = figure.add_subplot()
        for place, (_, share, (low, high)) in enumerate(reversed(rows)):
            axes.plot([low, high], [place, place], color="#4477aa", linewidth=3)
            if share is not None:
                axes.plot([share], [place], marker="o", color="#222222")
        axes.set_yticks(range(len(rows)), [name for name, _, _ in reversed(rows)])
        axes.set_ylim(-0.6, len(rows) - 0.4)
        axes.set_xlabel("share of winnable deals, 95 % interval")
        axes.grid(axis="x", linewidth=0.4)
        figure.savefig(path, format=kind, metadata={"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(kind))
