"""A table in the terminal without its screen: who sits where, who is asked, what can be taken back, what is kept."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from beute import bots
from beute.bots.entrants import Entrant
from beute.bots.ready import begin, unready
from beute.play.chronicle import Chronicle
from beute.play.errors import BrokenRecord
from beute.play.game import Game
from beute.play.match import Match
from beute.play.speech import Speech
from beute.terminal.shelf import Shelf


@dataclass(frozen=True)
class Seat:
    """Who sits there: a person, or a bot of that name, with a budget of its own behind @ if it has one."""

    name: str
    bot: str | None = None


class Session:
    """A match at one keyboard; every move is kept on the shelf at once, so that nothing is lost."""

    def __init__(self, match: Match, seats: Sequence[Seat], shelf: Shelf, name: str | None = None) -> None:
        self.match = match
        self.seats = tuple(seats)
        self.shelf = shelf
        self.name = name or shelf.new_name(match.setup.game)
        self._entrants = {seat: Entrant.read(there.bot) for seat, there in enumerate(seats) if there.bot is not None}
        self._bots = {seat: entrant.bot(match.setup.game) for seat, entrant in self._entrants.items()}
        self._chronicles: dict[tuple[int, int | None], Chronicle] = {}
        self.keep()

    @classmethod
    def begin(
        cls, shelf: Shelf, game: str, seats: Sequence[Seat], options: Mapping[str, Any], seed: str | None = None
    ) -> Session:
        """A new match."""
        match = Match(game, len(seats), seed, [seat.name for seat in seats], **options)
        return cls(match, seats, shelf)

    @classmethod
    def resume(cls, shelf: Shelf, name: str) -> Session:
        """A match from the shelf."""
        saved = shelf.read(name)
        try:
            names = saved["match"]["names"]
            if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
                raise TypeError(f"names are {names!r:.60}")
            if not all(isinstance(bot, str | None) for bot in saved["bots"]):
                raise TypeError(f"bots are {saved['bots']!r:.60}")
            seats = [Seat(name, bot) for name, bot in zip(names, saved["bots"], strict=True)]
            return cls(Match.resumed(saved["match"]), seats, shelf, name)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BrokenRecord(f"the table {name} cannot be resumed: {error}", "broken_table") from None

    # ------------------------------------------------------------ what is so

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(seat for seat, there in enumerate(self.seats) if there.bot is None)

    @property
    def person_asked(self) -> int | None:
        """The person to answer next: of those who choose at once the first seat."""
        return next((seat for seat in self.game.due if seat in self.people), None)

    @property
    def bot_asked(self) -> int | None:
        """The bot to answer next; where all choose at once people come first."""
        if self.person_asked is not None:
            return None
        return next(iter(self.game.due), None)

    @property
    def viewer(self) -> int | None:
        """Whose eyes the screen has when nobody is asked: the only person's, or a spectator's."""
        return self.people[0] if len(self.people) == 1 else None

    @property
    def needs_curtain(self) -> bool:
        """Whether a person's view must be hidden from the next person at the keyboard."""
        return len(self.people) > 1 and self.game.setup.about.SECRETS

    def speech(self, language: str) -> Speech:
        return Speech(language, self.game.setup.game, self.match.names)

    def chronicle(self, seat: int | None) -> Chronicle:
        """The story of the present game as a seat saw it, up to now."""
        key = len(self.match.games), seat
        if key not in self._chronicles:
            self._chronicles[key] = Chronicle(self.game, seat)
        self._chronicles[key].follow(self.game)
        return self._chronicles[key]

    def log(self, seat: int | None, language: str, latest: int | None = None) -> list[str]:
        """What the seat may be told of the present game, in words: all of it, or the latest sentences."""
        speech, entries = self.speech(language), self.chronicle(seat).remembered(self.game)
        return [speech.say(entry.happening, "tell") for entry in (entries[-latest:] if latest else entries)]

    # ------------------------------------------------------------ what is done

    def play(self, seat: int, word: str) -> None:
        self.game.play(word, seat)
        self.keep()

    def wake_bots(self) -> subprocess.Popen[bytes] | None:
        """Bots of a kind that never played this game get ready, in a process that ends when they are."""
        game = self.match.setup.game
        sleepy = unready(game, (entrant.kind for entrant in self._entrants.values()))
        return begin(game, sleepy) if sleepy else None

    def bot_answer(self, seat: int) -> str:
        """What the bot at a seat wants to play: the only thing here that may take its time."""
        budget = self._entrants[seat].budget
        return bots.answer(self._bots[seat], self.game, seat, self.match.secret, budget)

    def next_game(self) -> None:
        self.match.next_game()
        self.keep()

    @property
    def undoable(self) -> bool:
        """Whether the latest decision can be taken back: a person's, with nothing revealed since."""
        return self.game.last_actor in self.people and self.game.undoable

    def undo(self) -> None:
        self.game.undo()
        self.keep()

    def keep(self) -> None:
        """Put the match on the shelf; a finished one as the records of its games."""
        if self.match.over:
            self.shelf.finish(self.name, self.match.records())
        else:
            self.shelf.write(self.name, {"match": self.match.saved(), "bots": [seat.bot for seat in self.seats]})
