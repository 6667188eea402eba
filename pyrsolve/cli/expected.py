"""``check --expect``: what every deal must be."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pyrsolve.errors import DataError, Fault, OptionError

if TYPE_CHECKING:
    from pyrsolve.batch.decide import Decided

WORDS = ("solvable", "unsolvable", "decided")


@dataclass(frozen=True, slots=True)
class Expectation:
    """`word` is one of `WORDS`; or `verdicts` maps deal_id to the verdict recorded in `file`; or nothing is expected.

    `allow_undecided`: a deal left open is never a mismatch.
    """

    word: str | None = None
    file: str | None = None
    verdicts: dict[str, str] = field(default_factory=dict)
    allow_undecided: bool = False

    @classmethod
    def read(cls, text: str | None, allow_undecided: bool = False) -> Expectation:
        """The expectation that the options say. Raises OptionError for what cannot be meant, DataError for a bad file."""
        if text == "decided" and allow_undecided:
            raise OptionError("--expect decided and --allow-undecided contradict each other")
        if text is None or text in WORDS:
            return cls(word=text, allow_undecided=allow_undecided)
        kind, _, path = text.partition(":")
        if kind != "FILE" or not path:
            raise OptionError(f"--expect takes {', '.join(WORDS)} or FILE:path, not {text!r}")
        return cls(file=path, verdicts=_recorded(path), allow_undecided=allow_undecided)

    @property
    def given(self) -> bool:
        """Whether anything is expected."""
        return self.word is not None or self.file is not None

    def mismatch(self, decided: Decided) -> str:
        """Why a verdict is not what was expected; empty where it is, or where there is nothing to compare."""
        verdict = decided.verdict
        if verdict == "undecided" and self.allow_undecided:
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


def _recorded(path: str) -> dict[str, str]:
    """deal_id -> verdict of the results in a file or folder; every fault at once."""
    from pyrsolve.inputs import error_in, expand
    from pyrsolve.records.decode import parse, schema_of

    verdicts: dict[str, str] = {}
    faults: list[Fault] = []
    for item in expand([path]):
        if item.error is not None:
            faults.extend(item.error.faults)
            continue
        try:
            value = parse(item.data or b"")
            if schema_of(value) == "pyrsolve.fault/1":
                continue  # `check` wrote it in the place of a result
            if not (
                isinstance(value, dict)
                and schema_of(value) == "pyrsolve.result/1"
                and isinstance(value.get("deal_id"), str)
                and isinstance(value.get("verdict"), str)
            ):
                raise DataError(Fault("a result/1 record was expected", "$", 1))
            verdicts[value["deal_id"]] = value["verdict"]
        except DataError as error:
            faults.extend(error_in(item, error).faults)
    if faults:
        raise DataError(faults)
    return verdicts
