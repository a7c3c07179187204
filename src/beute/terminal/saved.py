"""What is told of a saved table before it is opened: who plays, when it was played, how it stands, who won."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from beute import games
from beute.play.engine import winners
from beute.play.errors import BeuteError
from beute.play.game import Game
from beute.play.record import Record
from beute.play.setup import set_up
from beute.table.fold import Fold
from beute.table.scoring import standings
from beute.table.seats import shown_name
from beute.terminal.shelf import Shelf
from beute.texts import texts


@dataclass(frozen=True)
class Saved:
    """A table on the shelf, unfinished or finished."""

    name: str
    game: str
    players: tuple[str, ...]
    played: datetime
    finished: bool

    def heading(self, language: str) -> str:
        """Which game, with whom, and when."""
        code = "watch" if self.finished else "resume"
        names = ", ".join(shown_name(name, language) for name in self.players)
        return texts(language)(f"terminal.{code}", game=games.about(self.game).TITLE, names=names)

    def when(self, language: str) -> str:
        return self.played.strftime(texts(language)("terminal.saved.date"))


def unfinished(shelf: Shelf, name: str) -> Saved:
    """BrokenRecord if it is damaged, as far as that is seen without playing it."""
    game, names = shelf.heading(name)
    return Saved(name, game, tuple(names), shelf.played(name), False)


def finished(shelf: Shelf, name: str) -> Saved:
    record = shelf.records(name)[0]
    setup = set_up(record.game, record.players, record.options)
    return Saved(name, setup.game, tuple(names_in(record)), shelf.played(name), True)


def stand(shelf: Shelf, saved: Saved, language: str) -> str:
    """How it stands, or who won: that takes a moment, as the game is played once more. No more than all may see."""
    say = texts(language)
    names = [shown_name(name, language) for name in saved.players]
    try:
        if saved.finished:
            records = shelf.records(saved.name)
            points = [sum(record.scores[seat] for record in records if record.scores) for seat in range(len(names))]
            won = ", ".join(names[seat] for seat in winners(points))
            return f"{standings(names, points)} · {say('terminal.saved.won', names=won)}"
        match = Fold.of(saved.name, shelf.load(saved.name)).match
        told = say("terminal.saved.moves", number=sum(map(_decisions, match.games)))
        if match.of > 1:
            game_of = say("terminal.game_of", number=len(match.games), of=match.of)
            return f"{game_of}: {standings(names, match.points)} · {told}"
        scores = match.game.view(None)["scores"]
        return told if scores is None else f"{standings(names, scores)} · {told}"
    except BeuteError:
        return say("terminal.saved.unknown")


def _decisions(game: Game[Any]) -> int:
    return sum(not event.startswith("*") for event in game.as_played)


def names_in(record: Record) -> list[str]:
    """The names that a record tells of its seats; their numbers if it tells none, or such as cannot be shown."""
    names = (record.about or {}).get("seats")
    if isinstance(names, list) and len(names) == record.players and all(str(name).isprintable() for name in names):
        return [str(name) for name in names]
    return [str(seat) for seat in range(record.players)]
