from __future__ import annotations

from typing import Callable, Mapping, TypeVar

from ._problems import TrellisProblem
from ._retry import with_retries
from ._tokens import TokenSource
from ._transport import Response, send_once

R = TypeVar("R")

ATTEMPT_S = 40.0
"""Timeout of an attempt (s). Waiting requests (`Prefer: wait`, the change feed) answer within it, too."""

_SUBJECT = "X-External-Subject-Id"


class Sender:
    """Sends requests with an access token, and repeats them where that is safe."""

    def __init__(
        self, url: str, token: TokenSource, subject: str | None, timeout_s: float, max_attempts: int
    ) -> None:
        self.url = url
        self.token = token
        self.subject = subject
        self.timeout_s = timeout_s
        self.max_attempts = max_attempts

    def send(
        self,
        method: str,
        path: str,
        read: Callable[[Response], R],
        *,
        headers: Mapping[str, str | None],
        body: bytes | None = None,
        timeout_s: float | None = None,
        max_attempts: int | None = None,
    ) -> R:
        """Sends a request, and returns what `read` returns for its answer."""
        url = f"{self.url}/api/v1{path}"
        given = {name: value for name, value in headers.items() if value is not None}
        if self.subject is not None:
            # Headers are bytes, which `http.client` expects as one character each.
            given.setdefault(_SUBJECT, self.subject.encode().decode("latin-1"))

        def send_with(token: str, left_s: float) -> R:
            with_token = {**given, "Authorization": f"Bearer {token}"}
            wait_s = timeout_s if timeout_s is not None else min(left_s, ATTEMPT_S)
            return read(send_once(method, url, headers=with_token, body=body, timeout_s=wait_s))

        def attempt(left_s: float) -> R:
            token = self.token(None)
            try:
                return send_with(token, left_s)
            except TrellisProblem as problem:
                if problem.code != "invalid_token":
                    raise
                renewed = self.token(token)
                if renewed == token:
                    raise
                return send_with(renewed, left_s)

        return with_retries(
            attempt,
            max_attempts=max_attempts or self.max_attempts,
            timeout_s=timeout_s or self.timeout_s,
            is_repeatable=_is_repeatable(method, given),
        )


def _is_repeatable(method: str, headers: Mapping[str, str]) -> bool:
    """Tells whether a request can be repeated after it was carried out. A condition would fail the second time."""
    if method in ("GET", "HEAD"):
        return True
    if method == "POST":
        return "Idempotency-Key" in headers
    return "If-Match" not in headers and "If-None-Match" not in headers
