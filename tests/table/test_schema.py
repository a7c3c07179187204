"""The JSON Schema in the documentation is that of the types, and real tables keep to it."""

from __future__ import annotations

import json
import random
from dataclasses import asdict
from typing import Any

import pytest
from pydantic import TypeAdapter

import beute
from beute.games.raeuber.view import RaeuberView
from beute.games.schattendieb.view import SchattendiebView
from beute.games.sneaky.view import SneakyView
from beute.games.story import Happening
from beute.play.chronicle import Chronicle
from beute.play.errors import IllegalMove
from tests.setups import SETUPS, label
from tests.table.schema import FILE, text

VIEWS: dict[str, Any] = {"sneaky": SneakyView, "schattendieb": SchattendiebView, "raeuber": RaeuberView}


def test_the_schema_is_current() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), "run: python -m tests.table.schema"


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_views_and_what_is_told_keep_to_the_schema(setup: Any) -> None:
    """Types, nothing missing, and no field that the schema does not have; and JSON changes nothing."""
    shape, told, luck = TypeAdapter(VIEWS[setup.game]), TypeAdapter(Happening), random.Random(3)
    fields = set(VIEWS[setup.game].__annotations__)
    game = beute.new(setup.game, setup.players, seed=3, **dict(setup.options))
    chronicle = Chronicle(game, [*range(setup.players), None])
    while not game.over:
        if game.length % 5 == 0:
            for view in chronicle.views.values():
                assert set(view) == fields
                assert json.loads(json.dumps(view)) == view
                assert shape.validate_json(json.dumps(view), strict=True) == view
        seat = luck.choice(game.due)
        try:
            game.play(luck.choice(game.offered(seat)), seat)
        except IllegalMove:
            assert game.refusals
    for entry in chronicle.entries[None]:
        data = json.dumps(asdict(entry.happening))
        assert told.validate_json(data) == entry.happening
