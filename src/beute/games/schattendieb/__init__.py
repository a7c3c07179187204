"""Der Schattendieb, by Jürgen Grunau: everybody chooses at once; jewels are safe only in a vault shut in time."""

from beute.games.options import Option, counts, one_of, switch, whole

TITLE = "Der Schattendieb"
VERSION = 1
ENVIRONMENT = 1  # grows when what a learner observes, does or gets changes
SEATS = range(3, 8)
SECRETS = True  # whether a seat sees what others do not
ENDINGS = {"one_open": "SD-17", "all_shut": "SD-18", "no_cards": "SD-19", "none_drawn": "SD-19"}
CLAUSES = tuple(f"SD-{number}" for number in range(1, 22))
OPTIONS = (
    Option(
        name="vaults",
        clause="SD-3",
        default=(1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1),
        allowed="twelve counts, for the values 4 to 15, that add up to 20",
        meaning="how many Vault Shut cards there are of each value",
        accept=counts(12, 20),
    ),
    Option(
        name="redraw",
        clause="SD-16",
        default=False,
        allowed="on or off",
        meaning="a seat with four Vault Shut cards after drawing discards them and draws four others",
        accept=switch,
        values=("off", "on"),
    ),
    Option(
        name="all_close",
        clause="SD-18",
        default="played",
        allowed="played or valid",
        meaning="whether the game ends when all play a Vault Shut card, or only when each would close",
        accept=one_of("played", "valid"),
        values=("played", "valid"),
    ),
    Option(
        name="games",
        clause="SD-21",
        default=3,
        allowed="a number from 1 to 20",
        meaning="how many games a match has; it changes nothing in a single game",
        accept=whole(1, 20),
        values=tuple(map(str, range(1, 21))),
    ),
)
