"""Carries out the commands of the contract tests, one per line of JSON, with the Python client."""

from threading import Lock, Thread
from typing import Any
import json
import sys

from trellis_client import (
    Trellis,
    TrellisConnectionError,
    TrellisProblem,
    WebhookVerificationError,
    verify_webhook,
)

trellis: Trellis
writing = Lock()


def write(line: dict[str, Any]) -> None:
    with writing:
        print(json.dumps(line), flush=True)


def connect(command: dict[str, Any]) -> None:
    global trellis
    trellis = Trellis(
        command["base_url"],
        client_id=command["client_id"],
        client_secret=command["client_secret"],
        subject=command.get("subject"),
        max_attempts=command.get("max_attempts", 5),
    )


def create_unit(command: dict[str, Any]) -> str:
    return trellis.create_unit({"name": command["name"], "type": command["type"]}).data["id"]


def list_units(command: dict[str, Any]) -> list[str]:
    units = trellis.items(trellis.list_units, limit=command["limit"], type=command["type"])
    return [unit["href"] for unit in units]


def follow(command: dict[str, Any]) -> None:
    def run() -> None:
        for event in trellis.events(types=["property_changed"], last_event_id=command["last_event_id"]):
            write({"event": {"id": event.id, "type": event.type, "value": event.data.get("value")}})

    Thread(target=run, daemon=True).start()


def verify(command: dict[str, Any]) -> dict[str, Any]:
    body = json.loads(command["body"]) if command.get("parsed") else command["body"]
    message = verify_webhook(command["headers"], body, command["secret"])
    return {"id": message["id"], "type": message["type"]}


def failure(error: Exception) -> dict[str, Any]:
    if isinstance(error, TrellisProblem):
        pointers = [one["pointer"] for one in error.errors]
        return {"kind": "problem", "status": error.status, "code": error.code, "pointers": pointers}
    kinds = {TrellisConnectionError: "connection", WebhookVerificationError: "webhook", TypeError: "usage"}
    kind = next((kinds[one] for one in kinds if isinstance(error, one)), "other")
    return {"kind": kind, "message": str(error)}


commands = {one.__name__: one for one in (connect, create_unit, list_units, follow, verify)}
for line in sys.stdin:
    command = json.loads(line)
    try:
        write({"result": commands[command["do"]](command)})
    except Exception as error:
        write({"error": failure(error)})
