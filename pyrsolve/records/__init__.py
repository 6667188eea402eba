"""Records: the JSON forms, their decoding with every fault and its place, canonical form, ids and caps."""
