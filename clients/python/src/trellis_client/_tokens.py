from __future__ import annotations

from threading import Lock
from typing import Callable
from urllib.parse import urlencode
import json
import time

from ._problems import UnexpectedAnswer
from ._retry import with_retries
from ._transport import require_json, send_once

TokenSource = Callable[[str | None], str]
"""Returns an access token. Must not return the one it is called with, which Trellis has rejected."""

_RENEW_EARLY_S = 60.0
_TIMEOUT_S = 30.0


def client_credentials(
    base_url: str, client_id: str, client_secret: str, scope: str | None, max_attempts: int
) -> TokenSource:
    """Returns a source of tokens by client credentials (RFC 6749, section 4.4). Threads share one token."""
    form = {"grant_type": "client_credentials", "client_id": client_id, "client_secret": client_secret}
    if scope is not None:
        form["scope"] = scope
    lock = Lock()
    current: tuple[str, float] | None = None

    def fetch(left_s: float) -> tuple[str, float]:
        fetched_at = time.monotonic()
        url = f"{base_url}/oauth2/token"
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        body = urlencode(form).encode()
        response = send_once("POST", url, headers=headers, body=body, timeout_s=left_s)
        require_json(url, response)
        answer = json.loads(response.read())
        if not isinstance(answer.get("access_token"), str):
            raise UnexpectedAnswer(f"{url} answered without an access token")
        lifetime_s = float(answer.get("expires_in") or 0)
        # Shortly before it expires, but not before nine tenths of its lifetime.
        return answer["access_token"], fetched_at + max(lifetime_s - _RENEW_EARLY_S, lifetime_s * 0.9)

    def token(rejected: str | None) -> str:
        nonlocal current
        with lock:
            if current is None or time.monotonic() >= current[1] or current[0] == rejected:
                current = with_retries(
                    fetch, max_attempts=max_attempts, timeout_s=_TIMEOUT_S, is_repeatable=True
                )
            return current[0]

    return token
