"""How a seat would decide by what it sees at a glance: a small network, trained by play against itself.

Each decision gets a number from the table and what is special about it (`features`); the larger, the more often it is
chosen. So it is a mixed strategy: nobody can reckon with it.
"""

from __future__ import annotations

from math import exp
from typing import Any, Final, TypeAlias

import numpy as np

from beute.bots.master.network import into_units, read_out
from beute.bots.master.schattendieb.features import (
    DECISION,
    FACTS,
    MOST,
    PUBLIC,
    TABLE,
    look_at_decision,
    look_at_table,
)
from beute.games.bits import Moves, lowest
from beute.games.compiling import called, rule
from beute.games.dice import Rng, below
from beute.games.layout import State
from beute.games.schattendieb.rules import legal

HIDDEN: Final = 32  # units between what is seen and the number of a decision


NET: Final = np.dtype(
    (
        np.record,
        [
            ("table", np.float32, (TABLE, HIDDEN)),  # from the table to the hidden units
            ("decision", np.float32, (DECISION, HIDDEN)),  # from a decision to them
            ("out", np.float32, HIDDEN),  # and from them to the number of the decision
            ("value", np.float32, (TABLE, HIDDEN)),  # the same for what the position is worth
            ("value_out", np.float32, HIDDEN),
        ],
    )
)
MIND: Final = np.dtype(  # room to think in
    (
        np.record,
        [
            ("public", np.int64, PUBLIC),
            ("facts", np.int64, FACTS),
            ("numbers", np.int64, MOST),  # the decisions as the contract numbers them
            ("chances", np.float64, MOST),
            ("table", np.float32, TABLE),
            ("decisions", np.float32, (MOST, DECISION)),
            ("sums", np.float32, HIDDEN),
            ("unit", np.float32, HIDDEN),
        ],
    )
)
Net: TypeAlias = Any  # one record of the layout NET
Mind: TypeAlias = Any  # one record of the layout MIND


@called
def consider(s: State, seat: int, net: Net, mind: Mind) -> int:
    """Fill the chances of all decisions that are legal; tell how many there are. The table was surveyed."""
    moves = legal(s, seat)
    n = list_decisions(moves, mind)
    if n == 1:
        mind.chances[0] = 1.0
        return n
    look_at_table(s, seat, mind.public, mind.facts, mind.table)
    into_units(mind.table, net.table, mind.sums)
    most = -1e9
    for k in range(n):
        look_at_decision(s, seat, int(mind.numbers[k]), mind.facts, mind.decisions[k])
        for h in range(HIDDEN):
            mind.unit[h] = mind.sums[h]
        for f in range(DECISION):
            x = mind.decisions[k, f]
            if x != 0:
                for h in range(HIDDEN):
                    mind.unit[h] += x * net.decision[f, h]
        mind.chances[k] = read_out(mind.unit, net.out)
        most = max(most, mind.chances[k])
    total = 0.0
    for k in range(n):
        mind.chances[k] = exp(mind.chances[k] - most)
        total += mind.chances[k]
    for k in range(n):
        mind.chances[k] /= total
    return n


@rule
def list_decisions(moves: Moves, mind: Mind) -> int:
    n = 0
    for word in range(2):
        rest = moves[word]
        while rest:
            mind.numbers[n] = 64 * word + lowest(rest)
            rest &= rest - 1
            n += 1
    return n


@rule
def worth(net: Net, mind: Mind) -> float:
    """What the table that was considered is worth to the seat; training asks for it."""
    into_units(mind.table, net.value, mind.sums)
    return read_out(mind.sums, net.value_out)


@rule
def pick(n: int, mind: Mind, rng: Rng) -> int:
    """One of the decisions that were considered, by their chances; as its place."""
    left = below(rng, 1 << 30) / (1 << 30)
    for k in range(n - 1):
        left -= mind.chances[k]
        if left < 0:
            return k
    return n - 1


@called
def decide(s: State, seat: int, net: Net, mind: Mind, rng: Rng) -> int:
    """One decision by the policy. The table was surveyed."""
    n = consider(s, seat, net, mind)
    return int(mind.numbers[pick(n, mind, rng) if n > 1 else 0])
