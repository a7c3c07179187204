"""A finished game again, event by event, with everybody's cards open or as a seat saw it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container
from textual.timer import Timer

from beute.games.views import Frame
from beute.play.chronicle import Chronicle
from beute.play.errors import BeuteError
from beute.play.game import Game
from beute.play.hearing import Viewer
from beute.play.record import Record
from beute.play.replay import replay
from beute.play.speech import Speech
from beute.terminal.boards import board, drawn
from beute.terminal.look import Block, Look, story
from beute.terminal.saved import names_in
from beute.terminal.screens.page import BACK, LANGUAGE, OPTIONS, Drawn, Key, Page, bindings

STRIDE = 16  # events; a step back replays fewer than this
QUICKEST = 0.1  # seconds between two events that follow by themselves


class ReplayScreen(Page):
    """Steps through a record."""

    KEYS = (
        Key("←→", "", "", "step"),
        Key("↑↓", "", "", "turn"),
        Key("Space", "space", "play", "play"),
        Key("v", "v", "eyes", "eyes"),
        Key("n", "n", "next", "next_game"),
        LANGUAGE,
        BACK,
        Key("Home End", "", "", "ends"),
    )
    BINDINGS = bindings(
        (
            *KEYS,
            Key("", "right,enter", "step(1)", ""),
            Key("", "left", "step(-1)", ""),
            Key("", "down", "turn(1)", ""),
            Key("", "up", "turn(-1)", ""),
            Key("", "pagedown", "step(10)", ""),
            Key("", "pageup", "step(-10)", ""),
            OPTIONS,
            Key("", "home", "step(-100000)", ""),
            Key("", "end", "step(100000)", ""),
        )
    )

    def __init__(self, records: Sequence[Record], seat: int | None = None) -> None:
        """BrokenRecord if a record breaks the rules; BeuteError if its game is not over."""
        super().__init__()
        for record in records:
            if not replay(record).over:
                raise BeuteError("the game is not over yet: it can be watched after its end (RB-18)", "not_over")
        self.records = tuple(records)
        self.seat = seat
        self._playing: Timer | None = None
        self._open(0)

    def _open(self, number: int) -> None:
        """Start one of the games of the match."""
        self.number = number
        self.record = self.records[number]
        self.names = names_in(self.record)
        self.at = 0
        self.game = replay(self.record, at=0)
        self._marks = [self.game.copy()]  # the game after every so many events, as far as it was watched
        self._turns: list[int] | None = None  # the events before which somebody is asked anew
        self._stories: dict[Viewer, tuple[Game, Chronicle]] = {}  # as far as it was told to each viewer

    def compose(self) -> ComposeResult:
        yield Drawn(self._title, id="title")
        with Container(id="middle"):
            yield Drawn(self._board, id="board")
            yield Drawn(self._story, id="log")
        yield Drawn(self.keys_line, id="keys")

    @property
    def shown_keys(self) -> tuple[Key, ...]:
        if self.too_small:
            return LANGUAGE, BACK
        return tuple(key for key in self.KEYS if key.action != "next" or len(self.records) > 1)

    @property
    def speech(self) -> Speech:
        return Speech(self.language, self.record.game, self.names)

    @property
    def view(self) -> Frame:
        view: Frame = self.game.open_view() if self.seat is None else self.game.view(self.seat)
        return view

    def _title(self, width: int, height: int) -> Block:
        eyes = self.say("replay.open") if self.seat is None else self.say("replay.eyes", seat=self.names[self.seat])
        title = self.game.setup.about.TITLE
        return [
            Text(
                " " + self.say("replay.title", game=title, number=self.at, of=len(self.record.events), eyes=eyes),
                "bold",
            )
        ]

    def _board(self, width: int, height: int) -> Block:
        shown = self.enlarge(width, height)
        return shown or drawn(board(self.record.game), self.view, Look(self.speech, {}), width, height)

    def _story(self, width: int, height: int) -> Block:
        """The story up to here. What was told once is kept, as telling takes time."""
        viewer = self.seat if self.game.setup.about.SECRETS else None
        if viewer not in self._stories:
            twin = replay(self.record, at=0)
            self._stories[viewer] = twin, Chronicle(twin, [viewer], each=True)
        twin, told = self._stories[viewer]
        for event in self.record.events[twin.length : self.at]:
            twin.play(event)
        latest = [entry for entry in told.entries[viewer] if entry.event < self.at][-height:]
        return story([self.speech.say(entry.happening, "tell") for entry in latest], width, height)

    def redraw(self) -> None:
        super().redraw()
        self.set_class(self.too_small, "-toosmall")

    def on_resize(self) -> None:
        self.call_after_refresh(self.redraw)

    # ------------------------------------------------------------ going through it

    def action_play(self) -> None:
        """By itself, event by event, at the pace of a table; from the end it begins anew. Said again, it stops."""
        if self._playing is not None:
            self._stop()
            return
        if self.at == len(self.record.events):
            self._go_to(0)
        self._playing = self.set_interval(max(self.table_app.pace, QUICKEST), self._go_on)
        self.redraw()

    def _go_on(self) -> None:
        if self.is_active:
            self._go_to(self.at + 1)
        if self.at == len(self.record.events):
            self._stop()

    def _stop(self) -> None:
        if self._playing is not None:
            self._playing.stop()
            self._playing = None
            self.redraw()

    def action_turn(self, by: int) -> None:
        """To where the next seat is asked, or the one before; where all choose at once, to where they are asked."""
        if self._turns is None:
            self._turns = turns(self.record)
        self._stop()
        later = [at for at in self._turns if at > self.at]
        earlier = [at for at in self._turns if at < self.at]
        self._go_to((later or [len(self.record.events)])[0] if by > 0 else (earlier or [0])[-1])

    def action_step(self, by: int) -> None:
        self._stop()
        self._go_to(self.at + by)

    def _go_to(self, to: int) -> None:
        at = min(max(to, 0), len(self.record.events))
        if at < self.at:
            mark = at // STRIDE
            self.game, self.at = self._marks[mark].copy(), mark * STRIDE
        while self.at < at:
            self.game.play(self.record.events[self.at])
            self.at += 1
            if self.at == len(self._marks) * STRIDE:
                self._marks.append(self.game.copy())
        self.redraw()

    def action_next(self) -> None:
        """The next game of the match; after the last comes the first."""
        self._stop()
        self._open((self.number + 1) % len(self.records))
        self.redraw()

    def action_eyes(self) -> None:
        """All cards open, then as each seat saw it."""
        self.seat = 0 if self.seat is None else self.seat + 1
        self.seat = None if self.seat == self.record.players else self.seat
        self.redraw()


def turns(record: Record) -> list[int]:
    """The numbers of the events before which somebody else is asked than before: where turns, or rounds, begin."""
    found, last, game = list[int](), None, replay(record, at=0)
    for number, event in enumerate(record.events):
        asked: object = None
        if game.face_down:
            asked = game.face_down_events.start
        elif game.due and not game.chance_is_due:
            asked = tuple(game.due)
        if asked is not None and asked != last:
            found.append(number)
            last = asked
        game.play(event)
    return found
