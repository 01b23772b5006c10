from __future__ import annotations

from email.message import Message
from http.client import HTTPException
from typing import Any, IO, Mapping
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener
import time

from ._problems import TrellisConnectionError, UnexpectedAnswer, is_json, read_problem


class _NoRedirects(HTTPRedirectHandler):
    """Redirects are meant for browsers of end users, and would receive the access token."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = build_opener(_NoRedirects)


class Response:
    """An answer whose body is not yet read. Close it."""

    def __init__(self, status: int, headers: Message, body: IO[bytes], ends_at: float) -> None:
        self.status = status
        self.headers = headers
        self.body = body
        self._ends_at = ends_at

    def read(self) -> bytes:
        """Reads the whole body, in the time of the request."""
        chunks = []
        try:
            while chunk := self.body.read1(65536):  # type: ignore[attr-defined]
                chunks.append(chunk)
                if time.monotonic() >= self._ends_at:
                    raise TimeoutError
        except (OSError, HTTPException) as error:
            raise TrellisConnectionError("The answer was interrupted.") from error
        finally:
            self.close()
        return b"".join(chunks)

    def close(self) -> None:
        self.body.close()


def send_once(
    method: str, url: str, *, headers: Mapping[str, str], body: Any, timeout_s: float
) -> Response:
    """Sends a request once. Raises a problem for an error answer."""
    if timeout_s <= 0:
        raise TrellisConnectionError("The time of the request is over.")
    ends_at = time.monotonic() + timeout_s
    request = Request(url, data=body, method=method, headers=dict(headers))
    try:
        opened = _opener.open(request, timeout=timeout_s)
        response = Response(opened.status, opened.headers, opened, ends_at)
    except HTTPError as error:
        response = Response(error.code, error.headers, error, ends_at)
    except (OSError, HTTPException) as error:
        raise TrellisConnectionError(f"No answer from {url.split('/api/')[0]}: {error}") from error
    if response.status >= 400:
        raise read_problem(response.status, response.headers, response.read())
    _refuse_redirect(method, url, response)
    return response


def require_json(url: str, response: Response) -> None:
    """Raises for a page of a proxy instead of JSON."""
    headers = response.headers
    is_empty = response.status in (204, 304) or "Content-Type" not in headers
    if response.status < 300 and not is_json(headers) and not is_empty:
        response.close()
        kind = headers["Content-Type"]
        raise UnexpectedAnswer(f"{url.split('?')[0]} answered with {kind} instead of JSON")


def _refuse_redirect(method: str, url: str, response: Response) -> None:
    """Raises for a redirect other than the 303 of a creation."""
    status = response.status
    if status < 300 or status == 304 or (method == "POST" and status == 303):
        return
    response.close()
    target = response.headers.get("Location", "nowhere")
    raise UnexpectedAnswer(f"{url.split('?')[0]} redirects to {target}, which is not followed")
