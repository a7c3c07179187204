"""How fast environments of others are: PettingZoo's card games, RLCard's uno wrapped like them, and pgx in batches.

It runs in an environment of its own, made from research_peers.lock; `bench/research.py` starts it.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

LOCK = Path(__file__).resolve().parent / "research_peers.lock"
SEED = 1
BATCH = 1024
PACE = 100  # steps of a batch between checks of the clock


def turns(env: Any, seconds: float) -> float:
    """Steps per second of an environment whose agents act one after the other, at random, by their masks."""
    random, steps = Random(SEED), 0
    env.reset(seed=SEED)
    begun = process_time()
    while process_time() - begun < seconds:
        for _ in range(PACE):
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.reset()
                continue
            env.step(random.choice(observation["action_mask"].nonzero()[0].tolist()))
            steps += 1
    return steps / (process_time() - begun)


def agents(seconds: float, rounds: int) -> Iterator[dict[str, Any]]:
    """Each without wrappers and in those that PettingZoo gives its own."""
    those = {"RLCard uno": (uno, lambda: wrapped(uno()))}
    for name in ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6"):
        module: Any = import_module(f"pettingzoo.classic.{name}")
        those[f"PettingZoo {name}"] = module.raw_env, module.env
    for name, makers in those.items():
        for kind, make in zip(("plain", "wrapped"), makers, strict=True):
            yield row(kind, name, lambda m=make: turns(m(), seconds), rounds)


def uno() -> Any:
    """As PettingZoo has the games of RLCard."""
    base: Any = import_module("pettingzoo.classic.rlcard_envs.rlcard_base")

    class Uno(base.RLCardBase):  # type: ignore[misc]
        metadata = {"render_modes": [], "name": "uno", "is_parallelizable": False}  # noqa: RUF012
        render_mode = None

    return Uno("uno", 2, (4, 4, 15))


def wrapped(env: Any) -> Any:
    """As PettingZoo wraps its own card games."""
    wrappers: Any = import_module("pettingzoo.utils.wrappers")
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


def batches(seconds: float, rounds: int) -> Iterator[dict[str, Any]]:
    for name in ("leduc_holdem", "backgammon", "kuhn_poker"):
        yield row("batches", f"pgx {name}", lambda n=name: pgx_steps(n, seconds), rounds)


def pgx_steps(name: str, seconds: float) -> float:
    """Steps per second of a batch that plays at random and restarts by itself, on all cores."""
    jax: Any = import_module("jax")
    pgx: Any = import_module("pgx")
    experiments: Any = import_module("pgx.experimental.wrappers")
    env = pgx.make(name)
    step = experiments.auto_reset(env.step, env.init)

    def advance(state: Any, key: Any) -> Any:
        logits = jax.numpy.log(state.legal_action_mask.astype(float))
        action = jax.random.categorical(key, logits, axis=1)
        return jax.vmap(step)(state, action, jax.random.split(key, BATCH))

    def some(state: Any, key: Any) -> Any:
        return jax.lax.scan(lambda s, k: (advance(s, k), None), state, jax.random.split(key, PACE))[0]

    run = jax.jit(some)
    key = jax.random.PRNGKey(SEED)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, BATCH))
    run(state, key).rewards.block_until_ready()  # compiles
    steps, begun = 0, perf_counter()
    while perf_counter() - begun < seconds:
        key, use = jax.random.split(key)
        state = run(state, use)
        state.rewards.block_until_ready()
        steps += BATCH * PACE
    return steps / (perf_counter() - begun)


def row(kind: str, name: str, measure: Any, rounds: int) -> dict[str, Any]:
    return {"kind": kind, "name": name, "steps_per_second": max(measure() for _ in range(rounds))}


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    _seconds, _rounds = float(sys.argv[1]), int(sys.argv[2])
    print(json.dumps([*agents(_seconds, _rounds), *batches(_seconds, _rounds)]))
