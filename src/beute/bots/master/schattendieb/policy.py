"""A policy: a small network without search, trained by play against itself.

Each decision gets a number from the features of the table and its own (`features`); a softmax of these numbers gives
the probabilities. So it is a mixed strategy: nobody can predict it.
"""

from __future__ import annotations

from math import exp
from typing import Any, Final, TypeAlias

import numpy as np

from beute.bots.master.network import add_to_units, into_units, read_out
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

HIDDEN: Final = 32  # hidden units between the features and the number of a decision


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
WORK: Final = np.dtype(  # work space of one computation
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
Work: TypeAlias = Any  # one record of the layout WORK


@called
def consider(s: State, seat: int, net: Net, work: Work) -> int:
    """Fill the probabilities of all legal decisions; return how many there are. `survey` must have been called."""
    moves = legal(s, seat)
    n = list_decisions(moves, work)
    if n == 1:
        work.chances[0] = 1.0
        return n
    look_at_table(s, seat, work.public, work.facts, work.table)
    into_units(work.table, net.table, work.sums)
    most = -1e9
    for k in range(n):
        look_at_decision(s, seat, int(work.numbers[k]), work.facts, work.decisions[k])
        for h in range(HIDDEN):
            work.unit[h] = work.sums[h]
        add_to_units(work.decisions[k], net.decision, work.unit)
        work.chances[k] = read_out(work.unit, net.out)
        most = max(most, work.chances[k])
    total = 0.0
    for k in range(n):
        work.chances[k] = exp(work.chances[k] - most)
        total += work.chances[k]
    for k in range(n):
        work.chances[k] /= total
    return n


@rule
def list_decisions(moves: Moves, work: Work) -> int:
    n = 0
    for word in range(2):
        rest = moves[word]
        while rest:
            work.numbers[n] = 64 * word + lowest(rest)
            rest &= rest - 1
            n += 1
    return n


@rule
def worth(net: Net, work: Work) -> float:
    """What the table that was considered is worth to the seat; used in training."""
    into_units(work.table, net.value, work.sums)
    return read_out(work.sums, net.value_out)


@rule
def pick(n: int, work: Work, rng: Rng) -> int:
    """The index of one of the considered decisions, drawn by their probabilities."""
    left = below(rng, 1 << 30) / (1 << 30)
    for k in range(n - 1):
        left -= work.chances[k]
        if left < 0:
            return k
    return n - 1


@called
def decide(s: State, seat: int, net: Net, work: Work, rng: Rng) -> int:
    """One decision by the policy. `survey` must have been called."""
    n = consider(s, seat, net, work)
    return int(work.numbers[pick(n, work, rng) if n > 1 else 0])
