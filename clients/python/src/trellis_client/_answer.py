from __future__ import annotations

from dataclasses import dataclass
from email.message import Message
from typing import Generic, TypeVar
from urllib.parse import parse_qs, quote, urlsplit
import re

T = TypeVar("T")


@dataclass(frozen=True)
class Answer(Generic[T]):
    """An answer: its JSON, or None without any, its status and its headers, such as `ETag` and `Location`."""

    data: T
    status: int
    headers: Message


def segment(id: str) -> str:
    """Returns an id as a part of a path. Empty ones, `.` and `..` would lead to another operation."""
    if id in ("", ".", ".."):
        raise ValueError(f"{id!r} is not an id")
    return quote(id, safe="")


def next_cursor(link: str | None) -> str | None:
    """Returns the cursor of the next page (RFC 8288).

    The link itself is not used: it begins with the public address of Trellis, which may differ from the base URL.
    """
    found = re.search(r'<([^>]*)>\s*;[^,]*\brel="?next"?', link or "")
    cursors = parse_qs(urlsplit(found[1]).query).get("cursor") if found else None
    return cursors[0] if cursors else None
