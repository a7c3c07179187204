"""Who draws chance. Event number k is a function of a secret and k, so undoing a move cannot roll anew."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np

from beute.play.errors import BeuteError

BITS = 512


@dataclass(frozen=True)
class Outcomes:
    """What can happen in a chance event: the number and the weight of each outcome, and their words."""

    numbers: np.ndarray[Any, np.dtype[np.int64]]
    weights: np.ndarray[Any, np.dtype[np.int64]]
    names: Mapping[int, str]

    def word(self, n: int) -> str:
        """Only the outcome that is drawn needs its word: a roll of seven dice has 792."""
        return self.names[int(self.numbers[n])]

    @property
    def words(self) -> list[str]:
        return [self.word(n) for n in range(len(self.numbers))]


class Draw(NamedTuple):
    """A chance event as it came out: of the numbers below `total`, those from `low` to before `high` lead to it."""

    event: int  # its number in the record
    chance: int  # its number among the chance events
    word: str
    low: int
    high: int
    total: int

    @classmethod
    def of(cls, event: int, chance: int, word: str, weights: Mapping[str, int]) -> Draw:
        """An outcome among all that were possible; one that was not has no number at all."""
        low = 0
        for other, weight in weights.items():
            if other == word:
                return cls(event, chance, word, low, low + weight, sum(weights.values()))
            low += weight
        return cls(event, chance, word, 0, 0, low)


class Luck(Protocol):
    """Chooses one of the outcomes of chance event number `k` by their weights."""

    def choose(self, k: int, outcomes: Outcomes) -> int: ...


class Secret:
    """Luck from a secret: anybody who is told it can check every event, nobody can before."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret

    @classmethod
    def seeded(cls, seed: int | str) -> Secret:
        return cls(hashlib.sha256(f"beute seed {seed}".encode()).digest())

    @classmethod
    def fresh(cls) -> Secret:
        return cls(os.urandom(32))

    @classmethod
    def read(cls, said: object) -> Secret:
        """A secret as records and tables have it, in hexadecimal digits."""
        if isinstance(said, str) and re.fullmatch(r"([0-9a-f]{2}){1,64}", said, re.ASCII | re.IGNORECASE):
            return cls(bytes.fromhex(said))
        message = f"the secret of the luck must be 1 to 64 bytes in hexadecimal digits, not {said!r:.60}"
        raise BeuteError(message, "wrong_secret")

    @property
    def seal(self) -> str:
        """What can be shown at the start, to prove at the end that the secret was not changed."""
        return hashlib.sha256(self.secret).hexdigest()

    def choose(self, k: int, outcomes: Outcomes) -> int:
        sums = outcomes.weights.cumsum()
        return int(sums.searchsorted(self.below(k, int(sums[-1])), side="right"))

    def below(self, k: int, n: int) -> int:
        """The number below n of event k. Without bias: those beyond the last full multiple of n are drawn anew."""
        attempt = 0
        while True:
            digest = hashlib.blake2b(f"{k} {attempt}".encode(), key=self.secret, digest_size=BITS // 8).digest()
            number = int.from_bytes(digest, "big")
            if number < (1 << BITS) // n * n:
                return number % n
            attempt += 1

    def gives(self, draw: Draw) -> bool:
        return draw.low <= self.below(draw.chance, draw.total) < draw.high


class Scripted:
    """Luck that follows a script, word by word, and then another luck."""

    def __init__(self, words: Iterable[str], then: Luck | None = None, start: int = 0) -> None:
        self.script = list(words)
        self.then = then
        self.start = start

    def choose(self, k: int, outcomes: Outcomes) -> int:
        at = k - self.start
        if at < len(self.script):
            words = outcomes.words
            if self.script[at] not in words:
                some = ", ".join(words[:8])
                message = f"the script says {self.script[at]!r}, but possible are {some} …"
                raise BeuteError(message, "wrong_script", word=self.script[at])
            return words.index(self.script[at])
        if self.then is None:
            message = f"the script ends after {len(self.script)} chance events, and more are needed"
            raise BeuteError(message, "script_ends", events=len(self.script))
        return self.then.choose(k, outcomes)
