"""Nobody is sent more than they may know: servers whose games differ only in what a person cannot know send that person
the same bodies, byte for byte and piece by piece. The tables' own tests show the same without a network."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from beute.play.errors import BrokenRecord
from beute.play.luck import Outcomes, Secret
from beute.table.fold import Fold
from beute.table.table import Table
from tests.server.inside import Clock, Inside, Stream, in_loop, link_to, prepare, settle
from tests.setups import COUNTS
from tests.table.playing import NAMES, label, log, new_table, steps, until
from tests.table.worlds import FaceDown, another_world

pytestmark = pytest.mark.usefixtures("no_signs_of_life")

Log = list[Any]
Beats = Sequence[Log]  # entries of a log; what is shown is compared after each beat
Sent = list[tuple[object, ...]]  # all that somebody was sent, in order

PEOPLE = (*NAMES, "Watching", "Late")
RAEUBER = [(players, options) for game, players in COUNTS if game == "raeuber" for options in ({}, {"open_sums": True})]
SCHATTENDIEB = [players for game, players in COUNTS if game == "schattendieb"]


# ---------------------------------------------------------------- a world, as somebody is sent it


class World:
    """A server on which a match is played by its log, with the luck that the log has."""

    def __init__(self, server: Inside, match: Log, script: list[str]) -> None:
        self.server, self.match, self.script = server, match, script
        self.players = len(match[0]["seats"])
        self.steps = [0] * self.players

    async def carry_out(self, entry: Any) -> tuple[object, ...]:
        """One entry, by the person who sits there; what that person is answered."""
        self.script[:] = reversed(entry.get("chance", ()))
        seat = entry.get("seat", 0)
        who, path = PEOPLE[seat], f"/api/tables/t/seats/{seat}"
        server = self.server_of(seat)
        if entry["entry"] == "undone":
            states = await server.get(who, "/api/tables/t/state")
            answer = await server.ask(who, "POST", f"{path}/undo", {"version": states[0]["version"]})
        else:
            body = {"question": f"1.{self.steps[seat]}", "word": entry["word"]}
            answer = await server.ask(who, "POST", f"{path}/answers", body)
        await self.settled()
        self.steps[seat] += 1
        assert answer.status == 200, (entry, answer)
        assert not self.script, "what chance did in the script has happened"
        return tuple(answer)

    def server_of(self, seat: int) -> Inside:
        """Where the person at a seat plays."""
        return self.server

    async def settled(self) -> None:
        """Wait until whoever is told of the latest entry can be."""

    def person(self, viewer: int | None) -> str:
        return "Watching" if viewer is None else PEOPLE[viewer]


def scripted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """From now on chance does what this list says, the last word first, as long as it says something."""
    script, by_secret = list[str](), Secret.choose

    def choose(self: Secret, k: int, outcomes: Outcomes) -> int:
        return outcomes.words.index(script.pop()) if script else by_secret(self, k, outcomes)

    monkeypatch.setattr(Secret, "choose", choose)
    return script


def people_of(match: Log) -> list[str]:
    """Those who sit there, the one who watches, and one who comes late."""
    return [*NAMES[: len(match[0]["seats"])], "Watching", "Late"]


async def sent(
    data: Path, script: list[str], first: Log, beats: Beats, viewer: int | None, limit: int | None = None
) -> Sent:
    """All that a viewer is sent while beats are played, and may ask for after each and in the end."""
    await prepare(data, people_of(first), {"t": first}, limit)
    clock = Clock()
    async with Inside(data, clock) as server:
        return await sent_in(World(server, first, script), clock, beats, viewer)


async def sent_in(world: World, clock: Clock, beats: Beats, viewer: int | None) -> Sent:
    """The same in a world, by the server of the viewer."""
    server, first = world.server, world.match
    for entry in first[1:]:
        if "seat" in entry:
            world.steps[entry["seat"]] += 1
    who, found = world.person(viewer), Sent()
    stream = await server.stream(who, "t")
    marks = [_latest_mark(stream)]
    found.append(("opened", *stream.take()))
    broken = await server.stream(who, "t", more="&language=de")
    for n, beat in enumerate(beats):
        clock.now += 1
        for entry in beat:
            answer = await world.carry_out(entry)
            if entry.get("seat") == viewer:
                found.append((n, *answer))
        await settle()
        marks.append(_latest_mark(stream))
        found.append((n, *stream.take()))
        paths = ("/api/tables", "/api/tables/t/state", report_of(viewer))
        found += [(n, path, *await server.ask(who, "GET", path)) for path in paths]
        if n == len(beats) // 2:
            found += await round_the_table(server, who, viewer, world.players)
            found.append((n, *stream.take()))
            found.append((n, "German", *broken.take()))
            await broken.close()
    found += await at_rest(server, who, viewer, marks)
    return found


def report_of(viewer: int | None) -> str:
    """Where a viewer gets what may be shown to others."""
    return "/api/tables/t/report" if viewer is None else f"/api/tables/t/report?seat={viewer}"


def _latest_mark(stream: Stream) -> str:
    ids = [part[4:] for piece in stream.sent for part in piece.decode().split("\n") if part.startswith("id: ")]
    return ids[-1]


async def round_the_table(server: Inside, who: str, viewer: int | None, players: int) -> Sent:
    """What people do while the game is paused, so that no bot plays; and what the viewer may ask for meanwhile: also
    as one who has left, sees what a spectator may see, and returns."""
    found, table = Sent(), "/api/tables/t"
    others = [seat for seat in range(players) if seat != viewer]
    one, other = PEOPLE[others[0]], PEOPLE[others[-1]]
    deeds: list[tuple[str, str, object]] = [
        (one, "pause", None),
        (other, f"seats/{others[-1]}/emotes", {"code": "ouch"}),
        (other, "leave", None),
        (other, "return", None),
        *([] if viewer is None else [(who, "leave", None), (who, "return", None)]),
        (one, "resume", None),
        (who, "lesson/leave", None),
        (who, "rematch", {}),
    ]
    for actor, deed, body in deeds:
        answer = await server.ask(actor, "POST", f"{table}/{deed}", body)
        assert (answer.status < 300) == (deed not in ("lesson/leave", "rematch")), answer
        await settle()  # otherwise it is the speed of the disk that says what is told together
        if actor == who:
            found.append((deed, *answer))
        for path in ("", "/state", "/report", "/state?language=de"):
            found.append((deed, path, *await server.ask(who, "GET", f"{table}{path}")))
    for path in ("luck", "record", "replay?open=true", "replay?seat=0"):
        found.append((path, *await server.ask(who, "GET", f"{table}/matches/1/games/1/{path}")))
    return [*found, *[(path, *await server.ask(who, "GET", path)) for path in ("/api/house", "/healthz")]]


async def at_rest(server: Inside, who: str, viewer: int | None, marks: list[str]) -> Sent:
    """All that can be asked for, tried in vain, or resumed; and what one sees who comes late."""
    found = Sent()
    for path in ("", "/state", "/records", "/matches/1/games/1/replay", "/matches/1/games/1/replay?seat=0"):
        found.append((path, *await server.ask(who, "GET", f"/api/tables/t{path}")))
    found.append(("German", *await server.ask(who, "GET", "/api/tables/t/state", language="de")))
    for mark in dict.fromkeys([*marks[-8:], *marks[:: max(1, len(marks) // 5)]]):
        stream = await server.stream(who, "t", last=mark)
        found.append((mark, *stream.take()))
        await stream.close()
    if viewer is not None:
        found += await errors(server, who, viewer)
    late = Sent()
    for path in ("invitation", "watch"):
        late.append((path, *await server.ask("Late", "POST", f"/api/{path}", {"link": link_to("t")})))
    late.append(("late", *await server.ask("Late", "GET", "/api/tables/t/state")))
    stream = await server.stream("Late", "t")
    if viewer is not None:
        token = (await server.post(who, f"/api/tables/t/seats/{viewer}/handover"))["token"]
        late.append(("device", *await server.ask("Late", "POST", "/api/take-seat", {"token": token})))
        late.append(("device", *await server.ask("Late", "GET", "/api/tables/t/state")))
    assert [each[1] for each in late] == [200] * len(late)
    await settle()
    return [*found, *late, ("late", *stream.take())]


async def errors(server: Inside, who: str, seat: int) -> Sent:
    """What is said of each word that is not offered, of questions that are not asked, and of taking back in vain."""
    found, path = Sent(), f"/api/tables/t/seats/{seat}"
    state = (await server.get(who, "/api/tables/t/state"))[0]
    table = (await server.desk.hall.live("t")).room.playing
    possible = [choice["word"] for choice in state["view"]["choices"] if choice["possible"] != "no"]
    words = [*table.game.engine.decisions, "nonsense", "* draw 0 2"]
    question = state["question"]["id"] if state["question"] else "1.0"
    for word in (word for word in words if word not in possible):
        found.append((word, *await server.ask(who, "POST", f"{path}/answers", {"question": question, "word": word})))
    for asked in ("1.0", "1.999", "2.0", "0.0", "x"):
        body = {"question": asked, "word": "nonsense"}
        found.append((asked, *await server.ask(who, "POST", f"{path}/answers", body)))
    other = (seat + 1) % len(table.seats)
    found.append(("report", *await server.ask(who, "GET", report_of(other))))
    for where in (f"/api/tables/t/seats/{other}/answers", "/api/tables/t/seats/9/answers"):
        found.append((where, *await server.ask(who, "POST", where, {"question": "1.0", "word": words[0]})))
    for version in (0, state["version"] + 1, *(() if state["view"]["undoable"] else (state["version"],))):
        found.append((version, *await server.ask(who, "POST", f"{path}/undo", {"version": version})))
    for deed in ("next-game", "start", "resume", "rematch/accept"):
        said = {"game": 7} if deed == "next-game" else None
        found.append((deed, *await server.ask(who, "POST", f"/api/tables/t/{deed}", said)))
    assert not [each for each in found if each[1] not in (403, 404, 409, 422)]
    return found


def assert_same(one: Sent, two: Sent) -> None:
    for each, other in zip(one, two, strict=True):
        assert each == other


# ---------------------------------------------------------------- one step after another


def whole_logs(
    game: str, players: int, viewer: int | None, reached: Callable[[Table], bool], luck: random.Random, **options: Any
) -> tuple[Log, Log]:
    """The log of a game, and another with other hidden cards that looks the same to the viewer at every step."""
    for seed in range(50):
        table = new_table(game, players, seed, **options)
        for _ in steps(table, luck, undo=0):
            if reached(table):
                break
        other = another_world(table, viewer, luck) if reached(table) else None
        one: Log = log(table)
        two: Log = one if other is None else log(other)[: len(one)]  # without what would lie face down then
        if one != two:
            return one, two
    raise AssertionError("no other world was found")


@pytest.mark.parametrize(("players", "options"), RAEUBER, ids=label)
@in_loop
async def test_raeuber_sends_a_seat_the_same_whatever_others_hold(
    players: int, options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RB-3, RB-6, RB-18: step by step; reconnected, as one who comes late, and in every error."""
    script, luck = scripted(monkeypatch), random.Random(players)
    for viewer in (None, players - 1):
        one, two = whole_logs("raeuber", players, viewer, lambda table: len(log(table)) == 18, luck, **options)
        found = [
            await sent(tmp_path / f"{viewer} {n}", script, entries[:1], [[each] for each in entries[1:]], viewer)
            for n, entries in enumerate((one, two))
        ]
        assert_same(*found)


@pytest.mark.parametrize("players", SCHATTENDIEB)
@in_loop
async def test_schattendieb_sends_a_seat_the_same_whatever_others_hold(
    players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SD-5 to SD-8: through rounds with thieves, in which what was chosen is revealed."""
    script, luck = scripted(monkeypatch), random.Random(players)
    viewer = luck.choice([None, *range(players)])
    one, two = whole_logs("schattendieb", players, viewer, after_stealing, luck, games=1)
    found = [
        await sent(tmp_path / f"{n}", script, entries[:1], [[each] for each in entries[1:]], viewer)
        for n, entries in enumerate((one, two))
    ]
    assert_same(*found)


@in_loop
async def test_a_finished_game_of_a_match_tells_nothing_of_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SD-21: its record and the secret of its luck are there for all while the next game is played."""
    script, luck = scripted(monkeypatch), random.Random(21)
    for viewer in (1, None):

        def in_the_second_game(table: Table) -> bool:
            return table.game_number == 2 and table.game.length > 20 and choosing(table, "play")

        one, two = whole_logs("schattendieb", 3, viewer, in_the_second_game, luck, games=2)
        head = max(n for n, entry in enumerate(one) if entry["entry"] == "next_game") + 2
        assert one[:head] != two[:head], "other cards were dealt"
        found = [
            await sent(tmp_path / f"{viewer} {n}", script, entries[:head], [[each] for each in entries[head:]], viewer)
            for n, entries in enumerate((one, two))
        ]
        assert_same(*found)
        told = [each for each in found[0] if each[0] == "luck"]
        assert [each[1] for each in told] == [200], "the first game is open to all"


# ---------------------------------------------------------------- face down


class Choosing(FaceDown):
    """What others do in one world while all choose face down; the viewer does the same in each."""

    def beats(self, viewer: int | None) -> list[Log]:
        others = [seat for seat in self.game.due if seat != viewer]
        first, last = others[0], others[-1]
        found = [
            self._beat(viewer, self._first_word),
            self._beat(first, self._choose),
            self._beat(last, self._add_some),
        ]
        if len(others) == 1:
            found.append(self._beat(first, lambda seat: self._take("undone", seat)))  # nothing may be revealed
        else:
            found.append(self._beat(first, self._think_again))
            found.append(self._beat(last, self._add_some))
        found += [self._beat(viewer, self._finish), self._beat(viewer, self._change)]
        return found

    def _beat(self, seat: int | None, do: Any) -> Log:
        begun = len(self.taken)
        if seat is not None and (seat in self.game.due or do != self._first_word):
            do(seat)
        assert self.game.face_down, "nothing was revealed"
        return self.taken[begun:]

    def _first_word(self, seat: int) -> None:
        self._take("played", seat, self.game.legal_for(seat)[0])

    def _finish(self, seat: int) -> None:
        if seat in self.game.due:
            self._take("played", seat, "done" if "done" in self.game.legal_for(seat) else self.game.legal_for(seat)[0])

    def _change(self, seat: int) -> None:
        """Another choice, or the same one taken back and made again."""
        if self.game.view(seat)["choices"]:
            self._take("changed", seat, self.game.offered(seat)[-1])
        elif self.game.undoable(seat):
            self._take("undone", seat)
            self._finish(seat)


def choosing(table: Table, kind: str) -> bool:
    """Whether all begin to choose a card (`play`), or to add some (`add`)."""
    due = table.game.due
    if not table.game.face_down or len(due) < 2 or table.game.length > table.game.face_down_events.start:
        return False
    return any(word.startswith(kind) for seat in due for word in table.game.legal_for(seat))


def after_stealing(table: Table) -> bool:
    entries: Log = log(table)
    stolen = any(entry.get("word", "").startswith("steal") for entry in entries)
    return stolen and len(entries) > 5 * table.game.players and (choosing(table, "play") or choosing(table, "add"))


def face_down_worlds(players: int, kind: str, luck: random.Random) -> tuple[int | None, list[tuple[Log, list[Log]]]]:
    """A viewer; and three times a log before all choose face down, and what is done then: the same to the viewer."""
    table = new_table("schattendieb", players, seed=players, games=1)
    until(table, lambda table: len(log(table)) > 3 * players and choosing(table, kind), seed=players)
    seats = list(table.game.due)
    viewer = luck.choice([None, *seats])
    head = log(table)
    worlds: list[tuple[Log, list[Log]]] = []
    while len(worlds) < 3:
        other = another_world(table, viewer, luck) if worlds else table
        first: Log = head if other is None else log(other)[: len(head)]
        world = first, Choosing(first, luck).beats(viewer)
        if world not in worlds:
            worlds.append(world)
    return viewer, worlds


@pytest.mark.parametrize("kind", ["play", "add"])
@pytest.mark.parametrize("players", SCHATTENDIEB)
@in_loop
async def test_schattendieb_sends_nothing_of_what_others_lay_face_down(
    players: int, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SD-5, SD-9: what they choose, how many cards they add, whether they change their minds; with a time limit too."""
    script, found = scripted(monkeypatch), list[Sent]()
    viewer, worlds = face_down_worlds(players, kind, random.Random(players))
    for n, (first, beats) in enumerate(worlds):
        found.append(await sent(tmp_path / f"{n}", script, first, beats, viewer, limit=600))
    assert_same(found[0], found[1])
    assert_same(found[0], found[2])


DEALT = (  # three players, four times round: seat 0 can add three watches to its first (SD-9)
    "W7 R6 B5 W1 R1 B1 W2 R2 B2 W3 R3 B3"
)


def adding(cards: Sequence[str]) -> tuple[Log, list[Log]]:
    """A first round, in which seat 0 adds these cards before it is done."""
    table = new_table("schattendieb", 3, games=1)
    deals = [f"deal {n % 3} {card}" for n, card in enumerate(DEALT.split())]
    first: Log = [{**log(table)[0], "chance": deals}]
    first += [
        {"entry": "played", "seat": n, "word": f"play {card}", "chance": []} for n, card in enumerate(DEALT.split()[:3])
    ]
    adds = [{"entry": "played", "seat": 0, "word": f"add {card}", "chance": []} for card in cards]
    return first, [adds, [{"entry": "played", "seat": 0, "word": "done", "chance": []}]]


@pytest.mark.clause("SD-9")
@in_loop
async def test_the_number_and_size_of_messages_tell_nothing_of_cards_added_face_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = scripted(monkeypatch)
    for viewer in (1, None):
        pieces = list[list[list[int]]]()
        for cards in ([], ["W1"], ["W3", "W1", "W2"]):
            first, beats = adding(cards)
            data = tmp_path / f"{viewer} {len(cards)}"
            await prepare(data, people_of(first), {"t": first})
            async with Inside(data) as server:
                world = World(server, first, script)
                world.steps = [1, 1, 1]
                own, stream = await server.stream("Ada", "t"), await server.stream(world.person(viewer), "t")
                stream.take()
                own.take()
                sizes = list[list[int]]()
                for beat in beats:
                    for entry in beat:
                        await world.carry_out(entry)
                        await settle()
                    sizes.append([len(piece) for piece in stream.take()])
                assert len(own.take()) == len(cards) + 1, "who adds them is told of each"
                pieces.append(sizes)
        assert pieces[0] == pieces[1] == pieces[2]
        assert [len(each) for each in pieces[0]] == [0, 1], "only that the seat has chosen is told, once"


# ---------------------------------------------------------------- the replay of a finished game


def swapped(entries: Log, viewer: int, luck: random.Random) -> Log | None:
    """The same game, but that another seat got two of its cards the other way round before it played either."""
    drawn = [
        (n, k, word)
        for n, entry in enumerate(entries)
        for k, word in enumerate(entry.get("chance", ()))
        if word.split()[0] in ("deal", "draw") and word.split()[1] != str(viewer)
    ]
    for _ in range(200):
        (n, k, one), (m, j, two) = luck.sample(drawn, 2)
        if one.split()[2] == two.split()[2] or one.split()[1] != two.split()[1]:
            continue
        other = json.loads(json.dumps(entries))
        (verb, seat, card), (other_verb, _, second) = one.split(), two.split()
        other[n]["chance"][k], other[m]["chance"][j] = f"{verb} {seat} {second}", f"{other_verb} {seat} {card}"
        try:
            Fold.of("t", other)
        except BrokenRecord:
            continue
        return list(other)
    return None


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("raeuber", 2, {}), ("raeuber", 3, {"open_sums": True}), ("schattendieb", 3, {"games": 1})],
    ids=label,
)
@in_loop
async def test_a_replay_by_seat_shows_each_step_as_that_seat_saw_it(
    game: str, players: int, options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when the game is over and its record reveals everything."""
    script, luck, viewer = scripted(monkeypatch), random.Random(players), 0
    table = new_table(game, players, seed=1, **options)
    for _ in steps(table, luck, undo=0):
        pass
    one: Log = log(table)
    two = swapped(one, viewer, luck)
    assert two is not None
    assert two != one
    found = list[dict[str, bytes]]()
    for n, entries in enumerate((one, two)):
        data, late = tmp_path / f"{n}", len(entries) - 2
        await prepare(data, people_of(one), {"t": entries[:late]})
        async with Inside(data) as server:
            world = World(server, entries, script)
            for entry in entries[1:late]:
                if "seat" in entry:
                    world.steps[entry["seat"]] += 1
            assert (await server.ask("Ada", "GET", "/api/tables/t/matches/1/games/1/replay?seat=0")).status == 404
            for entry in entries[late:]:
                await world.carry_out(entry)
            replay, bodies = "/api/tables/t/matches/1/games/1/replay", dict[str, bytes]()
            for seat in ("", *(f"?seat={number}" for number in range(players))):
                answer = await server.ask("Ada", "GET", f"{replay}{seat}")
                assert answer.status == 200
                bodies[seat] = answer.body
            bodies["records"] = (await server.ask("Ada", "GET", "/api/tables/t/records")).body
            found.append(bodies)
    same, other = [kind for kind in found[0] if found[0][kind] == found[1][kind]], found[0].keys()
    assert "records" not in same, "the worlds are others"
    assert {"", "?seat=0"} <= {*same}
    assert {*other} - {*same} > {"records"}, "who got the cards the other way round saw that"


@in_loop
async def test_sneaky_has_no_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All seats and who watches are sent the same, but for what they may do."""
    script, luck = scripted(monkeypatch), random.Random(1)
    table = new_table("sneaky", 3)
    for _ in steps(table, luck, most=25, undo=0):
        pass
    entries: Log = log(table)
    await prepare(tmp_path / "d", people_of(entries), {"t": entries[:1]})
    async with Inside(tmp_path / "d") as server:
        world = World(server, entries, script)
        streams = [await server.stream(who, "t") for who in (*NAMES[:3], "Watching")]
        for stream in streams:
            stream.take()
        for entry in entries[1:]:
            await world.carry_out(entry)
        await settle()
        told = [[event.data for event in stream.events() if event.kind == "update"] for stream in streams]
        for updates in told:
            assert [update["events"] for update in updates] == [update["events"] for update in told[0]]
            assert [update["version"] for update in updates] == [update["version"] for update in told[0]]
