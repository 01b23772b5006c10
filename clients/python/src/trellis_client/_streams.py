from __future__ import annotations

from dataclasses import dataclass
from http.client import HTTPException
from typing import Any, Callable, Iterator
import json
import time

from ._problems import TrellisConnectionError, TrellisProblem, UnexpectedAnswer
from ._retry import is_temporary, retry_delay_s
from ._transport import Response

_MAX_LENGTH = 16 * 1024 * 1024
"""Maximum number of bytes of a line, and of an event: far above what Trellis sends."""


@dataclass(frozen=True)
class Event:
    """An event. Its `id` is the `last_event_id` to continue after it."""

    id: str
    type: str
    data: Any


def follow_stream(open: Callable[[str | None], Response], last_event_id: str | None) -> Iterator[Event]:
    """Follows a stream without gaps or repetition, and reconnects as needed.

    Raises only errors that are not temporary.
    """
    failures = 0
    while True:
        failure: Exception | None = None
        try:
            for id, type, data in _read_events(_require_events(open(last_event_id))):
                failures = 0
                last_event_id = id if id is not None else last_event_id
                if data is not None:
                    yield Event(last_event_id or "", type, json.loads(data))
        except (TrellisProblem, TrellisConnectionError) as error:
            if not is_temporary(error):
                raise
            failure = error
        failures += 1
        time.sleep(retry_delay_s(failure, failures))


def _require_events(response: Response) -> Response:
    kind = response.headers.get("Content-Type", "no content type")
    if not kind.lower().startswith("text/event-stream"):
        response.close()
        raise UnexpectedAnswer(f"The stream is {kind} instead of events")
    return response


def _read_events(response: Response) -> Iterator[tuple[str | None, str, str | None]]:
    """Reads server-sent events (WHATWG HTML, section 9.2.6). Events without data have ids to resume, too."""
    id: str | None = None
    type, data, length = "message", list[str](), 0
    for line in read_lines(response):
        if line == "":
            if id is not None or data:
                yield id, type, "\n".join(data) if data else None
            id, type, data, length = None, "message", [], 0
            continue
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "id":
            id = value
        elif field == "event":
            type = value
        elif field == "data":
            data.append(value)
        length += len(line)
        if length > _MAX_LENGTH:
            raise ValueError("An event is too long.")


def read_lines(response: Response) -> Iterator[str]:
    """Reads lines as they arrive. The timeout of the connection ends one that is idle."""
    try:
        while line := response.body.readline(_MAX_LENGTH):
            if len(line) == _MAX_LENGTH:
                raise ValueError("A line is too long.")
            yield line.decode().rstrip("\r\n")
    except (OSError, HTTPException) as error:
        raise TrellisConnectionError("The stream was interrupted.") from error
    finally:
        response.close()
