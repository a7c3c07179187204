"""The weights of `greedy` that make the choices of `master` most likely."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from beute.bots import Budget
from beute.bots.greedy.raeuber import FEATURES, MOVES, weigh_by
from beute.bots.greedy.raeuber import lateness as half_late
from beute.bots.master import weigh
from beute.games.compiling import batch
from beute.games.dice import below
from tuning.raeuber.choices import Choices, with_late
from tuning.raeuber.games import AT_ONCE, any_of, in_parts, play_game, rules_for

FEELS: Final = {
    "loot": "in the seat's own open sacks",
    "hope": "what sealing them would add, by how full they are",
    "robbed": "their loot, by the chance that an opponent holds a card that robs them",
    "sealed": "their loot, by the chance that an opponent holds the card that seals them",
    "ready": "what sealing them would add, with the card for it in the hand",
    "waiting": "what sealing them would add, for each card for it that is unseen",
    "small": "loot in those that count twice",
    "sacks": "how many they are",
    "full": "what the seat's own sealed sacks count",
    "theirs": "loot in open sacks of others",
    "leader": "of the leading opponent, in addition",
    "rob": "loot that the cards left in the hand could rob",
    "seal": "what others' sacks would count that they could seal",
    "they_rob": "loot in others' sacks, by the chance that an opponent holds a card that robs them",
    "they_seal": "what they would count sealed, by the chance that an opponent holds the card",
    "shut": "loot in others' sacks that only a robber fits on",
    "last": "the best that the last card could do, by the chance that nobody else keeps the same",
    "played": "points of the card that is played",
    "robber": "whether it is a robber",
    "pair": "whether another one like it stays in the hand",
}
TEACHING: Final = Budget(simulations=2000)
WANDER: Final = 13  # one decision of so many is random, so that unusual positions occur too
CLOSE: Final = 0.01  # shares of a win: a move that is worse by that much should be chosen e times less often


def lessons(players: int, games: int, seed: int) -> Choices:
    """The features of the moves of positions, and how often each should be chosen by the master's ratings."""
    return learned(*in_parts(taught, players, games, seed))


def taught(players: int, seed: int) -> tuple[Any, Any, Any]:
    """States of some games by `master`, as the seats that are asked know them, those seats, and its ratings."""
    rules, rng = rules_for(players), np.array([seed], np.uint64)
    states, seats, ratings = list[Any](), list[int](), list[Any]()

    def decide(table: Any, seat: int, moves: list[int]) -> int:
        if len(moves) == 1:
            return moves[0]
        known = rules.known(table[0], seat)
        shares = weigh(known, (), seat, rng, TEACHING)
        states.append(np.array([known]))
        seats.append(seat)
        ratings.append(np.array([shares.get(each, np.nan) for each in range(MOVES)]))
        return max(shares, key=lambda each: shares[each]) if below(rng, WANDER) else any_of(moves, rng)

    for _ in range(AT_ONCE):
        play_game(rules, rng, decide)
    return np.concatenate(states), np.array(seats), np.array(ratings)


def learned(states: Any, seats: Any, ratings: Any) -> Choices:
    """The ratings of moves as choices; illegal moves have no rating."""
    rated, late = np.empty((len(states), MOVES, FEATURES)), np.zeros(len(states))
    rate_by_each(states, seats, rated, late)
    question, move = np.nonzero(~np.isnan(ratings))
    best = np.nanmax(ratings, 1)
    odds = np.nan_to_num(np.exp((ratings - best[:, None]) / CLOSE))
    parts = (odds / odds.sum(1, keepdims=True))[question, move]
    return Choices(with_late(rated[question, move], late[question]), parts, question)


@batch
def rate_by_each(states: Any, seats: Any, rated: Any, late: Any) -> None:
    """Each feature of each legal move: its rating with only that weight."""
    weights = np.zeros(FEATURES)
    gains = np.empty(MOVES)
    for n in range(len(states)):
        late[n] = half_late(states[n])
        for one in range(FEATURES):
            weights[:] = 0.0
            weights[one] = 1.0
            weigh_by(states[n], seats[n], weights, gains)
            rated[n, :, one] = gains
