"""Decisions compared by playing on: the same imagined worlds, the same luck and the same answers of others for each."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from beute.bots.master.schattendieb.features import survey
from beute.bots.master.schattendieb.memory import Memory
from beute.bots.master.schattendieb.policy import Mind, Net, consider, decide, worth
from beute.bots.master.schattendieb.worlds import gather, go_on_imagining
from beute.games.contract import CHANCE, OVER, actor, due
from beute.games.kernel import Rng, State, batch, below, lowest, rule, seldom
from beute.games.schattendieb import rules
from beute.games.schattendieb.rules import CHOOSE, MAX_SEATS, NO_CARD, draw, scores
from beute.games.schattendieb.view import imagine

SEEDS: Final = 1 << 62
HORIZON: Final = 2  # rounds that are played before the rest is judged by the policy's own value
WARM_UP: Final = 30  # worlds until the first one is forgotten


@batch
def compare(
    known: Any,
    world: Any,
    branch: Any,
    seat: int,
    decisions: Any,
    net: Net,
    mind: Mind,
    memory: Memory,
    hidden: Any,
    lead: float,
    totals: Any,
    rng: Rng,
    worlds: int,
) -> None:
    """Imagine worlds, and in each add to `totals` what comes of every decision; without memory they are unrelated."""
    points = np.zeros(MAX_SEATS, np.int64)
    luck = np.zeros(1, np.uint64)
    for _ in range(worlds):
        world[0] = known[0]
        if len(hidden) == 0:
            imagine(world[0], seat, rng)
        else:
            if hidden[0].many == 0:
                imagine(world[0], seat, rng)
                gather(world, seat, memory, hidden, net, mind, rng)
                for _ in range(WARM_UP):
                    go_on_imagining(world, seat, memory, hidden, net, mind, rng)
            go_on_imagining(world, seat, memory, hidden, net, mind, rng)
        others_decide(world[0], seat, net, mind, rng)
        seed = below(rng, SEEDS)
        for k in range(len(decisions)):
            branch[0] = world[0]
            luck[0] = seed
            carry_out(branch[0], seat, decisions[k])
            totals[k] += outcome(branch, seat, net, mind, lead, points, luck)


@batch
def first_impression(known: Any, seat: int, net: Net, mind: Mind) -> int:
    """What the policy thinks of the decisions; tell how many there are."""
    survey(known[0], mind.public)
    return consider(known[0], seat, net, mind)


@seldom
def others_decide(s: State, seat: int, net: Net, mind: Mind, rng: Rng) -> None:
    """What the others that are asked at the same time answer, whatever the seat does."""
    survey(s, mind.public)
    others = due(s) & ~(1 << seat)
    while others:
        other = lowest(others)
        carry_out(s, other, decide(s, other, net, mind, rng))
        others &= due(s)


@seldom
def carry_out(s: State, seat: int, a: int) -> None:
    """The rules' own play, compiled once for all who need it here."""
    rules.play(s, seat, a)


@seldom
def outcome(table: Any, seat: int, net: Net, mind: Mind, lead: float, points: Any, rng: Rng) -> float:
    """Play some rounds by the policy, and to the end if the seat's vault is shut by then; what the seat gets of it."""
    s = table[0]
    rounds = HORIZON
    asked, step = 0, -1
    while due(s) != OVER:
        if due(s) == CHANCE:
            carry_out(s, CHANCE, draw(s, rng))
            continue
        if due(s) & ~asked or int(s.step) != step:  # a new phase
            survey(s, mind.public)
            if s.step == CHOOSE:
                if rounds <= 0 and s.closer[seat] == NO_CARD:
                    return worth(s, seat, net, mind)
                rounds -= 1
        asked, step = due(s), int(s.step)
        other = actor(s)
        carry_out(s, other, decide(s, other, net, mind, rng))
    scores(s, points)
    return share(points, int(s.players), seat, lead)


@rule
def share(points: Any, players: int, seat: int, lead: float) -> float:
    """Of the win, ties share; and for a part of it, of the others that have less, ties half."""
    mine = points[seat]
    winners, more, less = 0, 0, 0
    for other in range(players):
        more += int(points[other] > mine)
        less += int(points[other] < mine)
        winners += int(points[other] == mine)
    win = 0.0 if more else 1.0 / winners
    return (1 - lead) * win + lead * (less + 0.5 * (winners - 1)) / (players - 1)
