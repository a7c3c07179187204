"""The rules run the same compiled and as they are written."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from beute.games.bits import highest, lowest, nth, nth_bit, size
from beute.games.compiling import batch
from beute.games.contract import choose
from beute.games.dice import below, reseed
from beute.lab.random_games import records
from beute.play.engine import engine
from beute.play.setup import set_up
from tests.games.trace import trace
from tests.setups import SETUPS, label


def uncompiled(*arguments: str) -> str:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_games_agree_event_by_event() -> None:
    written = uncompiled("-m", "tests.games.trace").splitlines()
    compiled = [f"{label(setup)} {line}" for setup in SETUPS for line in trace(engine(setup), seed=5, every=40)]
    assert len(compiled) > 3000
    for ours, theirs in zip(compiled, written, strict=True):
        assert ours == theirs


@batch
def of_sets(word: int, k: int) -> tuple[int, int, int, int, int]:
    return size(word), lowest(word), highest(word), nth(word, k), nth_bit(word, k)


@pytest.mark.parametrize("word", [1, 2, 0b1011, 1 << 61, (1 << 62) - 1, 0x0123456789ABCDEF & (1 << 62) - 1])
def test_sets_of_bits_agree_with_their_plain_twins(word: int) -> None:
    elements = [bit for bit in range(62) if word >> bit & 1]
    for k, element in enumerate(elements):
        expected = (len(elements), elements[0], elements[-1], element, 1 << element)
        assert of_sets(word, k) == expected
        assert (size(word), lowest(word), highest(word), nth(word, k), nth_bit(word, k)) == expected


@batch
def some_numbers(rng: Any, n: int, out: Any) -> None:
    reseed(rng, 3, 4)
    for k in range(len(out)):
        out[k] = below(rng, n)


@pytest.mark.parametrize("n", [1, 2, 6, 66, 1296, 1 << 62])
def test_random_numbers_agree_and_cover_their_range(n: int) -> None:
    rng, out = np.zeros(1, np.uint64), np.zeros(4000, np.int64)
    some_numbers(rng, n, out)
    twin = np.zeros(1, np.uint64)
    reseed(twin, 3, 4)
    assert [below(twin, n) for _ in range(len(out))] == out.tolist()
    assert out.min() >= 0
    assert out.max() < n
    if n <= 66:
        counts = np.bincount(out, minlength=n)
        assert abs(counts - len(out) / n).max() < 6 * np.sqrt(len(out) / n) + 1


def test_choose_is_uniform_over_both_words() -> None:
    rng, moves = np.zeros(1, np.uint64), (0b1001, 0b110)
    reseed(rng, 1, 1)
    drawn = [choose(moves, rng) for _ in range(4000)]
    assert set(drawn) == {0, 3, 65, 66}
    assert all(abs(drawn.count(a) - 1000) < 150 for a in set(drawn))


OLD_PROCESSOR = """
from llvmlite import binding
features = binding.get_host_cpu_features()
features["bmi2"] = False
binding.get_host_cpu_features = lambda: features
from beute.lab.random_games import records
from beute.play.setup import set_up
for record in records(set_up("schattendieb", 4, {}), 5, 5):
    print(record.text())
"""


@pytest.mark.slow
def test_a_processor_without_deposit_plays_the_same_games() -> None:
    done = subprocess.run([sys.executable, "-c", OLD_PROCESSOR], capture_output=True, text=True, check=True)
    ours = [record.text() for record in records(set_up("schattendieb", 4, {}), 5, 5)]
    assert done.stdout.splitlines() == ours
