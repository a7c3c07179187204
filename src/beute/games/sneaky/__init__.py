"""Sneaky, by Jannik Walter: dice are placed on bandits, captured bandits can be stolen."""

from beute.games.options import Option, one_of

TITLE = "Sneaky"
VERSION = 1
ENVIRONMENT = 1  # grows when what a learner observes, does or gets changes
SEATS = range(2, 5)
SECRETS = False  # whether a seat sees what others do not
ENDINGS = {"last_round": "SN-20", "centre_empty": "SN-21"}
CLAUSES = tuple(f"SN-{number}" for number in range(1, 26))
OPTIONS = (
    Option(
        name="bandits",
        clause="SN-2",
        default="1223",
        allowed="1223, 1123 or 1233",
        meaning="the values of the four bandits of each colour",
        accept=one_of("1223", "1123", "1233"),
        values=("1223", "1123", "1233"),
    ),
)
