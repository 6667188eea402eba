"""Classic Mahjong Solitaire: pair removal with the mahjong deck on any layout."""
