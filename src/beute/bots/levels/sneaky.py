"""Sneaky as people play it: the turn is thought through, but what comes of it is misjudged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from beute.bots.levels.noticing import noticed
from beute.bots.turn import BUST, NEVER, SOLVED, find_ends, is_laying, loot_of_ends, weigh_ends, with_loot
from beute.bots.value import weights
from beute.games.dice import Rng, below
from beute.games.layout import State
from beute.games.sneaky.rules import CENTRE, MAX_SEATS

POINT: Final = 0.03  # share of a win that a point seems worth to who counts nothing else


@dataclass(frozen=True)
class Faults:
    """What a level does not see of Sneaky; shares are those of a win."""

    points: float
    """How much of its judgement is the points of this turn: no handcuffs, no theft, not how the others stand."""

    boldness: float
    """By which share a bust seems better than it is, with four players; the more rivals, the more it dares."""

    mood: float
    """By up to which share more or less, each time it decides: now it dares, now it does not."""

    misjudges: float
    """By up to which share each way for the turn to end seems better or worse than it is."""

    overlooks: float
    """How often it does not notice that a bandit of another player can be stolen."""


def weigh(
    faults: Faults, known: State, heard: Sequence[str], seat: int, rng: Rng, decisions: Sequence[int]
) -> dict[int, float]:
    """What each of these decisions seems worth; of equal ones, stopping comes first."""
    table, solved = np.array([known]), np.zeros(1, SOLVED)
    ends = find_ends(table, seat, weights("sneaky"), solved)
    ends[:, seat] = judged(faults, known, ends[:, seat], solved[0], rng)
    worth = weigh_ends(table, seat, with_loot(table, seat, ends, solved), solved)
    return {decision: float(worth[decision]) for decision in sorted(decisions, reverse=True)}


def judged(faults: Faults, known: State, shares: Any, turn: Any, rng: Rng) -> Any:
    """What the ends of a turn seem worth. To stop with nothing seems what a bust seems: it is the same."""
    seem = shares + faults.misjudges * np.array([anything(rng) for _ in shares])
    if not is_laying(known):
        seem += faults.points * (shares[BUST] + POINT * loot_of_ends(known, turn) - shares)
        boldness = faults.boldness * (2 + int(known.players)) / (2 + MAX_SEATS)
        seem[BUST] = shares[BUST] + boldness + faults.mood * anything(rng)
        if known.filled == 0:
            seem[0] = seem[BUST]
        theirs = [n for n in range(int(turn.open)) if turn.spot[n] >= CENTRE]
        unnoticed = set(theirs) - set(noticed(theirs, faults.overlooks, rng))
        seem[:BUST] = seem[:BUST][np.arange(BUST) & ~sum(1 << n for n in unnoticed)]
    return np.where(shares == NEVER, NEVER, seem)


def anything(rng: Rng) -> float:
    """Between -1 and 1."""
    return 2 * below(rng, 1 << 30) / (1 << 30) - 1
