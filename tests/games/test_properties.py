"""What holds in every game, however it is played."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beute import BrokenRecord, Game, IllegalMove, Record, replay
from beute.games.contract import CHANCE
from beute.play.engine import engine
from beute.play.luck import Secret
from tests.games.cards import LOOT, all_cards
from tests.games.standing import game_at
from tests.games.walks import walk
from tests.oracle.check import check
from tests.setups import SETUPS, label

setups = st.sampled_from(SETUPS)
seeds = st.integers(0, 2**32)
EVERY = 5  # events between two counts of all cards


def random_game(setup: Any, luck: random.Random) -> Game[Any]:
    """Played to the end by words."""
    game = Game(setup, Secret.seeded(luck.getrandbits(40)))
    while not game.over:
        seat = luck.choice(game.due)
        game.play(luck.choice(game.legal_for(seat)), seat)
    return game


@settings(max_examples=100)
@given(setups, seeds)
def test_cards_are_conserved(setup: Any, seed: int) -> None:
    rules = engine(setup)
    full = all_cards(rules, rules.start[0])
    assert sum(full.values()) == {"sneaky": 24, "schattendieb": 105, "raeuber": 66}[setup.game]
    for n, table in enumerate(walk(rules, random.Random(seed))):
        if n % EVERY != seed % EVERY and table[0].due != 0:
            continue  # a card that is lost or doubled stays so
        there = all_cards(rules, table[0])
        if setup.game == "raeuber":
            assert not there - full
            played = LOOT - sum(int(card) * n for card, n in there.items() if card != "R")
            assert played >= int(table[0].loot.sum())
        else:
            assert there == full


def test_raeuber_loot_in_sacks_is_what_was_played() -> None:
    for seed in range(20):
        game = random_game(SETUPS[-1], random.Random(seed))
        played = [event.split()[1].split(">") for event in game.events if not event.startswith("*")]
        loot: Counter[str] = Counter()
        for card, sack in played:
            loot[sack] += 0 if card == "R" else int(card)
        for sack in game.view(None)["sacks"]:
            assert sack["loot"] == loot[sack["name"]]


@settings(max_examples=60)
@given(setups, seeds)
def test_every_legal_word_plays_and_every_other_has_a_reason(setup: Any, seed: int) -> None:
    rules, luck = engine(setup), random.Random(seed)
    tables = [table.copy() for table in walk(rules, luck) if table[0].due > 0]
    table = luck.choice(tables)
    for seat in range(setup.players):
        asked = int(table[0].due) >> seat & 1
        legal = rules.legal(table[0], seat) if asked else []
        assert bool(legal) == bool(asked)
        assert legal == sorted(set(legal))
        offered = game_at(rules, table).offered(seat)
        tried = setup.game == "raeuber" and not dict(setup.options)["open_sums"]
        if asked:
            assert set(offered) >= set(legal) if tried else sorted(offered) == legal
        for word in rules.decisions:
            game = game_at(rules, table)
            reason = game.why(word, seat)
            if word in legal:
                assert reason is None
                game.play(word, seat)
            else:
                assert reason is not None
                assert reason.clause in setup.about.CLAUSES
                assert reason.text
                with pytest.raises(IllegalMove, match=reason.clause) as refused:
                    game.play(word, seat)
                assert refused.value.offered == game.offered(seat)
                assert game.state.tobytes() == table.tobytes()


@pytest.mark.parametrize("setup", SETUPS, ids=label)
def test_words_and_numbers_are_the_same_things(setup: Any) -> None:
    rules = engine(setup)
    for words in rules.decisions, rules.outcomes:
        assert len(set(words.values())) == len(words)


@settings(max_examples=60)
@given(setups, seeds)
def test_records_give_the_game_back(setup: Any, seed: int) -> None:
    game = random_game(setup, random.Random(seed))
    record = game.record(legal=True)
    check(record.data())
    assert Record.read(record.text()) == record
    twin = replay(record.text())
    assert twin == game
    assert hash(twin) == hash(game)
    assert twin.state.tobytes() == game.state.tobytes()
    assert (twin.scores, twin.winners, twin.ending) == (game.scores, game.winners, game.ending)


@settings(max_examples=40)
@given(setups, seeds)
def test_any_part_of_a_record_can_be_played_on(setup: Any, seed: int) -> None:
    luck = random.Random(seed)
    record = random_game(setup, luck).record()
    game = replay(record, at=luck.randint(0, len(record.events)), seed=seed)
    while not game.over:
        seat = luck.choice(game.due)
        game.play(luck.choice(game.legal_for(seat)), seat)
    check(game.record(legal=True).data())


@settings(max_examples=60)
@given(setups, seeds)
def test_a_record_with_one_event_changed_is_another_game_or_none(setup: Any, seed: int) -> None:
    """A broken record is refused at the event that breaks it, and never with anything but BrokenRecord."""
    luck = random.Random(seed)
    data = random_game(setup, luck).record().data()
    at = luck.randrange(len(data["events"]))
    rules = engine(setup)
    actor = luck.choice(["*", *map(str, range(setup.players))])
    word = luck.choice(list(rules.outcomes if actor == "*" else rules.decisions))
    data["events"][at] = f"{actor} {word}"
    try:
        check(data)
        is_good = True
    except AssertionError:
        is_good = False
    if is_good:
        replay(data)
    else:
        with pytest.raises(BrokenRecord) as broken:
            replay(data)
        assert broken.value.event is None or broken.value.event >= at


@settings(max_examples=40)
@given(st.sampled_from([setup for setup in SETUPS if setup.game == "schattendieb"]), seeds)
def test_seats_that_choose_at_once_answer_in_any_order(setup: Any, seed: int) -> None:
    rules, luck = engine(setup), random.Random(seed)
    tables = [table.copy() for table in walk(rules, luck)]
    for table in tables:
        seats = [seat for seat in range(setup.players) if table[0].due > 0 and int(table[0].due) >> seat & 1]
        if len(seats) < 2 or luck.random() < 0.7:
            continue
        answers = {seat: _answers(rules, table, seat, luck) for seat in seats}
        ends = set()
        for _ in range(4):
            luck.shuffle(seats)
            order = [seat for seat in seats for _ in answers[seat]]
            luck.shuffle(order)
            queue = {seat: list(answers[seat]) for seat in seats}
            played = table.copy()
            events = [(seat, queue[seat].pop(0)) for seat in order]
            assert len(rules.follow(played, events).steps) == len(events)
            ends.add(played.tobytes())
        assert len(ends) == 1


def _answers(rules: Any, table: Any, seat: int, luck: random.Random) -> list[int]:
    """All that a seat decides in this phase."""
    alone = table.copy()
    numbers: list[int] = []
    step = alone[0].step
    others = int(alone[0].due) & ~(1 << seat)
    while alone[0].step == step and alone[0].due > 0 and int(alone[0].due) >> seat & 1 and others:
        numbers.append(rules.decisions[luck.choice(rules.legal(alone[0], seat))])
        rules.follow(alone, [(seat, numbers[-1])])
    return numbers


@settings(max_examples=60)
@given(setups, seeds)
def test_chance_has_positive_weights_for_different_outcomes(setup: Any, seed: int) -> None:
    rules, luck = engine(setup), random.Random(seed)
    for table in walk(rules, luck):
        if table[0].due == CHANCE and luck.random() < 0.2:
            words, weights = rules.chances(table[0])
            assert len(set(words)) == len(words)
            assert min(weights) > 0
