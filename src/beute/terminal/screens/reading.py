"""Screens to read: the rulebook, the story so far, and the curtain between two players."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from rich.markdown import Markdown
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from beute import rulebook
from beute.terminal.look import Block, wrapped
from beute.terminal.screens.page import BACK, LANGUAGE, BuiltPage, Drawn, Key, Page, bindings

HANDOVER = 0.8  # seconds that a curtain stays down: the key that ended the turn may be pressed once too often,
REPEATED = 0.15  # or is still held, and sent again so soon
SCROLL = Key("↑↓", "", "", "scroll")


class RulesScreen(BuiltPage):
    """The rulebook of a game, opened at a clause."""

    KEYS = (SCROLL, BACK, LANGUAGE)
    BINDINGS = bindings(KEYS)

    def __init__(self, game: str, clause: str | None) -> None:
        super().__init__()
        self.game = game
        self.clause = clause

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

    def __init__(self, log: Callable[[str], list[str]]) -> None:
        super().__init__()
        self.log_in = log  # a language

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(Text("\n".join(self.log_in(self.language))), id="story")
        yield Drawn(self.keys_line, id="keys")

    def opened(self) -> None:
        self.query_one(VerticalScroll).focus()
        self.query_one(VerticalScroll).scroll_end(animate=False)


class CurtainScreen(Page):
    """Hides everything until the next person is alone with the screen."""

    BINDINGS = bindings((Key("", "enter", "back", ""),))

    def __init__(self, name: str) -> None:
        super().__init__()
        self.person = name
        self._down_since = self._pressed = monotonic()

    def compose(self) -> ComposeResult:
        yield Drawn(self._curtain, id="curtain")

    def action_back(self) -> None:
        """By a press that was meant: who played last must not see the next one's cards."""
        before, self._pressed = self._pressed, monotonic()
        if self._pressed - self._down_since >= HANDOVER and self._pressed - before >= REPEATED:
            self.dismiss()

    def _curtain(self, width: int, height: int) -> Block:
        folds = Text("▒░" * (width // 2), "red")
        words = [
            *wrapped(self.say("curtain", seat=self.person), width, "bold"),
            *wrapped(self.say("curtain_more", seat=self.person), width),
        ]
        for word in words:
            word.align("center", width)
        gap = [Text()] * (2 if height > len(words) + 4 else 0)
        free = max(0, height - len(words) - 2 * len(gap))
        lines = [*[folds] * (free // 2), *gap, *words, *gap, *[folds] * (free - free // 2)]
        for line in lines:
            line.apply_meta({"spot": "action back"})
        return lines
