"""Intervals for shares and means.

Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927); Newcombe, "Interval estimation for
the difference between independent proportions", Statistics in Medicine 17 (1998), method 10.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import fsum, sqrt

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """From `low` to `high`."""

    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half of its length."""
        return (self.high - self.low) / 2

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


@lru_cache(maxsize=16)
def quantile(confidence: float) -> float:
    """The two-sided quantile of the standard normal distribution, 1.96 for 0.95. Raises ValueError unless 0 < confidence < 1."""
    from statistics import NormalDist

    if not 0 < confidence < 1:
        raise ValueError(f"a confidence lies between 0 and 1, not {confidence}")
    return NormalDist().inv_cdf((1 + confidence) / 2)


def wilson(successes: int, trials: int, confidence: float = CONFIDENCE) -> Interval:
    """Wilson's interval for a share; 0 to 1 where there were no trials. Raises ValueError for counts that make no share."""
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} of {trials} is no share")
    if trials == 0:
        return Interval(0.0, 1.0)
    z = quantile(confidence)
    share = successes / trials
    scale = 1 + z * z / trials
    middle = (share + z * z / (2 * trials)) / scale
    reach = z / scale * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    # at the ends the formula gives exactly 0 and 1, but for rounding
    low = 0.0 if successes == 0 else max(0.0, middle - reach)
    high = 1.0 if successes == trials else min(1.0, middle + reach)
    return Interval(low, high)


def bracketed(successes: int, undecided: int, trials: int, confidence: float = CONFIDENCE) -> Interval:
    """Wilson's interval where some trials are undecided: as failures for its lower end, as successes for its upper."""
    low = wilson(successes, trials, confidence).low
    return Interval(low, wilson(successes + undecided, trials, confidence).high)


def difference(
    successes: int, trials: int, other_successes: int, other_trials: int, confidence: float = CONFIDENCE
) -> Interval:
    """Newcombe's interval for the first share minus the second; -1 to 1 where either had no trials."""
    if trials == 0 or other_trials == 0:
        return Interval(-1.0, 1.0)
    one, other = wilson(successes, trials, confidence), wilson(other_successes, other_trials, confidence)
    p, q = successes / trials, other_successes / other_trials
    return Interval(
        p - q - sqrt((p - one.low) ** 2 + (other.high - q) ** 2),
        p - q + sqrt((one.high - p) ** 2 + (q - other.low) ** 2),
    )


def mean_error(values: Iterable[float]) -> tuple[float, float]:
    """The mean and its standard error (0 for fewer than two values). Raises ValueError for none."""
    found = list(values)
    if not found:
        raise ValueError("there is no mean of nothing")
    mean = fsum(found) / len(found)
    if len(found) < 2:
        return mean, 0.0
    return mean, sqrt(fsum((value - mean) ** 2 for value in found) / (len(found) - 1) / len(found))
