"""A game step by step from its record, and what chance did in it: of a table, of a shared link, of a file."""

from __future__ import annotations

from contextlib import suppress
from typing import Final, Literal, TypeAlias, cast

from beute.games.views import Frame, OptionValue
from beute.play.chronicle import Chronicle
from beute.play.errors import BeuteError, Unverifiable
from beute.play.game import Game
from beute.play.hearing import Viewer
from beute.play.match import Match
from beute.play.record import Record
from beute.play.replay import draws, fork_of, replay, secret_of
from beute.play.speech import Speech
from beute.server.messages import shown_view, told
from beute.server.protocol import DrawMessage, LuckMessage, ReplayMessage, ReplayStep, ScoreMessage
from beute.table.scoring import ending, scoring, verdicts
from beute.table.seats import Seat, check_seats
from beute.texts import texts

OPEN: Final = "open"  # the eyes of who may see everything
Eyes: TypeAlias = Viewer | Literal["open"]


def replay_message(record: Record, eyes: Eyes, language: str) -> ReplayMessage:
    """A game as a viewer saw it, step by step; BrokenRecord if the record breaks the rules."""
    game, names = replay(record), names_of(record, language)
    speech = Speech(language, record.game, names)
    alone = Match(record.game, record.players, names=names, played=[game], **record.options)
    return {
        "game": record.game,
        "options": _single(game),
        "seat": None if eyes == OPEN else eyes,
        "names": list(names),
        "fork": fork_of(record),
        "steps": _steps(game, eyes, speech),
        "ending": ending(game, speech) if game.over else None,
        "verdicts": verdicts(alone, speech)[:1] if game.over else [],
        "scores": _scores(game, speech) if game.over else [],
    }


def luck_message(record: Record) -> LuckMessage:
    """What chance did in a game, and the secret of it, if the record tells one."""
    seal = (record.about or {}).get("seal")
    try:
        secret, drawn = secret_of(record).secret.hex(), draws(record)
    except Unverifiable:
        secret, drawn = None, []
    return {
        "seal": None if seal is None else f"{seal!s:.64}",
        "secret": secret,
        "fork": fork_of(record),
        "draws": [cast(DrawMessage, draw._asdict()) for draw in drawn],
    }


def _steps(game: Game[Frame], eyes: Eyes, speech: Speech) -> list[ReplayStep]:
    viewer = None if eyes == OPEN else eyes
    twin: Game[Frame] = Game(game.setup, None)
    chronicle, steps = Chronicle(twin, [viewer], each=True), list[ReplayStep]()
    for event in game.as_played:
        twin.play(event)
        news = chronicle.take_news(viewer)
        view = twin.open_view() if eyes == OPEN else twin.view(viewer)
        goes_on = None if twin.over else twin.face_down_events.start
        steps.append(
            {
                "events": news.events,
                "told": told(news.told, speech),
                "view": shown_view(view, speech),
                "goes_on": goes_on,
            }
        )
    return steps


def _scores(game: Game[Frame], speech: Speech) -> list[ScoreMessage]:
    return [
        {
            "name": score.name,
            "total": score.total,
            "lines": [{"text": one.text, "clause": one.clause, "points": one.points} for one in score.lines],
        }
        for score in scoring(game, speech)
    ]


def names_of(record: Record, language: str) -> tuple[str, ...]:
    """Those in `about`, which is anybody's: where they cannot be shown, the players have numbers."""
    said = (record.about or {}).get("seats")
    with suppress(BeuteError):
        if isinstance(said, list) and len(said) == record.players and all(isinstance(name, str) for name in said):
            check_seats([Seat(name) for name in said], record.game)
            if all(said):
                return tuple(said)
    return tuple(texts(language)("table.person", number=seat + 1) for seat in range(record.players))


def _single(game: Game[Frame]) -> dict[str, OptionValue]:
    """The options with which it is played on: for itself, as it is no game of that match (SD-21) any more."""
    return {**game.setup.chosen, **({"games": 1} if "games" in game.options else {})}
