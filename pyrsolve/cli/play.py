"""``pyrsolve play``: any game in the terminal, alone, with others, or against an engine."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyrsolve.cli.audit import event_words, name_of
from pyrsolve.cli.exits import Exit
from pyrsolve.cli.options import reading_options, seconds_of
from pyrsolve.cli.output import in_json, printable, say

if TYPE_CHECKING:
    from pyrsolve.inputs import Reading
    from pyrsolve.playing import Done, Session

HELP = """\
a move          its number in the list of moves, or the move itself: 3, [12, 40], 12 40
moves           list the legal moves
look            show the position again
hint            a good move, and why
undo            back to your last decision
value           what the engine thinks this is worth to you
history         the moves so far
save FILE       write the game as a record, which 'pyrsolve audit' and --continue read
help            this
quit            end here"""
CLEAR = "\x1b[2J\x1b[H"
SHOWN_MOVES = 200
ENGINE_SECONDS = 1.0


@click.command(name="play")
@click.argument("deal", metavar="DEAL")
@click.option(
    "--seat", "seats", multiple=True, metavar="N=WHO", help="Who plays: human (default) or an engine; repeatable."
)
@click.option("--name", "names", multiple=True, help="The players' names, in order.")
@click.option("--continue", "go_on", is_flag=True, help="DEAL is a saved game (record/1): go on with it.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Decides chance and engines.")
@click.option(
    "--think",
    metavar="S",
    default=f"{ENGINE_SECONDS:g}",
    show_default=True,
    callback=seconds_of,
    help="Seconds a move of an engine.",
)
@click.option("--node-limit", type=click.IntRange(1), help="Nodes a move of an engine: the same game every time.")
@click.option("--save", type=click.Path(path_type=Path, dir_okay=False), help="Write the game here after every move.")
@reading_options
def command(
    deal: str,
    seats: tuple[str, ...],
    names: tuple[str, ...],
    go_on: bool,
    seed: int,
    think: float | None,
    node_limit: int | None,
    save: Path | None,
    reading: Reading,
) -> int:
    """Play a deal. Moves and commands are read from standard input, one a line ('help' lists them).

    A player sees only what that player may see. Exit code: 0 the game ended or was left, 13 this game cannot be played,
    65 bad input.
    """
    from pyrsolve.outcome import Limits

    session, moves = _session(deal, seats, names, go_on, seed, reading)
    session.limits = Limits(nodes=node_limit) if node_limit is not None else Limits(seconds=think)
    if moves:
        from pyrsolve.errors import DataError, Fault, IllegalMoveError

        try:
            session.restore(moves)
        except IllegalMoveError as error:
            raise DataError(Fault(str(error), "$.moves", file=printable(deal))) from None
    _Table(session, save).run()
    return Exit.DONE


def _session(
    deal: str, seats: tuple[str, ...], names: tuple[str, ...], go_on: bool, seed: int, reading: Reading
) -> tuple[Session, Any]:
    """The game to play, and the moves already made."""
    from pyrsolve import registry
    from pyrsolve.errors import DataError, Fault
    from pyrsolve.inputs import error_in, expand, read
    from pyrsolve.playing import Session
    from pyrsolve.records.play import decode_record
    from pyrsolve.verify.audit import moves_of

    if deal == "-":
        raise click.UsageError("standard input is for the moves: give a file or a reference")
    items = list(expand([deal]))
    if len(items) != 1:
        raise click.UsageError(f"{printable(deal)} has {len(items)} deals: one can be played")
    moves: Any = ()
    if go_on:
        if items[0].error is not None:
            raise items[0].error
        if items[0].data is None:
            raise click.UsageError("--continue takes a saved game, not a reference")
        try:
            record = decode_record(items[0].data)
        except DataError as error:
            raise error_in(items[0], error) from None
        moves, names = moves_of(record), names or record.players
    dealt = read(items[0], reading)
    start = registry.game(dealt.game).play_state(dealt)
    if len(names) > start.players:
        raise DataError(Fault(f"{len(names)} names for {start.players} players"))
    return Session(dealt, start, _seats(seats, start.players), seed=seed, names=names), moves


def _seats(seats: tuple[str, ...], players: int) -> tuple[str, ...]:
    from pyrsolve import registry
    from pyrsolve.playing import HUMAN

    taken = [HUMAN] * players
    for text in seats:
        number, equals, who = text.partition("=")
        if not equals or not number.isdigit() or not 1 <= int(number) <= players:
            raise click.UsageError(f"--seat takes N=WHO with N from 1 to {players}, not {printable(text)!r}")
        if who != HUMAN:
            registry.engine(who)
        taken[int(number) - 1] = who
    return tuple(taken)


class _Table:
    """The conversation: what is printed is what the person whose turn it is may see."""

    def __init__(self, session: Session, save: Path | None) -> None:
        self.session, self.save = session, save
        self.live = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
        self.people = [player for player, who in enumerate(session.seats) if who == "human"]
        self.last: int | None = None
        self.ended = False

    def run(self) -> None:
        from pyrsolve.games.play import OVER

        session = self.session
        while True:
            while (done := session.go_on()) is not None:
                self.tell(done)
                self.keep()
            if session.state.actor() == OVER:
                if not self.ended:
                    self.ending()
                self.ended = True
                if not self.people or not self.answer(None):
                    return
                continue
            self.ended = False
            if not self.turn(session.state.actor()):
                return

    def turn(self, player: int) -> bool:
        """One decision of a person; whether the game goes on."""
        if player != self.last:
            if self.last is not None and not self.session.state.view(player).complete:
                self.hand_over(player)
            self.last = player
            self.look(player)
        return self.answer(player)

    def hand_over(self, player: int) -> None:
        """Others look away before anything hidden is shown."""
        if not self.live:
            click.echo(f"--- {self.name(player)}'s turn ---")
            return
        click.echo(f"{CLEAR}{self.name(player)}'s turn: press Enter when nobody else looks", nl=False)
        sys.stdin.readline()
        click.echo(CLEAR, nl=False)

    def look(self, player: int) -> None:
        """The position as a player sees it."""
        if len(self.session.seats) > 1:
            click.echo(f"{self.name(player)} to move")
        for line in self.session.state.view(player).text():
            click.echo(printable(line))

    def answer(self, player: int | None) -> bool:
        """Read a line and do it; `player` is None when the game is over. Whether to go on."""
        if self.live:
            click.echo("> ", nl=False)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            return False
        word, _, rest = line.strip().partition(" ")
        if not word:
            return True
        known = getattr(self, f"do_{word}", None)
        if known is not None:
            return bool(known(player, rest.strip()))
        if player is None:
            click.echo("the game is over: 'undo', 'history', 'save FILE' and 'quit' are left")
            return True
        self.move(player, line.strip())
        return True

    def move(self, player: int, text: str) -> None:
        from pyrsolve.errors import IllegalMoveError
        from pyrsolve.playing import read_move

        try:
            self.session.make(read_move(self.session.state, text))
        except IllegalMoveError as error:
            click.echo(printable(str(error)))
            return
        self.tell(self.session.history[-1])
        self.keep()
        self.last = None if len(self.people) == 1 else player
        if len(self.people) > 1 and self.session.state.actor() == player:
            self.look(player)

    # --- commands ----------------------------------------------------------------------------------------------
    def do_help(self, _player: int | None, _rest: str) -> bool:
        click.echo(HELP)
        return True

    def do_quit(self, _player: int | None, _rest: str) -> bool:
        return False

    def do_look(self, player: int | None, _rest: str) -> bool:
        if player is not None:
            self.look(player)
        return True

    def do_moves(self, player: int | None, _rest: str) -> bool:
        moves = self.session.state.moves() if player is not None else []
        for number, move in enumerate(moves[:SHOWN_MOVES], start=1):
            click.echo(f"{number:>4}  {in_json(move)}")
        if len(moves) > SHOWN_MOVES:
            click.echo(f"      and {len(moves) - SHOWN_MOVES} more")
        return True

    def do_hint(self, player: int | None, _rest: str) -> bool:
        from pyrsolve.playing import engine_for, solver_hint

        if player is None:
            return True
        found = solver_hint(self.session.state)
        if found is not None:
            move, why = found
        else:
            engine = engine_for(self.session.start)
            advice = self.session.advice(player, engine)
            move, why = advice.move, f"worth {advice.worth} to you, says {engine}"
        if move is not None:
            click.echo(f"{in_json(move)}: {why}")
        else:
            click.echo(why)
        return True

    def do_value(self, player: int | None, rest: str) -> bool:
        from pyrsolve.errors import OptionError, UnsupportedError
        from pyrsolve.playing import engine_for

        if player is None:
            return True
        engine = rest or engine_for(self.session.start)
        try:
            click.echo(f"{engine}: {self.session.advice(player, engine).worth}")
        except (OptionError, UnsupportedError) as error:
            click.echo(printable(str(error)))
        return True

    def do_undo(self, _player: int | None, _rest: str) -> bool:
        if self.session.undo():
            self.last = None
            self.keep()
        else:
            click.echo("there is nothing to take back")
        return True

    def do_history(self, player: int | None, _rest: str) -> bool:
        for done in self.session.history:
            if self.public(done, player):
                click.echo(self.told(done))
        return True

    def do_save(self, _player: int | None, rest: str) -> bool:
        if not rest:
            click.echo("save what file? 'save FILE'")
            return True
        try:
            self.session.save(Path(rest))
        except OSError as error:
            click.echo(f"{printable(rest)}: {error.strerror or 'cannot be written'}")
        else:
            click.echo(f"saved in {printable(rest)}")
        return True

    # --- words -------------------------------------------------------------------------------------------------
    def name(self, player: int) -> str:
        return name_of(player, self.session.names, len(self.session.seats))

    def told(self, done: Done) -> str:
        names, players = self.session.names, len(self.session.seats)
        events = "; ".join(event_words(event, names, players) for event in done.events)
        shown = in_json(done.move)
        return f"{self.name(done.actor)}: {shown}  {events}".rstrip()

    def tell(self, done: Done) -> None:
        """What was done, as far as every person at the table may know it."""
        if all(self.public(done, player) for player in self.people):
            click.echo(self.told(done))
        elif done.actor >= 0:
            click.echo(f"{self.name(done.actor)} has moved")

    def public(self, done: Done, player: int | None) -> bool:
        """Whether a player may know of a move: one's own, or one that looks different for every other that was possible."""
        if player is None or done.actor == player:
            return True
        return done.before.shows(done.move, player)

    def keep(self) -> None:
        if self.save is not None:
            self.session.save(self.save)

    def ending(self) -> None:
        """How it ended."""
        returns = self.session.state.returns()
        if len(returns) == 1:
            say_end = f"the game is over: {returns[0]}"
        else:
            say_end = "the game is over: " + ", ".join(
                f"{self.name(player)} {value}" for player, value in enumerate(returns)
            )
        click.echo(say_end)
        if self.live:
            say("'undo' takes back, 'quit' ends")
