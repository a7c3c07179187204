"""The table: the board, the story, the question, and what can be answered."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container
from textual.events import Key as KeyPress

from beute.table.scoring import standings, verdicts
from beute.terminal.boards import drawn
from beute.terminal.look import Block, Look, Spot, joined, story, wrapped
from beute.terminal.screens.page import LANGUAGE, OPTIONS, Drawn, Key, bindings
from beute.terminal.screens.playing import Playing
from beute.terminal.screens.reading import LogScreen, open_rules
from beute.terminal.trouble import explain

LOOK = 0.5  # seconds between two looks how far bots are that get ready
TALK = 2  # lines below the board that the question, the buttons and the message have at least
STORY, TALL_STORY = 8, 9  # lines of the story with its border: at most, and in a tall terminal at least


class TableScreen(Playing):
    """One match, played to its end."""

    KEYS = (
        Key("←→⏎", "", "", "point"),
        Key("u", "u", "undo", "undo"),
        Key("?", "question_mark", "rules", "rules"),
        Key("g", "g", "log", "log"),
        OPTIONS,
        LANGUAGE,
        Key("q", "q", "leave", "leave"),
    )
    KEYS_WHEN_OVER: ClassVar[tuple[Key, ...]] = (Key("⏎", "", "choose", "scoring"), *KEYS[2:])
    KEYS_WHEN_SMALL: ClassVar[tuple[Key, ...]] = KEYS[-2:]
    KEYS_WHEN_REVEALING: ClassVar[tuple[Key, ...]] = (Key("⏎", "", "choose", "go_on"), *KEYS[2:])
    BINDINGS = bindings(
        (
            *KEYS,
            Key("", "left,up,shift+tab", "point(-1)", ""),
            Key("", "right,down,tab", "point(1)", ""),
            Key("", "enter,space", "choose", ""),
            Key("", "escape", "put_down", ""),
        )
    )

    # ------------------------------------------------------------ what is shown

    def compose(self) -> ComposeResult:
        yield Drawn(self._title, id="title")
        with Container(id="middle"):
            yield Drawn(self._board, id="board")
            yield Drawn(self._story, id="log")
        yield Drawn(self._talk, id="talk")
        yield Drawn(self.keys_line, id="keys")

    @property
    def shown_keys(self) -> tuple[Key, ...]:
        if self.too_small:
            return self.KEYS_WHEN_SMALL
        if self.revealing:
            return self.KEYS_WHEN_REVEALING
        return self.KEYS_WHEN_OVER if self.session.game.over else self.KEYS

    def _title(self, width: int, height: int) -> Block:
        """The game; in a match also which game it is and the points of those before; and what it is all about."""
        match, speech = self.session.match, self.session.speech(self.language)
        line = Text(f" {match.setup.about.TITLE}", "bold")
        if match.of > 1:
            line.append(f" · {self.say('game_of', number=len(match.games), of=match.of)}")
        if match.of > 1 and any(game.over for game in match.games):
            line.append(f" · {standings(speech.names, match.points)}")
        if self.session.preparation is not None:
            line.append(f" · {self.say('compiling', parts=self.session.preparation.parts)}", "not bold")
        elif "board.aim" in speech and not any(game.over for game in match.games):
            line.append(f" · {speech('board.aim')}", "not bold")
        line.truncate(width, overflow="ellipsis", pad=True)
        return [line]

    @property
    def look(self) -> Look:
        return Look.at(self.session.speech(self.language), self.spots, self.pointed, self.picked)

    def _board(self, width: int, height: int) -> Block:
        return self.enlarge(width, height) or drawn(self.drawing, self.view, self.look, width, height)

    def _story(self, width: int, height: int) -> Block:
        told = self.session.log(self.seat, self.language, height + self.held)
        shown, new = told[: len(told) - self.held], self.session.news(self.seat)

        def more(lines: int) -> str:
            return self.say("more_news", lines=lines)

        return story(shown, width, height, max(0, new - self.held), more)

    def _talk(self, width: int, height: int) -> Block:
        told = [self.session.tell_failure(failure, self.language) for failure in self.failures.values()]
        failures = [line for failure in told for line in wrapped(failure, width, "red")]
        said = [*wrapped(self.message(), width, "red"), *wrapped(self._unsaved(), width, "bold red")]
        return [*self._question(width), *self._buttons(width), *failures, *said]

    def _unsaved(self) -> str:
        """The message that the game is not being saved, as long as that is so."""
        trouble = self.session.table.trouble
        return "" if trouble is None else self.say("unsaved", why=explain(trouble, self.language))

    def _question(self, width: int) -> Block:
        speech = self.session.speech(self.language)
        if self.revealing:
            return wrapped(self.say("revealed" if self.revealed else "revealing"), width, "dim")
        if self.session.game.over:
            return wrapped(verdicts(self.session.match, speech)[0], width, "bold")
        if self.spots and self.seat is not None:
            name = speech.names[self.seat]
            if self.picked is not None and not self.is_refused(self.picked):
                text = self.say("pick_where", card=speech.thing(self.picked["name"]))
            else:
                text = speech.say(self.story_of_game.ask(self.view), "ask")
            return wrapped(f"{name}: {text}", width, "bold")
        if self.session.bot_asked is not None and self.session.game.face_down:
            return wrapped(self.say("choosing"), width, "dim")
        if self.session.bot_asked is not None:
            return wrapped(self.say("thinking", seat=speech.names[self.session.bot_asked]), width, "dim")
        return []

    def _buttons(self, width: int) -> Block:
        """Side by side, as many on a line as there is room for."""
        look, lines = self.look, list[Text]()
        for spot in self.spots:
            if spot.button and spot.choice is not None:
                text = self.in_words(spot.choice)
                button = joined(look.key(spot.name), look.spot(spot.name, f" {text} "))
                if lines and lines[-1].cell_len + 2 + button.cell_len <= width:
                    lines[-1].append_text(joined("  ", button))
                else:
                    lines.append(button)
        return lines

    def redraw(self) -> None:
        """The question and messages are always shown in full; the story has what they and the board leave."""
        super().redraw()
        small = self.too_small
        self.set_class(small, "-toosmall")
        width, height = self.size
        if small or not self.is_mounted:
            return
        talk = max(TALK, len(self._talk(width - 2, 0)))
        self._set_height("#talk", talk)
        if not self.has_class("-wide"):
            room, tall = height - talk - 2, self.has_class("-tall")
            board = len(drawn(self.drawing, self.view, self.look, width - 2, room - TALL_STORY if tall else 0))
            self._set_height("#log", max(2, room - board if tall else min(room - board, STORY)))
        else:
            self._set_height("#log", None)

    def _set_height(self, name: str, lines: int | None) -> None:
        """Only if it changes: that lays out the whole screen."""
        styles = self.query_one(name).styles
        now = styles.height.value if styles.inline.has_rule("height") and styles.height is not None else None
        if lines != now:
            styles.height = lines

    def on_resize(self) -> None:
        self.call_after_refresh(self.redraw)

    # ------------------------------------------------------------ bots that get ready

    def on_mount(self) -> None:
        self.session.prepare_bots()
        if not self.session.bots_are_ready:
            self._progress = self.set_interval(LOOK, self._tell_progress)

    def _tell_progress(self) -> None:
        """In the title, until all bots are ready."""
        if self.session.bots_are_ready:
            self._progress.stop()
        self.query_one("#title", Drawn).refresh()

    # ------------------------------------------------------------ keys and the mouse

    def on_key(self, event: KeyPress) -> None:
        if self.too_small:
            return
        spot = next((spot for spot in self.spots if event.key in spot.keys), None) if len(event.key) == 1 else None
        if spot is not None:
            event.stop()
            self._choose(spot)
        elif event.is_printable and event.key not in self.active_bindings:
            event.stop()
            self.tell(lambda: self._no_such_key(event.character or event.key))

    def _no_such_key(self, key: str) -> str:
        bot = self.session.bot_asked
        if bot is not None and key.isdecimal() and not self.session.game.face_down:
            return self.say("not_now", seat=self.session.names(self.language)[bot])
        return self.say("no_such_key", key=key)

    def on_drawn_pointed(self, event: Drawn.Pointed) -> None:
        """A spot of the game; Textual also calls the handler of the page."""
        spot = next((spot for spot in self.spots if spot.name == event.spot), None)
        if spot is not None:
            event.stop()
            self._choose(spot)

    def action_point(self, step: int) -> None:
        """Move the pointer on among what can be pointed at."""
        names = [spot.name for spot in self.spots]
        if names:
            here = names.index(self.pointed) + step if self.pointed in names else (0 if step > 0 else -1)
            self.pointed = names[here % len(names)]
            self.query_one("#board", Drawn).refresh()
            self.query_one("#talk", Drawn).refresh()

    def action_choose(self) -> None:
        """What the pointer is at, and nothing where it is at nothing: this key is easily pressed once too often.

        What is being revealed is shown at once, a bot hurries; after the game comes the scoring.
        """
        if self.too_small or self.skip():
            return
        spot = next((spot for spot in self.spots if spot.name == self.pointed), None)
        if spot is not None:
            self._choose(spot)
        elif self.session.game.over:
            self.show_scoring()
        elif self.session.bot_asked is not None:
            self.hurry()
        elif self.spots:
            self.tell(lambda: self.say("point_first"))

    def action_put_down(self) -> None:
        """Take up another card instead."""
        if self.spots:
            self.picked = self.pointed = None
            self.look_with(self.seat)

    def _choose(self, spot: Spot) -> None:
        choice = spot.choice
        if not spot.possible:
            self._say_why_not(spot)
        elif choice is None:
            self.message = str
            self.take_up(spot)
        else:
            assert self.seat is not None
            self.answer(self.seat, choice)

    def _say_why_not(self, spot: Spot) -> None:
        """Why a choice is not possible; for a card that goes nowhere, its most frequent reason."""
        reasons = [(choice["code"], choice["clause"]) for choice in spot.choices if choice["code"] is not None]
        code, clause = max(reasons, key=reasons.count)

        def message() -> str:
            speech = self.session.speech(self.language)
            words = speech.thing(spot.pick["name"]) if spot.pick is not None else self.in_words(spot.choices[0])
            return self.say("refused", choice=words, reason=speech.reason(str(code), clause))

        self.tell(message, clause)

    def action_undo(self) -> None:
        seat = self.session.undoable
        if seat is None or self.revealing:
            self.tell(lambda: self.say("cannot_undo"))
        else:
            self.take_back(seat)

    def action_rules(self) -> None:
        clause = self.clause
        if clause is None and self.spots:
            clause = self.story_of_game.ask(self.view).clause
        open_rules(self, self.session.game.setup.game, clause)

    def action_log(self) -> None:
        def told(language: str) -> tuple[list[str], int]:
            lines, new = self.session.log(self.seat, language), self.session.news(self.seat)
            return lines[: len(lines) - self.held], max(0, new - self.held)

        self.app.push_screen(LogScreen(told))

    def action_leave(self) -> None:
        self.table_app.leave(self.session)
