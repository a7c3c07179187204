"""The terminal app: which screen is on, in which language."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Sequence
from typing import Final

from textual.app import App

from beute.games.compiling import When, compile_entries
from beute.play.record import Record
from beute.terminal.screens.page import Page
from beute.terminal.screens.replay import ReplayScreen
from beute.terminal.screens.start import StartScreen
from beute.terminal.screens.table import TableScreen
from beute.terminal.session import Session
from beute.terminal.settings import Settings
from beute.terminal.shelf import Shelf
from beute.texts import LANGUAGES

ENDING: Final = (signal.SIGTERM, signal.SIGHUP)


class BeuteApp(App[str]):
    """Starts at a table, at a replay, or at the list of games; ends with a line to print, if there is one."""

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Beute"

    def __init__(self, shelf: Shelf, language: str, session: Session | None = None, pace: float | None = None) -> None:
        """A pace that is said holds for this time only; without one it is as the person has chosen."""
        super().__init__(ansi_color=True)  # from the start, or NO_COLOR would turn the terminal's own into black
        self.shelf = shelf
        self.settings = Settings.load(shelf.folder)
        self.language = language
        self.said_pace = pace
        self.ended_by: int | None = None  # a signal
        self._first = session
        compile_entries(When.NEVER)

    @property
    def pace(self) -> float:
        """Seconds before a bot plays, so that people can follow."""
        return self.settings.seconds if self.said_pace is None else self.said_pace

    def on_mount(self) -> None:
        self.theme = "ansi-dark"
        for number in ENDING:
            asyncio.get_running_loop().add_signal_handler(number, self._end_by, number)
        self.open()

    def _end_by(self, number: int) -> None:
        """Leave as people do, so that the terminal is as it was before."""
        self.ended_by = number
        self.leave_the_house()

    def open(self) -> None:
        """Show the first screen; Textual calls the `on_mount` of every class, so this is what others replace."""
        self.push_screen(StartScreen())
        if self._first is not None:
            self.sit_down(self._first)

    def sit_down(self, session: Session) -> None:
        self.push_screen(TableScreen(session), lambda what: self._again(session, what))

    def _again(self, session: Session, what: object) -> None:
        """After a match: another one with the same seats, or the list of games."""
        if what == "rematch":
            self.sit_down(session.rematch())

    def switch_language(self) -> None:
        """Switch to the next language, on every screen, and in later games."""
        names = list(LANGUAGES)
        self.language = names[(names.index(self.language) + 1) % len(names)]
        self.settings.language = self.language
        self.settings.save()
        for screen in self.screen_stack:
            if isinstance(screen, Page):
                screen.redraw()

    async def action_quit(self) -> None:
        """Ctrl+Q"""
        self.leave_the_house()

    def action_help_quit(self) -> None:
        """Ctrl+C: nothing is lost."""
        self.leave_the_house()

    def leave_the_house(self) -> None:
        """From any screen."""
        table = next((screen for screen in reversed(self.screen_stack) if isinstance(screen, TableScreen)), None)
        if table is None:
            self.exit()
        else:
            self.leave(table.session)

    def leave(self, session: Session) -> None:
        self.exit(session.last_words(self.language))


class WatchApp(BeuteApp):
    """Only a replay."""

    def __init__(self, records: Sequence[Record], seat: int | None, language: str, pace: float | None = None) -> None:
        super().__init__(Shelf(), language, pace=pace)
        self._replay = ReplayScreen(records, seat)

    def open(self) -> None:
        self.push_screen(self._replay, lambda _: self.exit())
