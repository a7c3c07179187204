"""SD-4, SD-5, SD-9: seats that choose at once answer in any order, and the result is the same, byte for byte."""

from collections.abc import Iterator
from itertools import permutations

import pytest

import beute
from beute.games.schattendieb.view import SchattendiebView
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


@pytest.mark.clause("SD-9")
def test_adding() -> None:
    """In all the orders in which three seats can add."""
    p = position(ADDING)
    seats = ["0 add W3", "0 add W4", "0 done"], ["1 add R2", "1 done"], ["3 add C7", "3 add C7", "3 done"]
    orders = list(merged(*seats))
    assert len(orders) == 560  # 8! / (3! 2! 3!)
    assert len({p.after(", ".join(order)).table.tobytes() for order in orders}) == 1


@pytest.mark.clause("SD-9")
def test_adding_one_before_the_other() -> None:
    """What a seat adds is the same in any order, too."""
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


@pytest.mark.clause("SD-5", "SD-9")
@pytest.mark.parametrize("choices", list(permutations(CHOICES)))
def test_a_record_has_them_in_seat_order(choices: tuple[str, ...]) -> None:
    """However they came, a record is the same, and a reader accepts any order."""
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


@pytest.mark.clause("SD-5", "SD-6", "SD-15")
def test_two_questions_that_follow_each_other() -> None:
    """After a stalemate of all, with the pile gone, everybody is asked again."""
    p = position("choose\n0 W1 V6 []\n1 R1 V7 []\n2 B1 V8 []")
    words = ["2 play B1", "0 play W1", "1 play R1", "1 play V7", "2 play V8", "0 play V6"]
    events = [(int(seat), p.engine.decisions[word]) for seat, _, word in (event.partition(" ") for event in words)]
    assert p.engine.follow(p.table.copy(), events).rises == [0, 0, 1, 0, 0, 1]


# ---------------------------------------------------------------- unseen


EVERYBODY = (0, 1, 2, None)


def told(view: SchattendiebView, asked: list[int], chosen: list[int]) -> dict[str, object]:
    """A view in which nothing is new but who has chosen."""
    return {**view, "version": view["version"] + 1, "asked": asked, "chosen": chosen}


def test_a_choice_lies_face_down() -> None:
    """SD-5: the others see that it was made, and nothing else."""
    game = new_game(HANDS, DRAWS)
    views = {seat: game.view(seat) for seat in EVERYBODY}
    game.play("1 play R6")
    for seat in (0, 2, None):
        assert game.view(seat) == told(views[seat], [0, 2], [1])
    mine = game.view(1)
    assert (mine["asked"], mine["chosen"], mine["seats"][1]["front"]) == ([0, 2], [1], "R6")
    assert game.log(1)[-1] == "1 play R6"
    assert all("play" not in event for seat in (0, 2, None) for event in game.log(seat))
    views = {seat: game.view(seat) for seat in EVERYBODY}
    game.play("0 play W7")
    for seat in (1, 2, None):
        assert game.view(seat) == told(views[seat], [2], [0, 1])
    game.play("2 play C5")
    for seat in EVERYBODY:
        assert [there["front"] for there in game.view(seat)["seats"]] == ["W7", "R6", "C5"]
        assert (game.view(seat)["asked"], game.view(seat)["chosen"]) == ([0, 1, 2], [])
    assert game.log(2)[-3:] == CHOICES


@pytest.mark.clause("SD-9")
def test_additions_lie_face_down() -> None:
    """SD-9: unseen until all are done; that a seat is done is seen, how much it took is not."""
    game = new_game(HANDS, DRAWS)
    for event in CHOICES:
        game.play(event)
    views = {seat: game.view(seat) for seat in EVERYBODY}
    for event in ("0 add W8", "0 add W9"):
        game.play(event)
        assert [game.view(seat) == views[seat] for seat in EVERYBODY] == [False, True, True, True]
    game.play("0 done")
    for seat in (1, 2, None):
        assert game.view(seat) == told(views[seat], [1, 2], [0])
    assert game.view(0)["seats"][0]["added"] == ["W8", "W9"]
    for event in ("1 done", "2 done"):
        game.play(event)
    assert game.view(1)["seats"][0]["vault"] == ["W7", "W8", "W9"]
    assert game.log(1)[-10:] == [
        *("0 add W8", "0 add W9", "0 done", "1 done", "2 done"),
        *("* draw 0 ?", "* draw 0 ?", "* draw 0 ?", "* draw 1 R1", "* draw 2 ?"),
    ]


@pytest.mark.parametrize("order", list(permutations((0, 1, 2))))
def test_everybody_sees_at_once_who_has_chosen(order: tuple[int, ...]) -> None:
    """SD-5, SD-9: the truth, to every seat and to spectators, in whatever order the choices come."""
    game = new_game(HANDS, "0 W1, 1 R1, 2 B1")
    for answers in (["play W7", "play R6", "play C5"], ["done", "done", "done"]):
        asked, chosen = {0, 1, 2}, set[int]()
        for seat in order:
            for viewer in EVERYBODY:
                assert (game.view(viewer)["asked"], game.view(viewer)["chosen"]) == (sorted(asked), sorted(chosen))
            game.play(answers[seat], seat)
            asked.remove(seat)
            chosen.add(seat)
        assert all(game.view(viewer)["chosen"] == [] for viewer in EVERYBODY)


def test_a_seat_alone_that_adds_is_not_seen_adding() -> None:
    """SD-9: with nobody else to wait for, too."""
    game = new_game("W7 W8 W9 V4\nTR R8 B9 V5\nTW V7 V8 V9", "0 W1, 0 W2, 1 R1, 2 B1")
    for event in ("0 play W7", "1 play TR", "2 play V9"):
        game.play(event)
    assert game.due == (0,)
    views = {seat: game.view(seat) for seat in EVERYBODY}
    game.play("0 add W8")
    assert [game.view(seat) == views[seat] for seat in EVERYBODY] == [False, True, True, True]


# ---------------------------------------------------------------- changing and taking back


def test_a_card_that_is_changed_is_not_noticed() -> None:
    """SD-5: until all have chosen a seat may choose another card; the others see no difference."""
    game = new_game(HANDS, DRAWS)
    game.play("1 play R6")
    views = {seat: game.view(seat) for seat in EVERYBODY}
    assert game.offered(1) == ["play R8", "play B9", "play V5"]
    game.change("play V5", 1)
    assert [game.view(seat) == views[seat] for seat in EVERYBODY] == [True, False, True, True]
    assert game.view(1)["seats"][1]["front"] == "V5"
    assert game.as_played[-1] == "1 play V5"
    with pytest.raises(beute.BeuteError) as wrong:
        game.change("play W8", 0)
    assert wrong.value.code == "nothing_to_change"


@pytest.mark.parametrize("word", ["play W7", "play R7", "done", "play R6"])
def test_a_change_that_is_not_possible_leaves_everything_as_it_was(word: str) -> None:
    """SD-5"""
    game = new_game(HANDS, DRAWS)
    game.play("1 play R6")
    before = {seat: game.view(seat) for seat in EVERYBODY}
    if word == "play R6":
        game.change(word, 1)
        assert game.as_played[-1] == "1 play R6"
        return
    with pytest.raises(beute.IllegalMove):
        game.change(word, 1)
    assert {seat: game.view(seat) for seat in EVERYBODY} == before
    assert game.as_played[-1] == "1 play R6"


def test_a_choice_that_is_taken_back_is_not_noticed() -> None:
    """SD-5: what the others were told stays so; the seat itself is asked again."""
    game = new_game(HANDS, DRAWS)
    for event in ("2 play C5", "1 play R6"):
        game.play(event)
    views = {seat: game.view(seat) for seat in EVERYBODY}
    assert game.undoable(2)
    game.undo(2)
    assert [game.view(seat) == views[seat] for seat in EVERYBODY] == [True, True, False, True]
    mine = game.view(2)
    assert (mine["asked"], mine["chosen"], mine["undoable"]) == ([0, 2], [1], False)
    assert game.due == (0, 2)
    views = {seat: game.view(seat) for seat in EVERYBODY}
    game.play("2 play C6")
    assert [game.view(seat) == views[seat] for seat in EVERYBODY] == [True, True, False, True]


def test_additions_that_are_taken_back_are_not_noticed() -> None:
    """SD-9: card by card."""
    game = new_game(HANDS, DRAWS)
    for event in (*CHOICES, "0 add W8", "2 add C7", "2 done"):
        game.play(event)
    views = {seat: game.view(seat) for seat in EVERYBODY}
    for left in (["C7"], []):
        game.undo(2)
        assert [game.view(seat) == views[seat] for seat in EVERYBODY] == [True, True, False, True]
        assert game.view(2)["seats"][2]["added"] == left
    assert game.as_played[-1] == "0 add W8"
    assert not game.undoable(2)
    assert game.undoable(0)


def test_a_steal_before_others_add_stays_and_whether_they_have_begun_does_not_show() -> None:
    """SD-8, SD-9: whether others have begun to add face down must not show."""
    game = new_game("TW W8 R9 V4\nW7 R8 B9 V5\nC5 C6 C7 V7\nB1 B2 B3 V8", "0 W1, 1 R1, 2 B4, 3 B5")
    for event in ("0 play TW", "1 play W7", "2 play C5", "3 play B1", "0 steal 1"):
        game.play(event)
    assert game.due == (2, 3)
    views = {seat: game.view(seat) for seat in (0, 1, 3, None)}
    game.play("2 add C6")
    assert {seat: game.view(seat) for seat in (0, 1, 3, None)} == views
    with pytest.raises(beute.BeuteError) as wrong:
        game.undo(0)
    assert wrong.value.code == "nothing_to_undo"
    assert game.as_played[-1] == "2 add C6"


def test_a_steal_before_another_steals_can_be_taken_back() -> None:
    """SD-8: all is open."""
    game = new_game("TW W8 R9 V4\nW7 R8 B9 V5\nTR C6 C7 V7\nR1 B2 B3 V8", "0 W1, 1 R1, 2 B4, 3 B5")
    for event in ("0 play TW", "1 play W7", "2 play TR", "3 play R1", "0 steal 1"):
        game.play(event)
    assert [game.undoable(seat) for seat in range(4)] == [True, False, False, False]
    game.undo(0)
    assert game.due == (0,)


def test_who_was_first_is_not_told() -> None:
    """Equal games have equal views; the log too is in seat order, however the choices came."""
    games = [new_game(HANDS, DRAWS), new_game(HANDS, DRAWS)]
    for game, choices in zip(games, (CHOICES, CHOICES[::-1]), strict=True):
        for event in choices:
            game.play(event)
    assert games[0] == games[1]
    for seat in EVERYBODY:
        assert games[0].view(seat) == games[1].view(seat)
        assert games[0].log(seat) == games[1].log(seat)
