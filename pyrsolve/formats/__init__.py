"""Other programs' files: one module a foreign format."""
