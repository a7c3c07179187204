"""A table as plain data and as text, whoever keeps it."""

from __future__ import annotations

from beute.games.parts import Trail
from beute.games.views import Frame
from beute.play.engine import Engine, Table, winners
from beute.play.speech import Speech


def frame(rules: Engine, table: Table, seat: int | None) -> Frame:
    """The frame of a view that is no more than a look at a state."""
    s = rules.snapshot(table.tobytes())
    scores = rules.scores(table[0])
    return {
        "version": 0,
        "game": rules.setup.game,
        "players": rules.setup.players,
        "options": rules.setup.chosen,
        "seat": seat,
        "asked": [other for other in range(rules.setup.players) if s.due > 0 and s.due >> other & 1],
        "chosen": [],
        "undoable": False,
        "choices": [],
        "refusals": [],
        "scores": scores,
        "winners": winners(scores) if s.ending else None,
        "ending": rules.ending(s.ending),
    }


def open_view(rules: Engine, table: Table, trail: Trail | None = None) -> Frame:
    """The table with all that is hidden."""
    view = rules.parts.view
    return view.lay_open(frame(rules, table, None), rules.snapshot(table.tobytes()), trail or view.trail())


def known_view(rules: Engine, known: Table, seat: int | None) -> Frame:
    """The table as a seat knows it, from its concealed state alone."""
    view, s = rules.parts.view, rules.snapshot(known.tobytes())
    shown = frame(rules, known, seat)
    if not view.shows_scores(s):
        shown["scores"] = None
    return view.show(shown, s, view.trail())


def draw(rules: Engine, view: Frame, speech: Speech | None = None) -> str:
    """A view as text."""
    speech = speech or plain_speech(rules)
    lines = [heading(rules, speech), *rules.parts.picture.picture(view, speech), standing(view, speech)]
    return "\n".join(line for line in lines if line)


def plain_speech(rules: Engine) -> Speech:
    """English, with seats by number."""
    return Speech("en", rules.setup.game, [f"Seat {seat}" for seat in range(rules.setup.players)])


def heading(rules: Engine, speech: Speech) -> str:
    return speech.texts("shared.players", title=rules.setup.about.TITLE, players=rules.setup.players)


def standing(view: Frame, speech: Speech) -> str:
    """How the game ended, or who is asked."""
    if view["winners"] is not None:
        scores = " ".join(map(str, view["scores"] or ()))
        return speech.texts("shared.over", ending=view["ending"], scores=scores, winners=speech.seats(view["winners"]))
    asked = ", ".join(speech.names[seat] for seat in view["asked"])
    return speech.texts("shared.asked", seats=asked) if asked else ""
