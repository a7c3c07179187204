"""What a seat of Gazza knows, and possible states that agree with it."""

from __future__ import annotations

from beute.games.compiling import entry
from beute.games.dice import Rng, below
from beute.games.layout import State
from gazza.rules import KINDS, any_of


@entry
def conceal(s: State, seat: int) -> None:
    """GZ-3: others' hands are as unknown as the pile."""
    for other in range(int(s.players)):
        if other != seat:
            for kind in range(KINDS):
                s.unseen[kind] += s.hand[other, kind]
                s.unknown[other] += s.hand[other, kind]
                s.hand[other, kind] = 0


@entry
def imagine(known: State, seat: int, rng: Rng) -> None:
    """Deal others' hands from what is not seen; the rest is the pile."""
    unseen = 0
    for kind in range(KINDS):
        unseen += int(known.unseen[kind])
    for other in range(int(known.players)):
        for _ in range(int(known.unknown[other])):
            kind = any_of(known, below(rng, unseen))
            known.hand[other, kind] += 1
            known.unseen[kind] -= 1
            unseen -= 1
        known.unknown[other] = 0
