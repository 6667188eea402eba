"""The trap profile of a line as a picture: at each step, how many legal moves keep the deal winnable and how many lose it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

SAFE, LOSING, UNDECIDED = "#4477aa", "#ee6677", "#bbbbbb"  # distinct for the colour-blind too (Tol, "bright")


def draw(steps: Sequence[tuple[int, int, int]], path: Path, first_losing: int | None = None) -> None:
    """Write the picture; its format is that of the file's ending. The same steps give the same bytes in SVG.

    `steps`: at each, how many legal moves are safe, losing, undecided. `first_losing` marks a move, counted from 1. Needs
    matplotlib; raises OSError where the file cannot be written.
    """
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    counts = {
        "lose": [losing for _, losing, _ in steps],
        "undecided": [undecided for _, _, undecided in steps],
        "safe": [safe for safe, _, _ in steps],
    }
    colour = {"lose": LOSING, "undecided": UNDECIDED, "safe": SAFE}
    numbers = range(1, len(steps) + 1)
    with matplotlib.rc_context({"svg.hashsalt": "pyrsolve", "svg.fonttype": "none"}):
        figure = Figure(figsize=(9, 3.5), layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        below = [0] * len(steps)
        for name, values in counts.items():
            if any(values) or name == "safe":
                axes.bar(numbers, values, bottom=below, width=1.0, color=colour[name], label=name, linewidth=0)
                below = [low + value for low, value in zip(below, values, strict=True)]
        if first_losing:
            axes.axvline(first_losing, color="black", linestyle="--", linewidth=1, label="first losing move")
        axes.set_xlabel("move")
        axes.set_ylabel("legal moves")
        axes.set_xlim(0.5, len(steps) + 0.5)
        axes.legend(loc="upper right", frameon=False)
        kind = path.suffix.lower().removeprefix(".")
        # without the date, so that the bytes are the same
        metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(kind)
        figure.savefig(path, format=kind, metadata=metadata)
