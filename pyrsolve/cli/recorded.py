"""The line of moves in a file: a result's witness, a record of a game, or a bare list."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyrsolve.games.base import Deal, Game
    from pyrsolve.inputs import Reading


def recorded_moves(path: Path, game: Game[Any, Any], deal: Deal, reading: Reading) -> tuple[Any, ...]:
    """The legal moves that a file has for `deal`: a ``result/1`` with a witness, a ``record/1``, an object with a list ``moves``,
    or a list of moves in the game's codec.

    Raises DataError: what is not such a file, one about another deal, an illegal move.
    """
    from pyrsolve.errors import DataError, Fault, NotFoundError
    from pyrsolve.inputs import printed
    from pyrsolve.records.caps import MAX_FILE_BYTES
    from pyrsolve.records.decode import parse, placed

    name = printed(str(path))
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise NotFoundError(Fault(error.strerror or "cannot be read", file=name)) from None
    try:
        value = parse(data)
        moves, where = _moves(value, data)
        of = _deal_id(value, reading)
        if of is not None and of != deal.deal_id:
            raise DataError(Fault("this is about another deal", "$.deal" if "deal" in value else "$.deal_id"))
        return legal(game, deal, moves, where)
    except DataError as error:
        raise DataError([fault.at(file=name) for fault in placed(error.faults, data)]) from None


def legal(game: Game[Any, Any], deal: Deal, moves: Sequence[Any], where: Sequence[str]) -> tuple[Any, ...]:
    """The moves, each of which the rules allow. Raises DataError with the place of the first one that they do not."""
    from pyrsolve.errors import DataError, Fault, IllegalMoveError

    position = game.start(deal)
    for number, (move, at) in enumerate(zip(moves, where, strict=True), start=1):
        try:
            position = game.step(position, move)
        except IllegalMoveError as error:
            raise DataError(Fault(f"move {number}: {error}", at)) from None
    return tuple(moves)


def _moves(value: Any, data: bytes) -> tuple[list[Any], list[str]]:
    """The moves of a parsed file and the path of each."""
    from pyrsolve.errors import DataError, Fault
    from pyrsolve.records.decode import convert, schema_of
    from pyrsolve.records.play import MOST_MOVES, GameRecord
    from pyrsolve.records.result import convert_result

    schema = schema_of(value)
    if schema == "pyrsolve.result/1":
        witness = convert_result(value, data).witness
        if witness is None:
            raise DataError(Fault("a result without a witness: there are no moves in it", "$"))
        return list(witness), [f"$.witness[{place}]" for place in range(len(witness))]
    if schema == "pyrsolve.record/1":
        entries = convert(value, GameRecord, data).moves
        return [entry.move for entry in entries], [f"$.moves[{place}].move" for place in range(len(entries))]
    found, path = (value.get("moves"), "$.moves") if isinstance(value, dict) else (value, "$")
    if not isinstance(found, list):
        raise DataError(
            Fault(
                "neither a result, nor a record of a game, nor a list of moves, nor an object with the list 'moves'",
                "$",
            )
        )
    if len(found) > MOST_MOVES:
        raise DataError(Fault(f"{len(found)} moves; at most {MOST_MOVES} are read", path))
    return found, [f"{path}[{place}]" for place in range(len(found))]


def _deal_id(value: Any, reading: Reading) -> str | None:
    """The id of the deal that a file says it is about; None where it does not say."""
    from pyrsolve.inputs import deal_of_value

    if not isinstance(value, dict):
        return None
    if isinstance(value.get("deal_id"), str):
        return str(value["deal_id"])
    if isinstance(value.get("deal"), dict):
        return deal_of_value(value["deal"], reading).deal_id
    return None
