"""Luck that can be repeated, scripted and checked."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import beute
from beute.play.luck import Draw, Outcomes, Scripted, Secret
from beute.play.replay import draws, verify_luck
from tests.play.test_game import play_some


def outcomes(weights: list[int]) -> Outcomes:
    """Chance between a, b, c and so on, or as many numbers."""
    names = dict(enumerate("abc" if len(weights) == 3 else map(str, range(len(weights)))))
    return Outcomes(np.arange(len(weights)), np.array(weights), names)


def test_luck_is_without_bias() -> None:
    luck, weighted = Secret.seeded(1), outcomes([1, 2, 3])
    drawn = Counter(weighted.words[luck.choose(k, weighted)] for k in range(6000))
    assert abs(drawn["a"] - 1000) < 150
    assert abs(drawn["b"] - 2000) < 200
    assert abs(drawn["c"] - 3000) < 200


def test_an_event_depends_on_the_secret_and_its_number_alone() -> None:
    even = outcomes([1] * 1000)
    one, other = Secret.seeded("x"), Secret.seeded("y")
    assert one.choose(5, even) == Secret(one.secret).choose(5, even)
    drawn = [one.choose(k, even) for k in range(20)]
    assert drawn != [other.choose(k, even) for k in range(20)]
    assert len(set(drawn)) > 15


def test_numbers_beyond_the_last_full_multiple_are_drawn_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    import hashlib

    asked = []

    class Digest:
        def __init__(self, data: bytes) -> None:
            self.data = data

        def digest(self) -> bytes:
            asked.append(self.data)
            return b"\xff" * 64 if self.data.endswith(b" 0") else b"\x00" * 63 + b"\x02"

    monkeypatch.setattr(hashlib, "blake2b", lambda data, key, digest_size: Digest(data))
    assert Secret(b"s").choose(7, outcomes([1, 1, 1])) == 2
    assert asked == [b"7 0", b"7 1"]


def test_a_finished_game_tells_its_secret_and_can_be_verified() -> None:
    game = beute.new("sneaky", 2)
    seal = game.record().about
    assert seal is not None
    assert set(seal) == {"seal"}
    play_some(game, 10_000)
    record = game.record()
    assert record.about is not None
    assert record.about["seal"] == seal["seal"]
    verify_luck(record)


def test_the_numbers_of_all_outcomes_are_one_after_the_other() -> None:
    weights = {"a": 3, "b": 1, "c": 6}
    shares = [Draw.of(9, 4, word, weights) for word in weights]
    assert [(one.low, one.high) for one in shares] == [(0, 3), (3, 4), (4, 10)]
    assert all((one.event, one.chance, one.total) == (9, 4, 10) for one in shares)
    luck, named = Secret.seeded("shares"), outcomes(list(weights.values()))
    for k in range(50):
        drawn = named.words[luck.choose(k, named)]
        assert [one.word for one in shares if luck.gives(one._replace(chance=k))] == [drawn]


def test_what_cannot_be_drawn_has_no_number() -> None:
    draw = Draw.of(0, 0, "d", {"a": 3, "b": 1})
    assert (draw.low, draw.high, draw.total) == (0, 0, 4)
    assert not any(Secret.seeded(seed).gives(draw) for seed in range(20))


def test_numbers_that_other_programs_can_check() -> None:
    """The tests of the browser's table have the same."""
    luck = Secret(bytes(range(32)))
    numbers = [luck.below(k, n) for k, n in [(0, 6), (1, 6), (17, 279936), (63, 1), (1000, 2**53 - 1)]]
    assert numbers == [1, 4, 137264, 0, 557037237376909]


@pytest.mark.parametrize("game", ["sneaky", "schattendieb", "raeuber"])
def test_every_event_of_a_game_lies_in_its_numbers(game: str) -> None:
    record = play_some(beute.new(game, 3, seed=5), 10_000).record()
    found = draws(record)
    assert [draw.event for draw in found] == [n for n, event in enumerate(record.events) if event[0] == "*"]
    assert [draw.chance for draw in found] == list(range(len(found)))
    luck = Secret.seeded(5)
    assert all(luck.gives(draw) for draw in found)
    assert all(0 <= draw.low < draw.high <= draw.total < 2**53 for draw in found)  # browsers count up to there
    assert not all(Secret.seeded(6).gives(draw) for draw in found)


def test_a_loaded_die_is_found() -> None:
    data = play_some(beute.new("raeuber", 2, seed=3), 1000).record().data()
    start = int(data["events"][0].split()[-1])
    data["events"][0] = f"* start {1 - start}"
    with pytest.raises(beute.BrokenRecord, match=r"events\[0\]: .* but the secret gives") as broken:
        verify_luck(beute.Record.read(data))
    assert broken.value.code == "loaded_die"


@pytest.mark.parametrize("about", [None, {}, {"secret": None}, {"seal": "00"}])
def test_without_a_secret_luck_cannot_be_verified_which_is_not_bad(about: dict[str, object] | None) -> None:
    data = {**play_some(beute.new("raeuber", 2, seed=3), 1000).record().data(), "about": about}
    with pytest.raises(beute.Unverifiable, match="it tells no secret, so its luck cannot be verified") as told:
        verify_luck(beute.Record.read(data))
    assert told.value.code == "no_secret"
    assert not isinstance(told.value, beute.BrokenRecord)


def test_before_the_end_luck_cannot_be_verified_yet() -> None:
    with pytest.raises(beute.Unverifiable, match="it tells no secret before the game is over"):
        verify_luck(beute.new("raeuber", 2, seed=3).record())


@pytest.mark.parametrize("secret", ["xyz", 7, "", "0", "5a 5a", "5a" * 65, ["5a"], "٠٠"])
def test_a_secret_that_is_none_is_bad(secret: object) -> None:
    data = {**play_some(beute.new("raeuber", 2, seed=3), 1000).record().data(), "about": {"secret": secret}}
    with pytest.raises(beute.BrokenRecord, match="must be 1 to 64 bytes in hexadecimal digits") as broken:
        verify_luck(beute.Record.read(data))
    assert broken.value.code == "wrong_secret"


def test_another_secret_does_not_fit_the_seal() -> None:
    data = play_some(beute.new("raeuber", 2, seed=3), 1000).record().data()
    data["about"]["secret"] = "00" * 32
    with pytest.raises(beute.BrokenRecord, match="not the one that was sealed"):
        verify_luck(beute.Record.read(data))


def test_a_script_is_followed_and_then_handed_on() -> None:
    script = ["start 1", "open Y1"]
    game = beute.new("sneaky", 3, luck=Scripted(script, then=Secret.seeded(1)))
    assert game.events[:2] == ("* start 1", "* open Y1")
    assert game.due == (1,)


def test_a_script_that_cannot_be_followed() -> None:
    with pytest.raises(ValueError, match=r"the script says 'open Y2', but possible are open Y1"):
        beute.new("sneaky", 3, luck=Scripted(["start 1", "open Y2"]))
    with pytest.raises(ValueError, match="the script ends after 1 chance events"):
        beute.new("sneaky", 3, luck=Scripted(["start 1"]))
