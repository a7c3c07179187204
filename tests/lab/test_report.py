"""A report tells what the records tell, how sure it is, and needs nothing but itself."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache, partial
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from beute import games
from beute.bots.entrants import Entrant
from beute.lab import bot_games
from beute.lab.arena import Arena, Standing
from beute.lab.report import Plan, Study, page
from beute.lab.report.luck import luck
from beute.lab.report.numbers import Numbers
from beute.lab.report.slopes import jackknife, slope
from beute.lab.report.study import check_that_games_end
from beute.lab.report.watch import play_and_watch, watch
from beute.lab.results import Part, Results
from beute.lab.rotations import Rotations
from beute.lab.runs import lineup
from beute.play.errors import BeuteError
from beute.play.setup import set_up
from beute.texts import LANGUAGES, texts
from tests.lab import told

GAMES = (("sneaky", 3), ("sneaky", 2), ("schattendieb", 4), ("raeuber", 3))


# ---------------------------------------------------------------- what is seen


@pytest.mark.parametrize("bot", ["greedy", "random"])
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_what_is_seen_is_what_the_records_say(game: str, players: int, bot: str) -> None:
    setup, number, seed = set_up(game, players, {}), 1 if (game, bot) == ("sneaky", "random") else 3, 5
    seen = play_and_watch(setup, Entrant(bot), number, seed)
    part = Part(tuple(range(number)), tuple(range(number)), ((0,) * players,) * number)
    records = lineup(setup, (Entrant(bot),)).play(part, seed, records=True).records
    for n, record in enumerate(records):
        assert record.scores == tuple(seen.results.scores[n])
        assert record.winners is not None
        steps = told.steps(record)
        points = told.standings(record, steps)
        assert seen.turns[n] == len(points)
        assert (seen.changes[n], seen.settled[n]) == told.leads(points, record.winners)
        first = int(record.events[0].split()[2]) if game != "schattendieb" else 0
        assert seen.first[n] == first
        columns = seen.counts[n]
        counted = Counter({(int(s), int(c)): int(columns[s, c]) for s, c in zip(*np.nonzero(columns), strict=True)})
        assert counted == told.counts(record, steps)


def test_the_lead_at_each_stage() -> None:
    """At the start, after half of the turns, and at the end."""
    setup = set_up("raeuber", 3, {})
    seen = play_and_watch(setup, Entrant("random"), 3, 1)
    part = Part((0, 1, 2), (0, 1, 2), ((0, 0, 0),) * 3)
    for n, record in enumerate(lineup(setup, (Entrant("random"),)).play(part, 1, records=True).records):
        points = told.standings(record, told.steps(record))
        assert record.winners is not None
        for stage, turn in (0, 1), (10, round(len(points) / 2)), (20, len(points)):
            row = points[turn - 1]
            leaders = {seat for seat, got in enumerate(row) if got == max(row)}
            assert seen.led[n, stage] == len(leaders & set(record.winners)) / len(leaders)


def test_logs_are_the_same_however_they_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """From a log that is too short for them, and game by game as bots in Python play."""
    setup = set_up("raeuber", 2, {})
    ready = lineup(setup, (Entrant("random"),))
    part = Part((0, 1, 2), (0, 1, 2), ((0, 0),) * 3)
    whole = ready.play(part, 3, logs=True)
    monkeypatch.setattr(bot_games, "LONG", 40)
    cut = ready.play(part, 3, logs=True)
    single = ready.play(part, 3, records=True, logs=True)
    for one in cut, single:
        assert [log.tolist() for log in one.logs] == [log.tolist() for log in whole.logs]
        assert one.decisions.tolist() == whole.decisions.tolist()
    assert [len(log) for log in whole.logs] == [len(record.events) for record in single.records]
    assert watch(setup, cut).turns.tolist() == watch(setup, whole).turns.tolist()


def test_options_that_do_not_matter_do_not() -> None:
    """RB-18: bots remember all the same."""
    shown = [play_and_watch(set_up("raeuber", 3, {"open_sums": on}), Entrant("greedy"), 20, 1) for on in (False, True)]
    assert (shown[0].results.scores == shown[1].results.scores).all()


# ---------------------------------------------------------------- how sure it is


def test_a_slope_is_a_difference_of_means() -> None:
    rng = np.random.default_rng(1)
    having = (rng.random((200, 3)) < 0.4).astype(float)
    getting = having * 2 + rng.normal(size=having.shape)
    found = slope(having, getting)
    assert found.mean == pytest.approx(getting[having == 1].mean() - getting[having == 0].mean())
    counted = slope(having * 3, getting)
    assert counted.mean == pytest.approx(found.mean / 3)  # type: ignore[operator]


def test_intervals_of_slopes_hold_the_truth_in_19_of_20_cases() -> None:
    """One seat of three has something and wins half of the games, the others a quarter each."""
    rng, inside, tries = np.random.default_rng(7), 0, 400
    for _ in range(tries):
        having = np.zeros((150, 3))
        holder = rng.integers(0, 3, 150)
        having[np.arange(150), holder] = 1
        winner = np.where(rng.random(150) < 0.5, holder, (holder + rng.integers(1, 3, 150)) % 3)
        found = slope(having, np.eye(3)[winner])
        assert found.low is not None
        assert found.high is not None
        inside += found.low <= 0.5 - 0.25 <= found.high
    assert 0.925 < inside / tries < 0.975


def spread(values: Any, chosen: Any) -> list[float]:
    return [values[chosen].std()]


def test_intervals_of_a_jackknife_hold_the_truth_in_19_of_20_cases() -> None:
    rng, inside, tries = np.random.default_rng(3), 0, 400
    for _ in range(tries):
        values = rng.exponential(size=200)
        [found] = jackknife(partial(spread, values), 200)
        assert found.low is not None
        assert found.high is not None
        inside += found.low <= 1 <= found.high
    assert 0.86 < inside / tries < 0.99


def test_too_rare_to_tell() -> None:
    having = np.zeros((500, 2))
    having[:5, 0] = 1
    assert slope(having, having).mean is None


def arena_of(win: Any, blocks: int = 400) -> Standing:
    """An arena of two bots at a table for two, in which `win` tells who wins: of a block, a game and a seating."""
    arena = Arena.of(set_up("raeuber", 2, {}), ["greedy", "random"], 2 * blocks)
    seatings = Rotations(2, 2)
    results = Results.empty(arena.games, 2)
    for game in range(arena.games):
        seating = seatings.seating(game)
        results.numbers[game], results.deals[game] = game, seatings.block(game)
        results.seatings[game] = seating
        results.scores[game, win(seatings.block(game), game, seating)] = 1
    results.endings[:] = 1
    return Standing(arena, results)


def test_who_plays_the_deal_and_the_rest() -> None:
    rng = np.random.default_rng(2)
    coins = rng.integers(0, 2, 1000)
    skill = luck(arena_of(lambda block, game, seating: seating.index(0)))
    assert (skill.player.mean, skill.deal.mean, skill.rest.mean) == pytest.approx((1, 0, 0))
    assert (skill.better, skill.worse, skill.ahead.mean, skill.games) == ("greedy", "random", 1, 1)
    deal = luck(arena_of(lambda block, game, seating: coins[block]))
    assert (deal.player.mean, deal.deal.mean, deal.rest.mean) == pytest.approx((0, 1, 0))
    rest = luck(arena_of(lambda block, game, seating: coins[game]))
    assert (rest.player.mean, rest.deal.mean, rest.rest.mean) == pytest.approx((0, 0, 1), abs=0.15)


def test_games_until_sure() -> None:
    """A bot that wins three of four games: the normal bound, and after so many games it has won more in 95 of 100."""
    coins = np.random.default_rng(4).random(4000) < 0.75
    needed = luck(arena_of(lambda block, game, seating: seating.index(0 if coins[game] else 1), 2000)).games
    assert needed in (8, 9)
    wins = np.random.default_rng(5).binomial(needed, 0.75, 20_000)
    assert 0.93 < (2 * wins >= needed).mean() < 0.98


# ---------------------------------------------------------------- the page


@cache
def study(game: str, players: int, seed: int = 0) -> Study:
    return Study.of(Plan.of(game, [players], games=100, seed=seed))


@cache
def told_in(language: str, game: str, players: int) -> tuple[str, dict[str, str]]:
    return page(study(game, players), language)


def table(html: str, figure: str) -> list[list[str]]:
    """The numbers of a figure, the head first."""
    root = ElementTree.fromstring(html.removeprefix("<!DOCTYPE html>"))
    found = root.find(f".//figure[@id='figure-{figure}']")
    assert found is not None
    return [["".join(cell.itertext()) for cell in row] for row in found.iter("tr")]


@pytest.mark.parametrize(("game", "players"), [("sneaky", 3), ("raeuber", 3)])
def test_numbers_of_the_page_are_those_of_the_records(game: str, players: int) -> None:
    html, _ = told_in("en", game, players)
    part = Part(tuple(range(100)), tuple(range(100)), ((0,) * players,) * 100)
    records = lineup(set_up(game, players, {}), (Entrant("greedy"),)).play(part, 0, records=True).records
    scores = [sorted(record.scores or (), reverse=True) for record in records]
    lengths = [
        sum(
            event.startswith("* roll") and len(event.split()[2]) == 7 if game == "sneaky" else not event.startswith("*")
            for event in record.events
        )
        for record in records
    ]
    _, row = table(html, "glance")
    assert row[1].split()[0] == f"{sum(lengths) / 100:.1f}"
    assert row[2].split()[0] == f"{sum(best for best, *_ in scores) / 100:.1f}"
    assert row[3].split()[0] == f"{sum(best - second for best, second, *_ in scores) / 100:.1f}"
    wins = [0.0] * players
    for record in records:
        first = int(record.events[0].split()[2])
        for seat in record.winners or ():
            wins[(seat - first) % players] += 1 / len(record.winners or ())
    assert [row[2].split()[0] for row in table(html, "seats")[1:]] == [f"{won:.1f}" for won in wins]
    if game == "sneaky":
        endings = Counter(record.ending for record in records)
        shares = [cell.split()[0] for cell in table(html, "endings")[1][1:]]
        assert shares == [f"{endings[name]:.1f}" for name in games.about(game).ENDINGS]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "players"), [("sneaky", 3), ("raeuber", 3), ("schattendieb", 3)])
def test_a_page_is_complete_in_itself(game: str, players: int, language: str) -> None:
    html, plots = told_in(language, game, players)
    for outside in "http:", "https:", "//", "<script", "<link", "@import", "url(", " src=":
        assert outside not in html.removeprefix("<!DOCTYPE html>"), outside
    root = ElementTree.fromstring(html.removeprefix("<!DOCTYPE html>"))
    assert root.get("lang") == language
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {link.get("href") for link in root.iter("a")} <= {f"#{one}" for one in ids}
    said = "".join("".join(part.itertext()) for tag in ("h1", "h2", "p", "li", "figcaption") for part in root.iter(tag))
    assert not re.findall(r"[{}]|\bnan\b|None", said)
    for figure in root.iter("figure"):
        assert figure.find(".//table") is not None
        if figure.find("svg") is not None:
            assert figure.find("figcaption") is not None
            assert figure.find("details/div/table") is not None
    assert len(plots) == len(list(root.iter("svg"))) > 10
    for name, plot in plots.items():
        drawn = ElementTree.fromstring(plot)
        assert drawn.tag.endswith("svg"), name
        assert drawn.findtext("{http://www.w3.org/2000/svg}title")
        width = float(drawn.get("width", 0))
        for mark in drawn.iter():
            for key in "x", "x1", "x2", "cx":
                assert -0.1 <= float((mark.get(key) or "0").rstrip("%")) <= width, (name, mark.attrib)


def test_series_differ_in_more_than_colour() -> None:
    """Shapes and dashes in lines, letters in bars."""
    html, _ = page(study("sneaky", 3), "en")
    bars = re.findall(r'<g class="k(\d)"><title>[^<]*</title><rect[^>]*/><text[^>]*>(\w)', html)
    assert bars
    assert all("ABCDEFGH"[int(number)] == letter for number, letter in bars)


def test_the_same_call_gives_the_same_bytes() -> None:
    plan = Plan.of("schattendieb", [3], games=100)
    again = page(Study.of(plan, threads=2), "en")
    assert again == told_in("en", "schattendieb", 3)
    assert plan.command("en") == "beute report schattendieb --players 3 --games 100 --bots greedy --seed 0 --lang en"
    assert plan.command("en") in again[0]
    other = page(study("schattendieb", 3, seed=1), "en")
    assert table(other[0], "glance")[1] != table(again[0], "glance")[1]


def test_every_other_value_of_an_option_is_tried() -> None:
    def tried(game: str, **options: str) -> list[tuple[str, str]]:
        return [(switch.option, switch.value) for switch in Plan.of(game, options=options, games=100).switches]

    assert tried("sneaky") == [("bandits", "1123"), ("bandits", "1233")]
    assert tried("sneaky", bandits="1233") == [("bandits", "1223"), ("bandits", "1123")]
    assert tried("raeuber") == []
    assert [option for option, _ in tried("schattendieb")] == ["vaults", "vaults", "redraw", "all_close"]
    assert ("redraw", "off") in tried("schattendieb", redraw="on")


def test_an_option_that_is_switched_shows() -> None:
    """SN-2: with more 3s games are longer."""
    html, _ = told_in("en", "sneaky", 3)
    longer = {row[0]: float(row[1].split()[0].replace("−", "-")) for row in table(html, "longer")[1:]}
    assert longer["bandits = 1123"] < longer["bandits = 1233"]
    assert longer["bandits = 1233"] > 10


def test_bots_in_python_play_fewer_games() -> None:
    assert Plan.of("raeuber", bots=["tests.lab.custom_bots:Low"]).games < Plan.of("raeuber", bots=["random"]).games
    assert Plan.of("raeuber", bots=["tests.lab.custom_bots:Low"]).compared == (
        "tests.lab.custom_bots:Low",
        "greedy",
        "random",
    )


def test_a_bot_in_python_and_things_that_never_differ() -> None:
    """This one keeps its highest card to the end, so nothing can be told of last cards: a table without a plot."""
    html, plots = page(Study.of(Plan.of("raeuber", [2], ["tests.lab.custom_bots:Low"], games=100)), "de")
    assert "worth-last.svg" not in plots
    assert "worth-received.svg" in plots
    assert {row[2] for row in table(html, "standings")[1:]} == {"tests.lab.custom_bots:Low", "greedy", "random"}


def test_games_that_do_not_end_are_no_report() -> None:
    seen = study("sneaky", 3).tables[3]
    given_up = replace(seen, results=replace(seen.results, endings=seen.results.endings * 0))
    with pytest.raises(BeuteError, match="only 0 of 100 games of bot 'greedy' came to an end"):
        check_that_games_end(Plan.of("sneaky"), given_up)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"game": "snaeky"}, "unknown_game"),
        ({"game": "sneaky", "players": [5]}, "wrong_players"),
        ({"game": "sneaky", "games": 99}, "too_few_games"),
        ({"game": "sneaky", "bots": []}, "wrong_bots"),
        ({"game": "sneaky", "bots": ["random", "random"]}, "wrong_bots"),
        ({"game": "sneaky", "bots": ["nobody"]}, "unknown_bot"),
        ({"game": "sneaky", "options": {"bandits": "1"}}, "wrong_option"),
    ],
)
def test_wrong_plans(wrong: dict[str, Any], code: str) -> None:
    with pytest.raises(BeuteError) as caught:
        Plan.of(**wrong)
    assert caught.value.code == code


# ---------------------------------------------------------------- words and numbers


def test_numbers_in_both_languages() -> None:
    en, de = Numbers("en"), Numbers("de")
    assert (en.whole(20000), de.whole(20000)) == ("20,000", "20.000")
    assert (en.decimal(-1234.56), de.decimal(-1234.56)) == ("−1,234.6", "−1.234,6")
    assert (en.points(0.012), en.points(-0.0001), de.points(0.5)) == ("+1.2", "0.0", "+50,0")


@pytest.mark.parametrize("game", games.NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_has_words_for_all_it_counts(game: str, language: str) -> None:
    from beute.lab.report.watch import watcher

    module, say = watcher(game), texts(language)
    for group in module.GROUPS:
        assert f"{game}.report.groups.{group.code}" in say
        for row in group.rows:
            assert f"{game}.report.rows.{row.code}" in say
            assert set(row.columns) <= set(module.COLUMNS)
    assert f"{game}.report.group_names.{module.GROUPS[0].code}" in say
    for name in module.NO_MATTER:
        assert f"{game}.report.no_matter.{name}" in say
