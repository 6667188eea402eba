"""Golden pictures: ``python -m tests.golden.pictures`` writes them anew. Look at what changed before it is committed."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from pyrsolve import api, catalogue, registry
from pyrsolve.games.removal.deal import RemovalDeal
from pyrsolve.records.layout import Layout, Marks
from tests.boards import make_deal

FOLDER = Path(__file__).parent / "pictures"
SMALL = ("gate", "marks", "offsets", "names")


def boards() -> dict[str, RemovalDeal]:
    """A dozen boards: the shipped layouts, and small ones with everything that a picture can show."""
    game = registry.game("mahjong")
    found = {
        name: game.random_deal(catalogue.find(name), 1, game.options.make({}))
        for name in catalogue.shipped()
        if name not in ("arena", "cross", "fortress")
    }
    found["offsets"] = make_deal(((0, 0, 0), (2, 1, 0), (4, 0, 0), (1, 1, 1), (3, 0, 1), (2, 0, 2)), tuple("abcabc"))
    found["names"] = make_deal(
        ((0, 0, 0), (4, 0, 0), (8, 0, 0), (12, 0, 0)), ("<b>&\"'", "=cmd()", "\u202eevil\x1b[31m", "a rather long name")
    )
    marked = Layout(
        name="marks",
        tiles=((0, 0, 0), (2, 0, 0), (4, 0, 0), (2, 0, 1)),
        marks=Marks(capstones=(3,), vaults=(0,), face_down=(1,)),
    )
    found["marks"] = RemovalDeal(
        game="mahjong", options=game.options.make({}), layout=marked, faces=("7z", "1m", "1f", "1q")
    )
    return found


def texts() -> dict[str, str]:
    """File name -> content: text of every board, SVG of the small ones, digests of the others' SVG."""
    made, digests = {}, {}
    for name, deal in boards().items():
        made[f"{name}.txt"] = str(api.draw(deal, "text")) + "\n"
        drawn = str(api.draw(deal, "svg", locked=(1, 2)))
        if name in SMALL:
            made[f"{name}.svg"] = drawn
        else:
            digests[name] = hashlib.sha256(drawn.encode()).hexdigest()
    made["digests.json"] = json.dumps(digests, indent=1, sort_keys=True) + "\n"
    return made


def main() -> None:
    """Write them."""
    for name, content in texts().items():
        (FOLDER / name).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
