"""Pgx: thousands of games fused into one XLA program."""

from __future__ import annotations

from ..timing import Run, rate


def connect_four(batch: int, steps: int = 64) -> Run:
    """Uniformly random legal actions with automatic reset; counted are decisions.

    The whole state, observation and mask included, is carried from step to step and handed back, so XLA must make
    both at every decision.
    """
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("connect_four")
    step = jax.vmap(auto_reset(env.step, env.init))

    def decide(carry, _):  # type: ignore[no-untyped-def]
        state, key = carry
        key, for_action, for_reset = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(for_action, logits, axis=-1)
        return (step(state, action, jax.random.split(for_reset, batch)), key), None

    @jax.jit
    def play(carry):  # type: ignore[no-untyped-def]
        return jax.lax.scan(decide, carry, None, length=steps)[0]

    start = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), batch))
    carry = jax.block_until_ready(play((start, jax.random.key(1))))

    def work() -> int:
        nonlocal carry
        carry = jax.block_until_ready(play(carry))
        return batch * steps

    return lambda seconds, number: rate(work, seconds)
