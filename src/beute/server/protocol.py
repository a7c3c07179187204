"""All that the server is sent and sends, as types: the API's description and the browser's types come from here."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias, Union

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from typing_extensions import TypedDict

from beute.games.parts import described
from beute.games.sheet import Sheet
from beute.games.story import Value
from beute.games.views import Frame, OptionValue


class OtherView(Frame):
    """A table of any other game: besides the frame the table in words, and fields of its own.

    `words` has every choice in words, `called` what can be picked up.
    """

    __pydantic_config__ = ConfigDict(extra="allow")  # type: ignore[misc]

    sheet: Sheet
    words: dict[str, str]
    called: dict[str, str]


DESCRIBED: Final = described()  # what the views of a game are, if the browser has a board for it
if TYPE_CHECKING:
    View: TypeAlias = Frame
else:
    View = Union[(*DESCRIBED.values(), OtherView)]
Language: TypeAlias = Literal["en", "de"]
Programs: TypeAlias = Literal["allowed", "forbidden"]
Emote: TypeAlias = Literal["hello", "well_played", "ouch", "hurry", "thanks", "sorry", "gloat", "goodbye"]


def _clean(name: str) -> str:
    """What looks the same is the same: one form of each letter, single spaces."""
    return " ".join(unicodedata.normalize("NFC", name).split())


Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40), AfterValidator(_clean)]
NameOrNone = Annotated[str, StringConstraints(strip_whitespace=True, max_length=40), AfterValidator(_clean)]
Word = Annotated[str, StringConstraints(min_length=1, max_length=40)]
QuestionText = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,9}\.[0-9]{1,9}$")]
Secret = Annotated[str, StringConstraints(min_length=16, max_length=128)]
SeatNumber = Annotated[int, Field(ge=0, le=6)]

# ---------------------------------------------------------------- what is sent to people


class InEveryLanguage(TypedDict):
    """A text for readers of whom the server does not know which language they read."""

    en: str
    de: str


class Told(TypedDict):
    """One sentence of the story: a code with typed values, and the sentence in the reader's language."""

    code: str
    data: dict[str, Value]
    text: str


class QuestionMessage(TypedDict):
    """What a seat is asked; answers name the id. The choices are the view's."""

    id: str
    code: str
    data: dict[str, Value]
    clause: str
    text: str


class StageMessage(TypedDict):
    """A part of what happened at once, for people to follow: so many of the next lines told, and the table after them.

    It stays for so many units of the pace before what comes next.
    """

    told: int
    view: View
    stays: float


class UpdateMessage(TypedDict):
    """What a step brings to one viewer: the events as heard there, what is told, the new view, the question.

    `stages` has what people may be shown one after the other before the new view, with which the other lines come.
    `kept` says how many of the latest lines, these included, the viewer may still be shown (RB-18); null: all.
    """

    table: str
    seat: int | None
    match: int
    game: int
    version: int
    events: list[str]
    told: list[Told]
    kept: int | None
    stages: list[StageMessage]
    view: View
    question: QuestionMessage | None
    deadlines: dict[str, float]


class StateMessage(TypedDict):
    """All that a viewer may be shown now; `told` goes back as far as the viewer may be reminded."""

    table: str
    seat: int | None
    match: int
    game: int
    version: int
    told: list[Told]
    view: View
    question: QuestionMessage | None
    deadlines: dict[str, float]
    names: list[str]
    seal: str | None
    now: float


class SeatMessage(TypedDict):
    """Who sits at a seat. `away_since` is the time at which a person was last here.

    `program` says that it is no person who sits there, but a program of somebody's own.
    """

    kind: Literal["person", "bot", "open"]
    name: str
    bot: str | None
    program: bool
    stands_in_for: str | None
    here: bool
    away_since: float | None
    won: int
    points: int


class LessonMessage(TypedDict):
    """Where a lesson stands that is given at a table, for its pupil's view of that version.

    `step` counts from 0; as many as there are `titles`: it is through. `words` are the choices that it asks for; with
    `unread` it waits until the step has been read. What is said has no `then` if nothing more is explained, and no
    `task` where there is nothing to do.
    """

    version: int
    step: int
    titles: list[InEveryLanguage]
    text: InEveryLanguage
    task: InEveryLanguage | None
    then: InEveryLanguage | None
    clause: str | None
    words: list[str]
    unread: bool


class OfferedSeat(TypedDict):
    """Who would sit there."""

    kind: Literal["person", "bot", "open"]
    name: str
    bot: str | None


class OfferMessage(TypedDict):
    """A rematch that is offered, and the seats that want it."""

    seat: int | None
    accepted: list[int]
    game: str
    options: dict[str, OptionValue]
    seats: list[OfferedSeat]
    limit: int | None
    stand_in: str
    programs: Programs


class TableMessage(TypedDict):
    """A table as everybody there sees it.

    `away_after` seconds after `away_since` a bot may be seated for who is away, and after `host_away_since` anybody who
    sits there may do so, arrange the seats and start.
    """

    id: str
    game: str
    options: dict[str, OptionValue]
    state: Literal["waiting", "playing", "over", "closed", "frozen"]
    paused: bool
    seats: list[SeatMessage]
    host: int | None
    host_away_since: float | None
    limit: int | None
    stand_in: str
    programs: Programs
    away_after: float
    match: int
    game_number: int
    games: int
    points: list[int]
    winners: list[int] | None  # of the match, once it is over
    fork: int  # so many events of the present game are of another one that it goes on from
    watchers: int
    offer: OfferMessage | None
    lesson: LessonMessage | None
    now: float


class YouMessage(TypedDict):
    """What a person is at a table. The link is for those who may pass it on."""

    table: str
    seats: list[int]
    host: bool
    may_return: bool
    link: str | None


class NoticeMessage(TypedDict):
    """Something that happened round the table; told in every language."""

    table: str
    code: str
    seat: int | None
    name: str | None
    text: InEveryLanguage


class EmoteMessage(TypedDict):
    """What somebody says, from a fixed list; in every language."""

    table: str
    seat: int
    code: Emote
    text: InEveryLanguage


class GoneMessage(TypedDict):
    """The table was deleted, or you may no longer look at it."""

    table: str


class ByeMessage(TypedDict):
    """The server stops: come back in a moment."""


class StreamEvents(TypedDict):
    """What the stream of updates brings: for each name of an event its data."""

    state: StateMessage
    update: UpdateMessage
    table: TableMessage
    you: YouMessage
    notice: NoticeMessage
    emote: EmoteMessage
    gone: GoneMessage
    bye: ByeMessage


class AnswerMessage(TypedDict):
    """An answer was accepted; `version` is that of the update which tells what came of it. `repeated`: it had been."""

    version: int
    repeated: bool


class TableAndYou(TypedDict):
    table: TableMessage
    you: YouMessage


class ListedTable(TypedDict):
    """A table in a person's list. `asked` tells whether the person has to decide something."""

    id: str
    game: str
    state: Literal["waiting", "playing", "over", "closed", "frozen"]
    names: list[str]
    seats: list[int]
    asked: bool
    created: float
    updated: float


class PersonMessage(TypedDict):
    """Who you are. The token is told once, to those who ask for it in place of a cookie."""

    name: str
    language: Language
    program: bool
    token: str | None


class SeatTaken(TypedDict):
    """A seat that was taken over from another device."""

    table: str
    seat: int


class TokenMessage(TypedDict):
    token: str
    expires: float


class OptionChoice(TypedDict):
    """One value of an option, and what people call it."""

    value: OptionValue
    title: InEveryLanguage


class OptionMessage(TypedDict):
    """An option of a game. `values` has all of them where they are few enough to choose from; `text` is a sentence."""

    name: str
    clause: str
    default: OptionValue
    allowed: str
    meaning: InEveryLanguage
    title: InEveryLanguage
    text: InEveryLanguage | None
    values: list[OptionChoice]


class LevelMessage(TypedDict):
    """How strong a bot can be, from the weakest on."""

    name: str
    title: InEveryLanguage


class TextsMessage(TypedDict):
    """Sentences by their codes, in every language."""

    en: dict[str, str]
    de: dict[str, str]


class GameMessage(TypedDict):
    """A game that can be played here: all that is needed to choose it and to set it up.

    `minutes` is how long it takes, where the rulebook says so. `bots` has every bot that plays it, also those that are
    no level. `texts` has the sentences of a game of which the browser knows nothing.
    """

    game: str
    title: str
    teaser: InEveryLanguage
    players: list[int]
    minutes: int | None
    clauses: list[str]
    options: list[OptionMessage]
    levels: list[LevelMessage]
    bots: list[str]
    lesson: bool
    texts: TextsMessage | None


class HouseMessage(TypedDict):
    """Whether devices in the home network can reach this server, at which addresses, and whether you may change it."""

    open: bool
    may_change: bool
    addresses: list[str]


class ReplayStep(TypedDict):
    """One step of a game as a viewer saw it. `goes_on` is after how many events it can be played on from here; that is
    earlier while some have chosen face down and others not yet, and null once the game is over."""

    events: list[str]
    told: list[Told]
    view: View
    goes_on: int | None


class ScoreLine(TypedDict):
    text: str
    clause: str
    points: int


class ScoreMessage(TypedDict):
    """What a seat has scored, line by line."""

    name: str
    total: int
    lines: list[ScoreLine]


class ReplayMessage(TypedDict):
    """A game step by step, from one seat's view, a spectator's or with everything open; and how its points came about.

    `options` are those with which a single game can be played on from one of its steps; `fork` is how many events it
    has from another game. `ending` is null of a record whose game is not over.
    """

    game: str
    options: dict[str, OptionValue]
    seat: int | None
    names: list[str]
    fork: int
    steps: list[ReplayStep]
    ending: str | None
    verdicts: list[str]
    scores: list[ScoreMessage]


class DrawMessage(TypedDict):
    """A roll, a draw or a deal: its number among the events of the record and among the chance events, from 0. Of the
    numbers below `total` those from `low` to before `high` lead to it."""

    event: int
    chance: int
    word: str
    low: int
    high: int
    total: int


class LuckMessage(TypedDict):
    """All that chance did in a finished game, with the secret that decided it, to be checked by who was there. Of a
    game that was played on from another one, what happened since then, after `fork` events. A record that somebody
    opens may tell neither secret nor seal: then there is nothing to be checked by, and no draws."""

    seal: str | None
    secret: str | None
    fork: int
    draws: list[DrawMessage]


class ShareMessage(TypedDict):
    """What leads to a shared game, without any account."""

    link: str


class ListedRecord(TypedDict):
    """A record in a file that somebody opens. With a `problem` it is none; the rules are checked when it is shown."""

    line: int
    game: str
    names: list[str]
    scores: list[int] | None
    problem: str | None


class Versions(TypedDict):
    """Of the server, of the form of records, and of the rules of the game."""

    beute: str
    record: int
    rules: int


class HeardRecord(TypedDict):
    """A record as a viewer heard it: with `whole` from the beginning, otherwise as far back as the viewer may be
    reminded."""

    game: str
    players: int
    options: dict[str, OptionValue]
    events: list[str]
    whole: bool
    scores: list[int] | None
    winners: list[int] | None
    ending: str | None


class ReportMessage(TypedDict):
    """What a person may show others who look for a mistake of ours: no more than the view, and no names."""

    versions: Versions
    seat: int | None
    match: int
    game: int
    record: HeardRecord
    view: View


class Problem(TypedDict):
    """An error: what was tried, why not and what would do; `code` is stable."""

    type: str
    title: str
    status: int
    code: str
    detail: str


# ---------------------------------------------------------------- what people send


class Request(BaseModel):
    """A body of a request: what it does not know is refused."""

    model_config = ConfigDict(extra="forbid")


class Answer(Request):
    """An answer to a question, in the words of records."""

    question: QuestionText = Field(description="The id of the question, as `1.5`.")
    word: Word = Field(description="One of the words that the view's choices offer.")


class PersonRequest(Request):
    """Who you want to be called, and the language in which you read."""

    name: Name
    language: Language = "en"


class SeatRequest(Request):
    """Who is to sit there: you (several times for several people at one device), a bot, or who comes by the link."""

    kind: Literal["person", "bot", "open"]
    name: NameOrNone = ""
    bot: Annotated[str, StringConstraints(max_length=40)] | None = None


class RecordRequest(Request):
    """The first events of a record, to play on from there."""

    events: Annotated[list[Annotated[str, StringConstraints(max_length=40)]], Field(max_length=5000)]


class TableRequest(Request):
    """A new table. With `start` it begins at once, if no seat is open."""

    game: Annotated[str, StringConstraints(max_length=40)]
    options: dict[str, bool | int | str | list[int]] = Field(default_factory=dict, max_length=20)
    seats: Annotated[list[SeatRequest], Field(min_length=1, max_length=7)]
    limit: int | None = Field(default=None, description="Seconds for a decision; none without.")
    stand_in: Annotated[str, StringConstraints(max_length=40)] = "medium"
    programs: Programs = Field(default="allowed", description="Whether programs may come, in the place of people.")
    shuffle: bool = False
    start: bool = False
    record: RecordRequest | None = None


class ArrangeSeat(SeatRequest):
    """A seat of a new plan. With `was` it is that of now, with who sits there; other people keep theirs in this way."""

    was: SeatNumber | None = None


class ArrangeRequest(Request):
    """Another plan, before a match; and a rematch with other settings."""

    game: Annotated[str, StringConstraints(max_length=40)] | None = None
    options: dict[str, bool | int | str | list[int]] | None = Field(default=None, max_length=20)
    seats: Annotated[list[ArrangeSeat], Field(min_length=1, max_length=7)] | None = None
    limit: int | None = None
    no_limit: bool = False
    stand_in: Annotated[str, StringConstraints(max_length=40)] | None = None
    programs: Programs | None = None
    shuffle: bool = False


class JoinRequest(Request):
    """Sit down by a link; on the first open seat, or a named one."""

    link: Secret
    name: Name
    seat: SeatNumber | None = None


class LinkRequest(Request):
    link: Secret


class SharedReplayRequest(LinkRequest):
    """A shared game, as a seat saw it, with everything `open`, or as a spectator saw it."""

    seat: SeatNumber | None = None
    open: bool = False


class TokenRequest(Request):
    token: Secret


class UndoRequest(Request):
    """Take back your latest decision; `version` is that of the view which says that you may."""

    version: int = Field(ge=0)


class LessonRequest(Request):
    """The first lesson of a game."""

    game: Annotated[str, StringConstraints(max_length=40)]


class PageRequest(Request):
    """You have read what a step of a lesson says; `step` is its number, from 0."""

    step: int = Field(ge=0, le=99)


class NextGameRequest(Request):
    """Begin the next game; `game` is the number of the one that is over."""

    game: int = Field(ge=1, le=20)


class EmoteRequest(Request):
    code: Emote
