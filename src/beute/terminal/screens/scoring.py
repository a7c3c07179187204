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
from beute.terminal.look import Sentence
from beute.terminal.screens.page import LANGUAGE, BuiltPage, Drawn, Key, bindings
from beute.terminal.screens.reading import LogScreen, open_rules
from beute.terminal.screens.replay import ReplayScreen
from beute.terminal.session import Session
from beute.terminal.trouble import explain


class ScoringScreen(BuiltPage):
    """Every point with the clause that gives it; then the next game, a replay, or a new game.

    Enter does nothing: it is pressed to make the last move, or to hurry a bot, and would take the scoring away unread.
    """

    KEYS = (
        Key("n", "n", "next", "next_game"),
        Key("m", "m", "menu", "menu"),
        Key("r", "r", "replay", "replay"),
        Key("g", "g", "log", "log"),
        Key("?", "question_mark", "rules", "rules"),
        LANGUAGE,
        Key("q", "q", "leave", "leave"),
        Key("Esc", "escape", "back", "table"),
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
        """After the last game of the match comes another match at the same table, or the list of games."""
        first, menu, *others = self.KEYS
        if self.session.match.over:
            return replace(first, text="rematch"), menu, *others
        return first, *others

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
                table.add_row(Text("" if n else score.name), Sentence(line.text), Text(line.clause), Text(line.signed))
            table.add_row("", Text(self.say("scoring.total"), "bold"), "", Text(str(score.total), "bold"))
            table.add_row()
        won = [Sentence(verdict, "bold yellow") for verdict in verdicts(session.match, speech)]
        if session.table.trouble is not None:
            why = explain(session.table.trouble, self.language)
            won.append(Sentence(self.say("lost", why=why), "bold red"))
        return Group(Text(title, "bold"), Text(), *won, Sentence(ending(session.game, speech)), Text(), table)

    def action_next(self) -> None:
        """The next game of the match; after the last one, another match with the same seats."""
        self.dismiss("rematch" if self.session.match.over else "next")

    def action_menu(self) -> None:
        if self.session.match.over:
            self.dismiss("menu")

    def action_replay(self) -> None:
        self.app.push_screen(ReplayScreen([self.session.match.records()[-1]]))

    def action_log(self) -> None:
        self.app.push_screen(LogScreen(lambda language: (self.session.log(self.session.viewer, language), 0)))

    def action_rules(self) -> None:
        game = self.session.game
        assert game.ending is not None
        open_rules(self, game.setup.game, game.setup.about.ENDINGS[game.ending])

    def action_leave(self) -> None:
        self.table_app.leave(self.session)
