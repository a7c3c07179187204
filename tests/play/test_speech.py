"""What is said in words: values by their type, sentences by their code."""

from __future__ import annotations

import pytest

from beute.games.story import Amount, Dealt, Happening, Line, Question, Seat, Seats, Thing, Things, Value
from beute.play.speech import Speech

NAMES = ["Ada", "Bob", "Cleo"]

WORDED: list[tuple[str, Value | str | int, str]] = [
    ("sneaky", Seat(1), "Bob"),
    ("sneaky", Seats((2,)), "Cleo"),
    ("sneaky", Seats((0, 2)), "Ada and Cleo"),
    ("sneaky", Seats((0, 1, 2)), "Ada, Bob and Cleo"),
    ("sneaky", Thing("Y2"), "yellow 2"),
    ("sneaky", Things(("Y", "Y", "R")), "2 × yellow, red"),
    ("sneaky", Things(()), "nothing"),
    ("schattendieb", Thing("TS"), "shadow thief"),
    ("schattendieb", Things(("2", "10")), "2, 10"),
    ("schattendieb", Dealt(((0, "W7"), (2, "TS"))), "Ada watch 7, Cleo shadow thief"),
    ("raeuber", Thing("45a"), "45a"),
    ("raeuber", Thing("?"), "?"),
    ("raeuber", Amount(3), "3"),
    ("raeuber", 1, "1"),
    ("raeuber", "R", "R"),
]


@pytest.mark.parametrize(("game", "value", "words"), WORDED)
def test_values_are_put_into_words_by_their_type_whatever_their_name(
    game: str, value: Value | str | int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    speech = Speech("en", game, NAMES)
    monkeypatch.setitem(speech.texts.sentences, f"{game}.board.test", "<{seat} {anything}>")
    assert speech("board.test", seat=value, anything=value) == f"<{words} {words}>"


@pytest.mark.parametrize(
    ("things", "words"),
    [
        ((), "nothing | nothing | nothing"),
        (("Y2",), "yellow 2 | yellow 2 | yellow 2"),
        (("Y2", "R1"), "yellow 2, red 1 | yellow 2 and red 1 | yellow 2 or red 1"),
        (
            ("Y2", "Y2", "R1", "B3"),
            "2 × yellow 2, red 1, blue 3 | 2 × yellow 2, red 1 and blue 3 | 2 × yellow 2, red 1 or blue 3",
        ),
    ],
)
def test_a_sentence_says_how_things_are_put_in_a_row(
    things: tuple[str, ...], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    speech = Speech("en", "sneaky", NAMES)
    monkeypatch.setitem(speech.texts.sentences, "sneaky.board.test", "{row} | {row:and} | {row:or}")
    assert speech("board.test", row=Things(things)) == words


def test_all_that_a_game_says() -> None:
    speech = Speech("de", "raeuber", NAMES)
    data: dict[str, Value] = {"card": Thing("R"), "sack": Thing("70a"), "seat": Seat(0)}
    assert speech.say(Happening("start", data), "tell") == "Ausgelost: Ada beginnt."
    assert speech.say(Question("RB-15", "last", data), "ask").startswith("Deine letzte Karte: Räuber.")
    assert speech.say(Happening("out", data), "choice") == "Räuber aus dem Spiel"
    assert speech.say(Line(0, "RB-16", 0, "none"), "lines") == "Kein Sack"


def test_a_reason_names_its_clause() -> None:
    speech = Speech("en", "raeuber", NAMES)
    assert speech.reason("sealed", "RB-9") == "the sack is sealed (RB-9)"
    assert speech.reason("unknown_word", None) == "there is no such word in this game"
