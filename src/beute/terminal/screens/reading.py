"""Screens to read: the rulebook, a game in 30 seconds, the story so far, and the curtain between two players."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from rich.markdown import Markdown
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from beute import rulebook
from beute.games import about
from beute.terminal.card import card
from beute.terminal.look import NEW, Block, wrapped
from beute.terminal.screens.page import BACK, LANGUAGE, BuiltPage, Drawn, Key, Page, bindings
from beute.terminal.session import Session

HANDOVER = 0.8  # seconds that a curtain stays down: the key that ended the turn may be pressed once too often,
REPEATED = 0.15  # or is still held, and sent again so soon
SCROLL = Key("↑↓", "", "", "scroll")


def open_rules(page: Page, game: str, clause: str | None) -> None:
    """At a clause; but who has never asked about the game is first told what it is about."""
    settings = page.table_app.settings
    if game in settings.cards:
        page.app.push_screen(RulesScreen(game, clause))
        return
    settings.note_card(game)
    page.app.push_screen(CardScreen(game, clause))


class CardScreen(BuiltPage):
    """How to play in 30 seconds."""

    KEYS = (Key("?", "question_mark", "rules", "rules"), SCROLL, BACK, LANGUAGE)
    BINDINGS = bindings(KEYS)

    def __init__(self, game: str, clause: str | None) -> None:
        super().__init__()
        self.game = game
        self.clause = clause

    def compose(self) -> ComposeResult:
        title = self.say("card", title=about(self.game).TITLE)
        with VerticalScroll():
            yield Static(Text(f"{title}\n", "bold yellow"))
            for number, sentence in enumerate(card(self.game, self.language)):
                yield Static(Text(f"{sentence}\n", "" if number else "bold"))
        yield Drawn(self.keys_line, id="keys")

    def opened(self) -> None:
        self.query_one(VerticalScroll).focus()

    def action_rules(self) -> None:
        self.app.switch_screen(RulesScreen(self.game, self.clause))


class RulesScreen(BuiltPage):
    """The rulebook of a game, opened at a clause."""

    KEYS = (SCROLL, Key("c", "c", "card", "card"), BACK, LANGUAGE)
    BINDINGS = bindings(KEYS)

    def __init__(self, game: str, clause: str | None) -> None:
        super().__init__()
        self.game = game
        self.clause = clause

    def action_card(self) -> None:
        self.app.switch_screen(CardScreen(self.game, self.clause))

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            for block in rulebook.page(self.game, self.language).blocks:
                text = Static(Markdown(block.markdown), classes="here" if block.clause == self.clause else "")
                text.styles.margin = (0, 1, 1, 1)
                yield text
        yield Drawn(self.keys_line, id="keys")

    def opened(self) -> None:
        self.query_one(VerticalScroll).focus()
        self.call_after_refresh(self._turn_to_the_clause)

    def _turn_to_the_clause(self) -> None:
        for here in self.query(".here"):
            self.query_one(VerticalScroll).scroll_to_widget(here, animate=False, top=True)


class LogScreen(BuiltPage):
    """The story so far, as far back as the person may be told."""

    KEYS = (SCROLL, Key("Esc", "escape,g,q", "back", "back"), LANGUAGE)
    BINDINGS = bindings(KEYS)

    def __init__(self, log: Callable[[str], tuple[list[str], int]]) -> None:
        super().__init__()
        self.log_in = log  # a language: the lines, and how many of the latest are new to the reader

    def compose(self) -> ComposeResult:
        lines, new = self.log_in(self.language)
        old = len(lines) - new
        with VerticalScroll():
            yield Static(Text("\n".join(lines[:old])), id="story")
            if new:
                mark = f"{'── ' if old else ''}{self.say('since')} ──"
                yield Static(Text(mark, NEW), id="since")
                yield Static(Text("\n".join(lines[old:])))
        yield Drawn(self.keys_line, id="keys")

    def opened(self) -> None:
        self.query_one(VerticalScroll).focus()
        self.query_one(VerticalScroll).scroll_end(animate=False)


class CurtainScreen(Page):
    """Hides everything until the next person is alone with the screen; what all may see can be read meanwhile."""

    KEYS = (
        Key("⏎", "enter", "back", "go_on"),
        Key("?", "question_mark", "rules", "rules"),
        Key("g", "g", "log", "log"),
        LANGUAGE,
        Key("q", "q", "leave", "leave"),
    )
    BINDINGS = bindings(KEYS)

    def __init__(self, session: Session, person: int) -> None:
        super().__init__()
        self.session = session
        self.person = person
        self._down_since = self._pressed = monotonic()

    def compose(self) -> ComposeResult:
        yield Drawn(self._curtain, id="curtain")
        yield Drawn(self.keys_line, id="keys")

    def action_rules(self) -> None:
        open_rules(self, self.session.match.setup.game, None)

    def action_log(self) -> None:
        """What those who watch may be told: nobody's secrets."""
        self.app.push_screen(LogScreen(lambda language: (self.session.log(None, language), 0)))

    def action_leave(self) -> None:
        self.table_app.leave(self.session)

    def action_back(self) -> None:
        """By a press that was meant: who played last must not see the next one's cards."""
        before, self._pressed = self._pressed, monotonic()
        if self._pressed - self._down_since >= HANDOVER and self._pressed - before >= REPEATED:
            self.dismiss()

    def _curtain(self, width: int, height: int) -> Block:
        folds, name = Text("▒░" * (width // 2), "red"), self.session.names(self.language)[self.person]
        words = [
            *wrapped(self.say("curtain", seat=name), width, "bold"),
            *wrapped(self.say("curtain_more", seat=name), width),
        ]
        for word in words:
            word.align("center", width)
        gap = [Text()] * (2 if height > len(words) + 4 else 0)
        free = max(0, height - len(words) - 2 * len(gap))
        lines = [*[folds] * (free // 2), *gap, *words, *gap, *[folds] * (free - free // 2)]
        for line in lines:
            line.apply_meta({"spot": "action back"})
        return lines
