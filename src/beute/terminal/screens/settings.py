"""What a person can choose for this terminal; it is remembered."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from beute.terminal.screens.page import LANGUAGE, BuiltPage, Drawn, Key, bindings
from beute.terminal.settings import PACES
from beute.texts import LANGUAGES


class SettingsScreen(BuiltPage):
    """A line for each setting; Enter gives it its next value."""

    KEYS = (Key("↑↓", "", "", "point"), Key("⏎", "", "", "change"), LANGUAGE, Key("Esc", "escape,o,q", "back", "back"))
    BINDINGS = bindings(KEYS)

    def __init__(self) -> None:
        super().__init__()
        self._at = 0

    def compose(self) -> ComposeResult:
        yield Static(Text(f"\n {self.say('settings.title')}\n", "bold yellow"), id="welcome")
        settings = self.table_app.settings
        given = "on" if settings.forced else "off"
        lines = {
            "language": LANGUAGES[self.language],
            "pace": self.say(f"settings.paces.{settings.pace}"),
            "forced": self.say(f"settings.{given}"),
        }
        yield OptionList(
            *(Option(Text(f"{self.say(f'settings.{code}')}: {value}"), id=code) for code, value in lines.items()),
            id="choices",
        )
        yield Drawn(self.keys_line, id="keys")

    def opened(self) -> None:
        choices = self.query_one(OptionList)
        choices.focus()
        choices.highlighted = self._at

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        app, self._at = self.table_app, event.option_index
        if event.option.id == "language":
            app.switch_language()
            return
        settings = app.settings
        if event.option.id == "pace":
            names = list(PACES)
            settings.pace = names[(names.index(settings.pace) + 1) % len(names)]
            app.said_pace = None  # what was said on the command line holds no longer
        else:
            settings.forced = not settings.forced
        settings.save()
        self.redraw()
