"""A finished game again, event by event, with everybody's cards open or as a seat saw it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container

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
from beute.terminal.screens.page import BACK, LANGUAGE, Drawn, Key, Page, bindings

STRIDE = 16  # events; a step back replays fewer than this


class ReplayScreen(Page):
    """Steps through a record."""

    KEYS = (
        Key("←→", "", "", "step"),
        Key("Home End", "", "", "ends"),
        Key("v", "v", "eyes", "eyes"),
        Key("n", "n", "next", "next_game"),
        LANGUAGE,
        BACK,
    )
    BINDINGS = bindings(
        (
            *KEYS,
            Key("", "right,space,enter", "step(1)", ""),
            Key("", "left", "step(-1)", ""),
            Key("", "down,pagedown", "step(10)", ""),
            Key("", "up,pageup", "step(-10)", ""),
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
        self._open(0)

    def _open(self, number: int) -> None:
        """Start one of the games of the match."""
        self.number = number
        self.record = self.records[number]
        self.names = names_in(self.record)
        self.at = 0
        self.game = replay(self.record, at=0)
        self._marks = [self.game.copy()]  # the game after every so many events, as far as it was watched
        self._stories: dict[Viewer, tuple[Game, Chronicle]] = {}  # as far as it was told to each viewer

    def compose(self) -> ComposeResult:
        yield Drawn(self._title, id="title")
        with Container(id="middle"):
            yield Drawn(self._board, id="board")
            yield Drawn(self._story, id="log")
        yield Drawn(self.keys_line, id="keys")

    @property
    def shown_keys(self) -> tuple[Key, ...]:
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
        return drawn(board(self.record.game), self.view, Look(self.speech, {}), width, height)

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

    def action_step(self, by: int) -> None:
        at = min(max(self.at + by, 0), len(self.record.events))
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
        self._open((self.number + 1) % len(self.records))
        self.redraw()

    def action_eyes(self) -> None:
        """All cards open, then as each seat saw it."""
        self.seat = 0 if self.seat is None else self.seat + 1
        self.seat = None if self.seat == self.record.players else self.seat
        self.redraw()


def names_in(record: Record) -> list[str]:
    """The names that a record tells of its seats; their numbers if it tells none, or such as cannot be shown."""
    names = (record.about or {}).get("seats")
    if isinstance(names, list) and len(names) == record.players and all(str(name).isprintable() for name in names):
        return [str(name) for name in names]
    return [str(seat) for seat in range(record.players)]
