"""How long Gazza can take; OpenSpiel wants to know it before a game is played."""

from __future__ import annotations

from beute.play.setup import Setup
from beute.research.bounds import Bounds
from gazza.components import COPIES, TRINKETS
from gazza.rules import ALL


def bounds(setup: Setup) -> Bounds:
    """Who begins is drawn, and each trinket drawn once and laid once (GZ-4, GZ-6, GZ-9); nobody has more (GZ-10)."""
    return Bounds(decisions=ALL, chances=1 + ALL, margin=COPIES * sum(trinket.worth for trinket in TRINKETS))
