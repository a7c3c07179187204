"""Sneaky, read off the rule text alone: slow, plain, and sharing nothing with the code it is held against."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import combinations_with_replacement
from math import factorial

COLOURS = "YRGBSP"
DICE = 7  # SN-1


@cache
def rolls(dice: int) -> dict[str, int]:
    """Every outcome of a roll, faces in colour order, with the number of ways to roll it."""
    ways = {}
    for faces in combinations_with_replacement(COLOURS, dice):
        weight = factorial(dice)
        for n in Counter(faces).values():
            weight //= factorial(n)
        ways["roll " + "".join(faces)] = weight
    return ways


class Model:
    def __init__(self, players: int, options: Mapping[str, object]) -> None:
        assert 2 <= players <= 4, f"Sneaky is for 2-4 players, not {players}"
        settings = {"bandits": "1223", **options}  # SN-2
        assert set(settings) == {"bandits"}, f"unknown options: {sorted(set(settings) - {'bandits'})}"
        values = settings["bandits"]
        assert isinstance(values, str), "SN-2: bandits is a text"
        assert values in ("1223", "1123", "1233"), f"SN-2: bandits cannot be {values!r}"
        self.players = players
        self.pile = Counter(colour + value for colour in COLOURS for value in values)
        self.centre: list[str | None] = [None, None, None]
        # The stacks by the name they have in `put`, from the bottom up; two each with two players (SN-14).
        kinds = [".2", ".3"] if players == 2 else [""]
        self.stacks: list[dict[str, list[str]]] = [{f"s{seat}{kind}": [] for kind in kinds} for seat in range(players)]
        self.safe: list[list[str]] = [[] for _ in range(players)]
        self.cuffs = [2] * players  # SN-5
        self.seat = 0
        self.dice = ""  # the dice of the latest roll that are not placed
        self.placed: Counter[str] = Counter()  # dice on each place, this turn
        self.placed_now = False  # a die of the latest roll is placed
        self.from_centre = 0  # bandits captured from the centre this turn
        self.to_lay: list[tuple[str, list[str]]] = []  # stacks still to be ordered, with the bandits for them
        self.order: list[str] = []  # what was chosen for the first of them, the topmost first
        self.turns_left: int | None = None  # once the last round has begun (SN-20)
        self.phase = "start"  # start, set-up, roll, place, top, refill, or an ending
        self.to_roll = DICE

    # What is asked, and what may be answered

    def asked(self) -> set[int] | str | None:
        if self.phase in ("last_round", "centre_empty"):
            return None
        return {self.seat} if self.phase in ("place", "top") else "*"

    def open_bandits(self) -> dict[str, str]:
        """SN-8: the bandits by place. Nothing is captured before the stop, so SN-16 holds by itself."""
        places = {f"c{slot}": bandit for slot, bandit in enumerate(self.centre) if bandit is not None}
        for seat, stacks in enumerate(self.stacks):
            if seat != self.seat:
                places |= {name: stack[-1] for name, stack in stacks.items() if stack}
        return places

    def not_full(self) -> dict[str, str]:
        return {p: b for p, b in self.open_bandits().items() if self.placed[p] < int(b[1])}  # SN-9

    def legal(self, seat: int) -> list[str]:
        if self.asked() != {seat}:
            return []
        if self.phase == "top":  # SN-15
            return sorted({f"top {bandit}" for bandit in self.to_lay[0][1]})
        words = [f"put {place}" for place, bandit in self.not_full().items() if bandit[0] in self.dice]  # SN-7
        if self.placed_now:
            words.append("stop")
            if self.dice and self.not_full():  # SN-11
                words.append("again")
        return sorted(words)

    def chances(self) -> dict[str, int]:
        if self.phase == "start":  # SN-5
            return {f"start {seat}": 1 for seat in range(self.players)}
        if self.phase == "roll":  # SN-6, SN-11
            return dict(rolls(self.to_roll))
        if self.phase == "set-up":  # SN-4: every colour has as many of a value, so all triples are equally likely
            value = str(self.centre.index(None) + 1)
            taken = {bandit[0] for bandit in self.centre if bandit is not None}
            return {f"open {colour}{value}": 1 for colour in COLOURS if colour not in taken}
        if self.phase == "refill":  # SN-19
            return {f"open {bandit}": count for bandit, count in self.pile.items() if count}
        return {}

    # What happens

    def apply(self, event: str) -> None:
        actor, _, words = event.partition(" ")
        asked = self.asked()
        assert asked is not None, f"{event!r}: the game is over (SN-20, SN-21)"
        if asked == "*":
            clause = {"start": "SN-5", "set-up": "SN-4", "roll": "SN-6, SN-11", "refill": "SN-19"}[self.phase]
            assert actor == "*", f"{event!r}: chance is due ({clause})"
            assert words in self.chances(), f"{event!r}: cannot happen here ({clause})"
            self._chance(words.split()[1])
            return
        assert actor == str(self.seat), f"{event!r}: it is seat {self.seat} that is asked (SN-5)"
        legal = self.legal(self.seat)
        assert words in legal, f"{event!r}: not legal ({self._clause(words)}); legal are {legal}"
        if self.phase == "top":
            self._top(words.split()[1])
        elif words == "again":
            self.to_roll = len(self.dice)
            self.phase = "roll"
        elif words == "stop":
            self._stop()
        else:
            place = words.split()[1]
            self.placed[place] += 1
            self.dice = self.dice.replace(self.open_bandits()[place][0], "", 1)
            self.placed_now = True

    def _clause(self, words: str) -> str:
        """The clause that forbids these words."""
        if self.phase == "top":
            return "SN-15"
        if words in ("again", "stop"):
            return "SN-11" if self.placed_now else "SN-7"
        place = words.removeprefix("put ")
        if place not in self.open_bandits():
            return "SN-8"
        return "SN-7" if place in self.not_full() else "SN-9"

    def _chance(self, outcome: str) -> None:
        if self.phase == "start":
            self.seat = int(outcome)
            self.phase = "set-up"
        elif self.phase == "roll":
            self.dice = outcome
            self.placed_now = False
            self.phase = "place"
            if not self.legal(self.seat):
                self._end_turn()  # SN-10
        else:
            self.centre[self.centre.index(None)] = outcome
            self.pile[outcome] -= 1
            if self.pile.total() == 0:
                self.turns_left = self.players  # SN-20
                self._next_turn(self.seat + 1)
            elif None not in self.centre:
                self._next_turn(self.seat if self.phase == "set-up" else self.seat + 1)

    def _next_turn(self, seat: int) -> None:
        self.seat = seat % self.players
        self.placed.clear()
        self.from_centre = 0
        self.to_roll = DICE
        self.phase = "roll"

    def _stop(self) -> None:
        captured = []
        for place, bandit in self.open_bandits().items():
            if self.placed[place] < int(bandit[1]):
                continue  # SN-12
            captured.append(bandit)
            if place[0] == "c":
                self.centre[int(place[1])] = None
                self.from_centre += 1
            else:
                self.stacks[int(place[1])][place].pop()
        self.safe[self.seat] += [bandit for bandit in captured if bandit[1] == "1"]  # SN-13
        for name in self.stacks[self.seat]:  # SN-14: with two players the stack of 2s, then that of 3s
            values = name[3:] or "23"
            self.to_lay.append((name, [bandit for bandit in captured if bandit[1] in values]))
        self._lay()

    def _top(self, bandit: str) -> None:
        self.to_lay[0][1].remove(bandit)
        self.order.append(bandit)
        self._lay()

    def _lay(self) -> None:
        """SN-15: ask while bandits of different kinds remain, and lay the rest."""
        self.phase = "top"
        while self.to_lay:
            name, bandits = self.to_lay[0]
            if len(set(bandits)) > 1:
                return
            self.stacks[self.seat][name] += bandits + self.order[::-1]
            self.order = []
            self.to_lay.pop(0)
        self._end_turn()

    def _end_turn(self) -> None:
        if self.from_centre >= 2:
            self.cuffs[self.seat] += 1  # SN-17
        elif self.from_centre == 0 and self.cuffs[self.seat] > 0:
            self.cuffs[self.seat] -= 1  # SN-18
        if self.turns_left is not None:
            self.turns_left -= 1
            if self.centre == [None, None, None]:
                self.phase = "centre_empty"  # SN-21
            elif self.turns_left == 0:
                self.phase = "last_round"  # SN-20
            else:
                self._next_turn(self.seat + 1)
        elif None in self.centre:
            self.phase = "refill"  # SN-19
        else:
            self._next_turn(self.seat + 1)

    # How it ended

    def scores(self) -> list[int]:
        scores = []
        for seat in range(self.players):
            owned = self.safe[seat] + [b for stack in self.stacks[seat].values() for b in stack]
            score = sum(int(bandit[1]) for bandit in owned)  # SN-22
            if self.cuffs[seat] == 0:
                score -= 2
            elif self.cuffs[seat] == max(self.cuffs):
                score += 5  # SN-23
            scores.append(score)
        return scores

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)]  # SN-24

    def ending(self) -> str:
        assert self.asked() is None, "the game is not over"
        return self.phase
