"""The table line by line: for pipes and scripts, for simple terminals, for screen readers."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import groupby
from textwrap import fill
from typing import NamedTuple

from beute import games, rulebook
from beute.bots.failing import BotFailed
from beute.games.compiling import When, compile_entries
from beute.games.parts import parts
from beute.games.views import Choice, Frame, offered
from beute.play.errors import BeuteError, IllegalMove
from beute.play.hearing import Viewer
from beute.play.speech import Speech
from beute.table.ready import trouble_with
from beute.table.scoring import ending, scoring, verdicts
from beute.table.store import StoreError
from beute.table.table import Change
from beute.terminal.card import card
from beute.terminal.session import Gone, Session
from beute.terminal.settings import Settings
from beute.terminal.trouble import explain
from beute.texts import LANGUAGES, texts

MOST_PHRASES = 12  # more choices than this are listed without their phrases
REMINDERS = 5  # sentences that are repeated when a game is resumed
BOUND = "\N{NO-BREAK SPACE}"
PATIENCE = 2.0  # seconds until it is told that a bot is thinking
LEAVING = ("quit", "q")
AGAIN = ("again", "y", "yes", "j", "ja", "nochmal")
CLEAR = "\n" * 60  # hides what was printed, also where a screen cannot be cleared


class Left(Exception):
    """The person left, or nothing more can be read."""


class Told(NamedTuple):
    """Up to which event, and how many entries from there on: tries that were refused before it."""

    event: int
    entries: int


class Plain:
    """Plays a match: `read` gives a line or None at the end of input, `write` takes one.

    `forget` drops what was typed before it was asked for, where that can be told; `entered` waits a moment and tells
    whether Enter was pressed meanwhile, where somebody sits at a keyboard.
    """

    def __init__(
        self,
        session: Session,
        language: str,
        read: Callable[[], str | None],
        write: Callable[[str], None],
        forget: Callable[[], None] = lambda: None,
        entered: Callable[[], bool] | None = None,
        settings: Settings | None = None,
    ) -> None:
        self.language = language
        self.read = read
        self.write = write
        self.forget = forget
        self.entered = entered
        self.settings = settings if settings is not None else Settings(forced=False)
        compile_entries(When.NEVER)
        self._sit_at(session)

    def _sit_at(self, session: Session) -> None:
        self.session = session
        begun = session.table.decided_last is not None
        self._resumed = session.game.length if begun else 0  # what happened before is not told again
        self._told: dict[tuple[int, Viewer], Told] = {}  # how far, in which game, to which viewer
        self._trouble: StoreError | None = None  # that was told
        self._looking: int | None = None
        self._hinted = False
        self._by_hand = False  # what was taken back is not given by itself again
        self._story = parts(session.game.setup.game).story

    def run(self) -> str:
        """Play to the end of the match, and others at the same table if the person likes, or until they leave.

        A line to end with.
        """
        while True:
            last = self._play_match()
            if not self.session.match.over or not self._wants_another():
                return last
            self.write(last)
            self._sit_at(self.session.rematch())

    def _wants_another(self) -> bool:
        """Only who sits at a keyboard is asked."""
        if self.entered is None:
            return False
        self.write(self.say("plain.rematch"))
        said = self.read()
        return said is not None and said.strip().lower() in AGAIN

    def _play_match(self) -> str:
        self._tell_trouble()
        self.session.prepare_bots()
        if not self.session.bots_are_ready:
            self.write(self.say("preparing"))
        try:
            while not self._is_over():
                self._go_on()
        except (Left, KeyboardInterrupt):
            pass
        except Gone as gone:
            return explain(gone.error, self.language)
        finally:
            self.session.leave()
        return self.session.last_words(self.language)

    # ------------------------------------------------------------ playing

    def _go_on(self) -> None:
        person, bot = self.session.person_asked, self.session.bot_asked
        if person is not None:
            self._pass_to(person)
            self._tell_news(self._eyes(person))
            self._ask(person)
        elif bot is not None:
            self._let_bot_play(bot)

    def _let_bot_play(self, seat: int) -> None:
        """A bot that fails is replaced, and the game goes on."""
        try:
            word = self._answer_of_bot(seat)
        except BotFailed as failed:
            self.write(self.session.tell_failure(self.session.failure(seat, failed), self.language))
            self._carry_out(partial(self.session.replace_bot, seat))
        else:
            self._carry_out(partial(self.session.table.bot_plays, seat, word))

    def _answer_of_bot(self, seat: int) -> str:
        """Who sits at a keyboard is told that a bot takes long, and can hurry all that think now."""
        thought = self.session.thought(seat)
        if self.entered is None:
            return thought()
        thought.begin()
        try:
            if not self.session.hurries and not thought.ends_within(PATIENCE):
                self.write(self.say("thinking", seat=self.session.names(self.language)[seat]))
                while not thought.ends_within(0) and not self.session.hurries:
                    if self.entered():
                        self.session.hurry()
            return thought.best()
        finally:
            thought.hurry()  # also if somebody leaves

    def _carry_out(self, step: Callable[[], Change]) -> bool:
        """A step, and a message if it could not be saved; False if somebody else has continued at the table."""
        done = self.session.carry_out(step)
        if done is None:
            self.write(self.say("played_elsewhere"))
        self._tell_trouble()
        return done is not None

    def _tell_trouble(self) -> None:
        """Say that the game is not being saved, and why; and when it is saved again."""
        told, self._trouble = self._trouble, self.session.table.trouble
        if self._trouble is None:
            if told is not None:
                self.write(self.say("kept_again"))
        elif told is None or str(told) != str(self._trouble):
            self.write(self.say("unsaved", why=explain(self._trouble, self.language)))

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
        self._carry_out(session.table.next_game)
        self._looking = None
        self._resumed = 0
        return False

    def _pass_to(self, person: int) -> None:
        """The curtain: what the last person saw goes out of sight first, and one Enter too many does not open it."""
        if not self.session.needs_curtain or person == self._looking:
            return
        if self._looking is not None:
            self.write(CLEAR)
        self.forget()  # before it is asked for: what comes later was meant
        self.write(self.say("plain.pass_on", seat=self.session.names(self.language)[person]))
        self._wait_for_enter()
        self._looking = person

    def _eyes(self, person: int) -> Viewer:
        """Who is told the story: everybody at the keyboard, unless somebody has secrets."""
        return person if self.session.needs_curtain else self.session.viewer

    def _tell_news(self, viewer: Viewer) -> None:
        """What happened since the viewer was last told, or a few reminders; no more than is allowed (RB-18)."""
        game, key = self.session.game, (len(self.session.match.games), viewer)
        entries, told = self.session.table.told(viewer), self._told.get(key, Told(0, 0))
        if game.over:
            told = max((there for (number, _), there in self._told.items() if number == key[0]), default=told)
        untold = [entry for entry in entries if entry.event >= told.event][told.entries :]
        reminders = [entry for entry in untold if entry.event < self._resumed][-REMINDERS:]
        news = [entry for entry in untold if entry.event >= self._resumed]
        for entry in [*reminders, *news]:
            self.write(f"  {self.speech.say(entry.happening, 'tell')}")
        self._note_told(viewer)

    def _note_told(self, viewer: Viewer) -> None:
        """Everything up to now, refused tries of this turn included."""
        here = self.session.game.length
        late = [entry for entry in self.session.table.told(viewer) if entry.event >= here]
        self._told[len(self.session.match.games), viewer] = Told(here, len(late))

    def _tell_scoring(self) -> None:
        self.write(ending(self.session.game, self.speech))
        for score in scoring(self.session.game, self.speech):
            self.write(f"{score.name}:")
            for line in score.lines:
                self.write(f"  {line.signed:>4}  {line.text} ({line.clause})")
            self.write(f"  {score.total:4d}  {self.say('scoring.total')}")
        for verdict in verdicts(self.session.match, self.speech):
            self.write(verdict)

    # ------------------------------------------------------------ asking

    def _ask(self, seat: int) -> None:
        """Ask until something is played, taken back, or the person leaves."""
        self._show_table(seat)
        if self._is_forced(seat):
            return
        before = self.session.game.as_played
        while self.session.game.as_played == before:
            view: Frame = self.session.table.view(seat)
            self._show_choices(view)
            self._answer(seat, view, self._hear())

    def _is_forced(self, seat: int) -> bool:
        """Whether there was only one answer, which is given by itself; a pipe answers every question."""
        only = self.session.only_answer(seat)
        if only is None or self.entered is None or not self.settings.forced or self._by_hand:
            return False
        self.write(self.say("forced", choice=self._in_words(self.session.table.view(seat), only["word"])))
        self._carry_out(partial(self.session.give_by_itself, seat, only["word"]))
        return True

    def _show_table(self, seat: Viewer) -> None:
        game = self.session.game
        self.write(game.draw(game.view(seat), self.speech))

    def _show_choices(self, view: Frame) -> None:
        assert view["seat"] is not None
        question = self.speech.say(self._story.ask(view), "ask")
        self.write(self.say("plain.asked", seat=self.speech.names[view["seat"]], question=question))
        words = offered(view["choices"])
        if len(words) > MOST_PHRASES:
            for line in self._grouped(view):
                self.write(line)
        else:
            for n, word in enumerate(words, 1):
                self.write(f"  {n}  {word:<10} {self._in_words(view, word)}")
        if not self._hinted:
            self.write(self.say("plain.numbers"))
            self._hinted = True

    def _grouped(self, view: Frame) -> list[str]:
        """Many choices by what is picked up, in a line or two each: `7: 12 on 26, 13 on 45a`."""
        possible = [choice for choice in view["choices"] if choice["possible"] != "no"]
        lines = []
        for pick, some in groupby(enumerate(possible, 1), lambda numbered: numbered[1]["pick"]):
            places = ", ".join(self._place(number, choice) for number, choice in some)
            what = "" if pick is None else f"{self.speech.thing(pick['name'])}: "
            lines.append(fill(what + places, 78, initial_indent="  ", subsequent_indent="      ").replace(BOUND, " "))
        return lines

    def _place(self, number: int, choice: Choice) -> str:
        there = choice["to"]
        if there is None or there["kind"] != "sack":
            return f"{number}{BOUND}{choice['word'].replace(' ', BOUND)}"
        return self.say("plain.on", number=number, place=there["name"]).replace(" ", BOUND)

    def _answer(self, seat: int, view: Frame, said: str) -> None:
        words = offered(view["choices"])
        command, _, rest = said.partition(" ")
        numbers = [str(n + 1) for n in range(len(words))]
        if said in numbers:
            said = words[numbers.index(said)]
        elif command.lower() in COMMANDS:
            COMMANDS[command.lower()](self, seat, rest)
            return
        try:
            self._by_hand = False
            if self._carry_out(partial(self.session.table.play, seat, said)):
                self._announce(seat)
        except IllegalMove as refusal:
            if refusal.code == "unknown_word":
                code = "plain.not_understood_one" if len(words) == 1 else "plain.not_understood"
                self.write(self.say(code, said=said, most=len(words)))
                return
            reason = self.speech.reason(refusal.code, refusal.clause)
            self.write(self.say("refused", choice=self._in_words(view, said), reason=reason))

    def _announce(self, seat: int) -> None:
        """RB-6: a try that was refused."""
        refusals = self.session.game.refusals
        if refusals and refusals[-1]["seat"] == seat:
            told = self.speech.say(self._story.refused(refusals[-1]), "tell")
            self.write(self.say("announced", told=told, clause=refusals[-1]["clause"]))
            self._note_told(self._eyes(seat))

    def _in_words(self, view: Frame, word: str) -> str:
        return self.speech.say(self._story.choice(view, word), "choice")

    def _wait_for_enter(self) -> None:
        if self._hear().lower() in LEAVING:
            raise Left

    def _hear(self) -> str:
        said = self.read()
        if said is None:
            raise Left
        return re.sub(r"\s+", " ", said.strip())

    # ------------------------------------------------------------ commands

    def help(self, seat: int, rest: str) -> None:
        view: Frame = self.session.table.view(seat)
        word, clause = offered(view["choices"])[0], self._story.ask(view).clause
        self.write(self.say("plain.help", word=word, clause=clause))

    def table(self, seat: int, rest: str) -> None:
        self._show_table(seat)

    def log(self, seat: int, rest: str) -> None:
        for line in self.session.log(self._eyes(seat), self.language):
            self.write(f"  {line}")

    def undo(self, seat: int, rest: str) -> None:
        latest = self.session.undoable
        if latest is None:
            self.write(self.say("cannot_undo"))
        elif self._carry_out(partial(self.session.take_back, latest)):
            self._by_hand = True
            self.write(self.say("undone"))

    def rules(self, seat: int, rest: str) -> None:
        """The clause of the question, or the one that is named; the first time also the game in 30 seconds."""
        if not rest and self.session.game.setup.game not in self.settings.cards:
            self.card(seat, rest)
        try:
            page = rulebook.page(self.session.game.setup.game, self.language)
            clause = page.clause(rest or self._story.ask(self.session.table.view(seat)).clause)
            self.write(readable(clause.markdown))
        except BeuteError as error:
            clauses = self.session.game.setup.about.CLAUSES
            self.write(explain(error, self.language, first=clauses[0], last=clauses[-1]))

    def card(self, seat: int, rest: str) -> None:
        """How to play in 30 seconds."""
        about, game = self.session.game.setup.about, self.session.game.setup.game
        self.write(self.say("card", title=about.TITLE))
        for sentence in card(game, self.language):
            self.write(fill(sentence, 78, initial_indent="  ", subsequent_indent="  "))
        self.settings.note_card(game)

    def switch_language(self, seat: int, rest: str) -> None:
        if rest in LANGUAGES:
            self.language = self.settings.language = rest
            self.settings.save()
        else:
            self.write(self.say("plain.no_language", said=rest, there=", ".join(LANGUAGES)))

    def leave(self, seat: int, rest: str) -> None:
        raise Left

    @property
    def speech(self) -> Speech:
        return self.session.speech(self.language)

    def say(self, code: str, /, **data: object) -> str:
        return texts(self.language)(f"terminal.{code}", **data)


def fitted(text: str, width: int) -> str:
    """Lines that are too long for a terminal, wrapped between words; where there is no terminal a reader does that."""
    return "\n".join(_fitted(line, width) if len(line) > width else line for line in text.split("\n"))


def _fitted(line: str, width: int) -> str:
    indent = line[: len(line) - len(line.lstrip())]
    return fill(line, width, subsequent_indent=indent, break_on_hyphens=False)


def readable(markdown: str) -> str:
    """A clause without Markdown marks, in lines that fit every terminal; tables stay as they are."""
    blocks = re.split(r"\n\s*\n|\n(?=- )", re.sub(r"[*`]", "", markdown))
    return "\n\n".join(block if block.startswith("|") else _filled(block) for block in blocks).replace("\n\n- ", "\n- ")


def _filled(block: str) -> str:
    """A paragraph, an item of a list, or an example, which is indented."""
    first = "  " if block.startswith("> ") else ""
    others = "  " if block.startswith("- ") else first
    text = " ".join(re.sub(r"^> ?", "", block, flags=re.MULTILINE).split())
    return fill(text, 78, initial_indent=first, subsequent_indent=others)


def ask_game(language: str, read: Callable[[], str | None], write: Callable[[str], None]) -> str | None:
    """Which game to play, by its number or name; None at the end of input."""
    say, there = texts(language), games.names()
    for number, name in enumerate(there, 1):
        write(f"  {number}  {say(f'{name}.title')}: {say(f'{name}.teaser')}")
    while True:
        write(say("terminal.plain.choose_game", most=len(there)))
        said = (read() or LEAVING[0]).strip().lower()
        if said in LEAVING:
            return None
        if said.isdecimal() and 1 <= int(said) <= len(there):
            said = there[int(said) - 1]
        if said not in there:
            write(say("terminal.plain.not_a_number", said=said, least=1, most=len(there)))
        elif trouble := trouble_with(said):
            write(trouble)
        else:
            return said


COMMANDS: dict[str, Callable[[Plain, int, str], None]] = {
    "help": Plain.help,
    "table": Plain.table,
    "log": Plain.log,
    "card": Plain.card,
    "undo": Plain.undo,
    "?": Plain.rules,
    "lang": Plain.switch_language,
    **dict.fromkeys(LEAVING, Plain.leave),
}
