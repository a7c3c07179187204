"""A step of many games at once, in compiled code: an action of each learner, and what chance and bots do then."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from beute.bots.value.points import share_win
from beute.games.compiling import batch, rule
from beute.games.contract import (
    CHANCE,
    OVER,
    actor,
    choose,
    conceal,
    contains,
    draw,
    due,
    ending,
    endless,
    legal,
    observe,
    play,
    scores,
)
from beute.games.dice import reseed
from beute.lab.policies import ask
from beute.research.episode import open_up
from beute.research.rewards import ILLEGAL, margin_of

MOST_SEATS: Final = 8
LEARNER, AT_RANDOM = -1, -2  # instead of the address of a policy
PLAYS, OVER_NOW, CUT_OFF, REFUSED = range(4)  # state of a game; refused: a bot returned an illegal decision


@rule
def play_on(table: Any, known: Any, policies: Any, learner: int, rng: Any, answer: Any) -> int:
    """Let chance and bots play until the learner is asked or nobody is; `known` is then what the learner knows.

    What a bot decided that is not legal is in `answer`.
    """
    s = table[0]
    while due(s) != OVER and not endless(s):
        if due(s) == CHANCE:
            play(s, CHANCE, draw(s, rng))
            continue
        seat = actor(s)
        if policies[seat] == AT_RANDOM:  # legal moves do not depend on others' secrets, so the true state will do
            play(s, seat, choose(legal(s, seat), rng))
            continue
        known[0] = table[0]
        conceal(known[0], seat)
        if seat == learner:
            return PLAYS
        a = ask(policies[seat], known[0], seat, rng)
        if not 0 <= a < 128 or not contains(legal(s, seat), a):
            answer[0] = a
            return REFUSED
        play(s, seat, a)
    known[0] = table[0]
    conceal(known[0], learner)
    return OVER_NOW if ending(s) else CUT_OFF


@rule
def tell(known: Any, learner: int, stands: int, places: Any, out: Any, mask: Any) -> None:
    """Write what the learner knows, and its legal actions; when the game is over all are legal, and do nothing."""
    observe(known[0], learner, out)
    mask[:] = stands != PLAYS
    if stands == PLAYS:
        open_up(legal(known[0], learner), learner, places, mask)


@rule
def result(s: Any, learner: int, margin: bool, points: Any, shares: Any, told: Any) -> float:
    """What a finished game is worth to the learner; `told` are the scores, from its own to the left."""
    players = int(s.players)
    scores(s, points)
    for ahead in range(players):
        told[ahead] = points[(learner + ahead) % players]
    if margin:
        return float(margin_of(points, players, learner))
    share_win(points, players, shares)
    return float(shares[learner])


@batch
def give_luck(rngs: Any, seeds: Any) -> None:
    """Seed the games' generators; with -1 a game keeps its generator."""
    for n in range(len(rngs)):
        if seeds[n] >= 0:
            reseed(rngs[n], seeds[n], 0)


@batch
def step_games(
    start: Any,
    tables: Any,
    known: Any,
    policies: Any,
    learners: Any,
    rngs: Any,
    actions: Any,
    decisions: Any,
    places: Any,
    margin: bool,
    same_step: bool,
    chosen: Any,
    out: Any,
    masks: Any,
    final: Any,
    stands: Any,
    rewards: Any,
    terminations: Any,
    truncations: Any,
    final_scores: Any,
    scored: Any,
    answers: Any,
) -> int:
    """One action of the learner in every chosen game, and all that follows; return in how many a bot was refused.

    A game that is over is dealt again: at once, with its last observation in `final`, or by the next step.
    """
    points = np.zeros(MOST_SEATS, np.int64)
    shares = np.zeros(MOST_SEATS)
    refused = 0
    for n in range(len(tables)):
        if not chosen[n]:
            continue
        table, learner, a = tables[n : n + 1], learners[n], actions[n]
        rewards[n] = 0.0
        terminations[n] = truncations[n] = scored[n] = False
        if stands[n] == PLAYS and not masks[n, a]:
            stands[n] = OVER_NOW
            terminations[n] = True
            rewards[n] = ILLEGAL
            known[0] = table[0]
            conceal(known[0], learner)
        else:
            if stands[n] == PLAYS:
                play(table[0], learner, decisions[learner, a])
            else:
                tables[n] = start[0]
            stands[n] = play_on(table, known, policies[learner], learner, rngs[n], answers[n : n + 1])
            if stands[n] == OVER_NOW:
                terminations[n] = True
                rewards[n] = result(table[0], learner, margin, points, shares, final_scores[n])
                scored[n] = True
            elif stands[n] == CUT_OFF:
                truncations[n] = True
        if same_step and (terminations[n] or truncations[n]):
            observe(known[0], learner, final[n])
            tables[n] = start[0]
            stands[n] = play_on(table, known, policies[learner], learner, rngs[n], answers[n : n + 1])
        refused += int(stands[n] == REFUSED)
        tell(known, learner, stands[n], places, out[n], masks[n])
    return refused
