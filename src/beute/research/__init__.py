"""The games as research environments: PettingZoo, OpenSpiel, Gymnasium. Each module needs its own library."""

from beute.research.check import NotConforming as NotConforming
from beute.research.check import check_game as check_game
