"""Der Schattendieb, read off the rule text alone: slow, plain, and sharing nothing with the code."""

from collections import Counter
from collections.abc import Mapping

KINDS = "WRBC"
THIEVES = ["TS", "TW", "TR", "TB", "TC"]  # in the order in which they steal (SD-7, SD-8)
VAULTS = [1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1]  # of the values 4 to 15 (SD-3)
HAND = 4
ENDINGS = ("one_open", "all_shut", "no_cards", "none_drawn")


def is_jewel(card: str) -> bool:
    return card[0] in KINDS


def value(card: str) -> int:
    return int(card[1:])


class Model:
    def __init__(self, players: int, options: Mapping[str, object]) -> None:
        assert 3 <= players <= 7, f"Der Schattendieb is for 3-7 players, not {players}"
        defaults = {"vaults": VAULTS, "redraw": False, "all_close": "played", "games": 3}
        assert set(options) <= set(defaults), f"unknown options: {sorted(set(options) - set(defaults))}"
        settings = {**defaults, **options}
        vaults, games = settings["vaults"], settings["games"]
        assert isinstance(vaults, list), "SD-3: vaults is a list"
        assert len(vaults) == 12, "SD-3: vaults has twelve counts"
        assert all(type(n) is int and n >= 0 for n in vaults), "SD-3: vaults are counts"
        assert sum(vaults) == 20, "SD-3: the vaults must add up to 20"
        assert type(settings["redraw"]) is bool, "SD-16: redraw is on or off"
        assert settings["all_close"] in ("played", "valid"), "SD-18: all_close is played or valid"
        assert type(games) is int, "SD-21: games is a number"
        assert 1 <= games <= 20, "SD-21: 1 to 20 games"
        self.players = players
        self.redraw = settings["redraw"] is True
        self.all_close = settings["all_close"]
        deck = Counter({f"{kind}{n}": 2 for kind in KINDS for n in range(1, 11)})  # SD-1
        deck.update(THIEVES)  # SD-2
        deck.update({f"V{n}": count for n, count in enumerate(vaults, 4)})  # SD-3
        self.layers = [deck]  # SD-12: the pile, from the top
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.vaults: list[list[str]] = [[] for _ in range(players)]
        self.closed = [False] * players
        self.chosen: dict[int, str] = {}  # cards played this round
        self.front: dict[int, list[str]] = {}  # jewels lying in front of players
        self.thieves: list[tuple[str, int]] = []  # still to steal: which, and whose
        self.adding: set[int] = set()  # seats that are not done
        self.phase = "deal"  # deal, play, steal, add, draw, or an ending
        self.to_draw = list(range(players)) * HAND  # one seat for each card due (SD-4)
        self.hand_size = HAND

    def still_in(self) -> list[int]:
        return [seat for seat in range(self.players) if not self.closed[seat]]

    def pile(self) -> int:
        return sum(layer.total() for layer in self.layers)

    def gone(self) -> bool:
        """SD-15. A pile has cards from the deal on until a draw or SD-14 ends it, so empty is gone."""
        return self.pile() == 0

    # What is asked, and what may be answered

    def asked(self) -> set[int] | str | None:
        if self.phase in ENDINGS:
            return None
        if self.phase == "play":
            return {seat for seat in self.still_in() if seat not in self.chosen}  # SD-5
        if self.phase == "steal":
            return {self.thieves[0][1]}
        if self.phase == "add":
            return set(self.adding)
        return "*"

    def prey(self) -> list[int]:
        """SD-7, SD-8: the seats whose jewel the next thief can take."""
        kind = self.thieves[0][0][1]
        return [seat for seat, jewels in self.front.items() if kind == "S" or jewels[0][0] == kind]

    def legal(self, seat: int) -> list[str]:
        asked = self.asked()
        if not isinstance(asked, set) or seat not in asked:
            return []
        if self.phase == "play":
            return sorted({f"play {card}" for card in self.hands[seat]})
        if self.phase == "steal":
            return sorted(f"steal {victim}" for victim in self.prey())
        kind = self.front[seat][0][0]
        return sorted({f"add {card}" for card in self.hands[seat] if card[0] == kind} | {"done"})  # SD-9

    def chances(self) -> dict[str, int]:
        if self.asked() != "*":
            return {}
        layer = next(layer for layer in self.layers if layer.total())  # SD-12
        return {f"{self.phase} {self.to_draw[0]} {card}": count for card, count in layer.items() if count}

    # What happens

    def apply(self, event: str) -> None:
        actor, _, words = event.partition(" ")
        asked = self.asked()
        assert asked is not None, f"{event!r}: the game is over (SD-17 to SD-19)"
        if isinstance(asked, str):
            clause = "SD-4" if self.phase == "deal" else "SD-12, SD-13, SD-14, SD-16"
            assert actor == "*", f"{event!r}: chance is due ({clause})"
            assert words in self.chances(), f"{event!r}: cannot happen here ({clause})"
            self._draw(words.split()[2])
            return
        clause = {"play": "SD-5", "steal": "SD-7, SD-8", "add": "SD-9"}[self.phase]
        assert actor in map(str, asked), f"{event!r}: asked are {sorted(asked)} ({clause})"
        seat = int(actor)
        legal = self.legal(seat)
        assert words in legal, f"{event!r}: not legal ({clause}); legal are {legal}"
        if words == "done":
            self.adding.remove(seat)
            if not self.adding:
                self._after_adding()
            return
        verb, what = words.split()
        if verb == "play":
            self.hands[seat].remove(what)
            self.chosen[seat] = what
            if len(self.chosen) == len(self.still_in()):
                self._reveal()
        elif verb == "steal":
            self.vaults[seat] += self.front.pop(int(what))
            self.thieves.pop(0)
            self._next_thief()
        else:
            self.hands[seat].remove(what)
            self.front[seat].append(what)

    def closes(self, seat: int) -> bool:
        """SD-11: whether the Vault Shut card just played is valid."""
        return 1 <= len(self.vaults[seat]) <= value(self.chosen[seat])

    def shutters(self) -> list[int]:
        return [seat for seat, card in self.chosen.items() if card[0] == "V"]

    def _reveal(self) -> None:
        if len(self.shutters()) == len(self.chosen) and (
            self.all_close == "played" or all(self.closes(seat) for seat in self.chosen)
        ):
            self.phase = "all_shut"  # SD-18
            return
        times = Counter(value(card) for card in self.chosen.values() if is_jewel(card))
        self.front = {
            seat: [card]
            for seat, card in self.chosen.items()
            if is_jewel(card) and times[value(card)] == 1  # SD-6
        }
        self.thieves = [(t, seat) for t in THIEVES for seat, card in self.chosen.items() if card == t]
        self._next_thief()

    def _next_thief(self) -> None:
        while self.thieves and not self.prey():
            self.thieves.pop(0)  # SD-8: gets nothing
        if self.thieves:
            self.phase = "steal"
            return
        self.phase = "add"
        self.adding = set(self.front)  # SD-9
        if not self.adding:
            self._after_adding()

    def _after_adding(self) -> None:
        if self.gone() and not all(self.hands[seat] for seat in self.still_in()):
            self.phase = "no_cards"  # SD-19
            return
        for seat, jewels in self.front.items():
            self.vaults[seat] += jewels  # SD-10
        self.front = {}
        packet: Counter[str] = Counter()
        for seat in self.shutters():
            if self.closes(seat):
                self.closed[seat] = True
                packet.update(self.hands[seat])
                self.hands[seat] = []
        if packet and not self.gone():
            self.layers.append(packet)  # SD-12
        self.chosen = {}
        if len(self.still_in()) == 1:
            self.phase = "one_open"  # SD-17
            return
        self._begin_drawing()

    def _begin_drawing(self) -> None:
        self.phase = "draw"
        self.to_draw = []
        if not self.gone():
            for size in range(HAND + 1):  # SD-13, SD-14: the largest hand size that everybody can be given
                due = [seat for seat in self.still_in() for _ in range(size - len(self.hands[seat]))]
                if len(due) <= self.pile():
                    self.hand_size, self.to_draw = size, due
        if not self.to_draw:
            self._after_drawing()

    def _draw(self, card: str) -> None:
        next(layer for layer in self.layers if layer.total())[card] -= 1
        self.hands[self.to_draw.pop(0)].append(card)
        if not self.to_draw:
            self._after_drawing()

    def _after_drawing(self) -> None:
        if self.hand_size < HAND:
            self.layers = []  # SD-14: the rest of the pile goes to the discard
        if self.redraw and self.phase == "draw" and self.pile() >= HAND:
            for seat in self.still_in():
                if [card[0] for card in self.hands[seat]] == ["V"] * HAND:  # SD-16
                    self.hands[seat] = []
                    self.to_draw = [seat] * HAND
                    return
        if self.gone() and not all(self.hands[seat] for seat in self.still_in()):
            self.phase = "none_drawn"  # SD-19
            return
        self.phase = "play"

    # How it ended

    def scores(self) -> list[int]:
        return [  # SD-17 to SD-20
            sum(map(value, self.vaults[seat])) if self.closed[seat] else 0 for seat in range(self.players)
        ]

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)]  # SD-21

    def ending(self) -> str:
        assert self.asked() is None, "the game is not over"
        return self.phase
