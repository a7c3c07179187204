"""Games for the policy of Räuber's master to learn from: what was seen at many tables, and what came of it."""

from __future__ import annotations

from concurrent.futures import Executor
from typing import Any, Final

import numpy as np

from beute.bots.greedy.raeuber import greedy
from beute.bots.master.network import sample
from beute.bots.master.raeuber import judgement, policy
from beute.bots.master.raeuber.facts import FACTS
from beute.bots.master.raeuber.glance import DECISION, FEEL, TABLE, THUMB
from beute.bots.master.raeuber.judgement import judge
from beute.bots.master.raeuber.lookahead import carry_out
from beute.bots.master.raeuber.policy import MOST, consider, leave_out_seldom
from beute.bots.value.raeuber import share_result
from beute.games.contract import CHANCE, OVER, actor, draw, due
from beute.games.kernel import batch, reseed, rule
from beute.games.raeuber.rules import MAX_SEATS
from beute.play.engine import engine
from beute.play.setup import set_up
from tuning.lessons import Lessons

PARTS: Final = 2  # of the games, each played by a thread of its own

# Who sits in a seat; the first three play by the policy of that number.
LEARNER, EARLIER, RIVAL, GREEDY = range(4)
COMPANY: Final = 0.4, 0.15, 0.35, 0.1  # how many tables have learners only, and how many each kind of others
FADE: Final = 0.86  # of a surprise counts for what was decided a round before
SEEDS: Final = 1 << 40

MOMENT: Final = np.dtype(  # a seat had to decide
    (
        np.record,
        [
            ("facts", np.float32, (MAX_SEATS, FACTS)),  # of the position, as who sees all hands judges by them
            ("table", np.float32, TABLE),  # as the seat saw it, if it is a learner's
            ("game", np.int32),
            ("seat", np.int32),
            ("first", np.int32),  # where its decisions begin among those of all moments
            ("many", np.int32),  # 0 if it is not a learner's
            ("chosen", np.int32),  # the one it took, counted from the first
            ("chance", np.float32),  # that it took this one
            ("expected", np.float32, MAX_SEATS),  # what shares of the win each seat could expect
            ("result", np.float32, MAX_SEATS),  # what came of it, as far as it can be thanked or blamed
            ("gain", np.float32),  # how much more that is for the seat than was expected
        ],
    )
)
MOMENTS: Final = 70  # there is room for so many of a game, which is more than it has
DECISIONS: Final = 25  # and for so many of a moment, on average


def gather(
    pool: Executor, players: int, games: int, policies: Any, judges: Any, rng: np.random.Generator
) -> list[Lessons]:
    """Lessons from so many games, in PARTS; `policies` are the learners', an earlier one and a rival's."""
    seed = int(rng.integers(SEEDS))
    seated = seat_in_company(players, games, rng)

    def play_part(number: int) -> Lessons:
        seats = seated[number::PARTS]
        moments = np.empty(MOMENTS * len(seats), MOMENT)
        decisions = np.empty((len(moments) * DECISIONS, DECISION), np.float32)
        results = np.zeros((len(seats), MAX_SEATS))
        kept, listed = play_games(
            tables_for(players, len(seats)), seats, policies, judges, seed + number, moments, decisions, results
        )
        credit(moments[:kept], results, FADE ** (1 / players))
        return Lessons(moments[:kept], decisions[:listed], felt(decisions[:listed]))

    return list(pool.map(play_part, range(PARTS)))


def compete(
    pool: Executor, players: int, policies: Any, judges: Any, rival: int, games: int, seed: int
) -> tuple[float, float]:
    """The share of a win that a seat of the first policy gets, and one of a rival; each has half of the seats."""
    rivals = (players + np.arange(games) % 2) // 2  # of an odd number of seats the half is rounded by turns
    places = np.random.default_rng(seed).random((games, players)).argsort(axis=1)
    seated = np.where(places < rivals[:, None], rival, LEARNER)

    def play_part(number: int) -> Any:
        seats = seated[number::PARTS]
        results = np.zeros((len(seats), MAX_SEATS))
        nothing = np.empty(0, MOMENT), np.empty((0, DECISION), np.float32)
        play_games(tables_for(players, len(seats)), seats, policies, judges, seed + number, *nothing, results)
        return np.stack([seats == LEARNER, results[:, :players]])

    learner, wins = np.concatenate(list(pool.map(play_part, range(PARTS))), axis=1)
    return float(wins[learner == 1].mean()), float(wins[learner == 0].mean())


def felt(decisions: Any) -> Any:
    """What the policy adds to: how each move feels to `greedy`."""
    return np.float32(FEEL) * decisions[:, THUMB]


def tables_for(players: int, games: int) -> Any:
    return np.repeat(engine(set_up("raeuber", players, {})).start, games)


def seat_in_company(players: int, games: int, rng: np.random.Generator) -> Any:
    """A table has learners only, or one kind of others in about half of its seats; one learner is always there."""
    company = rng.choice(len(COMPANY), (games, 1), p=COMPANY)
    seated = np.where(rng.random((games, players)) < 0.5, company, LEARNER)
    seated[np.arange(games), rng.integers(0, players, games)] = LEARNER
    return seated


@batch
def play_games(
    tables: Any, seated: Any, policies: Any, judges: Any, seed: int, moments: Any, decisions: Any, results: Any
) -> tuple[int, int]:
    """Play every table to its end; tell how many moments and decisions were kept, as far as there was room."""
    minds, seeing = np.zeros(1, policy.MIND), np.zeros(1, judgement.MIND)
    rng = np.zeros(1, np.uint64)
    kept, listed = 0, 0
    for game in range(len(tables)):
        s, mind = tables[game], minds[0]  # here, as a record alone would not keep its array alive
        reseed(rng, seed, game)
        while due(s) != OVER:
            if due(s) == CHANCE:
                carry_out(s, CHANCE, draw(s, rng))
                continue
            seat = actor(s)
            who = seated[game, seat]
            room = kept < len(moments) and listed + MOST <= len(decisions)
            if room:
                moments[kept].game = game
                moments[kept].seat = seat
                moments[kept].first = listed
                moments[kept].many = 0
                judge(s, judges[0], seeing[0], moments[kept].expected)
                moments[kept].facts[:] = seeing[0].facts
                kept += 1
            if who == GREEDY:
                carry_out(s, seat, greedy(s, seat, rng))
                continue
            many = leave_out_seldom(consider(s, seat, policies[who], mind), mind)
            chosen = sample(mind.chances, many, rng)
            if room and who == LEARNER and many > 1:
                note(moments[kept - 1], decisions[listed : listed + many], chosen, mind)
                listed += many
            carry_out(s, seat, int(mind.numbers[chosen]))
        share_result(s, results[game])
    return kept, listed


@rule
def note(moment: Any, decisions: Any, chosen: int, mind: Any) -> None:
    """Keep what was considered, and which of it was chosen."""
    moment.table[:] = mind.table
    moment.many = len(decisions)
    moment.chosen = chosen
    moment.chance = mind.chances[chosen]
    decisions[:] = mind.decisions[: len(decisions)]


@batch
def credit(moments: Any, results: Any, fade: float) -> None:
    """Tell each moment what came of it for every seat (generalised advantage estimation).

    That is what was expected at the next moment, or came at the end; and by `fade` all that was a surprise after that.
    """
    surprise, then = np.zeros(MAX_SEATS), np.zeros(MAX_SEATS)
    game = -1
    for n in range(len(moments) - 1, -1, -1):
        moment = moments[n]
        if int(moment.game) != game:
            game = int(moment.game)
            surprise[:] = 0
            then[:] = results[game]
        for seat in range(MAX_SEATS):
            surprise[seat] = then[seat] - moment.expected[seat] + fade * surprise[seat]
            then[seat] = moment.expected[seat]
            moment.result[seat] = moment.expected[seat] + surprise[seat]
        moment.gain = surprise[int(moment.seat)]
