"""Text from files on its way out: one function a kind of output, so that no name can be more than a name.

Names of layouts, faces and files are hostile: they may hold markup, terminal escapes, spreadsheet formulas, line breaks, and
characters that turn the direction of a line.
"""

from __future__ import annotations

import re

NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def terminal(text: str) -> str:
    """One line for a terminal: control characters, line breaks and what would reorder the line are shown as escapes."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(character if _is_shown(character) else _escaped(character) for character in text)


def _is_shown(character: str) -> bool:
    return (
        character.isprintable()
        and not "\u200b" <= character <= "\u200f"
        and not "\u202a" <= character <= "\u202e"
        and not "\u2066" <= character <= "\u2069"
    )


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def xml_characters(text: str) -> str:
    """Text that an XML writer can take: what XML cannot hold at all is shown as an escape. Markup is the writer's business."""
    return NOT_XML.sub(lambda found: _escaped(found.group()), text)


def markup(text: str) -> str:
    """Text inside of an element or a quoted attribute of HTML or SVG: no markup, no control characters, one line."""
    shown = terminal(text)
    for mark, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        shown = shown.replace(mark, name)
    return shown


def cell(text: str) -> str:
    """A cell of a table that spreadsheets open: what would be a formula begins with an apostrophe. Quoting is the writer's."""
    return f"'{text}" if text.startswith(FORMULA) else text


def quoted(text: str) -> str:
    """A quoted string of Graphviz: backslashes would begin escapes such as ``\\N``."""
    shown = "".join(character if character.isprintable() else _escaped(character) for character in text)
    return '"' + shown.replace("\\", "\\\\").replace('"', '\\"') + '"'
