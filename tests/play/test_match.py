"""Several games with the points added (SD-21)."""

from __future__ import annotations

from typing import Any

import pytest

import beute
from beute.play.replay import verify_luck
from tests.play.test_game import play_some


def test_a_match_of_three_games_adds_the_points() -> None:
    match = beute.Match("schattendieb", players=4, seed=5, names=["Ada", "Bo", "Cy", "Di"])
    assert match.of == 3
    while not match.over:
        play_some(match.game, 10_000)
        if not match.over:
            with_next = match.next_game()
            assert with_next is match.game
    scores = [game.scores for game in match.games]
    assert len(scores) == 3
    assert match.points == [sum(score[seat] for score in scores if score) for seat in range(4)]
    assert match.winners == [seat for seat in range(4) if match.points[seat] == max(match.points)]
    records = match.records()
    assert [record.match for record in records] == [{"id": match.id, "game": n, "of": 3} for n in (1, 2, 3)]
    assert len({record.events for record in records}) == 3
    for record in records:
        assert record.about is not None
        assert record.about["seats"] == ["Ada", "Bo", "Cy", "Di"]
        verify_luck(beute.Record.read(record.text()))


@pytest.mark.parametrize(
    ("name", "players", "options", "of"), [("sneaky", 2, {}, 1), ("schattendieb", 3, {"games": 5}, 5)]
)
def test_how_many_games_a_match_has(name: str, players: int, options: dict[str, Any], of: int) -> None:
    assert beute.Match(name, players, seed=1, **options).of == of


def test_the_next_game_waits_for_the_end_of_this() -> None:
    match = beute.Match("sneaky", 2, seed=1)
    with pytest.raises(ValueError, match="not over yet"):
        match.next_game()
    play_some(match.game, 10_000)
    assert match.over
    with pytest.raises(ValueError, match=r"the match is over: it has 1 game$"):
        match.next_game()
    assert match.winners == match.game.winners


def test_names_must_be_as_many_as_players() -> None:
    with pytest.raises(ValueError, match="2 players need 2 names, not 1"):
        beute.Match("sneaky", 2, names=["Ada"])
