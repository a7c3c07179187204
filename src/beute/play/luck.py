"""Who draws chance. Event number k is a function of a secret and k, so undoing a move cannot roll anew."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Sequence
from typing import Protocol

BITS = 512


class Luck(Protocol):
    """Chooses one of the outcomes of chance event number `k` by their weights."""

    def choose(self, k: int, words: Sequence[str], weights: Sequence[int]) -> int: ...


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

    @property
    def seal(self) -> str:
        """What can be shown at the start, to prove at the end that the secret was not changed."""
        return hashlib.sha256(self.secret).hexdigest()

    def choose(self, k: int, words: Sequence[str], weights: Sequence[int]) -> int:
        r = self._below(k, sum(weights))
        for n, weight in enumerate(weights):
            r -= weight
            if r < 0:
                return n
        raise AssertionError("weights are positive")

    def _below(self, k: int, n: int) -> int:
        """Without bias: numbers beyond the last full multiple of n are drawn anew."""
        attempt = 0
        while True:
            digest = hashlib.blake2b(f"{k} {attempt}".encode(), key=self.secret, digest_size=BITS // 8).digest()
            number = int.from_bytes(digest, "big")
            if number < (1 << BITS) // n * n:
                return number % n
            attempt += 1


class Scripted:
    """Luck that follows a script, word by word, and then another luck."""

    def __init__(self, words: Iterable[str], then: Luck | None = None, start: int = 0) -> None:
        self.script = list(words)
        self.then = then
        self.start = start

    def choose(self, k: int, words: Sequence[str], weights: Sequence[int]) -> int:
        at = k - self.start
        if at < len(self.script):
            if self.script[at] not in words:
                some = ", ".join(list(words)[:8])
                raise ValueError(f"the script says {self.script[at]!r}, but possible are {some} …")
            return words.index(self.script[at])
        if self.then is None:
            raise ValueError(f"the script ends after {len(self.script)} chance events, and more are needed")
        return self.then.choose(k, words, weights)
