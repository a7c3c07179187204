"""Räuber, read off the rule text alone: slow, plain, and sharing nothing with the code it is held against."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

SACKS = ["26", "27", "28", "29", "45a", "45b", "70a", "70b", "100"]  # RB-1
HAND = 6
ASIDE = {2: 0, 3: 0, 4: 2, 5: 1}  # RB-3


def value(card: str) -> int:
    return 0 if card == "R" else int(card)  # RB-2


@dataclass
class Sack:
    name: str
    owner: int | None = None  # nobody's: in the centre
    cards: list[str] = field(default_factory=list)

    @property
    def value(self) -> int:
        return int(self.name.rstrip("ab"))

    @property
    def loot(self) -> int:
        return sum(map(value, self.cards))

    @property
    def sealed(self) -> bool:
        return self.loot == self.value  # RB-9


class Model:
    def __init__(self, players: int, options: Mapping[str, object]) -> None:
        assert players in ASIDE, f"Räuber is for 2-5 players, not {players}"
        assert set(options) <= {"open_sums"}, f"unknown options: {sorted(set(options) - {'open_sums'})}"
        assert type(options.get("open_sums", False)) is bool, "RB-18: open_sums is on or off"
        self.players = players
        self.sacks = {name: Sack(name) for name in SACKS}
        # RB-3: the cards nobody has seen, the ones aside among them.
        self.unseen = Counter({str(n): n for n in range(2, 11)} | {"R": 12})
        self.pile = self.unseen.total() - ASIDE[players] - HAND * players
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.out: list[str] = []
        self.seat = 0
        self.to_deal = list(range(players)) * HAND
        self.last: list[int] = []  # seats with a last card to play, in order (RB-15)
        self.phase = "start"  # start, deal, turn, draw, last, last_cards

    # What is asked, and what may be answered

    def asked(self) -> set[int] | str | None:
        if self.phase == "last_cards":
            return None
        if self.phase == "turn":
            return {self.seat}
        return {self.last[0]} if self.phase == "last" else "*"

    def refusal(self, seat: int, card: str, sack: Sack) -> str | None:
        """The clause that forbids the card there."""
        if sack.sealed:
            return "RB-9"
        if card == "R" and sack.owner == seat:
            return "RB-7"
        return "RB-6" if sack.loot + value(card) > sack.value else None

    def puts(self, seat: int) -> list[str]:
        return [
            f"{card}>{sack.name}"
            for card in set(self.hands[seat])
            for sack in self.sacks.values()
            if self.refusal(seat, card, sack) is None
        ]

    def legal(self, seat: int) -> list[str]:
        if self.asked() != {seat}:
            return []
        return sorted(self.puts(seat) or {f"{card}>out" for card in self.hands[seat]})  # RB-4, RB-12

    def chances(self) -> dict[str, int]:
        if self.phase == "start":
            return {f"start {seat}": 1 for seat in range(self.players)}
        if self.phase == "deal":
            return {f"deal {self.to_deal[0]} {card}": n for card, n in self.unseen.items() if n}
        if self.phase == "draw":
            return {f"draw {self.seat} {card}": n for card, n in self.unseen.items() if n}
        return {}

    # What happens

    def apply(self, event: str) -> None:
        actor, _, words = event.partition(" ")
        asked = self.asked()
        assert asked is not None, f"{event!r}: the game is over (RB-15)"
        if isinstance(asked, str):
            clause = "RB-4" if self.phase == "draw" else "RB-3"
            assert actor == "*", f"{event!r}: chance is due ({clause})"
            assert words in self.chances(), f"{event!r}: cannot happen here ({clause})"
            self._chance(words.split())
            return
        (seat,) = asked
        clause = "RB-15" if self.phase == "last" else "RB-3"
        assert actor == str(seat), f"{event!r}: it is seat {seat} that is asked ({clause})"
        legal = self.legal(seat)
        assert words in legal, f"{event!r}: not legal ({self._clause(seat, words)}); legal are {legal}"
        card, target = words.split(">")
        self.hands[seat].remove(card)
        if target == "out":
            self.out.append(card)  # RB-12
        else:
            self._put(seat, card, self.sacks[target])
        if self.phase == "last":
            self.last.pop(0)
            self._next_last()
        elif self.pile > 0:
            self.phase = "draw"  # RB-4
        else:
            self._next_turn()

    def _clause(self, seat: int, words: str) -> str:
        """The clause that forbids these words."""
        card, _, target = words.partition(">")
        if target == "out":
            return "RB-12"
        if card not in self.hands[seat] or target not in self.sacks:
            return "RB-4"
        return self.refusal(seat, card, self.sacks[target]) or "RB-4"

    def _chance(self, words: list[str]) -> None:
        if self.phase == "start":
            self.seat = int(words[1])
            self.phase = "deal"
            return
        seat, card = int(words[1]), words[2]
        self.unseen[card] -= 1
        self.hands[seat].append(card)
        if self.phase == "draw":
            self.pile -= 1
            self._next_turn()
        else:
            self.to_deal.pop(0)
            if not self.to_deal:
                self.phase = "turn"

    def _put(self, seat: int, card: str, sack: Sack) -> None:
        if sack.owner is None:
            sack.owner = seat  # RB-5
        elif sack.cards[-1] == card:
            sack.owner = seat  # RB-8: robbed (or one's own already)
        sack.cards.append(card)
        if sack.sealed:
            sack.owner = seat  # RB-9

    def _next_turn(self) -> None:
        self.seat = (self.seat + 1) % self.players
        self.phase = "turn"
        if self.pile == 0 and all(len(hand) == 1 for hand in self.hands):  # RB-13
            times = Counter(hand[0] for hand in self.hands)
            for hand in self.hands:
                if times[hand[0]] > 1:
                    self.out.append(hand.pop())  # RB-14
            seats = [seat for seat in range(self.players) if self.hands[seat]]
            self.last = sorted(seats, key=lambda seat: -value(self.hands[seat][0]))  # RB-15
            self._next_last()

    def _next_last(self) -> None:
        while self.last and not self.puts(self.last[0]):
            self.out.append(self.hands[self.last.pop(0)].pop())  # RB-15: fits nowhere
        self.phase = "last" if self.last else "last_cards"

    # How it ended

    def scores(self) -> list[int]:
        scores = [0] * self.players
        for sack in self.sacks.values():  # RB-16
            if sack.owner is not None:
                doubled = 2 if sack.sealed and sack.value < 30 else 1
                scores[sack.owner] += doubled * sack.loot
        return scores

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)]  # RB-17

    def ending(self) -> str:
        assert self.asked() is None, "the game is not over"
        return self.phase
