"""Find the weights of Räuber: what `greedy` feels, what positions are worth, and again with what was found.

Those that make the choices of `master` most likely, to become greedy/raeuber_weights.py:
`python tuning/raeuber.py greedy [--games 120] > found.py`
Those that make the results of games by `search` most likely, to become value/raeuber.toml:
`python tuning/raeuber.py value [--games 1000] > found.toml`
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import ceil
from multiprocessing import get_context
from typing import Any, Final

import numpy as np

from beute.bots import Budget, search
from beute.bots.greedy.raeuber import FEELINGS, MOVES, weigh_by
from beute.bots.greedy.raeuber import lateness as half_late
from beute.bots.master import weigh
from beute.bots.value.points import share_win
from beute.bots.value.raeuber import FEATURES, describe, lateness
from beute.games import contract
from beute.games.contract import CHANCE, OVER, actor, draw, due, legal
from beute.games.kernel import batch, below, hurry, members
from beute.games.raeuber import SEATS
from beute.games.raeuber.rules import MAX_SEATS
from beute.play.engine import engine
from beute.play.setup import set_up

# ---------------------------------------------------------------- weights that make choices likely


@dataclass
class Choices:
    """Things that one of could come about: rows of numbers, some for each question, and how far each did."""

    numbers: Any
    parts: Any
    question: Any  # for each row the number of its question, in order

    def chances(self, weights: Any) -> Any:
        """How likely each row is among those of its question."""
        worth = self.numbers @ weights
        first = np.flatnonzero(np.diff(self.question, prepend=-1))
        odds = np.exp(worth - np.maximum.reduceat(worth, first)[self.question])
        return odds / np.add.reduceat(odds, first)[self.question]

    def likelihood(self, weights: Any) -> float:
        """The mean log likelihood of what came about."""
        return float((self.parts * np.log(np.maximum(self.chances(weights), 1e-12))).sum() / (1 + self.question[-1]))

    def fitted(self, ridge: float = 1e-4) -> Any:
        """The likeliest weights, by Newton's method with short steps; a little ridge for what hardly differs."""
        scale = np.sqrt((self.numbers**2).mean(0)) + 1e-9
        scaled = Choices(self.numbers / scale, self.parts, self.question)
        first = np.flatnonzero(np.diff(self.question, prepend=-1))
        weights = np.zeros(len(scale))
        for _ in range(15):
            likely = scaled.chances(weights)
            weighted = scaled.numbers * likely[:, None]
            mean = np.add.reduceat(weighted, first)
            slope = self.parts @ scaled.numbers - mean.sum(0) - ridge * len(first) * weights
            bend = weighted.T @ scaled.numbers - mean.T @ mean + ridge * len(first) * np.eye(len(scale))
            step = np.linalg.solve(bend, slope)
            weights += step * min(1.0, 3 / np.abs(step).max())
        return weights / scale


def with_late(numbers: Any, late: Any) -> Any:
    """Everything twice: as it is, and by how late it is."""
    return np.concatenate([numbers, numbers * late[:, None]], 1)


# ---------------------------------------------------------------- games to learn from

AT_ONCE: Final = 20  # games that are played in one go


def in_parts(play: Callable[[int, int], tuple[Any, ...]], players: int, games: int, seed: int) -> tuple[Any, ...]:
    """What is gathered by playing games, on all cores."""
    parts = ceil(games / AT_ONCE)
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        found = list(pool.map(play, [players] * parts, [1_000_000 * seed + part for part in range(parts)]))
    return tuple(np.concatenate(column) for column in zip(*found, strict=True))


# ---------------------------------------------------------------- what greedy feels

FEELS: Final = {
    "loot": "in open sacks of one's own",
    "hope": "what sealing them would add, by how full they are",
    "robbed": "their loot, by the chance that an opponent holds a card that robs them",
    "sealed": "their loot, by the chance that an opponent holds the card that seals them",
    "ready": "what sealing them would add, with the card for it in the hand",
    "waiting": "what sealing them would add, for each card for it that is unseen",
    "small": "loot in those that count twice",
    "sacks": "how many they are",
    "full": "what sealed sacks of one's own count",
    "theirs": "loot in open sacks of others",
    "leader": "of the leading opponent, in addition",
    "rob": "loot that the cards left in the hand could rob",
    "seal": "what others' sacks would count that they could seal",
    "they_rob": "loot in others' sacks, by the chance that an opponent holds a card that robs them",
    "they_seal": "what they would count sealed, by the chance that an opponent holds the card",
    "shut": "loot in others' sacks that only a robber fits on",
    "last": "the best that the last card could do, by the chance that nobody else keeps its like",
    "played": "points of the card that is played",
    "robber": "whether it is a robber",
    "pair": "whether another one like it stays in the hand",
}
TEACHING: Final = Budget(simulations=2000)
WANDER: Final = 13  # one decision of so many is any, so that there is something to be learned about odd positions
CLOSE: Final = 0.01  # shares of a win: a move that is worse by that much should be chosen e times less often


def lessons(players: int, games: int, seed: int) -> Choices:
    """How the moves of positions feel, and how often each should be chosen by the master's opinion."""
    return learned(*in_parts(taught, players, games, seed))


def taught(players: int, seed: int) -> tuple[Any, Any, Any]:
    """States of some games by `master`, as they are known to the seats that are asked, those, and its opinions."""
    rules, rng = engine(set_up("raeuber", players, {})), np.array([seed], np.uint64)
    states, seats, opinions = [], [], []
    for _ in range(AT_ONCE):
        table = rules.table()
        s = table[0]
        while due(s) != OVER:
            if due(s) == CHANCE:
                contract.play(s, CHANCE, draw(s, rng))
                continue
            seat = actor(s)
            moves = members(legal(s, seat))
            a = moves[below(rng, len(moves))]
            if len(moves) > 1:
                known = rules.known(s, seat)
                shares = weigh(known, (), seat, rng, TEACHING)
                states.append(np.array([known]))
                seats.append(seat)
                opinions.append(np.array([shares.get(each, np.nan) for each in range(MOVES)]))
                if below(rng, WANDER):
                    a = max(shares, key=lambda each: shares[each])
            contract.play(s, seat, a)
    return np.concatenate(states), np.array(seats), np.array(opinions)


def learned(states: Any, seats: Any, opinions: Any) -> Choices:
    """The opinions of moves as choices; what is not legal has no number."""
    felt, late = np.empty((len(states), MOVES, FEELINGS)), np.zeros(len(states))
    feel(states, seats, felt, late)
    question, move = np.nonzero(~np.isnan(opinions))
    best = np.nanmax(opinions, 1)
    odds = np.nan_to_num(np.exp((opinions - best[:, None]) / CLOSE))
    parts = (odds / odds.sum(1, keepdims=True))[question, move]
    return Choices(with_late(felt[question, move], late[question]), parts, question)


@batch
def feel(states: Any, seats: Any, felt: Any, late: Any) -> None:
    """Each feeling alone, for each legal move."""
    feels = np.zeros(FEELINGS)
    gains = np.empty(MOVES)
    for n in range(len(states)):
        late[n] = half_late(states[n])
        for one in range(FEELINGS):
            feels[:] = 0.0
            feels[one] = 1.0
            weigh_by(states[n], seats[n], feels, gains)
            felt[n, :, one] = gains


# ---------------------------------------------------------------- what positions are worth

HAS: Final = {
    "sealed": "points of sealed sacks",
    "open": "loot in open sacks",
    "hope": "what sealing them would add, by how full they are",
    "strike_next": "the best that one's cards can take or seal, being next",
    "strike_second": "the same, coming second",
    "strike_later": "the same, coming later",
    "loss_next": "what the strike of the next player takes",
    "loss_second": "of the second",
    "loss_later": "of all who come later",
    "loot": "loot in the hand",
    "robbers": "robbers in the hand",
    "kinds": "different cards in the hand",
    "next": "to be next",
    "exposed": "loot in open sacks, by the cards still to come that rob it, of ten",
    "sacks": "open sacks",
    "held": "cards in the hand",
}
PLAYING: Final = Budget(simulations=200)
EVERY: Final = 5  # one position of so many is looked at
ASTRAY: Final = 50  # one decision of so many is any


def positions(players: int, games: int, seed: int) -> Choices:
    """What the seats have in positions of games, and the shares of the win that it came to."""
    tables, shares = in_parts(gather, players, games, seed)
    features, late = np.zeros((len(tables), MAX_SEATS, FEATURES)), np.zeros(len(tables))
    look_at(tables, features, late)
    question = np.repeat(np.arange(len(tables)), players)
    numbers = features[:, :players].reshape(-1, FEATURES)
    return Choices(with_late(numbers, late[question]), shares.ravel(), question)


def gather(players: int, seed: int) -> tuple[Any, Any]:
    """Positions of some games by `search`, and the shares of the win they came to."""
    rules, rng = engine(set_up("raeuber", players, {})), np.array([seed], np.uint64)
    found, results = list[Any](), list[Any]()
    for _ in range(AT_ONCE):
        table, first = rules.table(), len(found)
        s = table[0]
        while due(s) != OVER:
            if due(s) == CHANCE:
                contract.play(s, CHANCE, draw(s, rng))
                continue
            if below(rng, EVERY) == 0:
                found.append(table.copy())
            seat = actor(s)
            moves = members(legal(s, seat))
            a = moves[below(rng, len(moves))]
            if len(moves) > 1 and below(rng, ASTRAY):
                a = search.choose(rules.known(s, seat), (), seat, rng, PLAYING)
            contract.play(s, seat, a)
        shares = np.zeros(players)
        share_win(rules.scores(s), players, shares)
        results += [shares] * (len(found) - first)
    return np.concatenate(found), np.array(results)


@batch
def look_at(tables: Any, features: Any, late: Any) -> None:
    """What the seats have in each position, and how late it is."""
    for n in range(len(tables)):
        describe(tables[n], features[n])
        late[n] = lateness(tables[n])


# ---------------------------------------------------------------- as files


def rows(table: Any, meanings: dict[str, str], row: str) -> str:
    """A line for each weight: for 2 to 5 players what counts always, and what counts the later the more."""
    lines = []
    for (name, meaning), parts in zip(meanings.items(), table, strict=True):
        numbers = ", ".join("[" + ", ".join(f"{number:.4f}" for number in part) + "]" for part in parts)
        lines.append(row.format(name=name, numbers=numbers, meaning=meaning))
    return "\n".join(lines)


VALUE: Final = """# What a position of Räuber is worth; `raeuber.py` says how it is used, `tuning/raeuber.py` found it.
# For 2, 3, 4 and 5 players: what counts always, and what counts the more the fewer cards are left.
"""
GREEDY: Final = '''"""How much a player of Räuber feels what: `tuning/raeuber.py` found it in what `master` did."""

from typing import Final

import numpy as np

# For 2, 3, 4 and 5 players: what counts always, and what counts the more the fewer cards are in the pile.
FEELINGS: Final = {
'''


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["greedy", "value"])
    parser.add_argument("--games", type=int, help="for each number of players")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    hurry()
    source, games = (lessons, options.games or 120) if options.what == "greedy" else (positions, options.games or 1000)
    columns = []
    for players in SEATS:
        weights = source(players, games, options.seed).fitted()
        likely = source(players, max(1, games // 8), options.seed + 1).likelihood(weights)
        print(f"{players} players: log likelihood {likely:.4f} in other games", file=sys.stderr)
        columns.append(weights.reshape(2, -1))
    table = np.array(columns).transpose(2, 1, 0)
    if options.what == "value":
        print(VALUE + rows(table, HAS, "{name} = [{numbers}]  # {meaning}"))
    else:
        print(GREEDY + rows(table, FEELS, '    "{name}": ({numbers}),  # {meaning}'))
        print("}\nWEIGHTS: Final = np.array(list(FEELINGS.values()))")


if __name__ == "__main__":
    main()
