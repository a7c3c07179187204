"""Decisions compared by playing on: the same imagined worlds, the same luck and the same answers of others for each."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from beute.bots.greedy.schattendieb import greedy
from beute.bots.master.schattendieb.features import survey
from beute.bots.master.schattendieb.policy import Mind, Net, consider, decide
from beute.games.bits import index, lowest
from beute.games.compiling import batch, called, rule
from beute.games.contract import CHANCE, OVER, due
from beute.games.dice import Rng, below
from beute.games.layout import State
from beute.games.schattendieb import rules
from beute.games.schattendieb.rules import MAX_SEATS, draw, scores

SEEDS: Final = 1 << 62


@batch
def compare(
    worlds: Any,
    branch: Any,
    seat: int,
    decisions: Any,
    nets: Any,
    minds: Any,
    plain: float,
    totals: Any,
    rng: Rng,
) -> None:
    """In each of some imagined worlds add to `totals` what comes of every decision.

    Nobody knows how the others play: in each world each of them is `plain`, a player by rules of thumb, with this
    chance, and else plays by the policy.
    """
    net, mind = nets[0], minds[0]
    points = np.zeros(MAX_SEATS, np.int64)
    luck = np.zeros(1, np.uint64)
    for n in range(len(worlds)):
        simple = 0
        for other in range(int(worlds[n].players)):
            simple |= int(other != seat and below(rng, 1024) < 1024 * plain) << other
        play_on(worlds[n : n + 1], seat, 1 << seat, simple, net, mind, points, rng)
        seed = below(rng, SEEDS)
        for k in range(len(decisions)):
            branch[0] = worlds[n]
            luck[0] = seed
            carry_out(branch[0], seat, decisions[k])
            totals[k] += play_on(branch, seat, index(0), simple, net, mind, points, luck)


@batch
def first_impression(known: Any, seat: int, nets: Any, minds: Any) -> int:
    """What the policy thinks of the decisions; tell how many there are."""
    survey(known[0], minds[0].public)
    return consider(known[0], seat, nets[0], minds[0])


@called
def carry_out(s: State, seat: int, a: int) -> None:
    """The rules' own play, compiled once for all who need it here."""
    rules.play(s, seat, a)


@called
def play_on(table: Any, seat: int, waiting: int, simple: int, net: Net, mind: Mind, points: Any, rng: Rng) -> float:
    """Play to the end, or until only seats that are waited for are asked; the share of the win that the seat gets."""
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
                survey(s, mind.public)
            asked, step = due(s), int(s.step)
            who = lowest(asked & ~waiting)
            a = greedy(s, who, rng) if simple >> who & 1 else decide(s, who, net, mind, rng)
        carry_out(s, who, a)
    scores(s, points)
    return share(points, int(s.players), seat)


@rule
def share(points: Any, players: int, seat: int) -> float:
    """Of the win; ties share."""
    winners = 0
    for other in range(players):
        if points[other] > points[seat]:
            return 0.0
        winners += int(points[other] == points[seat])
    return 1.0 / winners
