"""What a log folds to: who sits where, the match, and how many steps each seat has taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from beute import games
from beute.play.errors import BeuteError, BrokenRecord
from beute.play.game import Game
from beute.play.luck import Luck, Secret
from beute.play.luck import Scripted as ScriptedLuck
from beute.play.match import Match
from beute.play.setup import set_up
from beute.table.log import FORM, Began, Decision, Entry, First, Played
from beute.table.seats import Seat


class Fold:
    """The state of a table. Entries are carried out as they are written or, once it is `live`, with fresh luck.

    `on_game` is given each game before anything happens in it.
    """

    match: Match

    def __init__(self, on_game: Callable[[Game], None] | None = None, live: bool = False) -> None:
        self.seats: list[Seat] = []
        self.people: tuple[int, ...] = ()  # the seats without a bot
        self.steps: list[int] = []  # accepted from each seat: the number of its next question
        self.answers: dict[int, str] = {}  # the latest of each seat
        self.changes = 0  # of the table itself, which everybody is told
        self.script: ScriptedLuck | None = None  # of the present game
        self.live = live
        self.on_game = on_game

    @classmethod
    def of(cls, name: str, entries: Iterable[Entry], on_game: Callable[[Game], None] | None = None) -> Fold:
        """The fold of a whole log; BrokenRecord if it cannot be carried out."""
        fold, number = cls(on_game), -1
        for number, entry in enumerate(entries):
            try:
                if (number == 0) != (entry["entry"] in ("opened", "continued")):
                    raise BrokenRecord("a table is opened first, and once", "broken_table")
                fold.carry_out(entry)
            except BeuteError as error:
                told = f"the table {name} cannot be resumed: entry {number}: {error}"
                if not isinstance(error, BrokenRecord):
                    raise BrokenRecord(told, "broken_table") from None
                raise BrokenRecord(told, error.code, **{**error.data, "event": None}) from None
        if number < 0:
            raise BrokenRecord(f"the table {name} cannot be resumed: it has no entries", "broken_table")
        return fold

    def go_live(self) -> None:
        """From now on chance is drawn."""
        self.live = True
        for number, game in enumerate(self.match.games):
            game.resume(self._luck(number))

    # ------------------------------------------------------------ entries

    def carry_out(self, entry: Entry) -> None:
        """One entry. Live, what chance does is written into it."""
        if entry["entry"] in ("opened", "continued"):
            self._open(entry)
        elif entry["entry"] == "next_game":
            self.match.check_next()
            self.changes += 1
            self._begin(entry)
        elif entry["entry"] == "seated":
            self._check_seat(entry["seat"])
            seats = self.seats.copy()
            seats[entry["seat"]] = Seat(entry["name"], entry["bot"])
            self._seat(seats)
            self.match.names = tuple(seat.name for seat in self.seats)
            self.changes += 1
        elif entry["entry"] == "scripted":
            self._follow_script(entry["words"])
        elif entry["entry"] in ("played", "changed", "refused", "undone"):
            self._decide(entry)
        else:
            raise BrokenRecord(f"there is no entry {entry['entry']!r}", "broken_table")

    def _check_seat(self, seat: int) -> None:
        if seat not in range(len(self.seats)):
            raise BrokenRecord(f"there is no seat {seat}", "broken_table")

    def _open(self, entry: First) -> None:
        form = entry["form"]
        if form != FORM:
            raise BrokenRecord(
                f"its log has form {form}, and this is form {FORM}", "other_form", played=form, present=FORM
            )
        about = games.about(entry["game"]) if games.is_there(entry["game"]) else None
        if about is not None and entry["rules"] != about.VERSION:
            played, present = entry["rules"], about.VERSION
            message = f"it was played by version {played} of the rules, and these are version {present}"
            raise BrokenRecord(message, "other_rules", played=played, present=present)
        self._seat([Seat(seat["name"], seat["bot"]) for seat in entry["seats"]])
        names, secret = [seat.name for seat in self.seats], Secret.read(entry["secret"])
        setup = set_up(entry["game"], len(names), entry["options"])
        self.match = Match(setup.game, len(names), names=names, secret=secret, played=[], **setup.chosen)
        self.steps = [0] * len(names)
        self._begin(entry)

    def _seat(self, seats: list[Seat]) -> None:
        self.seats = seats
        self.people = tuple(number for number, seat in enumerate(seats) if seat.bot is None)

    def _begin(self, entry: First | Began) -> None:
        game = Game(self.match.setup, None)
        if self.on_game is not None:
            self.on_game(game)
        self.match.games.append(game)
        self.script = None
        if entry["entry"] == "continued":
            self._go_back_to(game, entry["events"])
        length = game.length
        if self.live:
            game.resume(self._luck(len(self.match.games) - 1))
            entry["chance"] = [event[2:] for event in game.since(length)]
        else:
            self._follow(game, entry["chance"])

    def _luck(self, number: int) -> Luck:
        """Of a game of the match."""
        present = number == len(self.match.games) - 1
        return self.script if present and self.script is not None else self.match.luck(number)

    def _follow_script(self, words: Sequence[str]) -> None:
        """What the secret says can be verified only from where no script is followed any more."""
        game, number = self.match.game, len(self.match.games) - 1
        chances = sum(event.startswith("* ") for event in game.as_played)
        self.script = ScriptedLuck(words, self.match.luck(number), chances) if words else None
        game.fork = game.length
        if self.live:
            game.resume(self._luck(number))

    def _decide(self, entry: Decision) -> None:
        game, seat = self.match.game, entry["seat"]
        self._check_seat(seat)
        if entry["entry"] == "played":
            self._play(game, entry)
        elif entry["entry"] == "changed":
            game.change(entry["word"], seat)
        elif entry["entry"] == "refused":
            game.refuse(entry["word"], seat)
        else:
            game.undo(seat)
        self.answers[seat] = "" if entry["entry"] == "undone" else entry["word"]
        self.steps[seat] += 1

    def _play(self, game: Game, entry: Played) -> None:
        length = game.length
        game.play(entry["word"], entry["seat"])
        if self.live:
            entry["chance"] = [event[2:] for event in game.since(length + 1)]
        else:
            self._follow(game, entry["chance"])

    @staticmethod
    def _go_back_to(game: Game, events: Sequence[str]) -> None:
        """The position after these events, from which play goes on."""
        for number, event in enumerate(events):
            try:
                game.play(event)
            except BeuteError as error:
                raise BrokenRecord(str(error), error.code, number) from None
        game.fork = game.face_down_events.start  # what lies face down there may be changed

    @staticmethod
    def _follow(game: Game, chance: Sequence[str]) -> None:
        """What chance did; one event after the other where somebody follows."""
        if game.follower is not None:
            for word in chance:
                game.play(f"* {word}")
        elif game.follow(f"* {word}" for word in chance) < len(chance):
            raise BrokenRecord(f"chance cannot have been {', '.join(chance):.200}", "impossible_chance")
        if game.chance_is_due:
            raise BrokenRecord("what chance did next is missing", "chance_is_due")
