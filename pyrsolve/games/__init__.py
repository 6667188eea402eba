"""The games: one folder each. A game says what is legal; it never imports a backend."""
