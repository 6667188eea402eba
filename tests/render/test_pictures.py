"""Pictures: golden ones, what they must show, and one evil name through every output."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pyrsolve import api, registry
from pyrsolve.errors import OptionError
from pyrsolve.games.removal.deal import RemovalDeal
from pyrsolve.games.scene import Mark
from pyrsolve.records.layout import Layout
from pyrsolve.render.faces import face
from pyrsolve.render.text import description, drawing
from pyrsolve.report.junit import Case, junit
from pyrsolve.report.table import csv_line
from tests.boards import make_deal
from tests.cli.conftest import Cli, command, environment
from tests.cli.conftest import cli as cli
from tests.cli.conftest import folder as folder
from tests.golden import pictures
from tests.samples import write

EVIL = "=cmd()|<script>alert(1)</script>&\"'\x1b[31m\n\u202e\u2066\x00\ufffe\u200b\x7f]]>--%n`$(x)"
SVG = "{http://www.w3.org/2000/svg}"
GAME = registry.game("mahjong")


@pytest.mark.parametrize("name", sorted(pictures.texts()))
def test_golden(name: str) -> None:
    made = pictures.texts()[name]
    assert (pictures.FOLDER / name).read_text(encoding="utf-8") == made, "python -m tests.golden.pictures; look at it"


def evil_deal() -> RemovalDeal:
    layout = Layout(name=EVIL, tiles=((0, 0, 0), (4, 0, 0)))
    return RemovalDeal(game="mahjong", options=GAME.options.make({}), layout=layout, faces=(EVIL, EVIL))


def is_harmless(text: str) -> bool:
    """No character that could steer a terminal, or turn a line."""
    return all(
        character == "\n" or (character.isprintable() and character not in "\u202e\u2066\u200b") for character in text
    )


def test_the_evil_name_through_svg_and_html() -> None:
    for form in ("svg", "html"):
        drawn = str(api.draw(evil_deal(), form))
        assert is_harmless(drawn)
        assert "<script" not in drawn
    root = ElementTree.fromstring(str(api.draw(evil_deal(), "svg")))
    assert {element.tag for element in root.iter()} <= {
        SVG + tag for tag in ("svg", "title", "desc", "rect", "g", "polygon", "polyline", "text", "ellipse")
    }
    titles = [element.text or "" for element in root.iter(SVG + "title")]
    assert any("<script>alert(1)</script>&\"'" in title for title in titles)

    class Tags(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.seen: set[str] = set()

        def handle_starttag(self, tag: str, attrs: object) -> None:
            self.seen.add(tag)

    parser = Tags()
    parser.feed(str(api.draw(evil_deal(), "html")))
    assert "script" not in parser.seen


def test_the_evil_name_through_text_and_words() -> None:
    scene = GAME.scene(GAME.start(evil_deal()), evil_deal())
    assert is_harmless(drawing(scene, unicode=True))
    assert is_harmless(drawing(scene))
    words = "\n".join(description(scene))
    assert is_harmless(words)
    assert "\\x1b[31m" in words


def test_the_evil_name_through_junit_csv_dot_and_graphml() -> None:
    root = ElementTree.fromstring(junit([Case(EVIL, EVIL, "failed", EVIL)], "suite"))
    assert "<script>alert(1)</script>" in str(root.find(".//testcase").get("name"))  # type: ignore[union-attr]
    ((first, second),) = csv.reader(io.StringIO(csv_line((EVIL, "plain")), newline=""))
    assert first.startswith("'=cmd()")
    assert second == "plain"
    from pyrsolve.formats.dot import write_dot
    from pyrsolve.formats.graphml import write_graphml

    graph = GAME.dependency_graph(evil_deal()).graph
    dot = write_dot(graph, EVIL)
    assert "\x1b" not in dot
    assert "\x00" not in dot
    ElementTree.fromstring(write_graphml(graph))


def test_the_evil_name_through_the_command_line(cli: Cli, folder: Path) -> None:
    record = json.loads(
        json.dumps(
            {
                "schema": "pyrsolve.deal/1",
                "game": "mahjong",
                "layout": {"schema": "pyrsolve.layout/1", "name": EVIL, "tiles": [[0, 0, 0], [4, 0, 0]]},
                "faces": [EVIL, EVIL],
            }
        )
    )
    write(folder / "evil.json", record)
    for arguments in (
        ("draw",),
        ("draw", "--describe"),
        ("solve",),
        ("solve", "--explain"),
        ("hint",),
        ("count",),
        ("check",),
    ):
        ran = cli(*arguments, "evil.json")
        assert ran.code == 0, ran.err
        assert is_harmless(ran.out)
        assert is_harmless(ran.err)
    write(folder / "layout.json", record["layout"])
    assert is_harmless(cli("layouts", "show", "layout.json").out)


def test_what_a_picture_shows() -> None:
    deal = make_deal(((0, 0, 0), (2, 0, 0), (4, 0, 0), (2, 0, 1)), ("1m", "2p", "1m", "2p"))
    scene = GAME.scene(GAME.start(deal), deal, locked=(1,), last=(0,))
    marks = {piece.number: piece.marks for piece in scene.pieces}
    assert marks[0] == {Mark.FREE, Mark.LAST}
    assert marks[1] == {Mark.LOCKED}
    words = {piece.number: piece.words for piece in scene.pieces}
    assert words[1] == "tile 1 (2p): under 3, between 0 on the left and 2 on the right"
    assert words[3] == "tile 3 (2p): free"
    after = GAME.scene(GAME.step(GAME.start(deal), [0, 2]), deal)
    assert {piece.number for piece in after.pieces} == {1, 3}
    assert "[2p" in drawing(scene)
    row = make_deal(((0, 0, 0), (2, 0, 0), (4, 0, 0)), ("1m", "2p", "1m"))
    assert drawing(GAME.scene(GAME.start(row), row, locked=(1,))) == "[1m  ](2p  )[1m  ]\n[___1](_!!1)[___1]"


def test_faces_are_told_without_colour() -> None:
    codes = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
    codes += [f"{rank}z" for rank in range(1, 8)] + [f"{rank}{suit}" for suit in "fq" for rank in range(1, 5)]
    assert len({(face(code).text, face(code).shape) for code in codes}) == len(codes)
    assert face("8z").text == "8z"
    assert face("any face at all").text == "any fa\u2026"


def test_png_is_one() -> None:
    image = api.draw(evil_deal(), "png")
    assert isinstance(image, bytes)
    assert image.startswith(b"\x89PNG")
    with pytest.raises(OptionError):
        api.draw(evil_deal(), "gif")


def test_a_turtle_is_drawn_quickly() -> None:
    (deal,) = api.load("pyrsolve:turtle:1")
    api.draw(deal)
    best = min(_timed(deal) for _ in range(5))
    assert best < 0.05


def _timed(deal: object) -> float:
    began = time.process_time()
    api.draw(deal)  # type: ignore[arg-type]
    return time.process_time() - began


def test_solving_loads_nothing_that_draws(tmp_path: Path) -> None:
    code = (
        "import sys; from pyrsolve.cli.main import run; run(['solve', 'pyrsolve:gate:1']);"
        "print([name for name in sys.modules if 'render' in name or 'PIL' in name], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment(), cwd=tmp_path)
    assert done.stderr.strip() == "[]"


def test_draw_from_the_command_line(cli: Cli, folder: Path) -> None:
    write(folder / "deal.json", json.loads(cli("deal", "pyrsolve:gate:1").out))
    result = cli("solve", "deal.json", "--json").out
    (folder / "result.json").write_text(result, encoding="utf-8")
    for name in ("a.svg", "a.png", "a.html", "a.txt"):
        assert cli("draw", "deal.json", "-o", name).code == 0
        assert (folder / name).stat().st_size > 100
    assert "[___2]" in cli("draw", "deal.json").out
    assert "20 of 36 tiles on" in cli("draw", "result.json", "--after", "8", "--describe").out
    assert cli("draw", "result.json", "--after", "18").out == "nothing left\n"
    assert cli("draw", "result.json", "--after", "19").code == 65
    assert "\x1b[" in cli("draw", "deal.json", "--color").out
    assert "\x1b[" not in cli("draw", "deal.json").out
    assert cli("draw", "gate").out
    assert cli("draw", "nothing.json").code == 65
    assert cli("draw", "deal.json", "-o", "a.gif").code == 2
    assert command("draw")
    assert "from above" in cli("layouts", "show", "gate").out


def test_a_lock_is_marked(cli: Cli, folder: Path) -> None:
    from tests.samples import UNSOLVABLE

    write(folder / "lost.json", UNSOLVABLE)
    assert "!!" in cli("draw", "lost.json", "--lock").out
    assert "!!" in cli("solve", "lost.json", "--explain").out
