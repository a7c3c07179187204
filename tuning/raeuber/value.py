"""What positions are worth to `search`: the weights that make the results of its games most likely."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from beute.bots import Budget, search
from beute.bots.value.raeuber import FEATURES, describe, lateness
from beute.games.compiling import batch
from beute.games.dice import below
from beute.games.raeuber.rules import MAX_SEATS
from tuning.raeuber import games
from tuning.raeuber.choices import Choices, with_late

HAS: Final = {
    "sealed": "points of sealed sacks",
    "open": "loot in open sacks",
    "hope": "what sealing them would add, by how full they are",
    "strike_next": "the best that the seat's cards can take or seal, being next",
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
EVERY: Final = 5  # one position of so many is used


def positions(players: int, number: int, seed: int) -> Choices:
    """Features of the seats in positions of games, and the final shares of the win."""
    tables, shares = games.in_parts(gather, players, number, seed)
    features, late = np.zeros((len(tables), MAX_SEATS, FEATURES)), np.zeros(len(tables))
    look_at(tables, features, late)
    question = np.repeat(np.arange(len(tables)), players)
    numbers = features[:, :players].reshape(-1, FEATURES)
    return Choices(with_late(numbers, late[question]), shares.ravel(), question)


def gather(players: int, seed: int) -> tuple[Any, Any]:
    """One of so many positions of some games of `search`, and the final shares of the win."""
    rules, rng = games.rules_for(players), np.array([seed], np.uint64)
    found, results = list[Any](), list[Any]()

    def decide(table: Any, seat: int, moves: list[int]) -> int:
        if below(rng, EVERY) == 0:
            found.append(table.copy())
        if len(moves) == 1 or below(rng, games.ASTRAY) == 0:
            return games.any_of(moves, rng)
        return search.choose(rules.known(table[0], seat), (), seat, rng, PLAYING)

    for _ in range(games.AT_ONCE):
        first = len(found)
        shares = games.play_game(rules, rng, decide)
        results += [shares] * (len(found) - first)
    return np.concatenate(found), np.array(results)


@batch
def look_at(tables: Any, features: Any, late: Any) -> None:
    """The features of the seats in each position, and how late it is."""
    for n in range(len(tables)):
        describe(tables[n], features[n])
        late[n] = lateness(tables[n])
