"""How other programs deal their numbered games: one module a program, each a `Dealer` of `pyrsolve.dealers.base`."""
