"""Screens to read: the rulebook, the story so far, and the curtain between two players."""

from __future__ import annotations

from rich.markdown import Markdown
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from beute import rulebook
from beute.terminal.look import Block
from beute.terminal.screens.page import BACK, LANGUAGE, Drawn, Key, Page, bindings

SCROLL = Key("↑↓", "", "", "scroll")


class RulesScreen(Page):
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

    def on_mount(self) -> None:
        self.call_after_refresh(self._open)

    def _open(self) -> None:
        self.query_one(VerticalScroll).focus()
        for here in self.query(".here"):
            self.query_one(VerticalScroll).scroll_to_widget(here, animate=False, top=True)

    def redraw(self) -> None:
        self.refresh(recompose=True)
        self.call_after_refresh(self._open)


class LogScreen(Page):
    """The story so far, as far back as the person may be told."""

    KEYS = (SCROLL, Key("Esc", "escape,g,q", "back", "back"), LANGUAGE)
    BINDINGS = bindings(KEYS)

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self.lines = lines

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(Text("\n".join(self.lines)), id="story")
        yield Drawn(self.keys_line, id="keys")

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()
        self.query_one(VerticalScroll).scroll_end(animate=False)


class CurtainScreen(Page):
    """Hides everything until the next person is alone with the screen."""

    BINDINGS = bindings((Key("", "enter", "back", ""),))

    def __init__(self, name: str) -> None:
        super().__init__()
        self.person = name

    def compose(self) -> ComposeResult:
        yield Drawn(self._curtain, id="curtain")

    def _curtain(self, width: int, height: int) -> Block:
        folds = Text("▒░" * (width // 2), "red")
        words = [
            Text(self.say("curtain", seat=self.person), "bold"),
            Text(self.say("curtain_more", seat=self.person)),
        ]
        for word in words:
            word.align("center", width)
        half = max(1, (height - 6) // 2)
        rest = max(1, height - half - 6)
        lines = [*[folds] * half, Text(), Text(), *words, Text(), Text(), *[folds] * rest]
        for line in lines:
            line.apply_meta({"spot": "action back"})
        return lines
