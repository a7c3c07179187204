"""A state as plain data and as text, whoever keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beute.play.engine import Engine
from beute.play.speech import Speech


def frame(rules: Engine, s: Any, seat: int | None) -> dict[str, Any]:
    """What views of every game have."""
    mask = max(0, int(s.due))
    scores = rules.scores(s) if s.ending else None
    return {
        "game": rules.setup.game,
        "players": rules.setup.players,
        "options": rules.setup.chosen,
        "seat": seat,
        "asked": [other for other in range(rules.setup.players) if mask >> other & 1],
        "winners": None if scores is None else [who for who, score in enumerate(scores) if score == max(scores)],
        "ending": list(rules.setup.about.ENDINGS)[int(s.ending) - 1] if s.ending else None,
    }


def lay_open(rules: Engine, s: Any) -> dict[str, Any]:
    """The table with all that is hidden."""
    data: dict[str, Any] = frame(rules, s, None) | rules.view.lay_open(s)
    return data | {"scores": rules.scores(s), "choices": [], "refused": [], "log": []}


def draw(rules: Engine, view: Mapping[str, Any], speech: Speech | None = None) -> str:
    """A view as text."""
    speech = speech or plain_speech(rules)
    lines = [heading(rules, speech), *rules.picture.picture(view, speech), standing(view, speech)]
    return "\n".join(line for line in lines if line)


def plain_speech(rules: Engine) -> Speech:
    """English, with seats by number."""
    return Speech("en", rules.setup.game, [f"Seat {seat}" for seat in range(rules.setup.players)])


def heading(rules: Engine, speech: Speech) -> str:
    return speech.texts("shared.players", title=rules.setup.about.TITLE, players=rules.setup.players)


def standing(view: Mapping[str, Any], speech: Speech) -> str:
    """How the game ended, or who is asked."""
    if view["ending"]:
        scores = " ".join(map(str, view["scores"]))
        winners = speech.seats(view["winners"])
        return speech.texts("shared.over", ending=view["ending"], scores=scores, winners=winners)
    asked = ", ".join(speech.names[seat] for seat in view["asked"])
    return speech.texts("shared.asked", seats=asked) if asked else ""
