"""Policies in compiled code: functions of (concealed state, seat, generator), called through their address.

Each is a number, so that the loop over a game is compiled once for all bots.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core.errors import NumbaError
from numba.extending import intrinsic, overload

from beute.bots import Bot
from beute.games.compiler import callback, for_compiled_code
from beute.games.compiling import COMPILED
from beute.games.dice import Rng
from beute.games.layout import State
from beute.play.errors import BeuteError

RAISED: Final = -(1 << 62)  # the answer of a policy that raised an error: compiled code cannot pass it on

_kept: dict[tuple[Any, Any], Any] = {}  # compiled policies; an address is valid as long as its function exists


def policy_of(bot: Bot) -> Callable[[State, int, Rng], int] | None:
    """A bot's policy as it was written, if it has one."""
    policy = getattr(bot, "policy", None)
    return getattr(policy, "py_func", policy)


def addresses(bots: Sequence[Bot], names: Sequence[str], layout: np.dtype[Any]) -> Any:
    """For each bot the address of its compiled policy, 0 if it has none; uncompiled the policies themselves."""
    policies = [policy_of(bot) for bot in bots]
    if not COMPILED:
        return policies
    found = np.zeros(len(bots), np.int64)
    for n, policy in enumerate(policies):
        if policy is not None:
            found[n] = _compiled(policy, names[n], layout).address
    return found


def _compiled(policy: Callable[..., Any], name: str, layout: np.dtype[Any]) -> Any:
    key = policy, layout
    if key not in _kept:
        signature = types.int64(numba.from_dtype(layout), types.int64, types.Array(types.uint64, 1, "C"))
        ours = policy.__module__.startswith("beute.")  # only these change the name of the folder when they change
        try:
            _kept[key] = callback(policy if ours else guarded(policy, name, signature), signature, keep=ours)
        except NumbaError as error:
            why = " ".join(str(error).split())
            raise BeuteError(
                f"bot {name!r} is a function of a state, and Numba cannot compile it: {why:.300}; "
                "a class with `choose` can be plain Python",
                "not_compilable",
                bot=name,
            ) from error
    return _kept[key]


def guarded(policy: Callable[..., Any], name: str, signature: Any) -> Callable[..., Any]:
    """A policy of others that answers RAISED when it raises an error; without this it would answer 0."""
    answer: Any = for_compiled_code(policy)
    answer.compile(signature.args)
    given = answer.overloads[signature.args].signature.return_type
    if not isinstance(types.unliteral(given), types.Integer):
        told = f"bot {name!r} is a function that returns {given}; a decision is a whole number"
        raise BeuteError(told, "wrong_decision", bot=name)

    def answer_or_raised(known: Any, seat: int, rng: Any) -> Any:
        try:
            return answer(known, seat, rng)
        except Exception:
            return RAISED

    return answer_or_raised


def ask(policy: Any, known: State, seat: int, rng: Rng) -> int:
    """What a policy decides."""
    return int(policy(known, seat, rng))


@intrinsic
def _call(context: Any, address: Any, known: Any, seat: Any, rng: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kinds = [context.get_value_type(kind) for kind in signature.args[1:]]
        kind = ir.FunctionType(context.get_value_type(signature.return_type), kinds)
        return builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), arguments[1:])

    return types.int64(types.int64, known, types.int64, rng), build


@overload(ask, strict=False)
def _ask(policy: Any, known: Any, seat: Any, rng: Any) -> Any:
    return lambda policy, known, seat, rng: _call(policy, known, seat, rng)
