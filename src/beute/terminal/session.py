"""A table at one keyboard: who is asked next, whose eyes the screen has, what is said to who leaves."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from beute import bots
from beute.bots import Bot
from beute.bots.entrants import Entrant
from beute.bots.ready import begin, unready
from beute.play.errors import BeuteError, BrokenRecord
from beute.play.game import Game
from beute.play.match import Match
from beute.play.speech import Speech
from beute.table.seats import Seat
from beute.table.store import Conflict, StoreError
from beute.table.table import Change, Table
from beute.terminal.shelf import Shelf
from beute.terminal.trouble import explain
from beute.texts import texts


class Gone(Exception):
    """The table was taken away, and nobody can go on with it."""

    def __init__(self, error: BeuteError) -> None:
        super().__init__(str(error))
        self.error = error


class Session:
    """People round one screen. Every step is kept at once; what cannot be kept is played all the same."""

    def __init__(self, table: Table, shelf: Shelf) -> None:
        self.table = table
        self.shelf = shelf
        self._bots: dict[tuple[int, str | None], Bot] = {}

    @classmethod
    def begin(
        cls, shelf: Shelf, game: str, seats: Sequence[Seat], options: Mapping[str, Any], seed: str | None = None
    ) -> Session:
        """A new table."""
        while True:
            try:
                return cls(Table.open(shelf, shelf.new_name(game), game, seats, options, seed, unsaved=True), shelf)
            except Conflict:
                continue  # somebody else began one of that name in the same moment

    @classmethod
    def resume(cls, shelf: Shelf, name: str) -> Session:
        """A table from the shelf. One that was over before it was put away is put away now."""
        try:
            session = cls(Table.load(shelf, name, unsaved=True), shelf)
            for seat in range(session.game.players):
                if seat not in session.table.people:
                    session.bot(seat)
        except BrokenRecord as error:
            raise BrokenRecord(str(error), "broken_table") from None
        except BeuteError as error:
            if error.code in ("unknown_table", "finished_table"):
                raise
            raise BrokenRecord(f"the table {name} cannot be resumed: {error}", "broken_table") from None
        if session.match.over:
            session.try_to_keep()
        return session

    # ------------------------------------------------------------ what is so

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def person_asked(self) -> int | None:
        """The person to answer next: of those who choose at once the first seat."""
        return next((seat for seat in self.game.due if seat in self.table.people), None)

    @property
    def bot_asked(self) -> int | None:
        """The bot to answer next; where all choose at once people come first."""
        if self.person_asked is not None:
            return None
        return next(iter(self.game.due), None)

    @property
    def viewer(self) -> int | None:
        """Whose eyes the screen has when nobody is asked: the only person's, or a spectator's."""
        return self.table.people[0] if len(self.table.people) == 1 else None

    @property
    def needs_curtain(self) -> bool:
        """Whether a person's view must be hidden from the next person at the keyboard."""
        return len(self.table.people) > 1 and self.game.setup.about.SECRETS

    @property
    def undoable(self) -> int | None:
        """The person whose decision, the latest of all, can be taken back."""
        seat = self.table.decided_last
        return seat if seat is not None and self.table.undoable(seat) else None

    def speech(self, language: str) -> Speech:
        return self.table.speech(language)

    def log(self, seat: int | None, language: str, latest: int | None = None) -> list[str]:
        """What the seat may be told of the present game, in words: all of it, or the latest sentences."""
        speech, told = self.speech(language), self.table.told(seat)
        return [speech.say(entry.happening, "tell") for entry in (told[-latest:] if latest else told)]

    # ------------------------------------------------------------ what is done

    def carry_out(self, step: Callable[[], Change]) -> bool:
        """A step at the table; False if somebody else has played on here, and the table is now as they left it."""
        try:
            step()
        except Conflict:
            self._reload()
            return False
        return True

    def _reload(self) -> None:
        try:
            self.table.reload()
        except BeuteError as error:
            raise Gone(error) from None

    def try_to_keep(self) -> StoreError | None:
        """Once more what is not kept yet; what prevents it."""
        try:
            self.table.save()
        except StoreError as error:
            self.table.trouble = error
        return self.table.trouble

    def last_words(self, language: str) -> str:
        """To who leaves: how to go on, where the record is, or why nothing is kept."""
        say, trouble = texts(language), None if self.table.kept else self.try_to_keep()
        if trouble is not None:
            return say("terminal.lost", why=explain(trouble, language))
        if self.match.over:
            return say("terminal.records", path=self.shelf.finished_path(self.table.name))
        return say("terminal.kept", table=self.table.name)

    # ------------------------------------------------------------ bots

    def wake_bots(self) -> subprocess.Popen[bytes] | None:
        """Bots of a kind that never played this game get ready, in a process that ends when they are."""
        game = self.match.setup.game
        kinds = [Entrant.read(seat.bot).kind for seat in self.table.seats if seat.bot is not None]
        sleepy = unready(game, kinds)
        return begin(game, sleepy) if sleepy else None

    def bot(self, seat: int) -> Bot:
        """The bot at a seat, the same one every time."""
        key = seat, self.table.seats[seat].bot
        if key not in self._bots:
            self._bots[key] = self.table.bot(seat)
        return self._bots[key]

    def thought(self, seat: int) -> Callable[[], str]:
        """What the bot at a seat wants to play, to be thought about wherever there is time: it knows no live game."""
        bot, task = self.bot(seat), self.table.task(seat)
        return lambda: bots.think(bot, task)
