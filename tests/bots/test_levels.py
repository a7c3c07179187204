"""Levels: faults of people, named and typed, and each in its place."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

import beute
from beute import games
from beute.bots import Budget, greedy
from beute.bots.absurd import sensible
from beute.bots.levels import LEVELS, faults_of, module_of, raeuber, sneaky
from beute.bots.turn import SOLVED, find_ends
from beute.bots.value import weights
from beute.games.bits import members
from beute.games.layout import State
from beute.games.sneaky.rules import CENTRE
from tests.games.raeuber.position import engine_of
from tests.games.raeuber.position import state as position_of_raeuber
from tests.games.sneaky.position import position

QUESTIONS: Final = 12
SEEDS: Final = 4
ORDER = ("easy", "medium", "hard")
THE_MORE_THE_WORSE = {
    "sneaky": ("points", "boldness", "mood", "misjudges", "overlooks"),
    "schattendieb": ("overlooks",),
    "raeuber": ("points", "overlooks", "forgets"),
}
THE_MORE_THE_BETTER = {
    "sneaky": (),
    "schattendieb": ("simulations", "first_look", "memory"),
    "raeuber": ("simulations", "horizon", "memory"),
}


def dice(seed: int) -> Any:
    return np.array([seed], np.uint64)


@pytest.mark.parametrize("game", games.NAMES)
def test_every_fault_is_explained(game: str) -> None:
    """By a sentence below its name, as a reader of the file has to know what a number means."""
    source = module_of(game).__file__
    assert source is not None
    text = Path(source).read_text(encoding="utf-8")
    for fault in fields(module_of(game).Faults):
        assert f'    {fault.name}: {fault.type}\n    """' in text


@pytest.mark.parametrize("game", games.NAMES)
def test_the_lower_the_level_the_more_it_lacks(game: str) -> None:
    easy, medium, hard = (faults_of(game)[level] for level in ORDER)
    assert len({easy, medium, hard}) == len(ORDER)
    for name in THE_MORE_THE_WORSE[game]:
        assert getattr(easy, name) >= getattr(medium, name) >= getattr(hard, name)
    for name in THE_MORE_THE_BETTER[game]:
        assert getattr(easy, name) <= getattr(medium, name) <= getattr(hard, name)


@cache
def questions(game: str) -> list[tuple[State, list[str], int]]:
    """Some decisions of a game by rules of thumb, with what their seats know and heard; the same for all levels."""
    table = beute.new(game, games.about(game).SEATS[0], seed=4)
    found = list[tuple[State, list[str], int]]()
    while not table.over and len(found) < QUESTIONS:
        seat = table.due[0]
        known = table.known(seat)
        if len(table.legal_for(seat)) > 1:
            found.append((known, list(table.heard(seat)), seat))
        table.play(table.word(greedy.choose(known, (), seat, dice(0), Budget())), seat)
    return found


@pytest.mark.parametrize("game", games.NAMES)
@pytest.mark.parametrize("level", ORDER)
def test_a_level_errs_by_its_own_dice_and_keeps_to_sensible_moves(game: str, level: str) -> None:
    answers = list[int]()
    for known, heard, seat in questions(game):
        before = known.tobytes()
        said = [LEVELS[level].choose(known, heard, seat, dice(seed), Budget()) for seed in range(SEEDS)]
        assert LEVELS[level].choose(known, heard, seat, dice(0), Budget()) == said[0]
        assert known.tobytes() == before
        assert set(said) <= set(members(sensible(known, seat)))
        answers.append(len(set(said)))
    assert max(answers) > 1


# ---------------------------------------------------------------- single faults


def raeuber_weighed(**lacking: float) -> dict[str, float]:
    """What moves seem worth in a drawn position, with nothing lacking but what is said."""
    s = position_of_raeuber(
        "turn 0\n26 of 0: 10, top 4\n70a of 1: 30, top 8\nseat 0: 8 2 3\nseat 1: 2 3 4 5\nunseen: Rx6 8x3 9x3 10x3"
    )
    rules = engine_of(s)
    known = rules.known(s, 0)
    complete = raeuber.Faults(simulations=100, horizon=3, memory=True, points=0.0, overlooks=0.0, forgets=0.0)
    weighed = raeuber.weigh(replace(complete, **lacking), known, (), 0, dice(1), members(sensible(known, 0)))  # type: ignore[arg-type]
    return {rules.decision_words[a]: share for a, share in weighed.items()}


def test_a_sack_of_another_player_is_overlooked() -> None:
    assert "8>70a" in raeuber_weighed()
    left = raeuber_weighed(overlooks=2.0)  # with two players half of it counts
    assert left.keys() == {word for word in raeuber_weighed() if not word.endswith(">70a")}
    assert {"8>26", "8>100"} <= left.keys()


@pytest.mark.clause("RB-8")
def test_points_of_the_moment() -> None:
    seem = raeuber_weighed(points=1.0)
    assert seem["8>70a"] == pytest.approx(raeuber.POINT * 38)
    assert seem["3>26"] == pytest.approx(raeuber.POINT * 3)
    assert seem["3>100"] == pytest.approx(raeuber.POINT * 3)


def test_who_forgets_every_card_looks_again_at_one_place() -> None:
    place = {word.partition(">")[2] for word in raeuber_weighed(forgets=1.0)}
    assert raeuber_weighed(forgets=1.0).keys() == {
        word for word in raeuber_weighed() if {word.partition(">")[2]} == place
    }
    assert len({word.partition(">")[0] for word in raeuber_weighed(forgets=0.5)}) < 3


def test_a_bandit_of_another_player_is_not_noticed() -> None:
    """So it adds nothing to what a turn seems worth; one of the centre does."""
    known = position(
        "centre R1 Y2 G3\n> 0 cuffs 2 safe - stack -\n1 cuffs 2 safe - stack B1\n2 cuffs 2 safe - stack -\nleft RRBBGGP"
    ).state
    solved = np.zeros(1, SOLVED)
    shares = find_ends(np.array([known]), 0, weights("sneaky"), solved)[:, 0]
    complete = sneaky.Faults(points=0.0, boldness=0.0, mood=0.0, misjudges=0.0, overlooks=0.0)
    theirs, red = (1 << int(np.flatnonzero(solved[0].spot[: solved[0].open] == spot)[0]) for spot in (CENTRE + 1, 0))
    for overlooks, seen in (0.0, True), (1.0, False):
        seem = sneaky.judged(replace(complete, overlooks=overlooks), known, shares, solved[0], dice(1))
        assert bool(seem[red | theirs] > seem[red]) is seen
        assert seem[red] == shares[red]
