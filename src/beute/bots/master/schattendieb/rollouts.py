"""Decisions compared by rollouts, with the same imagined worlds, the same luck and the same choices of others."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from beute.bots.greedy.schattendieb import greedy
from beute.bots.master.schattendieb.features import survey
from beute.bots.master.schattendieb.policy import Net, Work, consider, decide
from beute.games.bits import index, lowest
from beute.games.compiling import batch, called, rule
from beute.games.contract import CHANCE, OVER, due
from beute.games.dice import Rng, below
from beute.games.layout import State
from beute.games.schattendieb import rules
from beute.games.schattendieb.rules import MAX_SEATS, draw, scores

SEEDS: Final = 1 << 62
FOR_POINTS: Final = 0.01  # part of what counts that is points: they decide where the win does not; matches add them
MANY: Final = 100.0  # points of a vault, more or less


@batch
def compare(
    worlds: Any,
    branch: Any,
    seat: int,
    decisions: Any,
    nets: Any,
    work_array: Any,
    plain: float,
    totals: Any,
    rng: Rng,
) -> None:
    """In each of some imagined worlds add the result of every decision to `totals`.

    How the others play is unknown: in each world each of them plays as `greedy` with probability `plain`, else by the
    policy.
    """
    net, work = nets[0], work_array[0]
    points = np.zeros(MAX_SEATS, np.int64)
    luck = np.zeros(1, np.uint64)
    for n in range(len(worlds)):
        simple = 0
        for other in range(int(worlds[n].players)):
            simple |= int(other != seat and below(rng, 1024) < 1024 * plain) << other
        play_on(worlds[n : n + 1], seat, 1 << seat, simple, net, work, points, rng)
        seed = below(rng, SEEDS)
        for k in range(len(decisions)):
            branch[0] = worlds[n]
            luck[0] = seed
            carry_out(branch[0], seat, decisions[k])
            totals[k] += play_on(branch, seat, index(0), simple, net, work, points, luck)


@batch
def policy_prior(known: Any, seat: int, nets: Any, work_array: Any) -> int:
    """The policy's probabilities of the decisions; return how many there are."""
    survey(known[0], work_array[0].public)
    return consider(known[0], seat, nets[0], work_array[0])


@called
def carry_out(s: State, seat: int, a: int) -> None:
    """The rules' own `play`, compiled once for all callers here."""
    rules.play(s, seat, a)


@called
def play_on(table: Any, seat: int, waiting: int, simple: int, net: Net, work: Work, points: Any, rng: Rng) -> float:
    """Play to the end, or until only seats that are waited for are asked; what the seat gets.

    That is its share of the win, and to a small part its points.
    """
    s = table[0]
    asked, step = 0, -1
    while due(s) != OVER:
        who = CHANCE
        if due(s) == CHANCE:
            a = draw(s, rng)
        else:
            if due(s) & ~waiting == 0:
                return 0.0
            if due(s) & ~asked or int(s.step) != step:  # a new phase
                survey(s, work.public)
            asked, step = due(s), int(s.step)
            who = lowest(asked & ~waiting)
            a = greedy(s, who, rng) if simple >> who & 1 else decide(s, who, net, work, rng)
        carry_out(s, who, a)
    scores(s, points)
    return (1 - FOR_POINTS) * share(points, int(s.players), seat) + FOR_POINTS * min(1.0, points[seat] / MANY)


@rule
def share(points: Any, players: int, seat: int) -> float:
    """Of the win; ties share."""
    winners = 0
    for other in range(players):
        if points[other] > points[seat]:
            return 0.0
        winners += int(points[other] == points[seat])
    return 1.0 / winners
