"""Several games with the points added (SD-21)."""

from __future__ import annotations

import json
import random
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


# ---------------------------------------------------------------- saved and resumed


def resumed(match: beute.Match) -> beute.Match:
    """As it would be read from a file."""
    return beute.Match.resumed(json.loads(json.dumps(match.saved())))


@pytest.mark.parametrize(
    ("name", "options"),
    [("sneaky", {}), ("schattendieb", {"games": 2, "redraw": True}), ("raeuber", {}), ("raeuber", {"open_sums": True})],
)
def test_a_match_is_resumed_as_it_was_and_goes_on_with_the_same_luck(name: str, options: dict[str, Any]) -> None:
    match = beute.Match(name, 3, seed=3, names=["Ada", "Bo", "Cy"], **options)
    luck = random.Random(1)
    while not match.over:
        if match.game.over:
            match.next_game()
        play_some(match.game, luck.randint(1, 30), luck.getrandbits(30))
        twin = resumed(match)
        assert (twin.setup, twin.names, twin.of, twin.id) == (match.setup, match.names, match.of, match.id)
        assert [game.as_played for game in twin.games] == [game.as_played for game in match.games]
        for seat in (0, 1, 2, None):
            assert twin.game.view(seat) | {"version": 0} == match.game.view(seat) | {"version": 0}
            assert twin.game.log(seat) == match.game.log(seat)
        ours, theirs = (play_some(game.copy(), 20, seed=4) for game in (match.game, twin.game))
        assert ours.as_played == theirs.as_played
    assert resumed(match).records() == match.records()


def test_what_was_refused_in_this_turn_is_still_refused_after_a_resume() -> None:
    """RB-6: it is public and binding."""
    match = beute.Match("raeuber", 3, seed=1)
    game = match.game
    while not (vain := [word for word in game.offered(game.due[0]) if word not in game.legal]):
        game.play(game.legal[-1])
    seat = game.due[0]
    for word in vain[:2]:
        if word in game.offered(seat):
            with pytest.raises(beute.IllegalMove):
                game.play(word)
    twin = resumed(match).game
    assert game.refusals
    assert twin.refusals == game.refusals
    assert twin.offered(seat) == game.offered(seat)
    assert [twin.view(viewer)["refusals"] for viewer in (0, 1, 2, None)] == [list(game.refusals)] * 4
    game.play(game.legal[0])
    assert resumed(match).game.refusals == ()


@pytest.mark.parametrize("order", [(2, 0), (1, 0), (0, 2), (2, 1)])
def test_after_a_resume_the_same_decision_is_taken_back(order: tuple[int, int]) -> None:
    """SD-5: choices made at once are saved in the order in which they were made, though a record lists them by seat."""
    match = beute.Match("schattendieb", 3, seed=2)
    for seat in order:
        match.game.play(match.game.legal_for(seat)[0], seat)
    twin = resumed(match)
    assert twin.game.as_played == match.game.as_played
    assert [event[0] for event in match.records()[0].events[-2:]] == sorted(map(str, order))
    for game in (match.game, twin.game):
        game.undo()
        assert game.due == tuple(sorted({0, 1, 2} - {order[0]})), "the latest"
        game.undo(order[0])
        assert game.due == (0, 1, 2)


def test_a_seat_takes_back_its_own_decision_though_others_have_decided_since() -> None:
    """SD-5: before and after a resume."""
    match = beute.Match("schattendieb", 4, seed=2)
    for seat in (2, 3, 0):
        match.game.play(match.game.legal_for(seat)[0], seat)
    for game in (match.game, resumed(match).game):
        assert [game.undoable(seat) for seat in range(4)] == [True, False, True, True]
        game.undo(2)
        assert game.due == (1, 2)
        assert [event[0] for event in game.as_played[-2:]] == ["3", "0"]
