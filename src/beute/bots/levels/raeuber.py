"""Räuber as people play it: a few plays ahead in a few imagined worlds, with an eye on its own points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from beute.bots import Budget
from beute.bots.levels.noticing import noticed
from beute.bots.master.raeuber import Settings, weigh_by
from beute.bots.master.raeuber.judgement import trained
from beute.games.dice import Rng, below
from beute.games.layout import State
from beute.games.raeuber.rules import (
    CENTRE,
    KIND_OF_MOVE,
    KINDS,
    MAX_SEATS,
    OUT,
    PLACE_OF_MOVE,
    SACKS,
    owner_of,
    put,
    scores,
)

POINT: Final = 0.01  # share of a win that a point seems worth to who counts nothing else


@dataclass(frozen=True)
class Faults:
    """What a level does not see of Räuber."""

    simulations: int
    """Imagined plays, all moves together: the fewer, the worse it counts."""

    horizon: int
    """How many decisions it looks ahead in each."""

    memory: bool
    """Whether it concludes from how others have played what they may hold."""

    points: float
    """How much of its judgement is the points that a move brings at once: not what others can do next."""

    overlooks: float
    """How often it does not look at a sack of another player, with five players; fewer are easier to keep an eye on."""

    forgets: float
    """How often it does not think of a card in its hand."""


def weigh(
    faults: Faults, known: State, heard: Sequence[str], seat: int, rng: Rng, decisions: Sequence[int]
) -> dict[int, float]:
    """What each of these decisions seems worth that it notices; of equal ones, the best comes first."""
    settings = Settings(horizon=faults.horizon)
    past = heard if faults.memory else ()
    weighed = weigh_by(settings, trained(int(known.players)), known, past, seat, rng, Budget(faults.simulations))
    open_to_it = [a for a in weighed if a in decisions]
    places, cards = looked_at(faults, known, seat, rng), noticed(range(KINDS), faults.forgets, rng)
    seen = [a for a in open_to_it if PLACE_OF_MOVE[a] in places and KIND_OF_MOVE[a] in cards]
    if not seen:  # it looks again, at one place
        place = PLACE_OF_MOVE[open_to_it[below(rng, len(open_to_it))]]
        seen = [a for a in open_to_it if PLACE_OF_MOVE[a] == place]
    return {a: weighed[a] + faults.points * (POINT * gain(known, seat, a) - weighed[a]) for a in seen}


def looked_at(faults: Faults, known: State, seat: int, rng: Rng) -> list[int]:
    """Where it may lay a card: in the centre, on its own sacks, on some of the others' sacks, out of the game."""
    theirs = [sack for sack in range(SACKS) if owner_of(known, sack) not in (seat, CENTRE)]
    overlooks = faults.overlooks * (5 + int(known.players)) / (5 + MAX_SEATS)
    rest = [place for place in range(OUT + 1) if place not in theirs]
    return rest + noticed(theirs, overlooks, rng)


def gain(known: State, seat: int, a: int) -> int:
    """The points that a move brings at once (RB-5, RB-8, RB-9); none if the card goes out of the game."""
    place = int(PLACE_OF_MOVE[a])
    if place == OUT:
        return 0
    then = np.array([known])
    put(then[0], seat, int(KIND_OF_MOVE[a]), place)
    return points_of(then[0], seat) - points_of(known, seat)


def points_of(s: State, seat: int) -> int:
    points = np.zeros(MAX_SEATS, np.int64)
    scores(s, points)
    return int(points[seat])
