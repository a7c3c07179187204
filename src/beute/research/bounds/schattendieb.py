"""How long Der Schattendieb can take."""

from __future__ import annotations

from beute.games.schattendieb import rules as schattendieb
from beute.play.setup import Setup
from beute.research.bounds import Bounds


def bounds(setup: Setup) -> Bounds:
    """A card is laid once; a thief steals once; a seat that lays a jewel is asked for more until done.

    Cards are dealt once, and once more each time they were in a hand that was put under the pile (SD-12).
    """
    jewels, thieves = 2 * schattendieb.JEWELS, len(schattendieb.THIEVES)
    most_in_a_vault = schattendieb.LOWEST_SHUT + 11  # SD-3, SD-11: the highest Vault Shut card is a 15
    return Bounds(
        decisions=schattendieb.CARDS + thieves + jewels,
        chances=schattendieb.CARDS + schattendieb.HAND * setup.players,
        margin=most_in_a_vault * schattendieb.VALUES,
    )
