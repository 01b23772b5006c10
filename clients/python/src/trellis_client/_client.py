from __future__ import annotations

from typing import Any, Callable, Iterator, Mapping, ParamSpec, Sequence, TypeVar
from urllib.parse import urlencode
import json
import secrets
import time

from . import types as t
from ._answer import Answer, next_cursor, segment
from ._operations import Operations
from ._problems import TrellisConnectionError, TrellisProblem
from ._retry import is_temporary, retry_delay_s
from ._send import Sender
from ._streams import Event, follow_stream, read_lines
from ._tokens import TokenSource, client_credentials
from ._transport import Response, require_json

T = TypeVar("T")
P = ParamSpec("P")

_IDLE_S = 60.0
"""Idle time after which a stream is dead (s): Trellis sends something every 15 seconds."""


class Trellis(Operations):
    """A client for a deployment of Trellis. Threads may share it."""

    def __init__(
        self,
        base_url: str,
        *,
        client_id: str | None = None,
        client_secret: str | None = None,
        scope: str | None = None,
        token: str | TokenSource | None = None,
        subject: str | None = None,
        timeout_s: float = 60.0,
        max_attempts: int = 5,
    ) -> None:
        """Takes the credentials of an app, or an access token, or a function that returns one.

        `subject` is the end user to act for. `timeout_s` is the time of a call with all its attempts.
        """
        url = base_url.rstrip("/")
        if callable(token):
            source: TokenSource = token
        elif token is not None:
            text = token
            source = lambda rejected: text  # noqa: E731
        elif client_id is not None and client_secret is not None:
            source = client_credentials(url, client_id, client_secret, scope, max_attempts)
        else:
            raise TypeError("Pass client_id and client_secret, or token.")
        self._sender = Sender(url, source, subject, timeout_s, max_attempts)

    def for_subject(self, subject: str | None) -> Trellis:
        """Returns a client that acts for an end user, or with None for the account. It shares the access token."""
        own = self._sender
        return Trellis(
            own.url,
            token=own.token,
            subject=subject,
            timeout_s=own.timeout_s,
            max_attempts=own.max_attempts,
        )

    def items(
        self, operation: Callable[P, Answer[list[T]]], /, *args: P.args, **kwargs: P.kwargs
    ) -> Iterator[T]:
        """Yields the items of a list across its pages: `trellis.items(trellis.list_units, type="room")`."""
        while True:
            answer = operation(*args, **kwargs)
            yield from answer.data
            cursor = next_cursor(answer.headers.get("Link"))
            if cursor is None:
                return
            kwargs["cursor"] = cursor

    def events(
        self, *, types: Sequence[str] = (), last_event_id: str | None = None
    ) -> Iterator[Event]:
        """Follows events, from now on or after `last_event_id`, without gaps."""
        query = f"?{urlencode({'type': ','.join(types)})}" if types else ""
        return self.follow(f"/events{query}", last_event_id=last_event_id)

    def observe(self, thing: str, property: str) -> Iterator[Event]:
        """Yields the current value of a property, then each new one."""
        return self.follow(f"/things/{segment(thing)}/properties/{segment(property)}/observe")

    def follow(self, path: str, *, last_event_id: str | None = None) -> Iterator[Event]:
        """Follows any stream of events, such as `/subscriptions/{id}/events`."""

        def open(last_id: str | None) -> Response:
            headers = {"Accept": "text/event-stream", "Last-Event-ID": last_id}
            return self._sender.send(
                "GET", path, lambda response: response, headers=headers, timeout_s=_IDLE_S, max_attempts=1
            )

        return follow_stream(open, last_event_id)

    def changes(self, cursor: str, *, kinds: Sequence[str] = ()) -> Iterator[t.Change]:
        """Yields changes of resources. The `id` of a change is a cursor to continue from."""
        failures = 0
        while True:
            try:
                page = self.follow_changes(cursor=cursor, wait=25, kind=",".join(kinds) or None).data
            except (TrellisProblem, TrellisConnectionError) as error:
                if not is_temporary(error):
                    raise
                failures += 1
                time.sleep(retry_delay_s(error, failures))
                continue
            failures = 0
            yield from page["changes"]
            cursor = page["cursor"]

    def lines(
        self, method: str, path: str, body: bytes | None = None, *, headers: Mapping[str, str] = {}
    ) -> Iterator[Any]:
        """Sends a request whose answer is lines of JSON, such as `GET /units/export`, and yields them as they arrive."""
        response = self._sender.send(
            method, path, lambda response: response, headers=headers, body=body, max_attempts=1
        )
        return (json.loads(line) for line in read_lines(response) if line)

    def call(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str | None] | None = None,
        body: Any = None,
        has_body: bool = False,
        takes_key: bool = False,
    ) -> Answer[Any]:
        """Sends a request below `/api/v1`. The methods of the operations use it."""
        given = {name: value for name, value in (headers or {}).items() if value is not None}
        if takes_key and method == "POST":
            given.setdefault("Idempotency-Key", secrets.token_hex(16))
        content = json.dumps(body).encode() if has_body else None
        if has_body:
            given["Content-Type"] = "application/json"

        def read(response: Response) -> Answer[Any]:
            require_json(path, response)
            raw = response.read()
            return Answer(json.loads(raw) if raw else None, response.status, response.headers)

        return self._sender.send(method, path + _query_text(query or {}), read, headers=given, body=content)


def _query_text(query: Mapping[str, Any]) -> str:
    """Returns the query of an address. A list becomes a parameter of each of its items."""
    given = [
        (name, str(one).lower() if isinstance(one, bool) else one)
        for name, value in query.items()
        if value is not None
        for one in (value if isinstance(value, (list, tuple)) else [value])
    ]
    return f"?{urlencode(given)}" if given else ""
