"""Upper bounds of a game's length and points, which OpenSpiel needs before a game is played."""

from __future__ import annotations

from dataclasses import dataclass

from beute.games.raeuber import rules as raeuber
from beute.games.schattendieb import rules as schattendieb
from beute.games.sneaky import rules as sneaky
from beute.play.setup import Setup


@dataclass(frozen=True)
class Bounds:
    decisions: int
    chances: int
    margin: int  # the most by which a seat can be ahead of another


def bounds(setup: Setup) -> Bounds:
    return {"sneaky": of_sneaky, "schattendieb": of_schattendieb, "raeuber": of_raeuber}[setup.game](setup)


def of_sneaky(setup: Setup) -> Bounds:
    """SN-25: a thousand turns; in each every die is placed once, after a roll of its own."""
    copies = sneaky.BANDITS[dict(setup.options)["bandits"]]
    bandits = sneaky.COLOURS * sum(copies)
    puts, agains, stop, tops = sneaky.DICE, sneaky.DICE - 1, 1, sneaky.DICE // 2
    return Bounds(
        decisions=sneaky.MAX_TURNS * (puts + agains + stop + tops),
        chances=1 + bandits + sneaky.MAX_TURNS * sneaky.DICE,
        margin=sneaky.COLOURS * sum(value * n for value, n in enumerate(copies, start=1)) + 5 + 2,  # SN-22, SN-23
    )


def of_schattendieb(setup: Setup) -> Bounds:
    """A card is laid once; a thief steals once; a seat that lays a jewel is asked for more until done.

    Cards are dealt once, and once more each time they were in a hand that was put under the pile (SD-12).
    """
    jewels, thieves = 2 * schattendieb.JEWELS, len(schattendieb.THIEVES)
    most_in_a_vault = schattendieb.LOWEST_SHUT + 11  # SD-3, SD-11: the highest vault-shut card is a 15
    return Bounds(
        decisions=schattendieb.CARDS + thieves + jewels,
        chances=schattendieb.CARDS + schattendieb.HAND * setup.players,
        margin=most_in_a_vault * schattendieb.VALUES,
    )


def of_raeuber(setup: Setup) -> Bounds:
    """A card is dealt once and laid once; a seat with all sacks, sealed, has the most (RB-16)."""
    return Bounds(
        decisions=raeuber.CARDS,
        chances=1 + raeuber.CARDS,
        margin=int(raeuber.SEALED_WORTH.sum()),
    )
