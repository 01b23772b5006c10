"""The client of Trellis."""

from . import types
from ._answer import Answer
from ._client import Trellis
from ._problems import (
    TrellisConnectionError,
    TrellisProblem,
    UnexpectedAnswer,
    WebhookVerificationError,
)
from ._streams import Event
from ._webhooks import verify_webhook

__all__ = [
    "Answer",
    "Event",
    "Trellis",
    "TrellisConnectionError",
    "TrellisProblem",
    "UnexpectedAnswer",
    "WebhookVerificationError",
    "types",
    "verify_webhook",
]
