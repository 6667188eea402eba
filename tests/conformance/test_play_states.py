"""Every game that can be played keeps the playing protocol: turns, chance, views that hide, returns in their bounds."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from pyrsolve import catalogue, registry
from pyrsolve.errors import IllegalMoveError
from pyrsolve.games.base import Form
from pyrsolve.games.play import CHANCE, OVER, PlayState, drawn
from pyrsolve.splitmix import SplitMix64
from pyrsolve.verify.audit import Move, audit
from tests.toys.nim import Nim
from tests.toys.swap import Swap

GAMES = [registry.game(name) for name in registry.GAMES if Form.PLAY_STATE in registry.game(name).forms()]
GAMES += [Nim(), Swap()]
PLAYS = 12
NO_MOVE = {"no": "move"}


def starts(game: Any) -> list[PlayState]:
    options = game.options.make({})
    return [
        game.play_state(game.random_deal(catalogue.find("gate"), number, options)) for number in range(1, PLAYS + 1)
    ]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_random_play(game: Any) -> None:
    random = SplitMix64(1)
    for start in starts(game):
        state, moves = start, []
        for _ in range(10_000):
            actor = state.actor()
            check(state, random)
            if actor == OVER:
                break
            if actor == CHANCE:
                move = drawn(state, random)
            else:
                assert 0 <= actor < state.players
                legal = state.moves()
                assert legal
                move = legal[random.below(len(legal))]
            assert json.loads(json.dumps(move)) == move
            with pytest.raises(IllegalMoveError):
                state.play(NO_MOVE)
            before = state.key()
            after, _ = state.play(move)
            assert state.key() == before  # states are values
            assert after.key() == state.play(move)[0].key()
            moves.append(Move(actor, move))
            state = after
        else:
            pytest.fail("play did not end")
        returns = state.returns()
        assert len(returns) == state.players
        assert all(state.low <= value <= state.high for value in returns)
        if state.zero_sum():
            assert sum(returns) == 0
        found = audit(start, moves, returns)
        assert found.holds
        assert found.returns == returns


def check(state: PlayState, random: SplitMix64) -> None:
    """What holds in every position."""
    if state.actor() == CHANCE:
        outcomes = state.chances()
        assert sum(share for _, share in outcomes) == Fraction(1)
        assert all(share > 0 for _, share in outcomes)
        names = [json.dumps(outcome) for outcome, _ in outcomes]
        assert len(names) == len(set(names))
    for player in range(state.players):
        view = state.view(player)
        assert view == state.view(player)
        assert hash(view) == hash(state.view(player))
        assert all("\n" not in line for line in view.text())
        # a state that cannot be told from this one: the player sees the same, may do the same, and reads the same
        other = view.sample(random)
        seen = other.view(player)
        assert seen == view
        assert seen.text() == view.text()
        assert other.actor() == state.actor()
        if other.actor() == player:
            assert list(other.moves()) == list(state.moves())
        if view.complete:
            assert other.key() == state.key()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_view_does_not_lead_to_the_state_where_something_is_hidden(game: Any) -> None:
    """Nothing that hangs on a view is a state: hidden and public are apart by construction."""
    for start in starts(game)[:3]:
        state, random = start, SplitMix64(2)
        while state.actor() == CHANCE:
            state = state.play(drawn(state, random))[0]
        for player in range(state.players):
            view = state.view(player)
            if not view.complete:
                held = [getattr(view, name) for name in getattr(view, "__dict__", {})]
                assert not any(isinstance(value, PlayState) for value in held)
