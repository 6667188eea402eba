"""Pictures: a game gives a scene, pure functions make text, SVG and PNG of it. Nothing here knows any game."""
