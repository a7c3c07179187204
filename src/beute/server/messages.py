"""Messages from what happened at a table: typed values, and the sentences in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

import beute
from beute.games.parts import parts
from beute.games.sheet import sheet
from beute.games.story import Happening
from beute.games.views import Frame
from beute.lessons import PUPIL
from beute.play.hearing import Viewer
from beute.play.luck import Secret
from beute.play.record import VERSION as RECORD_VERSION
from beute.play.speech import Speech
from beute.server.protocol import (
    DESCRIBED,
    Emote,
    EmoteMessage,
    InEveryLanguage,
    LessonMessage,
    NoticeMessage,
    OfferMessage,
    OtherView,
    QuestionMessage,
    ReportMessage,
    SeatMessage,
    StateMessage,
    TableMessage,
    Told,
    UpdateMessage,
    View,
    YouMessage,
)
from beute.server.rooms.room import Room
from beute.server.rooms.step import Notice
from beute.table.table import Question, Update
from beute.texts import texts


def told(happenings: Iterable[Happening], speech: Speech) -> list[Told]:
    return [{"code": one.code, "data": dict(one.data), "text": speech.say(one, "tell")} for one in happenings]


def shown_view(view: Frame, speech: Speech) -> View:
    """A view as it is sent: of a game for which the browser has no board also the table and the choices in words."""
    if view["game"] in DESCRIBED:
        return view
    story, pieces = parts(view["game"]).story, [choice["pick"] for choice in view["choices"] if choice["pick"]]
    words = [choice["word"] for choice in view["choices"]]
    more = {
        "sheet": sheet(view, speech),
        "words": {word: speech.say(story.choice(view, word), "choice") for word in words},
        "called": {piece["name"]: speech.thing(piece["name"]) for piece in pieces},
    }
    return cast(OtherView, {**view, **more})


def question_message(question: Question | None, speech: Speech) -> QuestionMessage | None:
    if question is None:
        return None
    asks = question.asks
    return {
        "id": question_text(question),
        "code": asks.code,
        "data": dict(asks.data),
        "clause": asks.clause,
        "text": speech.say(asks, "ask"),
    }


def question_text(question: Question) -> str:
    """Match and number: `1.5`."""
    return f"{question.id.table.rpartition('.')[2]}.{question.id.n}"


def update_message(
    room: str, match: int, game: int, update: Update, deadlines: Mapping[int, float], speech: Speech
) -> UpdateMessage:
    """What a step brings to one viewer."""
    return {
        "table": room,
        "seat": update.view["seat"],
        "match": match,
        "game": game,
        "version": update.version,
        "events": list(update.events),
        "told": told(update.told, speech),
        "kept": update.kept,
        "stages": [
            {"told": len(stage.told), "view": shown_view(stage.view, speech), "stays": stage.stays}
            for stage in update.stages[:-1]
        ],
        "view": shown_view(update.view, speech),
        "question": question_message(update.question, speech),
        "deadlines": shown_deadlines(deadlines, update.view["asked"]),
    }


def shown_deadlines(deadlines: Mapping[int, float], asked: Iterable[int]) -> dict[str, float]:
    """Of those of whom the viewer is shown that they are asked."""
    return {str(seat): round(deadlines[seat], 1) for seat in asked if seat in deadlines}


def state_message(room: Room, viewer: Viewer, language: str) -> StateMessage:
    """All that a viewer may be shown now."""
    table = room.playing
    speech, view, luck = table.speech(language), table.view(viewer), table.game.luck
    question = None if viewer is None or not room.people.running else table.question(viewer)
    return {
        "table": room.id,
        "seat": viewer,
        "match": room.people.matches,
        "game": room.game_number,
        "version": view["version"],
        "told": told((entry.happening for entry in table.told(viewer)), speech),
        "view": shown_view(view, speech),
        "question": question_message(question, speech),
        "deadlines": shown_deadlines(room.deadlines, view["asked"]),
        "names": list(table.match.names),
        "seal": luck.seal if isinstance(luck, Secret) else None,
        "now": room.now,
    }


def table_message(room: Room) -> TableMessage:
    """A table as everybody there sees it."""
    people, table = room.people, room.table
    host = people.seats_of(people.host)
    return {
        "id": room.id,
        "game": people.plan.game,
        "options": people.plan.options,
        "state": room.state,
        "paused": people.paused is not None,
        "seats": [_seat_message(room, number) for number in range(len(people.seats))],
        "host": host[0] if host else None,
        "host_away_since": room.away_since(people.host),
        "limit": people.plan.limit,
        "stand_in": people.plan.stand_in,
        "programs": people.plan.programs,
        "away_after": room.away_after,
        "match": people.matches,
        "game_number": room.game_number if table else 0,
        "games": table.match.of if table else 0,
        "points": table.match.points if table else [],
        "winners": table.match.winners if table else None,
        "fork": table.game.fork if table else 0,
        "watchers": len(people.watchers),
        "offer": _offer_message(room),
        "lesson": _lesson_message(room),
        "now": room.now,
    }


def _seat_message(room: Room, number: int) -> SeatMessage:
    seat = room.people.seats[number]
    return {
        "kind": seat.kind,
        "name": seat.name,
        "bot": seat.bot,
        "program": seat.person in room.people.programs,
        "stands_in_for": seat.away_name or None,
        "here": seat.person is not None and room.presence.here(seat.person),
        "away_since": None if seat.person is None else room.away_since(seat.person),
        "won": seat.won,
        "points": seat.points,
    }


def _offer_message(room: Room) -> OfferMessage | None:
    offer = room.people.offer
    if offer is None:
        return None
    return {
        "seat": next(iter(room.people.seats_of(offer.by)), None),
        "accepted": sorted(seat for person in offer.accepted for seat in room.people.seats_of(person)),
        "game": offer.plan.game,
        "options": offer.plan.options,
        "seats": [{"kind": seat.kind, "name": seat.name, "bot": seat.bot} for seat in offer.plan.seats],
        "limit": offer.plan.limit,
        "stand_in": offer.plan.stand_in,
        "programs": offer.plan.programs,
    }


def _lesson_message(room: Room) -> LessonMessage | None:
    taught = room.lesson
    if taught is None:
        return None
    steps, path = taught.lesson.steps, f"{taught.lesson.game}.lesson"
    seats = enumerate(taught.lesson.opponents, PUPIL + 1)
    names = {name.lower(): room.people.seats[seat].name for seat, name in seats}
    name, clause = ("over", None) if taught.over else (steps[taught.step].name, steps[taught.step].clause)

    def said(part: str) -> InEveryLanguage | None:
        code = f"{path}.{name}.{part}"
        return in_every_language(code, **names) if code in texts("en") else None

    return {
        "version": room.playing.version(PUPIL),
        "step": taught.step,
        "titles": [in_every_language(f"{path}.{step.name}.title") for step in steps],
        "text": in_every_language(f"{path}.{name}.text", **names),
        "task": said("task"),
        "then": said("then"),
        "clause": clause,
        "words": list(taught.words(PUPIL)),
        "unread": taught.unread,
    }


def you_message(room: Room, person: int) -> YouMessage:
    """What a person is at a table."""
    people, mine = room.people, room.people.seats_of(person)
    host = person == people.host
    may_tell = host or bool(mine)
    return {
        "table": room.id,
        "seats": mine,
        "host": host,
        "may_return": person in people.returning,
        "link": people.link if may_tell and not people.closed and not people.plan.lesson else None,
    }


def notice_message(room: Room, notice: Notice) -> NoticeMessage:
    text = in_every_language(f"rooms.notices.{notice.code}", name=notice.name)
    return {"table": room.id, "code": notice.code, "seat": notice.seat, "name": notice.name, "text": text}


def emote_message(room: str, seat: int, code: Emote) -> EmoteMessage:
    return {"table": room, "seat": seat, "code": code, "text": in_every_language(f"rooms.emotes.{code}")}


def in_every_language(code: str, **data: str | None) -> InEveryLanguage:
    return {"en": texts("en")(code, **data), "de": texts("de")(code, **data)}


def report_message(room: Room, viewer: Viewer) -> ReportMessage:
    """The present game as a viewer may see and be reminded of it."""
    game, view, language = room.playing.game, room.playing.view(viewer), "en"  # as we read it
    return {
        "versions": {"beute": beute.__version__, "record": RECORD_VERSION, "rules": game.setup.about.VERSION},
        "seat": viewer,
        "match": room.people.matches,
        "game": room.game_number,
        "record": {
            "game": game.setup.game,
            "players": game.players,
            "options": view["options"],
            "events": game.log(viewer),
            "whole": game.remembered(viewer) == 0,
            "scores": game.scores,
            "winners": game.winners,
            "ending": game.ending,
        },
        "view": shown_view(view, room.playing.speech(language)),
    }
