"""What a seat of Räuber knows, and possible states that agree with it."""

from __future__ import annotations

import numpy as np

from beute.games.bits import size
from beute.games.compiling import called, entry, rule
from beute.games.dice import Rng, below
from beute.games.layout import State
from beute.games.raeuber.rules import EACH_COPY, KINDS, LAST, MAX_SEATS, any_of


@entry
def conceal(s: State, seat: int) -> None:
    """RB-3, RB-14: others' hands are as unknown as the pile, until the last cards are revealed."""
    if s.step == LAST:
        return
    for other in range(int(s.players)):
        if other != seat:
            for kind in range(KINDS):
                s.unseen += copies(int(s.hand[other]), kind) << 4 * kind
            s.unknown[other] += size(int(s.hand[other]))
            s.hand[other] = 0


@rule
def copies(hand: int, kind: int) -> int:
    return size(hand >> kind & EACH_COPY)


@entry
def imagine(known: State, seat: int, rng: Rng) -> None:
    """Deal others' hands from what is unseen, cards that fitted nowhere (RB-12) first; the rest is the pile."""
    if known.step == LAST:
        return
    deal_stale(known, seat, rng)
    for other in range(int(known.players)):
        if other != seat:
            for _ in range(int(known.unknown[other]) - size(int(known.hand[other]))):
                deal_one(known, other, int(known.unseen), rng)
            known.unknown[other] = 0


@called
def deal_stale(known: State, seat: int, rng: Rng) -> None:
    """The card with the fewest possibilities is dealt first, so that enough is left for the others."""
    dealt = np.zeros(MAX_SEATS, np.int64)
    while True:
        owner = -1
        for other in range(int(known.players)):
            if other != seat and dealt[other] < known.stales[other]:
                could_be = int(known.stale[other, dealt[other]])
                if owner < 0 or size(could_be) < size(int(known.stale[owner, dealt[owner]])):
                    owner = other
        if owner < 0:
            return
        could_be = 0
        for kind in range(KINDS):
            if int(known.stale[owner, dealt[owner]]) >> kind & 1:
                could_be |= 15 << 4 * kind
        deal_one(known, owner, int(known.unseen) & could_be, rng)
        dealt[owner] += 1


@rule
def deal_one(known: State, seat: int, counts: int, rng: Rng) -> None:
    """Move one of the counted cards from the unseen into a hand."""
    cards = 0
    for kind in range(KINDS):
        cards += counts >> 4 * kind & 15
    kind = any_of(counts, below(rng, cards))
    known.unseen -= 1 << 4 * kind
    free = ~int(known.hand[seat]) & EACH_COPY << kind
    known.hand[seat] |= free & -free
