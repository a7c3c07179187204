"""The first screens: a new game, one to resume, or one to watch again; and the form that sets up a game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Input, Label, OptionList, Select, Static
from textual.widgets.option_list import Option, OptionDoesNotExist

from beute import bots, games
from beute.games.options import Option as GameOption
from beute.play.errors import BeuteError
from beute.play.setup import about_game
from beute.table.seats import seats_for
from beute.terminal.look import Block, joined, wrapped
from beute.terminal.saved import Saved, finished, stand, unfinished
from beute.terminal.screens.page import LANGUAGE, NOTHING, OPTIONS, BuiltPage, Drawn, Key, Page, bindings
from beute.terminal.screens.replay import ReplayScreen
from beute.terminal.session import Session
from beute.terminal.shelf import Shelf
from beute.terminal.trouble import explain
from beute.texts import texts

MOST_LISTED = 20  # of each, the latest
INDENT = 8  # columns beside what is told of a table, with a scrollbar
VALUES = ("off", "on", *bots.NAMES)  # that have a word in each language


class StartScreen(BuiltPage):
    """A list to choose from."""

    KEYS = (
        Key("↑↓⏎", "", "", "choose"),
        Key("x", "x,delete", "delete", "delete"),
        OPTIONS,
        LANGUAGE,
        Key("q", "q,escape", "leave", "leave"),
    )
    BINDINGS = bindings(KEYS)

    def compose(self) -> ComposeResult:
        yield Static(Text(f"\n {self.say('welcome')}\n", "bold yellow"), id="welcome")
        self._saved.clear()
        yield OptionList(*self._games(), *self._tables(), *self._finished(), id="choices")
        yield Drawn(self._message, id="message")
        yield Drawn(self.keys_line, id="keys")

    def __init__(self) -> None:
        super().__init__()
        self.message = NOTHING
        self._saved: dict[str, Saved] = {}  # by the id of its line
        self._doomed: str | None = None  # the table that goes if it is said once more

    def _games(self) -> list[Option]:
        say = texts(self.language)
        found = []
        for name in games.names():
            about = games.about(name)
            who = self.say("players_range", least=about.SEATS[0], most=about.SEATS[-1])
            teaser = say(f"{name}.teaser")
            text = joined(Text(about.TITLE, "bold"), f"  {who}\n", Text(teaser, "italic"), "\n")
            found.append(Option(text, id=f"new {name}"))
        return found

    def _tables(self) -> list[Option]:
        names = self.table_app.shelf.tables()[:MOST_LISTED]
        return [self._listed(f"resume {name}", name, unfinished) for name in names]

    def _finished(self) -> list[Option]:
        names = self.table_app.shelf.finished()[:MOST_LISTED]
        return [self._listed(f"watch {name}", name, finished) for name in names]

    def _listed(self, id: str, name: str, read: Callable[[Shelf, str], Saved]) -> Option:
        """A saved table; how it stands is told later."""
        try:
            saved = read(self.table_app.shelf, name)
        except BeuteError:
            return Option(Text(self.say("broken_table", table=name)), id=id)
        self._saved[id] = saved
        return Option(self._in_two_lines(saved, "…"), id=id)

    def _in_two_lines(self, saved: Saved, stand: str) -> Text:
        lines = wrapped(f"{saved.when(self.language)} · {stand}", self.app.size.width - INDENT, "bright_black")
        return joined(saved.heading(self.language), *(joined("\n  ", line) for line in lines))

    async def _tell_stands(self) -> None:
        """One after the other, beside the list, while somebody looks at it."""
        shelf, language, choices = self.table_app.shelf, self.language, self.query_one(OptionList)
        for id, saved in tuple(self._saved.items()):
            if not self.is_active:
                return
            told = await asyncio.to_thread(stand, shelf, saved, language)
            if not choices.is_attached:
                return
            with suppress(OptionDoesNotExist):
                choices.replace_option_prompt(id, self._in_two_lines(saved, told))

    def _message(self, width: int, height: int) -> Block:
        return wrapped(self.message(), width, "red")

    def opened(self) -> None:
        self.query_one(OptionList).focus()
        self.query_one(OptionList).highlighted = 0
        tell: Callable[[], object] = self._tell_stands
        self.run_worker(tell, exclusive=True)

    def on_screen_resume(self) -> None:
        """Games may have been started or finished since."""
        self.message = NOTHING
        self.redraw()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        what, _, name = str(event.option.id).partition(" ")
        try:
            if what == "new":
                about_game(name)  # one of another package may turn out to be broken
                self.app.push_screen(SetupScreen(name))
            elif what == "resume":
                self.table_app.sit_down(Session.resume(self.table_app.shelf, name))
            else:
                self.app.push_screen(ReplayScreen(self.table_app.shelf.records(name)))
        except BeuteError as error:
            self._tell(self.trouble(error))

    def on_option_list_option_highlighted(self) -> None:
        if self._doomed is not None:
            self._doomed = None
            self._tell(NOTHING)

    def action_delete(self) -> None:
        """A saved table, if it is said twice."""
        choices = self.query_one(OptionList)
        id = None if choices.highlighted is None else choices.get_option_at_index(choices.highlighted).id
        what, _, name = str(id).partition(" ")
        if what == "new":
            self._tell(lambda: self.say("nothing_to_delete"))
        elif self._doomed != id:
            self._doomed = id
            self._tell(lambda: self.say("delete_really", table=name))
        else:
            self._delete(name)

    def _delete(self, name: str) -> None:
        try:
            self.table_app.shelf.delete(name)
        except BeuteError as error:
            self._tell(self.trouble(error))
            return
        self._doomed = None
        self.message = lambda: self.say("deleted", table=name)
        self.redraw()

    def _tell(self, message: Callable[[], str]) -> None:
        self.message = message
        self.query_one("#message", Drawn).refresh(layout=True)

    def action_leave(self) -> None:
        self.app.exit()


class SetupScreen(Page):
    """Who plays, and with which options."""

    KEYS = (
        Key("Tab", "", "", "field"),
        Key("Ctrl+S", "ctrl+s", "start", "start"),
        Key("Esc", "escape", "back", "back"),
    )
    BINDINGS = bindings(KEYS)
    AUTO_FOCUS = "#players"

    def __init__(self, game: str) -> None:
        super().__init__()
        self.game = game
        self.about = games.about(game)
        self.message = ""

    def compose(self) -> ComposeResult:
        seats = [(str(n), n) for n in self.about.SEATS]
        with VerticalScroll(id="form"):
            yield Static(Text(f" {self.say('setup.title', title=self.about.TITLE)}\n", "bold yellow"))
            middling = self.about.SEATS[len(self.about.SEATS) // 2]
            yield from self._row(
                "players", Select(seats, value=middling, allow_blank=False, id="players", compact=True)
            )
            people = [(str(n), n) for n in range(self.about.SEATS[-1] + 1)]
            yield from self._row("people", Select(people, value=1, allow_blank=False, id="people", compact=True))
            hint = self.say("setup.names_hint")
            yield from self._row("names", Input(placeholder=hint, id="names", compact=True))
            kinds = [(self._word(name), name) for name in bots.who_play(self.game)]
            yield from self._row("bots", Select(kinds, value=bots.USUAL, allow_blank=False, id="bots", compact=True))
            for option in self.about.OPTIONS:
                yield from self._option(option)
            yield Button(self.say("setup.start"), id="start", variant="primary")
        yield Drawn(self._message, id="message")
        yield Drawn(self.keys_line, id="keys")

    def _row(self, code: str, field: Select[int] | Select[str] | Input) -> ComposeResult:
        with Horizontal(classes="row"):
            yield Label(self.say(f"setup.{code}"))
            yield field

    def _option(self, option: GameOption) -> ComposeResult:
        meaning = texts(self.language)(f"{self.game}.options.{option.name}")
        with Horizontal(classes="row"):
            yield Label(Text(f"{meaning} ({option.clause})"))
            if option.values:
                values = [(self._word(value), value) for value in option.values]
                yield Select(
                    values, value=option.default_text, allow_blank=False, id=f"option-{option.name}", compact=True
                )
            else:
                yield Input(option.default_text, id=f"option-{option.name}", compact=True)

    def _word(self, value: str) -> str:
        return texts(self.language)(f"shared.values.{value}") if value in VALUES else value

    def _message(self, width: int, height: int) -> Block:
        return wrapped(self.message, width, "red")

    def _about_option(self, error: BeuteError) -> dict[str, str]:
        """What the sentence about a wrong option needs besides its name."""
        option = next((option for option in self.about.OPTIONS if option.name == error.data.get("option")), None)
        if option is None:
            return {}
        return {"meaning": texts(self.language)(f"{self.game}.options.{option.name}"), "clause": option.clause}

    def _value(self, field: str) -> str:
        widget = self.query_one(f"#{field}")
        assert isinstance(widget, Select | Input)
        return str(widget.value)

    def on_button_pressed(self) -> None:
        self.action_start()

    def action_start(self) -> None:
        options = {option.name: self._value(f"option-{option.name}") for option in self.about.OPTIONS}
        try:
            players, people = int(self._value("players")), int(self._value("people"))
            seats = seats_for(self.game, players, people, self._value("names"), self._value("bots"), self.language)
            session = Session.begin(self.table_app.shelf, self.game, seats, options)
        except BeuteError as error:
            self.message = explain(error, self.language, **self._about_option(error))
            self.query_one("#message", Drawn).refresh(layout=True)
        else:
            self.dismiss()
            self.table_app.sit_down(session)
