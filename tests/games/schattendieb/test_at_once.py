"""SD-4, SD-5, SD-9: seats that choose at once answer in any order, and the result is the same, byte for byte."""

from collections.abc import Iterator
from itertools import permutations

import pytest

import beute
from tests.games.schattendieb.position import new_game, position


def merged(*seats: list[str]) -> Iterator[list[str]]:
    """All orders in which several seats can say their words, each its own in order."""
    if not any(seats):
        yield []
    for n, words in enumerate(seats):
        if words:
            for rest in merged(*seats[:n], words[1:], *seats[n + 1 :]):
                yield [words[0], *rest]


ROUND = """
    choose
    pile  W1 W2 W3 R1 R2 R3
    0  W7 W8 R9 V4    [B1]
    1  R7 R8 B9 V5    [B2]
    2  TS TW B10 V6   [B3]
    3  C5 C6 C7 V7    [B4]
    """


@pytest.mark.parametrize(
    "cards",
    [
        pytest.param("W7 R8 B10 C5", id="SD-5 four jewels"),
        pytest.param("W7 R7 TS C5", id="SD-5 SD-6 SD-7 a stalemate and the shadow thief"),
        pytest.param("R9 R7 TW C7", id="SD-5 SD-6 SD-8 a stalemate and a thief with nothing to take"),
        pytest.param("V4 V5 B10 C5", id="SD-5 SD-12 two who close"),
        pytest.param("V4 V5 TS V7", id="SD-5 SD-17 all but one close"),
        pytest.param("V4 V5 V6 V7", id="SD-5 SD-18 all close"),
    ],
)
def test_choosing(cards: str) -> None:
    p = position(ROUND)
    words = [f"{seat} play {card}" for seat, card in enumerate(cards.split())]
    tables = {p.after(", ".join(order)).all_done().table.tobytes() for order in permutations(words)}
    assert len(tables) == 1


ADDING = """
    add
    pile  B1 B2 B3 B4 B5 B6 B7 B8
    0  W3 W4 R9   > W7   [W3]
    1  R1 R2 B9   > R8   []
    2  TS TW V6   > V7   [B10]
    3  C6 C7 C7   > C5   [C8]
    """


def test_adding() -> None:
    """SD-9: in all the orders in which three seats can add."""
    p = position(ADDING)
    seats = ["0 add W3", "0 add W4", "0 done"], ["1 add R2", "1 done"], ["3 add C7", "3 add C7", "3 done"]
    orders = list(merged(*seats))
    assert len(orders) == 560  # 8! / (3! 2! 3!)
    assert len({p.after(", ".join(order)).table.tobytes() for order in orders}) == 1


def test_adding_one_before_the_other() -> None:
    """SD-9: what a seat adds is the same in any order, too."""
    p = position(ADDING)
    orders = permutations(["0 add W3", "0 add W4"])
    assert len({p.after(", ".join(order)).table.tobytes() for order in orders}) == 1
    assert p.after("0 add W3, 0 add W4").fronts(0) == ["W7", "W3", "W4"]


HANDS = """
    W7 W8 W9 V4
    R6 R8 B9 V5
    C5 C6 C7 V7
    """
CHOICES = ["0 play W7", "1 play R6", "2 play C5"]
ADDITIONS = [["0 add W8", "0 add W9", "0 done"], ["1 done"], ["2 add C7", "2 done"]]
DRAWS = "0 W1, 0 W2, 0 W3, 1 R1, 2 B1, 2 B2"


@pytest.mark.parametrize("choices", list(permutations(CHOICES)))
def test_a_record_has_them_in_seat_order(choices: tuple[str, ...]) -> None:
    """SD-5, SD-9: however they came, a record is the same, and a reader accepts any order."""
    in_order = [*CHOICES, *ADDITIONS[0], *ADDITIONS[1], *ADDITIONS[2]]
    for additions in [*ADDITIONS[2], *ADDITIONS[0], *ADDITIONS[1]], next(merged(*ADDITIONS[::-1])):
        game = new_game(HANDS, DRAWS)
        for event in (*choices, *additions):
            game.play(event)
        assert list(game.events[12:-6]) == in_order
        record = game.record().data()
        record["events"][12:-6] = [*choices, *additions]
        assert beute.replay(record).record().events == game.events
        assert beute.replay(record) == game


def test_two_questions_that_follow_each_other() -> None:
    """SD-5, SD-6, SD-15: after a stalemate of all, with the pile gone, everybody is asked again."""
    p = position("choose\n0 W1 V6 []\n1 R1 V7 []\n2 B1 V8 []")
    words = ["2 play B1", "0 play W1", "1 play R1", "1 play V7", "2 play V8", "0 play V6"]
    events = [(int(seat), p.engine.decisions[word]) for seat, _, word in (event.partition(" ") for event in words)]
    assert p.engine.follow(p.table.copy()[0], events) == [0, 0, 0, 1, 1, 1, 2]


# ---------------------------------------------------------------- unseen


def test_a_choice_lies_face_down() -> None:
    """SD-5: to the others it is as if nobody had chosen."""
    game = new_game(HANDS, DRAWS)
    views = {seat: game.view(seat) for seat in (0, 1, 2, None)}
    game.play("1 play R6")
    assert [game.view(seat) == views[seat] for seat in (0, 1, 2, None)] == [True, False, True, True]
    mine = game.view(1)
    assert (mine["asked"], mine["seats"][1]["front"], mine["log"][-1]) == ([0, 2], "R6", "1 play R6")
    game.play("0 play W7")
    assert (game.view(2), game.view(None)) == (views[2], views[None])
    assert game.view(1) == mine
    game.play("2 play C5")
    assert all([there["front"] for there in game.view(seat)["seats"]] == ["W7", "R6", "C5"] for seat in views)
    assert set(game.view(2)["log"][-3:]) == set(CHOICES)


def test_additions_lie_face_down() -> None:
    """SD-9: unseen until all have chosen, and so is who is done."""
    game = new_game(HANDS, DRAWS)
    for event in CHOICES:
        game.play(event)
    views = {seat: game.view(seat) for seat in (0, 1, 2, None)}
    for event in ("0 add W8", "0 add W9", "0 done"):
        game.play(event)
        assert [game.view(seat) == views[seat] for seat in (0, 1, 2, None)] == [False, True, True, True]
    assert game.view(0)["seats"][0]["added"] == ["W8", "W9"]
    for event in ("1 done", "2 done"):
        game.play(event)
    assert game.view(1)["seats"][0]["vault"] == ["W7", "W8", "W9"]
    assert game.view(1)["log"][-10:] == [
        *("0 add W8", "0 add W9", "0 done", "1 done", "2 done"),
        *("* draw 0 ?", "* draw 0 ?", "* draw 0 ?", "* draw 1 R1", "* draw 2 ?"),
    ]


def test_who_was_first_is_not_told() -> None:
    """SD-4, SD-5: equal games have equal views; the log too is in seat order, however the choices came."""
    games = [new_game(HANDS, DRAWS), new_game(HANDS, DRAWS)]
    for game, choices in zip(games, (CHOICES, CHOICES[::-1]), strict=True):
        for event in choices:
            game.play(event)
    assert games[0] == games[1]
    for seat in (0, 1, 2, None):
        assert games[0].view(seat) == games[1].view(seat)
