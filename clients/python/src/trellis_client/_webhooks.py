from __future__ import annotations

from base64 import b64decode
from hashlib import sha256
from typing import Any, Mapping, Sequence
import hmac
import json
import re
import time

from ._problems import WebhookVerificationError

_MAX_SIGNATURES = 20
"""Maximum number of signatures to check: the header of an unverified sender may have any number."""


def verify_webhook(
    headers: Mapping[str, str],
    body: bytes | str,
    secret: str | Sequence[str],
    *,
    tolerance_s: float = 300,
) -> dict[str, Any]:
    """Verifies that Trellis sent a message recently (https://www.standardwebhooks.com), and returns it.

    `secret` may be several while it is being rotated. Store the `id` of each message: the same one may come again.
    """
    if not isinstance(body, (bytes, bytearray, str)):
        raise TypeError(
            "The body was parsed already, so its signature cannot be verified. Pass it as it was received: bytes or text."
        )
    named = {name.lower(): value for name, value in headers.items()}
    id, timestamp, signatures = (named.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not id or not timestamp or not signatures:
        raise _invalid("headers are missing")
    if not re.fullmatch(r"[0-9]{1,15}", timestamp) or abs(time.time() - int(timestamp)) > tolerance_s:
        raise _invalid("the timestamp is too old or in the future")
    content = body.encode() if isinstance(body, str) else bytes(body)
    secrets = [secret] if isinstance(secret, str) else secret
    if not _is_signed(f"{id}.{timestamp}.".encode() + content, signatures, secrets):
        raise _invalid("no signature matches")
    return {**json.loads(content), "id": id}


def _is_signed(signed: bytes, header: str, secrets: Sequence[str]) -> bool:
    given = [one.removeprefix("v1,") for one in header.split(" ")[:_MAX_SIGNATURES] if one.startswith("v1,")]
    signatures = [signature for signature in map(_decode, given) if signature]
    for secret in secrets:
        key = _decode(secret.removeprefix("whsec_"))
        if not key:
            raise TypeError("A webhook secret has to be whsec_ followed by base64.")
        expected = hmac.digest(key, signed, sha256)
        if any([hmac.compare_digest(expected, signature) for signature in signatures]):
            return True
    return False


def _decode(text: str) -> bytes | None:
    try:
        return b64decode(text, validate=True)
    except ValueError:
        return None


def _invalid(reason: str) -> WebhookVerificationError:
    return WebhookVerificationError(f"The webhook message was rejected: {reason}.")
