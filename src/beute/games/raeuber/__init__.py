"""Räuber, by Wolfgang Kramer: loot goes into sacks, sacks are stolen until they are sealed."""

from beute.games.options import Option, switch

TITLE = "Räuber"
VERSION = 1
ENVIRONMENT = 1  # grows when what a learner observes, does or gets changes
SEATS = range(2, 6)
SECRETS = True  # whether a seat sees what others do not
ENDINGS = {"last_cards": "RB-15"}
CLAUSES = tuple(f"RB-{number}" for number in range(1, 19))
OPTIONS = (
    Option(
        name="open_sums",
        clause="RB-18",
        default=False,
        allowed="on or off",
        meaning="everybody sees the loot in every sack; off, it is a game of memory (bots remember everything)",
        accept=switch,
        values=("off", "on"),
    ),
)
