from __future__ import annotations

from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Any
import json
import re
import time


class TrellisProblem(Exception):
    """An error answer (RFC 9457). `document` has all its members."""

    def __init__(self, status: int, headers: Message, document: dict[str, Any]) -> None:
        self.status = status
        self.document = document
        self.type: str | None = document.get("type")
        self.code = (self.type or "unknown").rsplit("#", 1)[-1]
        """The code of the problem; `unknown` if a proxy answered."""
        self.title: str | None = document.get("title")
        self.detail: str | None = document.get("detail")
        self.errors: list[dict[str, str]] = document.get("errors") or []
        """Errors in the input, each with `pointer` (JSON Pointer) and `detail`."""
        self.remedy: str | None = document.get("remedy")
        self.request_id: str | None = document.get("instance") or headers.get("X-Request-Id")
        self.retry_after = _retry_after(headers.get("Retry-After"))
        """The delay of `Retry-After` (s)."""
        super().__init__(f"{status} {self.code}" + (f": {self.detail}" if self.detail else ""))


class TrellisConnectionError(Exception):
    """A missing or incomplete answer. The request may or may not have been carried out."""


class UnexpectedAnswer(TrellisConnectionError):
    """An answer that is not from Trellis, but from a proxy or another server. It is not repeated."""


class WebhookVerificationError(Exception):
    """A message that Trellis did not sign, or not recently."""


def is_json(headers: Message) -> bool:
    return bool(re.match(r"application/([\w.-]+\+)?json\b", headers.get("Content-Type", ""), re.I))


def read_problem(status: int, headers: Message, body: bytes) -> TrellisProblem:
    """Reads an error answer. Bodies that are not JSON come from proxies."""
    document: Any = None
    if is_json(headers):
        try:
            document = json.loads(body)
        except ValueError:
            pass
    return TrellisProblem(status, headers, document if isinstance(document, dict) else {})


def _retry_after(header: str | None) -> float | None:
    """Parses seconds or a date (RFC 9110, section 10.2.3)."""
    if header is None:
        return None
    if header.isdecimal():
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except ValueError:
        return None
