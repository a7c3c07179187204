"""Everything the contract says while a game is played at random, as lines of text: the same compiled or not."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from beute.games.contract import CHANCE, NOBODY, actor, choose, draw
from beute.games.dice import reseed
from beute.play.engine import Engine, engine
from tests.setups import SETUPS, label


def digest(array: Any) -> str:
    return hashlib.sha256(array.tobytes()).hexdigest()[:12]


def trace(rules: Engine, seed: int, every: int) -> Iterator[str]:
    """Each event with the state after it; what seats know, can decide, imagine and observe at every so many."""
    table, rng = rules.table(), np.zeros(1, np.uint64)
    reseed(rng, seed, 1)
    s = table[0]
    width = sum(length for _, length, _ in rules.parts.observation.OBSERVED)
    number = 0
    while s.due != 0:
        if s.due == CHANCE:
            seat, a = CHANCE, int(draw(s, rng))
            word = rules.outcome_words[a]
        else:
            seat = actor(s)
            moves = rules.parts.rules.legal(s, seat)
            a = int(choose(moves, rng))
            word = f"{rules.decision_words[a]} of {rules.sorted_words(moves)}"
        assert rules.follow(table, [(seat, a)]).steps
        yield f"{number} {seat} {word} {digest(table)}"
        if number % every == 0:
            looks = rules.seen(table, [None, *range(rules.setup.players)])
            for known_by, looked in enumerate(looks, start=NOBODY):
                known = table.copy()
                rules.parts.knowledge.conceal(known[0], known_by)
                seen = digest(known)
                assert [looked] == rules.seen(table, [None if known_by == NOBODY else known_by])
                assert looked.s == rules.snapshot(known.tobytes()), "one look knows what `conceal` leaves"
                rules.parts.knowledge.imagine(known[0], known_by, rng)
                numbers = np.zeros(width, np.float32)
                if known_by != NOBODY:
                    rules.parts.observation.observe(known[0], known_by, numbers)
                yield f"  {known_by} {seen} {digest(known)} {digest(numbers)} {looked.moves} {looked.scores}"
        number += 1
    yield f"{int(s.ending)} {rules.scores(s)}"


def main() -> None:
    for setup in SETUPS:
        for line in trace(engine(setup), seed=5, every=40):
            print(label(setup), line)


if __name__ == "__main__":
    main()
