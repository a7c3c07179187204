"""A table at one keyboard: who is asked next, whose view is shown, what is printed on leaving."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from beute import bots, games
from beute.bots import Bot
from beute.bots.entrants import Entrant
from beute.bots.failing import BotFailed
from beute.bots.ready import Preparation, begin, unready
from beute.games.views import Choice
from beute.play.errors import BeuteError, BrokenRecord
from beute.play.game import Game
from beute.play.match import Match
from beute.play.others_code import broken_game
from beute.play.speech import Speech, speech
from beute.table.seats import Seat, shown_name
from beute.table.store import Conflict, StoreError
from beute.table.table import Change, Table
from beute.terminal.shelf import Shelf
from beute.terminal.thought import Thought
from beute.terminal.trouble import explain
from beute.texts import texts


class Gone(Exception):
    """Nobody can play on at the table: it was removed, or its game turned out to be broken."""

    def __init__(self, error: BeuteError) -> None:
        super().__init__(str(error))
        self.error = error


@dataclass(frozen=True)
class Failure:
    """A bot that failed, at one seat or at several, and who plays on for it."""

    bot: str
    seats: tuple[int, ...]
    failed: BotFailed
    stand_in: str


class Session:
    """People at one screen. Every step is saved at once; a step that cannot be saved is played anyway."""

    def __init__(self, table: Table, shelf: Shelf) -> None:
        self.table = table
        self.shelf = shelf
        self.preparation: Preparation | None = None  # of bots that are not compiled yet
        self._bots: dict[tuple[int, str | None], Bot] = {}
        self._thoughts: dict[int, Thought] = {}  # the latest of each seat
        self._hurried: tuple[int, int] | None = None  # the phase in which somebody hurried
        self._by_itself: set[tuple[int, int]] = set()  # answers that nobody gave: the game of the match, the event

    @classmethod
    def begin(
        cls, shelf: Shelf, game: str, seats: Sequence[Seat], options: Mapping[str, Any], seed: str | None = None
    ) -> Session:
        """A new table."""
        while True:
            try:
                return cls(Table.open(shelf, shelf.new_name(game), game, seats, options, seed, unsaved=True), shelf)
            except Conflict:
                continue  # another process started one of that name at the same moment

    @classmethod
    def resume(cls, shelf: Shelf, name: str) -> Session:
        """A table from the shelf. One that is over but was not moved to the finished ones is moved now."""
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

    # ------------------------------------------------------------ the state of the table

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
        return next(iter(self.bots_asked), None)

    @property
    def bots_asked(self) -> tuple[int, ...]:
        """The bots to answer next: where all choose face down all of them at once, else the first."""
        if self.person_asked is not None:
            return ()
        return tuple(self.game.due) if self.game.face_down else tuple(self.game.due)[:1]

    @property
    def viewer(self) -> int | None:
        """Whose view is shown when nobody is asked: the only person's, or a spectator's."""
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

    def names(self, language: str) -> tuple[str, ...]:
        """Who sits there; who said no name is called in the language of the reader."""
        return tuple(shown_name(name, language) for name in self.match.names)

    def speech(self, language: str) -> Speech:
        return speech(language, self.match.setup.game, self.names(language))

    def log(self, seat: int | None, language: str, latest: int | None = None) -> list[str]:
        """What the seat may be told of the present game, in words: all of it, or the latest sentences."""
        speech, told = self.speech(language), self.table.told(seat)
        return [speech.say(entry.happening, "tell") for entry in (told[-latest:] if latest else told)]

    def news(self, seat: int | None) -> int:
        """How many of the latest lines tell what happened since the seat's latest decision; before its first, all.

        An answer that was given by itself is no decision: nobody has looked at the table meanwhile.
        """
        if seat is None:
            return 0
        game, events = len(self.match.games), self.game.as_played
        decisions = (n for n in reversed(range(len(events))) if events[n].startswith(f"{seat} "))
        own = next((n for n in decisions if (game, n) not in self._by_itself), None)
        return sum(own is None or entry.event > own for entry in self.table.told(seat))

    # ------------------------------------------------------------ what is done

    def only_answer(self, seat: int) -> Choice | None:
        """What a seat has to answer, if there is one thing only; never where others choose face down, as that it was
        so would tell something of its hand (SD-9)."""
        if self.game.face_down:
            return None
        possible = [choice for choice in self.table.view(seat)["choices"] if choice["possible"] != "no"]
        return possible[0] if len(possible) == 1 else None

    def give_by_itself(self, seat: int, word: str) -> Change:
        """The only answer that a seat has."""
        answer = len(self.match.games), len(self.game.as_played)
        change = self.table.play(seat, word)
        self._by_itself.add(answer)
        return change

    def take_back(self, seat: int) -> Change:
        """The latest decision; what is decided anew is a person's own."""
        change = self.table.undo(seat)
        game, events = len(self.match.games), len(self.game.as_played)
        self._by_itself = {(of, n) for of, n in self._by_itself if of != game or n < events}
        return change

    def rematch(self) -> Session:
        """Another match with the same people, bots and options, and luck of its own."""
        return Session.begin(self.shelf, self.match.setup.game, self.table.seats, self.match.setup.chosen)

    def carry_out(self, step: Callable[[], Change]) -> Change | None:
        """A step at the table; None if somebody else has continued here, and the table is now as they left it.

        Whatever goes wrong in the code of another package's game is told in words.
        """
        try:
            return step()
        except Conflict:
            self._reload()
            return None
        except BeuteError:
            raise
        except Exception as error:
            game = self.match.setup.game
            if game in games.NAMES:
                raise
            raise Gone(broken_game(game, error)) from error

    def _reload(self) -> None:
        try:
            self.table.reload()
        except BeuteError as error:
            raise Gone(error) from None

    def try_to_keep(self) -> StoreError | None:
        """Try again to save what is not saved yet; return what prevents it."""
        try:
            self.table.save()
        except StoreError as error:
            self.table.trouble = error
        return self.table.trouble

    def last_words(self, language: str) -> str:
        """The last line on leaving: how to resume, where the record is, or why the game is not saved."""
        say, trouble = texts(language), None if self.table.kept else self.try_to_keep()
        if trouble is not None:
            return say("terminal.lost", why=explain(trouble, language))
        if self.match.over:
            return say("terminal.records", path=self.shelf.finished_path(self.table.name))
        return say("terminal.kept", table=self.table.name)

    # ------------------------------------------------------------ bots

    def prepare_bots(self) -> None:
        """Bots of a kind that never played this game are compiled, in a process of their own."""
        game = self.match.setup.game
        kinds = [Entrant.read(seat.bot).kind for seat in self.table.seats if seat.bot is not None]
        missing = unready(game, kinds)
        self.preparation = begin(game, missing) if missing else None

    @property
    def bots_are_ready(self) -> bool:
        """While they are not they play by rules of thumb."""
        if self.preparation is not None and self.preparation.done:
            self.preparation = None
        return self.preparation is None

    def leave(self) -> None:
        """Nobody waits for bots any longer."""
        if self.preparation is not None:
            self.preparation.end()

    def bot(self, seat: int) -> Bot:
        """The bot at a seat, the same one every time."""
        key = seat, self.table.seats[seat].bot
        if key not in self._bots:
            self._bots[key] = self.table.bot(seat)
        return self._bots[key]

    def thought(self, seat: int) -> Thought:
        """What the bot at a seat wants to play, to be thought about wherever there is time."""
        bot = self.bot(seat) if self.bots_are_ready else bots.named(bots.stand_in(self.game.setup.game))
        last = self._thoughts.get(seat)
        self._thoughts[seat] = Thought(bot, self.table.task(seat), last_chance=last is not None and last.unheard)
        return self._thoughts[seat]

    def hurry(self) -> None:
        """All bots that are asked now play at once: where several choose at once, each of them."""
        self._hurried = self.phase

    @property
    def hurries(self) -> bool:
        return self._hurried == self.phase

    @property
    def phase(self) -> tuple[int, int]:
        """The same for all that is chosen face down at once, and another for every other question."""
        return len(self.match.games), self.game.face_down_events.start

    def replace_bot(self, seat: int) -> Change:
        """A bot that failed plays no more: another takes its seat, under its name."""
        self._thoughts.pop(seat, None)
        return self.table.sit(seat, Seat(self.match.names[seat], self._stand_in(seat)))

    def failure(self, seat: int, failed: BotFailed) -> Failure:
        """What is told of a bot that fails, before it is replaced."""
        return Failure(str(self.table.seats[seat].bot), (seat,), failed, self._stand_in(seat))

    def tell_failure(self, failure: Failure, language: str) -> str:
        seats, why = self.speech(language).seats(failure.seats), explain(failure.failed, language)
        return texts(language)("terminal.bot_failed", bot=failure.bot, seats=seats, why=why, stand_in=failure.stand_in)

    def _stand_in(self, seat: int) -> str:
        quick = bots.stand_in(self.game.setup.game)
        return quick if self.table.seats[seat].bot != quick else "random"
