from __future__ import annotations

from typing import Callable, TypeVar
import random
import time

from ._problems import TrellisConnectionError, TrellisProblem, UnexpectedAnswer

T = TypeVar("T")

_FIRST_DELAY_S = 0.5
_MAX_DELAY_S = 30.0


def with_retries(
    run: Callable[[float], T], *, max_attempts: int, timeout_s: float, is_repeatable: bool
) -> T:
    """Repeats an attempt until it succeeds or fails for good. Each attempt receives the time that is left (s)."""
    ends_at = time.monotonic() + timeout_s
    attempt = 1
    while True:
        try:
            return run(ends_at - time.monotonic())
        except (TrellisProblem, TrellisConnectionError) as error:
            delay_s = retry_delay_s(error, attempt)
            is_last = attempt >= max_attempts or time.monotonic() + delay_s >= ends_at
            if is_last or not _may_retry(error, is_repeatable):
                raise
            time.sleep(delay_s)
            attempt += 1


def is_temporary(error: Exception) -> bool:
    """Tells whether the same request may succeed later."""
    if not isinstance(error, TrellisProblem):
        return isinstance(error, TrellisConnectionError) and not isinstance(error, UnexpectedAnswer)
    if error.status == 429 or error.code == "idempotency_key_in_use":
        return True
    # Proxies send no code. For its own problems, Trellis says whether to retry.
    return error.status in (502, 503, 504) and (error.code == "unknown" or error.remedy == "retry")


def _may_retry(error: Exception, is_repeatable: bool) -> bool:
    """A request refused with 429 was not carried out, so it can always be repeated."""
    was_refused = isinstance(error, TrellisProblem) and error.status == 429
    return is_temporary(error) and (is_repeatable or was_refused)


def retry_delay_s(error: Exception | None, attempts: int) -> float:
    """Returns the delay after a number of attempts (s): `Retry-After`, and exponential backoff with full jitter."""
    longest_s = min(_MAX_DELAY_S, _FIRST_DELAY_S * 2 ** min(attempts - 1, 10))
    after_s = error.retry_after if isinstance(error, TrellisProblem) else None
    return (after_s or 0.0) + random.random() * longest_s
