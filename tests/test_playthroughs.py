"""One recorded game for every game, number of players and way to end: what the rules say may not change unseen."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from beute import Record
from tests.oracle.check import check
from tests.playthroughs.make import HERE, path, wanted
from tests.playthroughs.render import events_of, render

FILES = sorted(HERE.glob("*.txt"))


@pytest.mark.parametrize(("name", "players", "how"), list(wanted()))
def test_there_is_a_game(name: str, players: int, how: str) -> None:
    last = path(name, players, how).read_text(encoding="utf-8").splitlines()[-1]
    assert last.endswith(f"ending {how}")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_game_goes_as_it_is_written(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    name, players, _ = file.stem.split("-")
    options = ast.literal_eval(text.splitlines()[0].partition("options ")[2])
    record = Record(name, int(players), tuple(events_of(text)), options)
    for ours, written in zip(render(record), text.splitlines(), strict=True):
        assert ours == written


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_oracle_agrees(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    name, players, how = file.stem.split("-")
    scores, winners = text.splitlines()[-1].removeprefix("scores ").partition(", ending")[0].split(", winners ")
    check(
        {
            "beute": 1,
            "game": name,
            "players": int(players),
            "options": ast.literal_eval(text.splitlines()[0].partition("options ")[2]),
            "events": events_of(text),
            "scores": ast.literal_eval(scores),
            "winners": ast.literal_eval(winners),
            "ending": how,
        }
    )
