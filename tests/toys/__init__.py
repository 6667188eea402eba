"""Small games that are played, as plug-ins: everything that games with players, chance and hidden hands go through."""
