"""The final scoring, line by line, and what comes after a game."""

from __future__ import annotations

from dataclasses import replace

from rich.console import Group
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from beute.table.scoring import ending, scoring, verdicts
from beute.terminal.screens.page import LANGUAGE, BuiltPage, Drawn, Key, bindings
from beute.terminal.screens.reading import LogScreen, RulesScreen
from beute.terminal.screens.replay import ReplayScreen
from beute.terminal.session import Session
from beute.terminal.trouble import explain


class ScoringScreen(BuiltPage):
    """Every point with the clause that gives it; then the next game, a replay, or a new game.

    Enter does nothing: it is pressed to make the last move, or to hurry a bot, and would take the scoring away unread.
    """

    KEYS = (
        Key("n", "n", "next", "next_game"),
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

    def opened(self) -> None:
        self.query_one(VerticalScroll).focus()

    @property
    def shown_keys(self) -> tuple[Key, ...]:
        """After the last game of the match comes another match."""
        first, *others = self.KEYS
        return (replace(first, text="new"), *others) if self.session.match.over else self.KEYS

    def _scoring(self) -> Group:
        """Who won, how it ended, and every line that led there."""
        session, speech = self.session, self.session.speech(self.language)
        title = self.say("scoring.title", title=session.match.setup.about.TITLE)
        table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
        table.add_column(style="bold", no_wrap=True)
        table.add_column()
        table.add_column(style="dim", no_wrap=True)
        table.add_column(justify="right", no_wrap=True)
        for score in scoring(session.game, speech):
            for n, line in enumerate(score.lines):
                points = f"{line.points:+d}" if line.points else "0"
                table.add_row(Text("" if n else score.name), Text(line.text), Text(line.clause), Text(points))
            table.add_row("", Text(self.say("scoring.total"), "bold"), "", Text(str(score.total), "bold"))
            table.add_row()
        won = [Text(verdict, "bold yellow") for verdict in verdicts(session.match, speech)]
        if session.table.trouble is not None:
            why = explain(session.table.trouble, self.language)
            won.append(Text(self.say("lost", why=why), "bold red"))
        return Group(Text(title, "bold"), Text(), *won, Text(ending(session.game, speech)), Text(), table)

    def action_next(self) -> None:
        """The next game of the match; after the last one, a new match."""
        self.dismiss("new" if self.session.match.over else "next")

    def action_replay(self) -> None:
        self.app.push_screen(ReplayScreen([self.session.match.records()[-1]]))

    def action_log(self) -> None:
        self.app.push_screen(LogScreen(lambda language: self.session.log(self.session.viewer, language)))

    def action_rules(self) -> None:
        game = self.session.game
        assert game.ending is not None
        self.app.push_screen(RulesScreen(game.setup.game, game.setup.about.ENDINGS[game.ending]))

    def action_leave(self) -> None:
        self.table_app.leave(self.session)
