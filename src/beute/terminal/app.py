"""The terminal app: which screen is on, in which language."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import App

from beute.games.compiling import When, compile_entries
from beute.play.record import Record
from beute.terminal.screens.page import Page
from beute.terminal.screens.replay import ReplayScreen
from beute.terminal.screens.start import StartScreen
from beute.terminal.screens.table import TableScreen
from beute.terminal.session import Session
from beute.terminal.shelf import Shelf
from beute.texts import LANGUAGES

PACE = 0.6  # seconds before a bot plays, so that people can follow


class BeuteApp(App[str]):
    """Starts at a table, at a replay, or at the list of games; ends with a line to print, if there is one."""

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Beute"

    def __init__(self, shelf: Shelf, language: str, session: Session | None = None, pace: float = PACE) -> None:
        super().__init__(ansi_color=True)  # from the start, or NO_COLOR would turn the terminal's own into black
        self.shelf = shelf
        self.language = language
        self.pace = pace
        self._first = session
        compile_entries(When.NEVER)

    def on_mount(self) -> None:
        self.theme = "ansi-dark"
        self.open()

    def open(self) -> None:
        """Show the first screen; Textual calls the `on_mount` of every class, so this is what others replace."""
        self.push_screen(StartScreen())
        if self._first is not None:
            self.sit_down(self._first)

    def sit_down(self, session: Session) -> None:
        self.push_screen(TableScreen(session))

    def switch_language(self) -> None:
        """Switch to the next language, on every screen."""
        names = list(LANGUAGES)
        self.language = names[(names.index(self.language) + 1) % len(names)]
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

    def __init__(self, records: Sequence[Record], seat: int | None, language: str) -> None:
        super().__init__(Shelf(), language)
        self._replay = ReplayScreen(records, seat)

    def open(self) -> None:
        self.push_screen(self._replay, lambda _: self.exit())
