"""SD-21: who wins a game, and a match of several."""

from typing import Any

import pytest

import beute
from beute.games.schattendieb.view import SchattendiebView
from beute.play.game import Game
from tests.games.schattendieb.position import new_game

HANDS = """
    W9 R1 B1 V6
    R8 W1 B2 V7
    B7 W2 C3 V8
    """


def short_game(first: str, second: str, **options: Any) -> Game[SchattendiebView]:
    """Two rounds, in which everybody plays these cards and adds none."""
    game = new_game(HANDS, "0 C1, 1 C2, 2 C4", **options)
    for cards in (first, second):
        for card in cards.split():
            game.play(f"play {card}")
        while not game.over and "done" in game.legal:
            game.play("done")
    assert game.over
    return game


@pytest.mark.parametrize(
    ("second", "ending", "scores", "winners"),
    [
        pytest.param("V6 V7 C3", "one_open", [9, 8, 0], [0], id="SD-20 SD-21 the highest score of the game wins"),
        pytest.param("B1 V7 V8", "one_open", [0, 8, 7], [1], id="SD-17 SD-21 an open vault scores 0 and loses"),
        pytest.param("V6 V7 V8", "all_shut", [0, 0, 0], [0, 1, 2], id="SD-18 SD-21 ties share the win"),
    ],
)
def test_winners_of_a_game(second: str, ending: str, scores: list[int], winners: list[int]) -> None:
    game = short_game("W9 R8 B7", second)
    assert (game.ending, game.scores, game.winners) == (ending, scores, winners)
    assert beute.replay(game.record().text()).record() == game.record()


@pytest.mark.parametrize(
    ("games", "points", "winners"),
    [
        pytest.param(["W9 R8 B7 / V6 V7 C3"], [9, 8, 0], [0], id="SD-21 a match of one game"),
        pytest.param(
            ["W9 R8 B7 / V6 V7 C3", "R1 R8 B7 / B1 V7 V8"],
            *([9, 16, 7], [1]),
            id="SD-21 the points are added, the highest total wins",
        ),
        pytest.param(
            ["W9 R8 B7 / V6 V7 C3", "W9 W1 B7 / B1 V7 V8"],
            *([9, 9, 7], [0, 1]),
            id="SD-21 ties share the win of the match",
        ),
        pytest.param(
            ["W9 R8 B7 / V6 V7 V8", "W9 R8 B7 / V6 V7 V8", "W9 R8 C3 / B1 V7 V8"],
            *([0, 8, 3], [1]),
            id="SD-21 three games, two of them without points",
        ),
    ],
)
def test_points_are_added(games: list[str], points: list[int], winners: list[int]) -> None:
    match = beute.Match("schattendieb", 3, seed=1, games=len(games))
    played = [short_game(*game.split(" / "), games=len(games)) for game in games]
    for n in range(1, len(games)):
        match.games[:] = played[:n]
        assert (match.over, match.winners) == (False, None)
    match.games[:] = played
    assert (match.over, match.points, match.winners) == (True, points, winners)


@pytest.mark.parametrize(
    ("options", "of"),
    [
        pytest.param({}, 3, id="SD-21 three games by default"),
        pytest.param({"games": 1}, 1, id="SD-21 one game"),
        pytest.param({"games": 5}, 5, id="SD-21 five games"),
    ],
)
def test_a_whole_match(options: dict[str, Any], of: int) -> None:
    """One game after the other, each with its own luck, and a record of each."""
    match = beute.Match("schattendieb", 4, seed=7, **options)
    for n in range(of):
        assert not match.over
        with pytest.raises(ValueError, match="not over yet"):
            match.next_game()
        while not match.game.over:
            match.game.play(match.game.legal[0])
        if n < of - 1:
            match.next_game()
    with pytest.raises(ValueError, match="match is over"):
        match.next_game()
    records = match.records()
    assert [record.match and (record.match["game"], record.match["of"]) for record in records] == [
        (n + 1, of) for n in range(of)
    ]
    assert len({record.events for record in records}) == of
    scores = [record.scores or () for record in records]
    assert match.points == [sum(of_seat) for of_seat in zip(*scores, strict=True)]
    assert match.winners == [seat for seat in range(4) if match.points[seat] == max(match.points)]


@pytest.mark.clause("SD-21")
@pytest.mark.parametrize("games", [1, 2, 20])
def test_a_record_takes_no_notice(games: int) -> None:
    """A record holds one game; its winners are those of that game, whatever the match."""
    alone, of_several = short_game("W9 R8 B7", "V6 V7 C3"), short_game("W9 R8 B7", "V6 V7 C3", games=games)
    assert of_several.events == alone.events
    assert of_several.view() | {"options": {}} == alone.view()
    assert of_several.record().data() | {"options": {}} == alone.record().data()
    assert beute.replay(of_several.record()).winners == [0]


@pytest.mark.clause("SD-21")
@pytest.mark.parametrize("games", [0, 21, -1, "many", 2.5, True, None])
def test_wrong_number_of_games(games: object) -> None:
    """1 to 20."""
    with pytest.raises(beute.SetupError, match=r"games .*SD-21"):
        beute.Match("schattendieb", 3, games=games)
