"""Games to learn from: what the learners at many tables saw and decided, and the results."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from beute.bots.greedy import greedy
from beute.bots.master.schattendieb.features import DECISION, TABLE, survey
from beute.bots.master.schattendieb.policy import WORK, Net, Work, consider, pick, worth
from beute.bots.master.schattendieb.rollouts import carry_out
from beute.games.compiling import batch, rule
from beute.games.contract import CHANCE, OVER, actor, choose, draw, due, legal, scores
from beute.games.dice import reseed
from beute.games.schattendieb.rules import MAX_SEATS
from beute.play.engine import engine
from beute.play.setup import set_up

# Who sits in a seat; the first three play by the network of that number.
LEARNER, EARLIER, RIVAL, GREEDY, RANDOM = range(5)
COMPANY: Final = 0.25, 0.05, 0.5, 0.15, 0.05  # how many tables have learners only, and how many each kind of others
FADE: Final = 0.95  # lambda of the generalised advantage estimation
SEEDS: Final = 1 << 40

MOMENT: Final = np.dtype(  # a learner had to decide
    (
        np.record,
        [
            ("table", np.float32, TABLE),  # as it saw it
            ("game", np.int32),
            ("seat", np.int32),
            ("first", np.int32),  # where its decisions begin among those of all moments
            ("many", np.int32),
            ("chosen", np.int32),  # the one it took, counted from the first
            ("chance", np.float32),  # that it took this one
            ("worth", np.float32),  # what it expected to get
            ("result", np.float32),  # the return, as far as the decision is responsible for it
            ("gain", np.float32),  # the advantage, in standard deviations
        ],
    )
)
MOMENTS: Final = 150  # room for so many per game on average, more than games have
DECISIONS: Final = 4  # and for so many per moment


class Lessons(NamedTuple):
    """All that is learned from at a time."""

    moments: Any  # of the layout MOMENT
    decisions: Any  # a row of features for each decision that a moment had


def room_for(games: int) -> Lessons:
    most = MOMENTS * games
    return Lessons(np.empty(most, MOMENT), np.empty((most * DECISIONS, DECISION), np.float32))


# ---------------------------------------------------------------- tables


def tables_for(players: int, games: int) -> Any:
    return np.repeat(engine(set_up("schattendieb", players, {})).start, games)


def gather(players: int, games: int, nets: Any, lead: float, rng: np.random.Generator) -> Lessons:
    """Lessons from so many games; `nets` are the learners', an earlier one and a rival's.

    The part `lead` of a reward is for having more than each of the others, the rest for winning.
    """
    tables = tables_for(players, games)
    seated = seat_in_company(tables["players"], rng)
    moments, decisions = room_for(len(tables))
    kept, listed = play_games(tables, seated, nets, int(rng.integers(SEEDS)), moments, decisions)
    moments, decisions = moments[:kept], decisions[:listed]
    credit(moments, rewards(tables, lead))
    gain = moments["result"] - moments["worth"]
    moments["gain"] = gain / gain.std()
    return Lessons(moments, decisions)


def seat_in_company(players: Any, rng: np.random.Generator) -> Any:
    """A table has learners only, or one kind of others in about half of its seats; one learner is always there."""
    games = len(players)
    company = rng.choice(len(COMPANY), (games, 1), p=COMPANY)
    seated = np.where(rng.random((games, MAX_SEATS)) < 0.5, company, LEARNER)
    seated[np.arange(games), rng.integers(0, players)] = LEARNER
    return seated


def compete(nets: Any, players: int, rival: int, games: int, seed: int) -> tuple[float, float]:
    """The share of a win that a seat of the first network gets, and one of a rival; each has half of the seats."""
    tables, rng = tables_for(players, games), np.random.default_rng(seed)
    rivals = (players + np.arange(games) % 2) // 2  # of an odd number of seats the half is rounded by turns
    places = rng.random((games, players)).argsort(axis=1)
    seated = np.where(places < rivals[:, None], rival, LEARNER)
    play_games(tables, seated, nets, seed, *room_for(0))
    wins = rewards(tables, 0.0)[:, :players]
    return float(wins[seated == LEARNER].mean()), float(wins[seated == rival].mean())


# ---------------------------------------------------------------- playing


@batch
def play_games(tables: Any, seated: Any, nets: Any, seed: int, moments: Any, decisions: Any) -> tuple[int, int]:
    """Play every table to its end; return how many moments and decisions were kept, as far as there was room."""
    work_array = np.zeros(1, WORK)
    rng = np.zeros(1, np.uint64)
    kept, listed = 0, 0
    for game in range(len(tables)):
        s, work = tables[game], work_array[0]
        reseed(rng, seed, game)
        asked, step = 0, -1
        while due(s) != OVER:
            if due(s) == CHANCE:
                carry_out(s, CHANCE, draw(s, rng))
                continue
            if due(s) & ~asked or int(s.step) != step:  # a new phase
                survey(s, work.public)
            asked, step = due(s), int(s.step)
            seat = actor(s)
            who = seated[game, seat]
            if who in (GREEDY, RANDOM):
                carry_out(s, seat, greedy(s, seat, rng) if who == GREEDY else choose(legal(s, seat), rng))
                continue
            many = consider(s, seat, nets[who], work)
            chosen = pick(many, work, rng)
            if who == LEARNER and many > 1 and kept < len(moments) and listed + many <= len(decisions):
                moments[kept].game = game
                moments[kept].seat = seat
                moments[kept].first = listed
                note(moments[kept], decisions[listed : listed + many], chosen, nets[who], work)
                kept += 1
                listed += many
            carry_out(s, seat, int(work.numbers[chosen]))
    return kept, listed


@rule
def note(moment: Any, decisions: Any, chosen: int, net: Net, work: Work) -> None:
    """Keep what was considered, and which of it was chosen."""
    moment.table[:] = work.table
    moment.many = len(decisions)
    moment.chosen = chosen
    moment.chance = work.chances[chosen]
    moment.worth = worth(net, work)
    decisions[:] = work.decisions[: len(decisions)]


# ---------------------------------------------------------------- results


def rewards(tables: Any, lead: float) -> Any:
    """What each seat gets at the end of each game."""
    shares = np.zeros((len(tables), MAX_SEATS))
    share_out(tables, lead, shares)
    return shares


@batch
def share_out(tables: Any, lead: float, shares: Any) -> None:
    points = np.zeros(MAX_SEATS, np.int64)
    for game in range(len(tables)):
        s = tables[game]
        scores(s, points)
        for seat in range(int(s.players)):
            shares[game, seat] = reward(points, int(s.players), seat, lead)


@rule
def reward(points: Any, players: int, seat: int, lead: float) -> float:
    """The share of the win, ties share; and for a part of it, of the others that have less, ties half."""
    mine = points[seat]
    winners, more, less = 0, 0, 0
    for other in range(players):
        more += int(points[other] > mine)
        less += int(points[other] < mine)
        winners += int(points[other] == mine)
    win = 0.0 if more else 1.0 / winners
    return (1 - lead) * win + lead * (less + 0.5 * (winners - 1)) / (players - 1)


@batch
def credit(moments: Any, rewards: Any) -> None:
    """Write the return and advantage of each decision (generalised advantage estimation).

    The return is what the seat expected at its next decision, or got at the end, and by FADE the later differences.
    """
    then = rewards.copy()
    surprise = np.zeros(rewards.shape)
    for n in range(len(moments) - 1, -1, -1):
        moment = moments[n]
        place = int(moment.game), int(moment.seat)
        surprise[place] = then[place] - moment.worth + FADE * surprise[place]
        then[place] = moment.worth
        moment.result = moment.worth + surprise[place]
