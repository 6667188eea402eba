"""``check --expect``: what every deal must be."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pyrsolve.errors import DataError, Fault, OptionError

if TYPE_CHECKING:
    from pyrsolve.batch.decide import Decided

WORDS = ("solvable", "unsolvable", "decided")


@dataclass(frozen=True, slots=True)
class Expectation:
    """`word` is one of `WORDS`; or `verdicts` maps deal_id to the verdict recorded in `file`; or nothing is expected."""

    word: str | None = None
    file: str | None = None
    verdicts: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str | None) -> Expectation:
        """The expectation that the option says. Raises OptionError for a word that is none, DataError for a bad file."""
        if text is None or text in WORDS:
            return cls(word=text)
        kind, _, path = text.partition(":")
        if kind != "FILE" or not path:
            raise OptionError(f"--expect takes {', '.join(WORDS)} or FILE:path, not {text!r}")
        return cls(file=path, verdicts=_recorded(Path(path)))

    @property
    def given(self) -> bool:
        """Whether anything is expected."""
        return self.word is not None or self.file is not None

    def mismatch(self, decided: Decided) -> str:
        """Why a result is not what was expected; empty where it is, or where there is nothing to compare."""
        verdict = decided.verdict
        if verdict in ("fault", "unsupported"):
            return ""
        if self.word == "decided":
            return "" if verdict != "undecided" else "undecided, but a decision was expected"
        if self.word is not None:
            return "" if verdict == self.word else f"{verdict}, but {self.word} was expected"
        if self.file is not None:
            recorded = self.verdicts.get(decided.deal_id)
            if recorded is None:
                return f"{verdict}, but {self.file} has no verdict for this deal"
            if recorded != verdict:
                return f"{verdict}, but {self.file} says {recorded}"
        return ""


def _recorded(path: Path) -> dict[str, str]:
    from pyrsolve.inputs import expand
    from pyrsolve.records.decode import parse

    verdicts: dict[str, str] = {}
    for item in expand([str(path)]):
        if item.error is not None:
            raise item.error.at(file=str(path))
        try:
            value = parse(item.data or b"")
            verdicts[value["deal_id"]] = value["verdict"]
        except DataError as error:
            raise error.at(file=str(path), line=item.source.line) from None
        except (KeyError, TypeError):
            raise DataError(
                Fault("a result with 'deal_id' and 'verdict' was expected", "$", item.source.line, file=str(path))
            ) from None
    return verdicts
