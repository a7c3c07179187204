"""How a seat would decide by what it sees at a glance: a small network, trained by play against itself.

Each decision gets a number from the table and what is special about it (`features`); the larger, the more often it is
chosen. So it is a mixed strategy: nobody can reckon with it.
"""

from __future__ import annotations

from math import exp
from typing import Any, Final, NamedTuple

import numpy as np

from beute.bots.master.schattendieb.features import (
    DECISION,
    FACTS,
    MOST,
    PUBLIC,
    TABLE,
    look_at_decision,
    look_at_table,
)
from beute.games.kernel import Moves, Rng, State, below, lowest, rule, seldom
from beute.games.schattendieb.rules import legal

HIDDEN: Final = 32  # units between what is seen and the number of a decision


class Net(NamedTuple):
    """The weights: from the table and from a decision to the hidden units, and from these to its number."""

    table: Any
    decision: Any
    out: Any
    value: Any  # from the table to the hidden units of what the position is worth
    value_out: Any


SHAPES: Final = ((TABLE, HIDDEN), (DECISION, HIDDEN), (HIDDEN,), (TABLE, HIDDEN), (HIDDEN,))


class Mind(NamedTuple):
    """Room to think in."""

    public: Any
    facts: Any
    table: Any
    decisions: Any  # a row for each
    base: Any
    unit: Any
    chances: Any
    numbers: Any  # the decisions as the contract numbers them


def new_mind() -> Mind:
    return Mind(
        np.zeros(PUBLIC, np.int64),
        np.zeros(FACTS, np.int64),
        np.zeros(TABLE, np.float32),
        np.zeros((MOST, DECISION), np.float32),
        np.zeros(HIDDEN, np.float32),
        np.zeros(HIDDEN, np.float32),
        np.zeros(MOST, np.float64),
        np.zeros(MOST, np.int64),
    )


def net_of(flat: Any) -> Net:
    """The weights from one row of numbers."""
    parts, at = [], 0
    for shape in SHAPES:
        n = int(np.prod(shape))
        parts.append(np.ascontiguousarray(flat[at : at + n], np.float32).reshape(shape))
        at += n
    return Net(*parts)


@seldom
def consider(s: State, seat: int, net: Net, mind: Mind) -> int:
    """Fill the chances of all decisions that are legal; tell how many there are. The table was surveyed."""
    moves = legal(s, seat)
    n = list_decisions(moves, mind)
    if n == 1:
        mind.chances[0] = 1.0
        return n
    look_at_table(s, seat, mind.public, mind.facts, mind.table)
    into_base(mind.table, net.table, mind.base)
    most = -1e9
    for k in range(n):
        look_at_decision(s, seat, int(mind.numbers[k]), mind.facts, mind.decisions[k])
        for h in range(HIDDEN):
            mind.unit[h] = mind.base[h]
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
def into_base(table: Any, weights: Any, base: Any) -> None:
    for h in range(HIDDEN):
        base[h] = 0
    for f in range(TABLE):
        x = table[f]
        if x != 0:
            for h in range(HIDDEN):
                base[h] += x * weights[f, h]


@rule
def read_out(unit: Any, weights: Any) -> float:
    """Units below zero are silent."""
    silent = np.float32(0)
    a = b = c = d = silent
    for h in range(0, HIDDEN, 4):  # four sums at once need not wait for each other
        a += max(unit[h], silent) * weights[h]
        b += max(unit[h + 1], silent) * weights[h + 1]
        c += max(unit[h + 2], silent) * weights[h + 2]
        d += max(unit[h + 3], silent) * weights[h + 3]
    return float(a + b + (c + d))


@seldom
def worth(s: State, seat: int, net: Net, mind: Mind) -> float:
    """What the position at the beginning of a round is worth to the seat. The table was surveyed."""
    look_at_table(s, seat, mind.public, mind.facts, mind.table)
    return worth_seen(net, mind)


@rule
def worth_seen(net: Net, mind: Mind) -> float:
    into_base(mind.table, net.value, mind.base)
    return read_out(mind.base, net.value_out)


@rule
def pick(n: int, mind: Mind, rng: Rng) -> int:
    """One of the decisions that were considered, by their chances; as its place."""
    left = below(rng, 1 << 30) / (1 << 30)
    for k in range(n - 1):
        left -= mind.chances[k]
        if left < 0:
            return k
    return n - 1


@seldom
def decide(s: State, seat: int, net: Net, mind: Mind, rng: Rng) -> int:
    """One decision by the policy. The table was surveyed."""
    n = consider(s, seat, net, mind)
    return int(mind.numbers[pick(n, mind, rng) if n > 1 else 0])
