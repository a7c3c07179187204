"""Records for tests, also those of the browser: `python -m tests.server.records FOLDER` writes them as files."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from beute.games.views import Frame
from beute.play.errors import BeuteError
from beute.play.game import Game, new
from beute.play.luck import Secret
from beute.play.record import Record
from beute.play.replay import replay

NAMES: Final = ("Ada", "Bo", "Cy", "Di", "Eva", "Flo", "Gil")
GAMES: Final = (("sneaky", 2), ("schattendieb", 4), ("raeuber", 3))


def played(game: str, players: int, seed: int = 5, **options: Any) -> Record:
    """A game at random, to its end."""
    luck, found = random.Random(seed), new(game, players, seed=seed, **options)
    while not found.over:
        seat = luck.choice(found.due)
        found.play(luck.choice(found.legal_for(seat)), seat)
    return found.record(about={"seats": list(NAMES[:players])})


def forged(record: Record) -> Record:
    """With an outcome of chance changed, such that no rule is broken: only the luck shows it."""
    tried = (replace(record, events=events, scores=None, winners=None, ending=None) for events in _changed(record))
    return next(found for found in map(_finished, tried) if found is not None)


def _changed(record: Record) -> Iterator[tuple[str, ...]]:
    """One outcome is another or, where every card is drawn in the end, a seat's cards come in another order."""
    events = record.events
    for number in range(len(events) - 1, 0, -1):
        if events[number].startswith("*"):
            for other in replay(record, at=number).chances:
                if f"* {other}" != events[number]:
                    yield (*events[:number], f"* {other}", *events[number + 1 :])
            kind = events[number].rpartition(" ")[0]
            for before in range(number):
                if events[before].startswith(kind) and events[before] != events[number]:
                    exchanged = [*events]
                    exchanged[before], exchanged[number] = events[number], events[before]
                    yield tuple(exchanged)


def _finished(record: Record) -> Record | None:
    """The record with the result of its events, if they are possible and lead to an end."""
    try:
        game = replay(record, at=len(record.events))
    except BeuteError:
        return None
    return replace(game.record(), about=record.about) if game.over else None


def continued(record: Record, at: int) -> Record:
    """Played on from the middle of a record, with other luck."""
    game: Game[Any] = replay(record, at=at)
    game.fork = at
    game.resume(Secret.seeded("other"))
    luck = random.Random(at)
    while not game.over:
        game.play(luck.choice(game.legal))
    return game.record(about={"seats": list(NAMES[: record.players])})


def broken(record: Record) -> Record:
    """With a decision in place of the first that a clause of the rules forbids."""
    first = next(n for n, event in enumerate(record.events) if not event.startswith("*"))
    game = replay(record, at=first)
    why = ((word, game.why(word, game.due[0])) for word in sorted(game.engine.decisions))
    word = next(word for word, reason in why if reason is not None and reason.clause)
    return replace(record, events=(*record.events[:first], f"{game.due[0]} {word}", *record.events[first + 1 :]))


def twins(record: Record, seat: int, laid: bool = False) -> tuple[Record, Record]:
    """The beginning of a game, and another that its seat cannot tell from it: others have other cards or, while some
    have `laid` a card face down and others not yet, have laid another one. What a seat is shown plays no part here, as
    that is what is tested: where the rules allow both and ask the same seats, what was played openly is the same."""
    for at in range(len(record.events) * 2 // 3, 0, -1):
        events = record.events[:at]
        if laid != bool(replay(record, at=at).face_down_events):
            continue
        mine = _beginning(record, events)
        for changed in _laid(record, events, seat) if laid else _dealt(events, seat):
            other = _beginning(record, changed)
            try:
                one, two = _standing(mine), _standing(other)
                if one.due == two.due and one.open_view() != two.open_view():
                    return mine, other
            except BeuteError:
                pass
    raise AssertionError(f"seat {seat} knows everything")


def _laid(record: Record, events: tuple[str, ...], seat: int) -> Iterator[tuple[str, ...]]:
    """Another choice of one who has chosen face down."""
    for number in replay(record, at=len(events)).face_down_events:
        actor = events[number].partition(" ")[0]
        if actor != str(seat):
            for word in replay(record, at=number).legal_for(int(actor)):
                if f"{actor} {word}" != events[number]:
                    yield (*events[:number], f"{actor} {word}", *events[number + 1 :])


def _dealt(events: tuple[str, ...], seat: int) -> Iterator[tuple[str, ...]]:
    """Two others' cards exchanged, the earliest first: so the games differ for as long as can be."""
    dealt = [(n, event.split()) for n, event in enumerate(events) if event.startswith(("* deal", "* draw"))]
    for n, (_, _, one, card) in dealt:
        for m, (_, _, two, other) in dealt:
            if m < n and one != two and card != other and str(seat) not in (one, two):
                exchanged = [*events]
                exchanged[n] = f"{events[n].rpartition(' ')[0]} {other}"
                exchanged[m] = f"{events[m].rpartition(' ')[0]} {card}"
                yield tuple(exchanged)


def _beginning(record: Record, events: tuple[str, ...]) -> Record:
    return Record(record.game, record.players, events, record.options, about=record.about)


def _standing(record: Record) -> Game[Frame]:
    return replay(record, at=len(record.events))


def secretive() -> Iterator[tuple[str, Record]]:
    """Games in which a seat does not know what others have."""
    for name, record in (
        ("hands", played("raeuber", 3)),
        ("hands-sums", played("raeuber", 3, open_sums=True)),
        ("jewels", played("schattendieb", 4)),
        ("laid", played("schattendieb", 4)),
    ):
        yield name, replace(record, about={"seats": list(NAMES[: record.players])})


def files() -> Iterator[tuple[str, str]]:
    """The files by name."""
    every = [played(game, players) for game, players in GAMES]
    for record in every:
        yield f"{record.game}.jsonl", record.text()
        yield f"{record.game}-forged.jsonl", forged(record).text()
        yield f"{record.game}-broken.jsonl", broken(record).text()
        yield f"{record.game}-no-secret.jsonl", replace(record, about=None).text()
        yield f"{record.game}-continued.jsonl", continued(record, len(record.events) // 2).text()
    for name, record in secretive():
        one, other = twins(record, 0, laid=name == "laid")
        yield f"{name}.jsonl", record.text()
        yield f"{name}-one.jsonl", one.text()
        yield f"{name}-other.jsonl", other.text()
    yield "several.jsonl", "\n".join([*(record.text() for record in every), '{"beute": 1}', ""])


if __name__ == "__main__":
    for name, text in files():
        (Path(sys.argv[1]) / name).write_text(text, encoding="utf-8")
