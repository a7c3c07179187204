"""A recorded game as a text that people can read and tests compare line by line."""

from __future__ import annotations

from collections.abc import Iterator

from beute import Game, Record
from beute.play.replay import replay

PICTURE_EVERY = 25


def render(record: Record) -> Iterator[str]:
    game = replay(record, at=0)
    yield f"{record.game}, {record.players} players, options {dict(record.options)}"
    for number, event in enumerate(record.events, start=1):
        yield f"{number:>5}  {event}{possible(game, event)}"
        game.play(event)
        if number % PICTURE_EVERY == 0 or number == len(record.events):
            yield from (f"       {line}".rstrip() for line in str(game).splitlines())
    yield f"scores {game.scores}, winners {game.winners}, ending {game.ending}"


def possible(game: Game, event: str) -> str:
    """What else could have been decided; for chance, how many outcomes there were and their weight together."""
    actor = event.partition(" ")[0]
    if actor == "*":
        return f"   [{len(game.chances)} outcomes, {sum(game.chances.values())} ways]"
    return f"   [{', '.join(game.legal_for(int(actor)))}]"


def events_of(text: str) -> list[str]:
    """The events of a rendered game."""
    numbered = [line for line in text.splitlines() if line[:5].strip().isdecimal()]
    return [line[7:].partition("   [")[0] for line in numbered]
