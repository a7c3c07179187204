"""Räuber some plays ahead: every move is tried in the same imagined worlds, with the same draws.

After the move all seats play on by the policy for a while; then the position is judged.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from beute.bots.master.raeuber.beliefs import believe
from beute.bots.master.raeuber.judgement import judge
from beute.bots.master.raeuber.policy import decide
from beute.bots.value.raeuber import cards_left
from beute.games.contract import CHANCE, OVER, actor, draw, due, imagine
from beute.games.kernel import Rng, State, batch, reseed, seldom
from beute.games.raeuber import rules
from beute.games.raeuber.rules import MAX_SEATS

LUCK, WHIMS = 1, 2  # what a world's random numbers are for: draws, and what players do that is not sure


@batch
def look_ahead(
    known: Any,
    dealt: Any,
    world: Any,
    seat: int,
    moves: Any,
    tried: Any,
    memory: Any,
    past: Any,
    settings: Any,
    policies: Any,
    minds: Any,
    judges: Any,
    seeing: Any,
    shares: Any,
    seed: int,
    first: int,
    worlds: int,
) -> None:
    """Try some of the moves in so many more worlds, and write the seat's shares of the win by move and world.

    `dealt` and `world` are room for a state each; `dealt` is the world that was imagined last.
    """
    s = world[0]
    rng, luck, whim = np.zeros(1, np.uint64), np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    result = np.zeros(MAX_SEATS)
    believing = memory[0].plays.sum() > 0
    for number in range(first, first + worlds):
        reseed(rng, seed, 4 * number)
        dealt[0] = known[0]
        imagine(dealt[0], seat, rng)
        if believing:
            believe(dealt[0], memory, past, rng)
        for n in range(len(tried)):
            reseed(luck, seed, 4 * number + LUCK)
            reseed(whim, seed, 4 * number + WHIMS)
            world[0] = dealt[0]
            carry_out(s, seat, moves[tried[n]])
            play_on(s, settings, policies[0], minds[0], judges[0], seeing[0], luck, whim, result)
            shares[tried[n], number] = result[seat]


@seldom
def carry_out(s: State, seat: int, a: int) -> None:
    """The rules' own play, compiled once for all who need it here."""
    rules.play(s, seat, a)


@seldom
def play_on(
    s: State, settings: Any, policy: Any, mind: Any, net: Any, seeing: Any, luck: Rng, whim: Rng, result: Any
) -> None:
    """Play on by the policy for so many decisions, or to the end if that is near; then judge."""
    decisions = 0
    while due(s) != OVER:
        if due(s) == CHANCE:
            carry_out(s, CHANCE, draw(s, luck))
            continue
        if decisions >= int(settings[0].horizon) and cards_left(s) > int(settings[0].near):
            break
        seat = actor(s)
        carry_out(s, seat, decide(s, seat, policy, mind, whim))
        decisions += 1
    judge(s, net, seeing, result)
