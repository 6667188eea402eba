"""How large a record may be: checked before anything is allocated for it."""

MAX_TILES = 4096
MAX_COORDINATE = 1000
MAX_GROUP = 64
MAX_FILE_BYTES = 64 * 1024 * 1024
MAX_DEPTH = 64
MAX_DIGITS = 20
MAX_NAME = 1000
MAX_CONTAINERS = 4_000_000
"""Lists and objects in one text: an empty list is three bytes of text and seventy of memory."""
MAX_FAULTS = 100
"""How many faults of one input are listed; a line says how many more there are."""
MAX_COUNTED = 10_000
"""At so many faults the search for more of them ends."""
