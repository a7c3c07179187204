"""A policy for Räuber: how likely each move is, by a small network on top of what rules of thumb say.

It was trained by play against itself. It uses what the seat may know and nothing else.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from beute.bots.greedy.raeuber import MOVES, kinds_without, weigh
from beute.bots.master.network import add_to_units, into_chances, into_units, read_out, sample
from beute.bots.master.raeuber.glance import DECISION, FEEL, TABLE, THUMB, look_at_hand, look_at_move, look_round
from beute.games.kernel import Rng, State, lowest, number, rule, seldom
from beute.games.raeuber.rules import (
    ALL_KINDS,
    EACH_SACK,
    HAND,
    KIND_OF_MOVE,
    KINDS,
    LANE,
    MAX_SEATS,
    PER_WORD,
    PLACE_OF_MOVE,
    SACKS,
    WORTH,
    legal,
    owner_of,
)

HIDDEN: Final = 64
MOST: Final = HAND * (SACKS + 1)  # moves that there can be
SELDOM: Final = 1 / 400  # what would be chosen less often is never chosen

NET: Final = np.dtype(
    (
        np.record,
        [
            ("table", np.float32, (TABLE, HIDDEN)),  # from the table to the hidden units
            ("decision", np.float32, (DECISION, HIDDEN)),  # from a move to them
            ("out", np.float32, HIDDEN),  # and from them to what is added to the feeling of the move
        ],
    )
)
MIND: Final = np.dtype(  # room to think in
    (
        np.record,
        [
            ("points", np.int64, MAX_SEATS),
            ("numbers", np.int64, MOST),  # the moves as the contract numbers them
            ("chances", np.float64, MOST),
            ("feels", np.float64, MOVES),
            ("waiting", np.float64, KINDS + 1),
            ("held", np.float64, KINDS + 1),
            ("table", np.float32, TABLE),
            ("left", np.float32, DECISION),  # what the hand is without a card
            ("decisions", np.float32, (MOST, DECISION)),
            ("sums", np.float32, HIDDEN),
            ("units", np.float32, HIDDEN),
        ],
    )
)


@cache
def trained(players: int) -> Any:
    """The policy's weights, as `tuning/raeuber` found them."""
    return np.load(Path(__file__).parent / "weights" / f"policy-{players}.npy").view(NET)


@seldom
def consider(s: State, seat: int, net: Any, mind: Any) -> int:
    """Fill the moves and their chances; tell how many there are. Of sacks that are alike one is enough."""
    n = list_moves(s, seat, mind)
    if n == 1:
        mind.chances[0] = 1.0
        return n
    look_round(s, seat, mind.points, mind.waiting, mind.held, mind.table)
    into_units(mind.table, net.table, mind.sums)
    weigh(s, seat, mind.feels)
    best = -1e9
    for k in range(n):
        best = max(best, mind.feels[mind.numbers[k]])
    kinds = -1
    for k in range(n):
        a = int(mind.numbers[k])
        kind = number(KIND_OF_MOVE[a])
        if kinds != kinds_without(int(s.hand[seat]), kind):
            kinds = kinds_without(int(s.hand[seat]), kind)
            mind.left[:] = 0
            look_at_hand(s, seat, kinds, mind.left)
        move = mind.decisions[k]
        move[:] = mind.left
        look_at_move(s, seat, kind, number(PLACE_OF_MOVE[a]), kinds, mind, mind.feels[a] - best, move)
        mind.units[:] = mind.sums
        add_to_units(move, net.decision, mind.units)
        mind.chances[k] = read_out(mind.units, net.out) + FEEL * move[THUMB]
    into_chances(mind.chances, n)
    return n


@rule
def list_moves(s: State, seat: int, mind: Any) -> int:
    """By kind, so that what stays in the hand is looked at once."""
    first, second = legal(s, seat)
    for sack in range(1, SACKS):
        if alike(s, sack):
            lane = ALL_KINDS << LANE * (sack % PER_WORD)
            first &= ~(lane if sack < PER_WORD else 0)
            second &= ~(0 if sack < PER_WORD else lane)
    n = 0
    for kind in range(KINDS):
        for word in range(2):
            rest = (second if word else first) >> kind & EACH_SACK[0]
            while rest:
                mind.numbers[n] = 64 * word + lowest(rest) + kind
                rest &= rest - 1
                n += 1
    return n


@rule
def alike(s: State, sack: int) -> bool:
    """Whether the sack is as the one before, in all that matters."""
    return (
        int(WORTH[sack]) == int(WORTH[sack - 1])
        and int(s.loot[sack]) == int(s.loot[sack - 1])
        and int(s.top[sack]) == int(s.top[sack - 1])
        and owner_of(s, sack) == owner_of(s, sack - 1)
    )


@rule
def leave_out_seldom(n: int, mind: Any) -> int:
    """Keep the moves that are chosen now and then, of n that were considered; tell how many."""
    kept = 0
    rest = 0.0
    for k in range(n):
        if mind.chances[k] >= SELDOM:
            rest += mind.chances[k]
            mind.chances[kept] = mind.chances[k]
            mind.numbers[kept] = mind.numbers[k]
            mind.decisions[kept] = mind.decisions[k]
            kept += 1
    for k in range(kept):
        mind.chances[k] /= rest
    return kept


@seldom
def decide(s: State, seat: int, net: Any, mind: Any, rng: Rng) -> int:
    """One move by the policy."""
    n = consider(s, seat, net, mind)
    if n > 1:
        n = leave_out_seldom(n, mind)
    return int(mind.numbers[sample(mind.chances, n, rng)])
