"""`play` and `audit`: through pipes and a real terminal, alone, hot-seat, against engines; nothing hidden is shown."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import random
import re
import select
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Any

import pytest

from pyrsolve import registry
from pyrsolve.games.play import CHANCE, OVER
from pyrsolve.outcome import Limits
from pyrsolve.playing import Session
from pyrsolve.verify.audit import Move, audit
from tests.boards import random_deal
from tests.cli.conftest import Cli, command, environment
from tests.samples import SOLVABLE, UNSOLVABLE, deal, row, write
from tests.toys.nim import NimState
from tests.toys.swap import SwapState

NIM = {"schema": "pyrsolve.deal/1", "game": "nim", "piles": [1, 2, 2]}
SWAP = {"schema": "pyrsolve.deal/1", "game": "swap"}
CARD = re.compile(r"your card: (\d)")


def record(deal: Any, moves: list[Any], **more: Any) -> dict[str, Any]:
    return {
        "schema": "pyrsolve.record/1",
        "deal": deal,
        "moves": [{"actor": actor, "move": move} for actor, move in moves],
        **more,
    }


# --- audit ------------------------------------------------------------------------------------------------------------
def test_a_record_that_holds(cli: Cli, toys: Path, folder: Path) -> None:
    moves = [(0, [0, 1]), (1, [1, 2]), (0, [2, 1]), (1, [2, 1])]
    write(folder / "game.json", record(NIM, moves, players=["Ann", "Bob"], returns=[-1, 1]))
    ran = cli("audit", "game.json")
    assert ran.code == 0
    assert "game.json: holds" in ran.out
    assert "   2  Bob: [1, 2]  Bob +2: 2 of pile 1 (NIM-1)" in ran.out
    assert "points: Ann 2, Bob 3" in ran.out
    assert "the game is over: -1, 1" in ran.out
    (found,) = cli("audit", "game.json", "--json").records
    assert (found["schema"], found["holds"], found["over"], found["returns"]) == (
        "pyrsolve.audit/1",
        True,
        True,
        [-1, 1],
    )
    assert found["points"] == [2, 3]


def test_every_illegal_move_is_named_with_its_rule(cli: Cli, toys: Path, folder: Path) -> None:
    moves = [(0, [0, 5]), (1, [1, 1]), (0, [0, 1]), ("chance", 3), (1, [1, 2]), (0, [2, 2]), (1, [2, 2])]
    write(folder / "game.json", record(NIM, moves, returns=[-1, 1]))
    ran = cli("audit", "game.json", "--json")
    assert ran.code == 14
    (found,) = ran.records
    assert [(move["number"], move.get("rule")) for move in found["moves"] if not move["legal"]] == [
        (1, "NIM-1"),
        (2, None),
        (4, None),
        (7, None),
    ]
    assert [move["why"].split(":")[0] for move in found["moves"] if not move["legal"]][1:] == [
        "out of turn",
        "out of turn",
        "the game is over",
    ]
    assert "the record says that the game returned -1, 1; it returned 1, -1" in found["faults"]
    assert "ILLEGAL" in cli("audit", "game.json", "--quiet").out


def test_an_outcome_that_chance_does_not_have(cli: Cli, toys: Path, folder: Path) -> None:
    write(folder / "game.json", record(SWAP, [("chance", [1, 2, 3, 3]), ("chance", [1, 2, 3, 4]), (0, "keep")]))
    (found,) = cli("audit", "game.json", "--json").records
    assert [move["legal"] for move in found["moves"]] == [False, True, True]
    assert (found["holds"], found["over"]) == (False, False)


def test_a_result_is_a_record_of_its_witness(cli: Cli, folder: Path) -> None:
    write(folder / "deal.json", SOLVABLE)
    (folder / "result.json").write_text(cli("solve", "deal.json", "--json").out, encoding="utf-8")
    ran = cli("audit", "result.json")
    assert ran.code == 0
    assert "the game is over: 1" in ran.out
    value = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    value["witness"][0] = [0, 0]
    write(folder / "result.json", value)
    ran = cli("audit", "result.json")
    assert (ran.code, "(MP-7)" in ran.out) == (14, True)
    write(folder / "lost.json", UNSOLVABLE)
    (folder / "lost-result.json").write_text(cli("solve", "lost.json", "--json").out, encoding="utf-8")
    assert cli("audit", "lost-result.json").code == 65


@pytest.mark.parametrize(
    ("value", "where"),
    [
        ({"schema": "pyrsolve.record/1"}, "deal"),
        (record({**SOLVABLE, "faces": ["a"]}, []), "$.deal.faces"),
        (record(SOLVABLE, [("nobody", [0, 1])]), "$.moves[0].actor"),
        (record(SOLVABLE, [(0, [0, 1])]) | {"extra": 1}, "extra"),
        (record(SOLVABLE, []) | {"moves": 7}, "$.moves"),
        ([], "$"),
    ],
)
def test_bad_records(cli: Cli, folder: Path, value: Any, where: str) -> None:
    write(folder / "bad.json", value)
    write(folder / "good.json", record(SOLVABLE, [(0, [0, 1])]))
    ran = cli("audit", "bad.json", "good.json")
    assert ran.code == 65
    assert "bad.json:1" in ran.err
    assert where.strip("$") in ran.err
    assert "good.json: holds" in ran.out


def test_random_lines_of_a_removal_game_hold_and_end_where_the_rules_say() -> None:
    rng = random.Random(8)
    game = registry.game("mahjong")
    for _ in range(60):
        deal = random_deal(rng, 4, 12)
        state, moves = game.play_state(deal), []
        while state.actor() != OVER:
            move = rng.choice(state.moves())
            moves.append(Move(0, move))
            state = state.play(move)[0]
        won = registry.game("mahjong").won(state.position)
        found = audit(game.play_state(deal), moves, [int(won)])
        assert found.holds
        assert found.returns == (int(won),)
        assert not audit(game.play_state(deal), moves, [1 - int(won)]).holds
        if moves:
            assert not audit(game.play_state(deal), [*moves, moves[0]]).holds


# --- play through a pipe ----------------------------------------------------------------------------------------------
def lines(*words: str) -> bytes:
    return "".join(word + "\n" for word in words).encode()


def test_a_whole_game_of_mahjong_by_hints(cli: Cli, folder: Path) -> None:
    write(folder / "deal.json", SOLVABLE)
    ran = cli("play", "deal.json", "--save", "game.json", stdin=lines("moves", "hint", "1", "1", "0-1", "1"))
    assert ran.code == 0
    assert "the game can still be won" in ran.out
    assert "the game is over: 1" in ran.out
    assert cli("audit", "game.json").code == 0


def test_what_is_no_move_is_told_and_changes_nothing(cli: Cli, folder: Path) -> None:
    write(folder / "deal.json", row("1m", "1m", "2p", "2p", gap=4))
    bad = ("99", "fly", "[0, 0]", "0 2", "[[[", "save", "save no/such/folder/x", "undo")
    ran = cli("play", "deal.json", stdin=lines(*bad, "help", "history"))
    assert ran.code == 0
    for text in ("there is no move 99", "'fly' is no move", "MP-7", "MP-8", "'[[[' is no move", "save what file"):
        assert text in ran.out
    assert "no/such/folder/x: No such file" in ran.out
    assert "there is nothing to take back" in ran.out
    assert "hint            a good move" in ran.out


def test_a_lost_game_is_said_to_be_lost(cli: Cli, folder: Path) -> None:
    places = [[0, 0, 0], [2, 0, 0], [4, 0, 0], [6, 0, 0], [20, 0, 0], [30, 0, 0]]
    write(folder / "deal.json", deal(["a", "b", "a", "b", "c", "c"], places))
    ran = cli("play", "deal.json", stdin=lines("hint", "1", "undo", "quit"))
    assert "the game can no longer be won" in ran.out
    assert ran.out.count("the game is over: 0") == 1


def test_saved_and_gone_on_with(cli: Cli, toys: Path, folder: Path) -> None:
    write(folder / "nim.json", NIM)
    ran = cli("play", "nim.json", "--name", "Ann", "--name", "Bob", stdin=lines("[0, 1]", "save game.json", "quit"))
    assert "Ann: [0, 1]" in ran.out
    ran = cli("play", "game.json", "--continue", stdin=lines("history", "[1, 2]", "[2, 2]"))
    assert "Bob to move" in ran.out
    assert "the game is over: Ann 1, Bob -1" in ran.out
    value = json.loads((folder / "game.json").read_text(encoding="utf-8"))
    value["moves"][0]["move"] = [0, 9]
    write(folder / "game.json", value)
    ran = cli("play", "game.json", "--continue", stdin=b"")
    assert (ran.code, "move 1" in ran.err) == (65, True)


@pytest.mark.parametrize("engine", ["adversarial", "stochastic", "mcts"])
def test_engines_sit_at_the_table(cli: Cli, toys: Path, folder: Path, engine: str) -> None:
    write(folder / "nim.json", NIM)
    ran = cli(
        "play", "nim.json", "--seat", f"1={engine}", "--seat", "2=mcts", "--node-limit", "3000", "--save", "game.json"
    )
    assert ran.code == 0
    assert "the game is over: player 1 1, player 2 -1" in ran.out  # the first player wins from 1, 2, 2
    assert cli("audit", "game.json").code == 0
    again = cli("play", "nim.json", "--seat", f"1={engine}", "--seat", "2=mcts", "--node-limit", "3000")
    assert again.out == ran.out


def test_taking_back_does_not_draw_anew(toys: Path) -> None:
    game = registry.game("swap")
    deal = game.random_deal(None, 1, game.options.make({}))
    session = Session(deal, game.play_state(deal), ("human", "mcts"), seed=4, limits=Limits(nodes=50))
    seen = set()
    for _ in range(5):
        while session.go_on() is not None:
            pass
        session.make("swap")
        while session.go_on() is not None:
            pass
        seen.add(tuple(json.dumps(done.move) for done in session.history))
        assert session.undo()
        assert [done.actor for done in session.history] == [CHANCE]
    assert len(seen) == 1


def test_bad_requests(cli: Cli, toys: Path, folder: Path) -> None:
    write(folder / "nim.json", NIM)
    for arguments in (
        ("--seat", "3=mcts"),
        ("--seat", "1=nobody"),
        ("--seat", "x"),
        ("--continue", "--seat", "0=human"),
    ):
        assert cli("play", "nim.json", *arguments, stdin=b"").code in (2, 65)
    assert cli("play", "-", stdin=b"").code == 2
    assert cli("play", "missing.json", stdin=b"").code == 65
    assert cli("play", "pyrsolve:gate:1", "--continue", stdin=b"").code == 2


# --- hidden information -----------------------------------------------------------------------------------------------
def test_hot_seat_shows_each_player_only_its_own(cli: Cli, toys: Path, folder: Path) -> None:
    """Every card that is printed belongs to the player whose turn was announced last."""
    write(folder / "swap.json", SWAP)
    for seed in range(1, 15):
        ran = cli(
            "play", "swap.json", "--seed", str(seed), "--save", "game.json", stdin=lines("look", "swap", "look", "keep")
        )
        assert ran.code == 0
        moves = json.loads((folder / "game.json").read_text(encoding="utf-8"))["moves"]
        order = tuple(moves[0]["move"])
        turn = 0
        shown = 0
        for line in ran.out.splitlines():
            if "player 1 to move" in line:
                turn = 0
            elif "player 2 to move" in line:
                turn = 1
            card = CARD.search(line)
            if card:
                hands = SwapState(4, order, ("swap",) if turn else ()).hands()
                assert int(card[1]) == hands[turn][-1]
                shown += 1
            assert str(list(order)) not in line
        assert shown == 4


def test_hint_and_value_see_no_more_than_the_player(toys: Path) -> None:
    """What an engine says depends on the view alone."""
    game = registry.game("swap")
    deal = game.random_deal(None, 1, game.options.make({}))
    answers = {}
    for order in ((2, 1, 3, 4), (2, 3, 4, 1), (2, 4, 1, 3), (3, 1, 2, 4)):
        session = Session(deal, game.play_state(deal), ("human", "human"), limits=Limits(nodes=200))
        session.make(list(order))
        answers[order] = session.advice(0, "mcts")
    assert answers[2, 1, 3, 4] == answers[2, 3, 4, 1] == answers[2, 4, 1, 3]
    assert answers[3, 1, 2, 4] != answers[2, 1, 3, 4]


# --- a real terminal --------------------------------------------------------------------------------------------------
class Terminal:
    """The program in a pseudo-terminal."""

    def __init__(self, cwd: Path, toys: Path, *arguments: str) -> None:
        ours, theirs = pty.openpty()
        self.ours = ours
        environ = environment(TERM="xterm")
        environ["PYTHONPATH"] = os.pathsep.join([str(toys), environ["PYTHONPATH"]])
        self.process = subprocess.Popen(
            command(*arguments),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=cwd,
            env=environ,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # Ctrl-C reaches whose terminal it is
        )
        os.close(theirs)
        self.text = ""

    def until(self, what: str, seconds: float = 20) -> str:
        """What was printed up to `what`; it is an error where that does not come."""
        deadline = time.monotonic() + seconds
        while what not in self.text:
            left = deadline - time.monotonic()
            assert left > 0, f"{what!r} did not come: {self.text!r}"
            if select.select([self.ours], [], [], left)[0]:
                try:
                    self.text += os.read(self.ours, 4096).decode()
                except OSError:
                    break
        before, _, self.text = self.text.partition(what)
        return before

    def type(self, line: str) -> None:
        os.write(self.ours, line.encode() + b"\n")

    def close(self) -> int:
        code = self.process.wait(20)
        os.close(self.ours)
        return code


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX's")
def test_hot_seat_at_a_terminal_clears_the_screen_between_players(toys: Path, tmp_path: Path) -> None:
    write(tmp_path / "swap.json", SWAP)
    terminal = Terminal(tmp_path, toys, "play", "swap.json", "--seed", "3")
    terminal.until("your card:")
    terminal.until("> ")
    terminal.type("keep")
    before = terminal.until("press Enter when nobody else looks")
    assert "\x1b[2J" in before
    assert "your card" not in before.partition("keep")[2]
    terminal.type("")
    terminal.until("\x1b[2J")
    terminal.until("your card:")
    terminal.until("> ")
    terminal.type("swap")
    terminal.until("the game is over")
    terminal.until("> ")
    terminal.type("quit")
    assert terminal.close() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX's")
def test_ctrl_c_at_a_terminal_keeps_what_was_saved(toys: Path, tmp_path: Path) -> None:
    write(tmp_path / "nim.json", NIM)
    terminal = Terminal(tmp_path, toys, "play", "nim.json", "--save", "game.json")
    terminal.until("> ")
    terminal.type("[0, 1]")
    terminal.until("> ")
    os.write(terminal.ours, b"\x03")
    assert terminal.close() == 130
    saved = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    assert [move["move"] for move in saved["moves"]] == [[0, 1]]


def test_nim_state_is_what_it_says() -> None:
    assert NimState((0, 0), 0, 2, True).actor() == OVER
