"""What all screens have: the language of the app, a line with the keys, pieces that can be clicked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, cast

from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget

from beute.play.errors import BeuteError
from beute.terminal.look import KEY, Block, joined, spot_at, wrapped
from beute.terminal.trouble import explain
from beute.texts import texts

if TYPE_CHECKING:
    from beute.terminal.app import BeuteApp


@dataclass(frozen=True)
class Key:
    """A key of a screen: how it is shown, the keys themselves, what they do, and the code of its text."""

    shown: str
    keys: str
    action: str
    text: str


NOTHING: Callable[[], str] = str  # says nothing

SMALLEST = (80, 24)  # columns and lines that a table needs

LANGUAGE = Key("l", "l", "language", "language")
OPTIONS = Key("o", "o", "options", "options")
BACK = Key("Esc", "escape,q", "back", "back")


def bindings(keys: Sequence[Key]) -> list[BindingType]:
    return [Binding(key.keys, key.action, show=False) for key in keys if key.keys]


class Drawn(Widget):
    """Lines that a function draws to fit the widget; clicking a spot sends a message."""

    class Pointed(Message):
        def __init__(self, spot: str) -> None:
            super().__init__()
            self.spot = spot

    def __init__(self, draw: Callable[[int, int], Block], id: str) -> None:
        super().__init__(id=id)
        self._draw = draw
        self._lines: Block = []

    def render(self) -> Text:
        self._lines = self._draw(self.size.width, self.size.height)
        for line in self._lines:
            line.truncate(self.size.width, overflow="crop")  # or Textual would wrap it
        return Text("\n").join(self._lines)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as needed, for widgets whose height is `auto`."""
        return len(self._draw(width, container.height))

    def on_click(self, event: Click) -> None:
        place = event.get_content_offset_capture(self)
        spot = spot_at(self._lines, place.x, place.y)
        if spot is not None:
            self.post_message(self.Pointed(spot))


class Page(Screen[Any]):
    """A screen. Its last line names its KEYS; clicking one there does the same."""

    KEYS: ClassVar[tuple[Key, ...]] = ()
    VERTICAL_BREAKPOINTS = [(0, "-tiny"), (20, "-short"), (30, "-tall")]  # noqa: RUF012 (likewise)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (116, "-wide")]  # noqa: RUF012 (Textual declares it so)

    @property
    def table_app(self) -> BeuteApp:
        return cast("BeuteApp", self.app)

    @property
    def language(self) -> str:
        return self.table_app.language

    def say(self, code: str, /, **data: Any) -> str:
        return texts(self.language)(f"terminal.{code}", **data)

    @property
    def shown_keys(self) -> tuple[Key, ...]:
        """The keys that can be used now."""
        return self.KEYS

    def redraw(self) -> None:
        """Draw everything again: after a move, or in another language."""
        for drawn in self.query(Drawn):
            drawn.refresh()

    def trouble(self, error: BeuteError) -> Callable[[], str]:
        """What went wrong, in the language of the app."""
        return lambda: explain(error, self.language)

    def keys_line(self, width: int, height: int) -> Block:
        line = Text()
        for key in self.shown_keys:
            piece = joined(Text(key.shown, KEY), f" {self.say(f'keys.{key.text}')}  ")
            if len(line) + len(piece) <= width + 2:
                piece.stylize(Style(meta={"spot": f"action {key.action}"}))
                line.append_text(piece)
        return [line]

    def on_drawn_pointed(self, event: Drawn.Pointed) -> None:
        kind, _, action = event.spot.partition(" ")
        if kind == "action" and action:
            event.stop()
            self.call_later(self.run_action, action)

    @property
    def too_small(self) -> bool:
        """Whether a table would be cut off."""
        return self.size.width < SMALLEST[0] or self.size.height < SMALLEST[1]

    def enlarge(self, width: int, height: int) -> Block:
        """In place of a table for which there is no room; nothing if there is."""
        if not self.too_small:
            return []
        now, needed = (f"{columns} × {lines}" for columns, lines in ((self.size.width, self.size.height), SMALLEST))
        what, how = self.say("too_small", needed=needed, now=now), self.say("enlarge")
        words = [*wrapped(what, width, "bold"), *wrapped(how, width)]
        return [*[Text()] * max(0, (height - len(words)) // 3), *words]

    def action_options(self) -> None:
        from beute.terminal.screens.settings import SettingsScreen  # which is a page itself

        self.app.push_screen(SettingsScreen())

    def action_language(self) -> None:
        self.table_app.switch_language()

    def action_back(self) -> None:
        self.dismiss()


class BuiltPage(Page):
    """A screen of widgets, which are created again where other screens are drawn again."""

    def on_mount(self) -> None:
        self.opened()

    def opened(self) -> None:
        """Once the widgets are there: what has the focus, and where it is scrolled to."""

    def redraw(self) -> None:
        self.call_later(self._rebuild)

    async def _rebuild(self) -> None:
        await self.recompose()
        if self.is_attached:
            self.opened()
