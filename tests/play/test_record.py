"""Records that are broken, each in its way."""

from __future__ import annotations

from typing import Any

import pytest

import beute
from tests.play.test_game import play_some


def finished() -> dict[str, Any]:
    return play_some(beute.new("raeuber", 3, seed=11), 1000).record(legal=True).data()


def with_changes(**changes: Any) -> dict[str, Any]:
    return {**finished(), **changes}


@pytest.mark.parametrize(
    ("source", "code", "says"),
    [
        ("{", "not_json", "not JSON"),
        ("[]", "not_an_object", "a record is a JSON object, not []"),
        ("7", "not_an_object", "not 7"),
        ({}, "wrong_version", '"beute" must be 1, not None'),
        ({"beute": 2}, "wrong_version", "not 2"),
        ({"beute": 1}, "missing_key", '"game" is missing'),
        ({"beute": 1, "game": "sneaky", "players": 2}, "missing_key", '"events" is missing'),
        (with_changes(colour="red"), "unknown_key", "unknown key 'colour'; a record has beute, game"),
        (with_changes(players="3"), "wrong_form", '"players" must be a number'),
        (with_changes(events="* start 1"), "wrong_form", '"events" must be a list of texts'),
        (with_changes(events=[1]), "wrong_form", '"events" must be a list of texts'),
        (with_changes(scores=[1.5, 2, 3]), "wrong_form", '"scores" must be a list of numbers or null'),
        (with_changes(options=[]), "wrong_form", '"options" must be an object'),
        (with_changes(legal=[None]), "wrong_form", '"legal" has 1 lists'),
        (with_changes(game="chess"), "unknown_game", "no game 'chess'"),
        (with_changes(players=9), "wrong_players", "2 to 5 players, not 9"),
        (with_changes(options={"open_sums": "?"}), "wrong_option", "RB-18"),
        (with_changes(scores=[0, 0, 0]), "wrong_result", '"scores" is [0, 0, 0], but the events give'),
        (with_changes(scores=None), "wrong_result", '"scores" is None'),
        (with_changes(ending=None), "wrong_result", '"ending" is None'),
        (with_changes(winners=[]), "wrong_result", '"winners" is []'),
    ],
)
def test_a_broken_record_says_how(source: Any, code: str, says: str) -> None:
    with pytest.raises(beute.BrokenRecord) as broken:
        beute.replay(source)
    assert broken.value.code == code
    assert says in str(broken.value)


@pytest.mark.parametrize(
    ("number", "event", "code", "clause"),
    [
        (0, "* start 5", "impossible_chance", None),
        (0, "0 7>45a", "chance_is_due", None),
        (0, "what", "wrong_form", None),
        (0, "x 7>45a", "wrong_form", None),
        (1, "* deal 1 7", "impossible_chance", None),
        (19, "* draw 0 7", "chance_is_not_due", None),
        (19, "7 7>45a", "unknown_seat", None),
        (19, "64 7>45a", "unknown_seat", None),  # beyond the bits of a word
        (19, "00 7>45a", "wrong_form", None),
        (0, "-1 R>26", "wrong_form", None),  # -1 is how rules call chance
        (19, "0 7>46", "unknown_word", None),
        (19, f"{'9' * 5000} 7>45a", "wrong_form", None),  # more digits than Python reads
        (19, "٠ 7>45a", "wrong_form", None),
    ],
)
def test_an_event_that_cannot_be_is_named(number: int, event: str, code: str, clause: str | None) -> None:
    data = finished()
    data["events"][number] = event
    with pytest.raises(beute.BrokenRecord) as broken:
        beute.replay(data)
    assert (broken.value.event, broken.value.code, broken.value.clause) == (number, code, clause)
    assert f"events[{number}]: " in str(broken.value)


def test_an_illegal_decision_is_named_with_its_clause() -> None:
    data = finished()
    first = next(n for n, event in enumerate(data["events"]) if not event.startswith("*"))
    seat = data["events"][first][0]
    data["events"][first] = f"{seat} {data['events'][first].split()[1].split('>')[0]}>out"
    with pytest.raises(beute.BrokenRecord, match=r"laid out only when none fits anywhere \(RB-12\)") as broken:
        beute.replay(data)
    assert (broken.value.event, broken.value.clause) == (first, "RB-12")


def test_wrong_legal_lists_are_found() -> None:
    data = finished()
    at = next(n for n, words in enumerate(data["legal"]) if words)
    data["legal"][at] = data["legal"][at][1:]
    with pytest.raises(beute.BrokenRecord, match=rf"events\[{at}\]: "):
        beute.replay(data)


def test_a_reader_takes_any_order_within_a_phase_and_defaults() -> None:
    game = beute.new("schattendieb", 3, seed=2)
    for seat in (2, 0, 1):
        game.play(game.legal_for(seat)[-1], seat)
    data = game.record().data()
    at = next(n for n, event in enumerate(data["events"]) if " play " in event)
    data["events"][at : at + 3] = reversed(data["events"][at : at + 3])
    data["options"] = {"redraw": False, "games": 3}
    del data["scores"], data["winners"], data["ending"]
    assert beute.replay(data).events == game.events


def test_about_and_match_are_kept_and_ignored() -> None:
    record = beute.Record.read(with_changes(about={"date": "today"}, match={"id": "x", "game": 1, "of": 1}))
    assert record.about == {"date": "today"}
    assert beute.replay(record).over
