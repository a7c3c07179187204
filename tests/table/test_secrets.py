"""Nobody is shown or told more than they may know: tables that a viewer cannot tell apart are the same to it."""

from __future__ import annotations

import dataclasses
import json
import random
from typing import Any

import pytest

from beute.games.views import offered
from beute.play.errors import BeuteError
from beute.table.table import Question, Table
from tests.setups import COUNTS
from tests.table.playing import VARIANTS, label, new_table, steps
from tests.table.worlds import another_world

EACH = [(game, players, options) for game, players in COUNTS if game != "sneaky" for options in VARIANTS[game]]


def shown(table: Table, viewer: int | None) -> dict[str, Any]:
    """All that a viewer can get from a table."""
    found: dict[str, Any] = {
        "view": table.view(viewer),
        "version": table.version(viewer),
        "told": table.told(viewer),
        "log": table.game.log(viewer),
        "seats": table.seats,
        "points": table.match.points,
    }
    if viewer is not None:
        found |= {"question": table.question(viewer), "undoable": table.undoable(viewer)}
        found |= {"errors": errors(table, viewer), "known": table.game.known(viewer).tobytes()}
    return found


def errors(table: Table, seat: int) -> dict[str, Any]:
    """What is said of every word that is not offered to a seat, and of undoing if that is not possible."""
    every = [*table.game.engine.decisions, "nonsense", "* draw 0 2"]
    wrong = [word for word in every if word not in offered(table.view(seat)["choices"])]
    found = {word: said(lambda word=word: table.play(seat, word)) for word in wrong}
    return found if table.undoable(seat) else found | {"": said(lambda: table.undo(seat))}


def said(step: Any) -> tuple[str, str, dict[str, Any]]:
    with pytest.raises(BeuteError) as wrong:
        step()
    return str(wrong.value), wrong.value.code, wrong.value.data


@pytest.mark.parametrize(("game", "players", "options"), EACH, ids=label)
def test_worlds_that_a_viewer_cannot_tell_apart_are_the_same_to_it(
    game: str, players: int, options: dict[str, Any]
) -> None:
    """RB-3, SD-5, SD-9, SD-12: views, versions, questions, stories, logs, and errors with their data."""
    luck = random.Random(players)
    table = new_table(game, players, seed=players, **options)
    found = 0
    for n, _ in enumerate(steps(table, luck, most=240, undo=0.15)):
        if n % (29 if game == "schattendieb" else 9) and not (table.game.face_down and n % 11 == 0):
            continue
        for viewer in luck.sample(table.viewers, 2):
            other = another_world(table, viewer, luck)
            if other is not None:
                found += 1
                assert shown(other, viewer) == shown(table, viewer), (n, viewer)
    assert found > 5


@pytest.mark.parametrize("players", [3, 5])
def test_such_worlds_are_truly_others(players: int) -> None:
    """SD-4, SD-5: so that the property above is about something."""
    luck = random.Random(players)
    table = new_table("schattendieb", players)
    for _ in steps(table, luck, most=60):
        pass
    others = [other for _ in range(20) if (other := another_world(table, None, luck)) is not None]
    assert len(others) > 10
    hidden = table.match.game.open_view()["seats"]
    assert sum(other.match.game.open_view()["seats"] != hidden for other in others) > 5


# ---------------------------------------------------------------- as data


@pytest.mark.parametrize(("game", "players", "options"), EACH[:1] + EACH[-1:] + [("sneaky", 3, {})], ids=label)
def test_all_that_is_told_and_asked_is_plain_data(game: str, players: int, options: dict[str, Any]) -> None:
    """It can be sent as JSON and is the same on the other side: no keys but names, nothing but texts and numbers."""
    table = new_table(game, players, **options)
    for step in steps(table, random.Random(1), undo=0.1):
        for update in step.change.updates.values():
            data = dataclasses.asdict(update)
            assert keys(data) == {str}
            assert json.loads(json.dumps(data)) == listed(data)
    lines = table.game.engine.parts.story.lines(table.view(None))
    assert all(json.loads(json.dumps(dataclasses.asdict(line))) == listed(dataclasses.asdict(line)) for line in lines)


def keys(data: Any) -> set[type]:
    """The types of all keys in plain data."""
    if isinstance(data, dict):
        return set(map(type, data)) | {kind for value in data.values() for kind in keys(value)}
    return {kind for value in data for kind in keys(value)} if isinstance(data, list | tuple) else set()


def listed(data: Any) -> Any:
    """With lists for tuples, as JSON knows no other."""
    if isinstance(data, dict):
        return {key: listed(value) for key, value in data.items()}
    return [listed(value) for value in data] if isinstance(data, list | tuple) else data


def test_a_question_can_be_made_from_its_data_again() -> None:
    table = new_table("raeuber", 2)
    question = table.question(table.game.due[0])
    assert isinstance(question, Question)
    data = dataclasses.asdict(question)
    assert data["id"] == {"table": "t", "seat": table.game.due[0], "n": 0}
