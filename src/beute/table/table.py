"""A match being played at a table: questions are answered, decisions taken back, and everything is kept in its log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from weakref import WeakMethod

from beute import bots
from beute.bots import Task
from beute.bots.entrants import Entrant
from beute.games.story import Happening, Stage
from beute.games.story import Question as Asks
from beute.games.story import Seat as SeatValue
from beute.games.views import Choice, Frame, offered
from beute.play.chronicle import Chronicle
from beute.play.chronicle import Entry as Told
from beute.play.errors import BeuteError, BrokenRecord, IllegalMove
from beute.play.game import Game
from beute.play.hearing import Viewer
from beute.play.match import Match
from beute.play.speech import Speech, speech
from beute.table.fold import Fold
from beute.table.log import FORM, Entry, First
from beute.table.seats import Seat, check_seats
from beute.table.store import Conflict, Store, StoreError


@dataclass(slots=True)
class QuestionId:
    """Which question it is. `n` grows with every accepted step of that seat, and with nothing else."""

    table: str
    seat: int
    n: int


@dataclass(slots=True)
class Question:
    """What a seat is asked."""

    id: QuestionId
    asks: Asks


@dataclass(slots=True)
class Update:
    """What a change brings to one viewer, and no more than that viewer may be shown."""

    version: int
    events: tuple[str, ...]
    told: tuple[Happening, ...]
    kept: int | None  # how many of the latest lines, these included, may still be shown (RB-18); None: all
    view: Frame  # of the game's own type
    question: Question | None
    stages: tuple[Stage, ...] = ()  # the same in steps that people can follow, where that takes time


class Change(NamedTuple):
    """What came of a step: an update for each viewer who is told something."""

    updates: Mapping[Viewer, Update]


class _Before(NamedTuple):
    """How a table was before a step."""

    game: Game
    versions: Mapping[Viewer, int]
    views: Mapping[Viewer, Frame]


class StaleAnswer(BeuteError):
    """An answer to a question that is not asked any more, or that was given already."""


class Table:
    """Seats round a match. What it is follows from its log; nobody is told of a step before it is stored.

    Where the store fails a step is refused; a table that goes on `unsaved` keeps it in mind and tries again later. One
    that is not `watched` makes no views for spectators, a third of the work for two players.
    """

    def __init__(self, store: Store, name: str, unsaved: bool = False, watched: bool = True) -> None:
        self.store = store
        self.name = name
        self.unsaved = unsaved
        self.trouble: StoreError | None = None  # why the latest steps are not stored yet
        self._entries: list[Entry] = []
        self._stored = 0
        self._watched = watched
        self._fold = Fold(_without_cycle(self._follow_game), live=True)
        self._chronicle: Chronicle

    @classmethod
    def open(
        cls,
        store: Store,
        name: str,
        game: str,
        seats: Sequence[Seat],
        options: Mapping[str, Any],
        seed: str | None = None,
        unsaved: bool = False,
        watched: bool = True,
        events: Sequence[str] | None = None,
        script: Sequence[str] = (),
    ) -> Table:
        """A new table; with events, one that goes on from there with luck of its own; chance follows a script first."""
        match = Match(game, len(seats), seed, played=[], **options)
        check_seats(seats, game)
        opened: First = {
            "entry": "opened",
            "form": FORM,
            "game": game,
            "rules": match.setup.about.VERSION,
            "options": match.setup.chosen,
            "seats": [{"name": seat.name, "bot": seat.bot} for seat in seats],
            "secret": match.secret.hex(),
            "chance": [],
        }
        if events is not None:
            opened = {**opened, "entry": "continued", "events": list(events)}
        table = cls(store, name, unsaved, watched)
        entries: list[Entry] = [opened]
        if script:
            entries.append({"entry": "scripted", "words": list(script)})
        for entry in entries:
            table._fold.carry_out(entry)
        table._keep(entries)
        table._nothing_is_new()
        return table

    @classmethod
    def load(cls, store: Store, name: str, unsaved: bool = False, watched: bool = True) -> Table:
        """A table from the store."""
        table = cls(store, name, unsaved, watched)
        table.reload()
        return table

    # ------------------------------------------------------------ what is so

    @property
    def match(self) -> Match:
        return self._fold.match

    @property
    def game(self) -> Game:
        return self._fold.match.games[-1]

    @property
    def game_number(self) -> int:
        """Of the present game in its match, from 1."""
        return len(self._fold.match.games)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(self._fold.seats)

    @property
    def people(self) -> tuple[int, ...]:
        return self._fold.people

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Its log, the secret of its luck included: for those who keep the table."""
        return tuple(self._entries)

    @property
    def scripted(self) -> bool:
        """Whether chance follows a script."""
        return self._fold.script is not None

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Who is told: the people, and those who watch, if there may be any."""
        return (*self.people, None) if self._watched else self.people

    def version(self, viewer: Viewer) -> int:
        """How often a viewer was told something at this table."""
        version = self._fold.changes
        for game in self._fold.match.games:
            version += game.version(viewer)
        return version

    def view(self, viewer: Viewer) -> Frame:
        """What a viewer is shown now, of the game's own type."""
        return self._with_version(self.game.view(viewer))

    def question(self, seat: int) -> Question | None:
        """What a seat is asked: also one that may still change what it laid face down."""
        return self._question(self.game.view(seat))

    def speech(self, language: str) -> Speech:
        return speech(language, self.game.setup.game, self.match.names)

    def told(self, viewer: Viewer) -> list[Told]:
        """The story of the present game, as far back as the viewer may be reminded."""
        needed = viewer, self.game.eyes(viewer)  # who closed is told what spectators are (SD-12)
        if self._chronicle.start > 0 or not {*needed} <= {*self._chronicle.viewers}:
            self._retell(dict.fromkeys((*self._chronicle.viewers, *needed)))
        return self._chronicle.told(viewer, self.game)

    def tell_from_start(self) -> None:
        """Remember the story of the present game from its first event on, as a table does that was opened here."""
        self._retell(self._chronicle.viewers)

    def expect_spectators(self) -> None:
        """From now on there may be some."""
        self._watched = True
        if None not in self._chronicle.viewers:
            self._follow_game(self.game)

    # ------------------------------------------------------------ what is done

    def answer(self, question: QuestionId, word: str) -> Change:
        """Answer a question. A try that does not come off is an answer too: the seat is asked anew."""
        self._check_question(question, word)
        seat, game = question.seat, self.game
        choice = self._choice(seat, word)
        if choice is None or choice["possible"] == "no":
            raise self._not_offered(seat, word, choice)
        if seat not in game.due:
            return self._step({"entry": "changed", "seat": seat, "word": word})
        if choice["possible"] == "yes" or game.can_play(word, seat):
            return self._step({"entry": "played", "seat": seat, "word": word, "chance": []})
        return self._step({"entry": "refused", "seat": seat, "word": word})

    def play(self, seat: int, word: str) -> Change:
        """Answer the present question of a seat."""
        return self.answer(self.question_id(seat), word)

    def undo(self, seat: int) -> Change:
        """Take back a seat's latest decision."""
        if not self.undoable(seat):
            message = f"seat {seat} has nothing to take back, or something was revealed since"
            raise BeuteError(message, "cannot_undo", seat=seat)
        return self._step({"entry": "undone", "seat": seat})

    def undoable(self, seat: int) -> bool:
        """Whether a person there may take the latest decision back: nobody has learned anything from it."""
        return seat in self.people and self.game.undoable(seat)

    @property
    def decided_last(self) -> int | None:
        """The seat whose decision is the latest of the present game."""
        actors = (event.partition(" ")[0] for event in reversed(self.game.as_played))
        return next((int(actor) for actor in actors if actor != "*"), None)

    def end_script(self) -> Change:
        """From now on chance does what its secret says."""
        return self._step({"entry": "scripted", "words": []})

    def next_game(self) -> Change:
        """Begin the next game of the match."""
        return self._step({"entry": "next_game", "chance": []})

    def sit(self, seat: int, who: Seat) -> Change:
        """Somebody else takes a seat: a bot for a person who left, or a person again."""
        self._check_seat(seat)
        check_seats([*self.seats[:seat], who, *self.seats[seat + 1 :]], self.game.setup.game)
        return self._step({"entry": "seated", "seat": seat, "name": who.name, "bot": who.bot})

    # ------------------------------------------------------------ bots

    def bot(self, seat: int) -> bots.Bot:
        """The bot at a seat."""
        return self._entrant(seat).bot(self.game.setup.game)

    def task(self, seat: int) -> Task:
        """What the bot at a seat has to think about, off the table."""
        return bots.task(self.game, seat, self._entrant(seat).budget)

    def bot_plays(self, seat: int, word: str) -> Change:
        """A bot's word as its answer; one that stands in for a person plays what is offered to it (RB-6)."""
        possible = offered(self._choices(seat))
        if word not in possible:
            word = next((other for other in self.game.legal_for(seat) if other in possible), possible[0])
        return self.play(seat, word)

    def _entrant(self, seat: int) -> Entrant:
        bot = self._fold.seats[seat].bot
        if bot is None:
            raise BeuteError(f"at seat {seat} sits a person", "not_a_bot", seat=seat)
        return Entrant.read(bot)

    # ------------------------------------------------------------ keeping

    @property
    def kept(self) -> bool:
        """Whether every step is stored."""
        return self._stored == len(self._entries) and self.trouble is None

    def save(self) -> None:
        """Store what is not stored yet; StoreError if that fails."""
        if self._stored < len(self._entries):
            self.store.append(self.name, self._stored, self._entries[self._stored :])
            self._stored = len(self._entries)
        if self.match.over:
            self.store.finish(self.name, self.match.records())
        self.trouble = None

    def reload(self) -> None:
        """Go on from the log as it is in the store."""
        entries = self.store.load(self.name)
        self._set(entries)
        self._stored, self.trouble = len(entries), None

    def _set(self, entries: list[Entry]) -> None:
        """Be what a log folds to."""
        fold = Fold.of(self.name, entries)
        fold.go_live()
        fold.on_game = _without_cycle(self._follow_game)
        self._entries, self._fold = entries, fold
        self._follow_game(self.game)

    def _keep(self, entries: Sequence[Entry]) -> None:
        self._entries += entries
        try:
            self.save()
        except Conflict:
            raise
        except StoreError as error:
            if not self.unsaved and self._stored < len(self._entries):
                raise
            self.trouble = error  # what is stored has happened, though its records could not be kept

    # ------------------------------------------------------------ steps

    def _step(self, entry: Entry) -> Change:
        """Carry out an entry and store it; if it cannot be stored, nothing has happened."""
        entries, before = len(self._entries), self._as_told()
        try:
            self._fold.carry_out(entry)
            self._keep([entry])
        except Exception:
            del self._entries[entries:]
            self._set(self._entries)
            raise
        return self._change(before, _told_by_table(entry))

    def follow(self, entry: Entry) -> Change:
        """Carry out an entry that another process has stored; BrokenRecord if chance cannot have been so.

        A table that refuses an entry is not to be used any more.
        """
        before, made = self._as_told(), entry.copy()
        self._fold.carry_out(made)
        if made != entry:
            raise BrokenRecord(f"chance has done something else at table {self.name}", "impossible_chance")
        self._entries.append(entry)
        self._stored += 1
        return self._change(before, _told_by_table(entry))

    def _as_told(self) -> _Before:
        """What viewers were shown last."""
        return _Before(self.game, {viewer: self.version(viewer) for viewer in self.viewers}, {**self._chronicle.views})

    def _change(self, before: _Before, told_by_table: Sequence[Happening]) -> Change:
        viewers, game = self.viewers, self.game
        if not self._chronicle.views.keys() >= {*viewers}:
            self._follow_game(game)
        heard = {viewer: self._chronicle.take_news(viewer) for viewer in viewers}
        if not all(self._chronicle.reaches_back(viewer, game) for viewer in viewers):
            self.tell_from_start()  # else older lines that may still be shown would be taken away
        updates = dict[Viewer, Update]()
        for viewer, news in heard.items():
            view = self._with_version(self._chronicle.views[viewer])
            if view["version"] != before.versions.get(viewer):
                told, kept = (*told_by_table, *news.told), self._chronicle.kept(viewer, game)
                if kept is not None:
                    kept += len(told_by_table)
                updates[viewer] = Update(
                    view["version"],
                    tuple(news.events),
                    told,
                    kept,
                    view,
                    self._question(view),
                    self._stages(before, told, view),
                )
        return Change(updates)

    def _stages(self, before: _Before, told: Sequence[Happening], view: Frame) -> tuple[Stage, ...]:
        """A game that has just begun is shown at once."""
        was = before.views.get(view["seat"])
        if was is None or before.game is not self.game or not told:
            return ()
        return tuple(self.game.engine.parts.story.stages(was, told, view))

    def _check_question(self, question: QuestionId, word: str) -> None:
        """Refuse an answer to another question than the present one: nothing is ever applied twice."""
        now, seat, n = self.question_id(question.seat), question.seat, question.n
        if question == now:
            return
        if question.table != self.name:
            raise StaleAnswer(f"that question was asked at table {question.table}, not at {self.name}", "other_table")
        if n == now.n - 1 and self._fold.answers.get(seat) == word:
            raise StaleAnswer(f"question {n} of seat {seat} was answered with {word!r} already", "repeated_answer")
        message = f"question {n} of seat {seat} is not asked any more; now it is question {now.n}"
        raise StaleAnswer(message, "stale_answer")

    def question_id(self, seat: int) -> QuestionId:
        """Which question a seat is asked now, or next."""
        self._check_seat(seat)
        return QuestionId(self.name, seat, self._fold.steps[seat])

    def _check_seat(self, seat: int) -> None:
        players = len(self._fold.seats)
        if not 0 <= seat < players:
            raise BeuteError(f"there is no seat {seat}: seats go from 0 to {players - 1}", "unknown_seat")

    def _choices(self, seat: int) -> list[Choice]:
        """What a seat can point at now."""
        view = self._chronicle.views.get(seat) or self.game.view(seat)
        return view["choices"]

    def _choice(self, seat: int, word: str) -> Choice | None:
        for choice in self._choices(seat):
            if choice["word"] == word:
                return choice
        return None

    def _not_offered(self, seat: int, word: str, choice: Choice | None) -> IllegalMove:
        """Why not, by what the person's own view tells."""
        if choice is not None and choice["code"] is not None:
            clause, code = choice["clause"], choice["code"]
        else:
            reason = self.game.why(word, seat)
            assert reason is not None, f"{word!r} is legal and not offered to seat {seat}"
            clause, code = reason.clause, reason.code
        return IllegalMove(seat, word, clause, code, offered(self._choices(seat)))

    # ------------------------------------------------------------ telling

    def _question(self, view: Frame) -> Question | None:
        seat = view["seat"]
        if seat is None or not view["choices"]:
            return None
        return Question(self.question_id(seat), self.game.engine.parts.story.ask(view))

    def _with_version(self, view: Frame) -> Frame:
        """A view with the table's version in place of the game's."""
        view["version"] = self.version(view["seat"])
        return view

    def _follow_game(self, game: Game) -> None:
        self._chronicle = Chronicle(game, self.viewers)

    def _retell(self, viewers: Iterable[Viewer]) -> None:
        """Tell the present game from its first event on, refused tries included."""
        games = list[Game]()
        told = list[Chronicle]()

        def follow(game: Game) -> None:
            games.append(game)
            if len(games) == len(self.match.games):
                told.append(Chronicle(game, viewers))

        Fold.of(self.name, self._entries, follow)
        (self._chronicle,) = told
        self._chronicle.follow(self.game)
        self._nothing_is_new()

    def _nothing_is_new(self) -> None:
        """What has happened so far is in `told`, not in the next change."""
        for viewer in self._chronicle.viewers:
            self._chronicle.take_news(viewer)


def _without_cycle(follow: Callable[[Game], None]) -> Callable[[Game], None]:
    """A method of a table, for its own fold: a table that nobody needs is freed at once, with all its games."""
    method = WeakMethod(follow)

    def call(game: Game) -> None:
        there = method()
        if there is not None:
            there(game)

    return call


def _told_by_table(entry: Entry) -> tuple[Happening, ...]:
    """What the table itself tells, to all who have an update."""
    if entry["entry"] == "undone":
        return (Happening("undone", {"seat": SeatValue(entry["seat"])}),)
    if entry["entry"] == "seated":
        return (Happening("bot_seated" if entry["bot"] else "person_seated", {"seat": SeatValue(entry["seat"])}),)
    return ()
