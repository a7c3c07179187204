"""The table line by line: for pipes and scripts, for simple terminals, for screen readers."""

from __future__ import annotations

import re
from collections.abc import Callable
from textwrap import fill

from beute import games, rulebook
from beute.games.compiling import When, compile_entries
from beute.games.story import View
from beute.play.errors import BeuteError, IllegalMove
from beute.play.speech import Speech
from beute.terminal.session import Session
from beute.terminal.tally import ending, tally, verdicts
from beute.terminal.trouble import explain
from beute.texts import LANGUAGES, texts

MOST_PHRASES = 12  # more choices than this are listed without their phrases
REMINDERS = 5  # sentences that are told again to who goes on with a game
BOUND = "\N{NO-BREAK SPACE}"
LEAVING = ("quit", "q")
CLEAR = "\n" * 60  # out of sight, also where a screen cannot be cleared


class Left(Exception):
    """The person left, or nothing more can be read."""


class Plain:
    """Plays a match: `read` gives a line or None at the end of input, `write` takes one."""

    def __init__(
        self, session: Session, language: str, read: Callable[[], str | None], write: Callable[[str], None]
    ) -> None:
        self.session = session
        self.language = language
        self.read = read
        self.write = write
        begun = any(not event.startswith("*") for event in session.game.events)
        self._resumed = len(session.game.events) if begun else 0  # what happened before is not told all over again
        self._told: dict[tuple[int, int | None], int] = {}  # from which event on, in which game, with whose eyes
        self._looking: int | None = None
        self._hinted = False
        self._awake = False  # the bots, as far as is known
        self._story = games.part(session.game.setup.game, "story")
        compile_entries(When.NEVER)

    def run(self) -> str:
        """Play to the end of the match, or until the person leaves; a line to end with."""
        try:
            while not self._is_over():
                self._go_on()
        except (Left, KeyboardInterrupt):
            return self.say("kept", table=self.session.name)
        return self.say("records", path=self.session.shelf.finished_path(self.session.name))

    # ------------------------------------------------------------ the course of play

    def _go_on(self) -> None:
        person, bot = self.session.person_asked, self.session.bot_asked
        if person is not None:
            self._pass_to(person)
            self._tell_news(self._eyes(person))
            self._ask(person)
        elif bot is not None:
            self._wake_bots(bot)
            self.session.play(bot, self.session.bot_answer(bot))

    def _wake_bots(self, bot: int) -> None:
        if self._awake:
            return
        self._awake = True
        waking = self.session.wake_bots()
        if waking is not None:
            self.write(self.say("waking", seat=self.speech.names[bot]))
            try:
                waking.wait()
            finally:
                waking.kill()

    def _is_over(self) -> bool:
        session = self.session
        if not session.game.over:
            return False
        self._tell_news(session.viewer)
        self._show_table(None)
        self._tell_scoring()
        if session.match.over:
            return True
        self.write(self.say("plain.next_game"))
        self._wait_for_enter()
        session.next_game()
        self._looking = None
        self._resumed = 0
        return False

    def _pass_to(self, person: int) -> None:
        """The curtain: what the last person saw goes out of sight first."""
        if not self.session.needs_curtain or person == self._looking:
            return
        if self._looking is not None:
            self.write(CLEAR)
        self.write(self.say("plain.pass_on", seat=self.session.match.names[person]))
        self._wait_for_enter()
        self._looking = person

    def _eyes(self, person: int) -> int | None:
        """Who is told the story: everybody at the keyboard, unless somebody has secrets."""
        return person if self.session.needs_curtain else self.session.viewer

    def _tell_news(self, eyes: int | None) -> None:
        """What happened since those eyes looked last, or a few reminders; no more than they may be told (RB-18)."""
        session, key = self.session, (len(self.session.match.games), eyes)
        entries = session.chronicle(eyes).remembered(session.game)
        latest = max((first for (game, _), first in self._told.items() if game == key[0]), default=0)
        first = latest if session.game.over else self._told.get(key, 0)
        reminders = [entry for entry in entries if first <= entry.event < self._resumed][-REMINDERS:]
        news = [entry for entry in entries if entry.event >= max(first, self._resumed)]
        for entry in [*reminders, *news]:
            self.write(f"  {self.speech.say(entry.happening, 'tell')}")
        self._told[key] = len(session.game.events)

    def _tell_scoring(self) -> None:
        self.write(ending(self.session.game, self.speech))
        for name, rows, total in tally(self.session.game, self.speech):
            self.write(f"{name}:")
            for text, clause, points in rows:
                self.write(f"  {points:+4d}  {text} ({clause})")
            self.write(f"  {total:4d}  {self.say('scoring.total')}")
        for verdict in verdicts(self.session.match, self.speech):
            self.write(verdict)

    # ------------------------------------------------------------ asking

    def _ask(self, seat: int) -> None:
        """Ask until something is played, taken back, or the person leaves."""
        self._show_table(seat)
        before = self.session.game.events
        while self.session.game.events == before:
            view = self.session.game.view(seat)
            self._show_choices(view)
            self._answer(seat, view, self._hear())

    def _show_table(self, seat: int | None) -> None:
        game = self.session.game
        self.write(game.draw(game.view(seat), self.speech))

    def _show_choices(self, view: View) -> None:
        question = self.speech.say(self._story.ask(view), "ask")
        self.write(self.say("plain.asked", seat=self.speech.names[view["seat"]], question=question))
        choices = in_order(view["choices"])
        if len(choices) > MOST_PHRASES:
            listed = ", ".join(f"{n}{BOUND}{word}" for n, word in enumerate(choices, 1))
            self.write(fill(listed, 78, initial_indent="  ", subsequent_indent="  ").replace(BOUND, " "))
        else:
            for n, word in enumerate(choices, 1):
                self.write(f"  {n}  {word:<10} {self.speech.say(self._story.choice(view, word), 'choice')}")
        if not self._hinted:
            self.write(self.say("plain.numbers"))
            self._hinted = True

    def _answer(self, seat: int, view: View, said: str) -> None:
        choices = in_order(view["choices"])
        command, _, rest = said.partition(" ")
        numbers = [str(n + 1) for n in range(len(choices))]
        if said in numbers:
            said = choices[numbers.index(said)]
        elif command.lower() in COMMANDS:
            COMMANDS[command.lower()](self, view, rest)
            return
        try:
            self.session.play(seat, said)
        except IllegalMove as refusal:
            if refusal.code == "unknown_word":
                self.write(self.say("plain.not_understood", said=said, most=len(choices)))
                return
            choice = self.speech.say(self._story.choice(view, said), "choice")
            reason = self.speech.reason(refusal.code, refusal.clause)
            self.write(self.say("refused", choice=choice, reason=reason))

    def _wait_for_enter(self) -> None:
        if self._hear().lower() in LEAVING:
            raise Left

    def _hear(self) -> str:
        said = self.read()
        if said is None:
            raise Left
        return re.sub(r"\s+", " ", said.strip())

    # ------------------------------------------------------------ commands

    def help(self, view: View, rest: str) -> None:
        self.write(self.say("plain.help"))

    def table(self, view: View, rest: str) -> None:
        self._show_table(view["seat"])

    def log(self, view: View, rest: str) -> None:
        for line in self.session.log(self._eyes(view["seat"]), self.language):
            self.write(f"  {line}")

    def undo(self, view: View, rest: str) -> None:
        if self.session.undoable:
            self.session.undo()
            self.write(self.say("undone"))
        else:
            self.write(self.say("cannot_undo"))

    def rules(self, view: View, rest: str) -> None:
        """The clause of the question, or the one that is named."""
        try:
            page = rulebook.page(self.session.game.setup.game, self.language)
            clause = page.clause(rest or self._story.ask(view).clause)
            self.write(re.sub(r"[*`]", "", clause.markdown))
        except BeuteError as error:
            clauses = self.session.game.setup.about.CLAUSES
            self.write(explain(error, self.language, first=clauses[0], last=clauses[-1]))

    def switch_language(self, view: View, rest: str) -> None:
        if rest in LANGUAGES:
            self.language = rest
        else:
            self.write(self.say("plain.no_language", said=rest, there=", ".join(LANGUAGES)))

    def leave(self, view: View, rest: str) -> None:
        raise Left

    @property
    def speech(self) -> Speech:
        return self.session.speech(self.language)

    def say(self, code: str, /, **data: object) -> str:
        return texts(self.language)(f"terminal.{code}", **data)


def in_order(words: list[str]) -> list[str]:
    """As a person would list them: 5 before 10."""
    return sorted(words, key=lambda word: [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", word)])


def ask_game(language: str, read: Callable[[], str | None], write: Callable[[str], None]) -> str | None:
    """Which game it shall be, by its number or name; None if nothing more is said."""
    say = texts(language)
    for number, name in enumerate(games.NAMES, 1):
        write(f"  {number}  {say(f'{name}.title')}: {say(f'{name}.teaser')}")
    while True:
        write(say("terminal.plain.choose_game", most=len(games.NAMES)))
        said = (read() or LEAVING[0]).strip().lower()
        if said in games.NAMES or said in LEAVING:
            return said if said not in LEAVING else None
        if said.isdecimal() and 1 <= int(said) <= len(games.NAMES):
            return games.NAMES[int(said) - 1]
        write(say("terminal.plain.not_a_number", said=said, least=1, most=len(games.NAMES)))


COMMANDS: dict[str, Callable[[Plain, View, str], None]] = {
    "help": Plain.help,
    "table": Plain.table,
    "log": Plain.log,
    "undo": Plain.undo,
    "?": Plain.rules,
    "lang": Plain.switch_language,
    **dict.fromkeys(LEAVING, Plain.leave),
}
