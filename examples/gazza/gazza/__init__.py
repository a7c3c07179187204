"""Gazza: magpies carry trinkets to their nests, and steal what lies there alone."""

from beute.games.options import Option, whole

TITLE = "Gazza"
VERSION = 1  # of the rules: grows when what is legal, or what a move does, changes
ENVIRONMENT = 0  # grows when what a learner observes, does or gets changes
SEATS = range(2, 5)
SECRETS = True  # whether a seat sees what others do not
ENDINGS = {"all_laid": "GZ-9"}
CLAUSES = tuple(f"GZ-{number}" for number in range(1, 11))
OPTIONS = (
    Option(
        name="hand",
        clause="GZ-3",
        default=3,
        allowed="a number from 2 to 5",
        meaning="how many trinkets a hand has",
        accept=whole(2, 5),
        values=("2", "3", "4", "5"),
    ),
)
