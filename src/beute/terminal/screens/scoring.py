"""The final scoring, line by line, and what comes after a game."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from beute.terminal.screens.page import LANGUAGE, Drawn, Key, Page, bindings
from beute.terminal.screens.reading import LogScreen, RulesScreen
from beute.terminal.screens.replay import ReplayScreen
from beute.terminal.session import Session
from beute.terminal.tally import ending, tally, verdicts


class ScoringScreen(Page):
    """Every point with the clause that gives it; then the next game, a replay, or a new game."""

    KEYS = (
        Key("n", "n,enter", "next", "next_game"),
        Key("r", "r", "replay", "replay"),
        Key("g", "g", "log", "log"),
        Key("?", "question_mark", "rules", "rules"),
        Key("Esc", "escape", "back", "table"),
        LANGUAGE,
        Key("q", "q", "leave", "leave"),
    )
    BINDINGS = bindings(KEYS)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(self._scoring(), id="scoring")
        yield Drawn(self.keys_line, id="keys")

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def redraw(self) -> None:
        self.refresh(recompose=True)

    def _scoring(self) -> Table:
        session, speech = self.session, self.session.speech(self.language)
        title = self.say("scoring.title", title=session.match.setup.about.TITLE)
        table = Table(title=title, caption=ending(session.game, speech), box=None, padding=(0, 2, 0, 0), expand=False)
        table.add_column("", style="bold")
        table.add_column("")
        table.add_column("", style="dim")
        table.add_column("", justify="right")
        for name, rows, total in tally(session.game, speech):
            for n, (text, clause, points) in enumerate(rows):
                table.add_row(name if n == 0 else "", text, clause, f"{points:+d}" if points else "0")
            table.add_row("", Text(self.say("scoring.total"), "bold"), "", Text(str(total), "bold"))
            table.add_row()
        for verdict in verdicts(session.match, speech):
            table.add_row("", Text(verdict, "bold yellow"))
        return table

    def action_next(self) -> None:
        """The next game of the match; after the last one, a new match."""
        self.dismiss("new" if self.session.match.over else "next")

    def action_replay(self) -> None:
        self.app.push_screen(ReplayScreen([self.session.match.records()[-1]]))

    def action_log(self) -> None:
        self.app.push_screen(LogScreen(self.session.log(self.session.viewer, self.language)))

    def action_rules(self) -> None:
        game = self.session.game
        assert game.ending is not None
        self.app.push_screen(RulesScreen(game.setup.game, game.setup.about.ENDINGS[game.ending]))

    def action_leave(self) -> None:
        self.table_app.leave(self.session)
