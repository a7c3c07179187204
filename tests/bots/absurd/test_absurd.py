"""The lists of absurd moves: their entries, and what every game owes them, in random games."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import beute
from beute import games
from beute.bots.absurd import absurdity, entries_of, guarded, sensible
from beute.games.bits import members
from beute.games.compiling import When, batch, compile_entries
from beute.games.contract import legal

EVERY = [(game, players) for game in games.NAMES for players in games.about(game).SEATS]


def questions(game: str, players: int, seeds: range) -> Iterator[tuple[Any, int]]:
    """What seats knew in random games when they had a choice."""
    for seed in seeds:
        table, luck = beute.new(game, players, seed=seed), random.Random(seed)
        while not table.over:
            seat = table.due[0]
            if len(table.legal_for(seat)) > 1:
                yield table.known(seat), seat
            table.play(luck.choice(table.legal_for(seat)), seat)


@pytest.mark.parametrize("game", games.NAMES)
def test_entries_name_a_clause_and_say_what_they_are(game: str) -> None:
    entries = entries_of(game)
    assert len({entry.name for entry in entries}) == len(entries)
    for entry in entries:
        assert entry.clause in games.about(game).CLAUSES
        assert re.fullmatch(r"[A-Z].*\.", entry.sentence)


@pytest.mark.parametrize(("game", "players"), EVERY)
def test_a_number_is_the_place_of_the_first_entry_that_holds(game: str, players: int) -> None:
    seen: Counter[int] = Counter()
    for known, seat in questions(game, players, range(3)):
        for a in members(legal(known, seat)):
            holds = [n for n, entry in enumerate(entries_of(game), 1) if entry.holds(known, seat, a)]
            assert absurdity(known, seat, a) == (holds[0] if holds else 0)
            seen[absurdity(known, seat, a)] += 1
    assert len(seen) > 1, "random games have absurd moves to choose from"


@pytest.mark.parametrize(("game", "players"), EVERY)
def test_a_sensible_move_is_always_left(game: str, players: int) -> None:
    for known, seat in questions(game, players, range(2)):
        moves, kept = set(members(legal(known, seat))), set(members(sensible(known, seat)))
        assert kept == {a for a in moves if not absurdity(known, seat, a)} or kept == moves
        assert kept


@pytest.mark.parametrize("game", games.NAMES)
def test_the_guard_changes_absurd_moves_only(game: str) -> None:
    rng: Any = np.array([1], np.uint64)
    for known, seat in questions(game, games.about(game).SEATS[0], range(2)):
        kept = members(sensible(known, seat))
        for a in members(legal(known, seat)):
            assert guarded(known, seat, a, rng) in ([a] if a in kept else kept)


@batch
def compiled_absurdity(table: Any, seat: int, a: int) -> int:
    return absurdity(table[0], seat, a)


@pytest.mark.parametrize("game", games.NAMES)
def test_compiled_and_as_written_agree(game: str) -> None:
    try:
        for known, seat in questions(game, games.about(game).SEATS[-1], range(2)):
            compile_entries(When.NEVER)
            moves = sensible(known, seat)
            for a in members(legal(known, seat)):
                assert compiled_absurdity(np.array([known]), seat, a) == absurdity(known, seat, a)
            compile_entries(When.AT_ONCE)
            assert tuple(sensible(known, seat)) == tuple(moves)
    finally:
        compile_entries(When.LATER)


def test_the_page_has_the_list() -> None:
    page = (Path(__file__).parents[3] / "docs" / "bots.md").read_text(encoding="utf-8")
    for game in games.NAMES:
        for entry in entries_of(game):
            row = f"| {games.about(game).TITLE} | `{entry.name}` | {entry.sentence} | {entry.clause} |"
            assert row in page.splitlines()
