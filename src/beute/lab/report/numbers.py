"""Numbers as a language writes them."""

from __future__ import annotations

from typing import Final

from beute.lab.estimates import Estimate
from beute.texts import texts

SIGNS: Final = {"en": str.maketrans({"-": "−"}), "de": str.maketrans({",": ".", ".": ",", "-": "−"})}
UNKNOWN: Final = "–"
SPACE: Final = "\N{NO-BREAK SPACE}"


class Numbers:
    """Writes numbers, shares and intervals."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._say = texts(language)

    def decimal(self, value: float, digits: int = 1, sign: bool = False) -> str:
        rounded = round(value, digits) + 0.0  # not minus zero
        return f"{rounded:{'+' if sign and rounded else ''},.{digits}f}".translate(SIGNS[self.language])

    def whole(self, value: float) -> str:
        return self.decimal(value, 0)

    def percent(self, value: float, digits: int = 1) -> str:
        return f"{self.decimal(100 * value, digits)}{SPACE}%"

    def points(self, value: float, digits: int = 1) -> str:
        """A difference of shares, in percentage points."""
        return self.decimal(100 * value, digits, sign=True)

    def interval(self, estimate: Estimate, digits: int = 1, percent: bool = False) -> str:
        """The mean, and the ends of its interval."""
        if estimate.mean is None:
            return UNKNOWN
        scale = 100 if percent else 1
        mean = self.percent(estimate.mean, digits) if percent else self.decimal(estimate.mean, digits)
        if estimate.low is None or estimate.high is None:
            return mean
        low, high = (self.decimal(scale * end, digits) for end in (estimate.low, estimate.high))
        return self._say("report.interval", mean=mean, low=low, high=high)

    def difference(self, estimate: Estimate, digits: int = 1, percent: bool = False) -> str:
        """A difference with its sign, and how far its interval reaches on both sides."""
        if estimate.mean is None:
            return UNKNOWN
        scale = 100 if percent else 1
        mean = self.decimal(scale * estimate.mean, digits, sign=True)
        if estimate.high is None:
            return mean
        return f"{mean}{SPACE}±{SPACE}{self.decimal(scale * (estimate.high - estimate.mean), digits)}"
