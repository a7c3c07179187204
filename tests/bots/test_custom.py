"""Bots of others: by module and attribute, or from an installed package."""

from __future__ import annotations

from pathlib import Path

import pytest

import beute
from beute import bots
from beute.bots import Budget

OWN = "tests.lab.custom_bots"


@pytest.mark.parametrize("attribute", ["low", "high", "Low", "Listener"])
def test_own_bots_answer_at_a_table(attribute: str) -> None:
    game = beute.new("raeuber", 3, seed=1)
    bot = bots.named(f"{OWN}:{attribute}")
    while not game.over:
        game.play(bots.answer(bot, game, game.due[0]), game.due[0])


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("no_such_module:Bot", "no bot 'no_such_module:Bot': importing 'no_such_module' failed: ModuleNotFoundError"),
        (f"{OWN}:Lou", f"{OWN} has no 'Lou'; did you mean 'Low'?"),
        (f"{OWN}:", f"{OWN} has no ''"),
        (f"{OWN}:A_NUMBER", "it is 7; a bot is a class or an object with `choose`, or a function of"),
        (f"{OWN}:signal.signal", "it has 2 inputs; a bot is a class"),
        (f"{OWN}:Broken", "creating an object failed: OSError: no weights"),
        (f"{OWN}:Path", "a bot is a class or an object with `choose`"),
        ("randon", "turn, search, openspiel:ismcts, openspiel:mcts; did you mean 'random'?"),
        (":low", "no bot ':low': importing '' failed: ValueError: Empty module name"),
    ],
)
def test_what_is_no_bot_is_explained(name: str, says: str) -> None:
    with pytest.raises(beute.BeuteError) as refused:
        bots.named(name)
    assert says in str(refused.value)


def install(folder: Path, entries: str) -> None:
    """A tiny package that offers bots, as pip would leave it."""
    (folder / "tiny_thieves.py").write_text(
        "from beute.games.contract import legal\n"
        "from beute.games.bits import members\n"
        "class Tiny:\n"
        "    def choose(self, known, heard, seat, rng, budget):\n"
        "        return members(legal(known, seat))[0]\n"
    )
    about = folder / "tiny_thieves-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tiny-thieves\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[beute.bots]\n{entries}\n")


def test_bots_of_installed_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "tiny = tiny_thieves:Tiny\nlost = tiny_thieves:Lost\nrandom = tiny_thieves:Tiny")
    monkeypatch.syspath_prepend(tmp_path)
    game = beute.new("sneaky", 2, seed=1)
    assert bots.answer(bots.named("tiny"), game, game.due[0]) in game.legal
    assert bots.named("random").__class__.__name__ == "module"
    with pytest.raises(beute.BeuteError, match=r"no bot 'tiney'; there are easy, .*tiny.*; did you mean 'tiny'\?"):
        bots.named("tiney")
    with pytest.raises(
        beute.BeuteError, match=r"no bot 'lost \(tiny_thieves:Lost\)': loading it failed: AttributeError"
    ):
        bots.named("lost")


@pytest.mark.parametrize(
    ("said", "budget"),
    [
        ("2000", Budget(simulations=2000)),
        ("50ms", Budget(milliseconds=50)),
        ("1.5s", Budget(milliseconds=1500)),
        (" 1 s", Budget(milliseconds=1000)),
        ("0.5ms", Budget(milliseconds=0.5)),
    ],
)
def test_budgets_are_read(said: str, budget: Budget) -> None:
    assert Budget.read(said) == budget
    assert Budget.read(str(budget)) == budget


@pytest.mark.parametrize("said", ["", "0", "0ms", "-5", "1.5", "5min", "ms", "1e3", "nan"])
def test_what_is_no_budget_is_explained(said: str) -> None:
    with pytest.raises(beute.BeuteError, match="a budget is 2000"):
        Budget.read(said)
