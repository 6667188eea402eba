"""Imported once by the server that forks workers, so that each starts with the modules it needs."""

import pyrsolve.backends.pairing
import pyrsolve.batch.decide
import pyrsolve.games.mahjong.game
import pyrsolve.kernels.pairing
import pyrsolve.kernels.proof
import pyrsolve.verify.replay  # noqa: F401
