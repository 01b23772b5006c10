# Made from the OpenAPI document by `npm run generate:client`.

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

class ActionRequest(TypedDict):
    thing_id: str
    action: str
    input: NotRequired[Any]
    """Any JSON value."""

class ActivityClients(TypedDict):
    """How many clients are paused, and how many of the others have which status."""

    starting: int
    started: int
    error: int
    paused: int

ActivityHoursItem = TypedDict(
    "ActivityHoursItem",
    {
        "from": "str",
        "polls": "int",
        "failed_polls": "int",
        "late_polls": "int",
        "max_lateness_seconds": "float",
        "changes": "int",
    },
)

class Activity(TypedDict):
    clients: ActivityClients
    """How many clients are paused, and how many of the others have which status."""
    hours: list[ActivityHoursItem]
    """The last 24 hours. The last one ends with the ten minutes that have begun."""

class AgentReportFoundItem(TypedDict):
    type: str
    name: str
    address: str
    port: int

class AgentReport(TypedDict):
    version: str
    platform: str
    addresses: list[str]
    started: str
    found: list[AgentReportFoundItem]

class Agent(TypedDict):
    id: str
    subject: Reference
    name: str
    state: Literal["unpaired", "online", "offline"]
    """`unpaired` until it has proved its key with a pairing code, then `online` or `offline`."""
    since: str
    """Since when it is in this state."""
    pairing_expires: NotRequired[str]
    key: NotRequired[str]
    """SHA-256 of its public key (base64url), which the agent shows, too."""
    report: NotRequired[AgentReport]
    outdated: NotRequired[Literal[True]]
    """Present if its program is old: it is to be updated, and Trellis refuses it two major versions later."""
    round_trip_ms: NotRequired[float]
    """The round trip to it, measured last (ms)."""
    created: str
    href: str

class AgentPatch(TypedDict):
    name: NotRequired[str]

class AlertCondition(TypedDict):
    kind: Literal["client_error"]
    minutes: int
    """How long the client has been failing."""
    instance: NotRequired[str]
    """Only clients of this connector instance."""
    client: NotRequired[str]
    """Only this connector client."""

class AlertCondition2(TypedDict):
    kind: Literal["clients_failing"]
    percent: float
    """More than this share of the clients of an instance fails."""
    minutes: int
    """Only clients that have been failing this long count."""
    instance: NotRequired[str]
    """Only clients of this connector instance."""

class AlertCondition3(TypedDict):
    kind: Literal["deliveries_failing"]
    minutes: int
    """How long messages have not been accepted."""

class AlertCondition4(TypedDict):
    kind: Literal["thing_unavailable"]
    hours: float
    """How long it has been away."""
    things: NotRequired[list[str]]
    """Only these things."""
    subject: NotRequired[str]
    """Only things in the list of this subject."""
    client: NotRequired[str]
    """Only things that this connector client made."""

class AlertCondition5(TypedDict):
    kind: Literal["thing_silent"]
    minutes: int
    """How long nothing was heard of it, not even an unchanged value."""
    things: NotRequired[list[str]]
    """Only these things."""
    subject: NotRequired[str]
    """Only things in the list of this subject."""
    client: NotRequired[str]
    """Only things that this connector client made."""

class AlertCondition6(TypedDict):
    kind: Literal["battery_low"]
    percent: float
    """`battery` is below this, or `battery_low` is true."""
    things: NotRequired[list[str]]
    """Only these things."""
    subject: NotRequired[str]
    """Only things in the list of this subject."""
    client: NotRequired[str]
    """Only things that this connector client made."""

class AlertCondition7(TypedDict):
    kind: Literal["quota_used"]
    percent: float
    """More than this share is used."""
    quota: NotRequired[Literal["units", "things", "scenes", "history_values", "connector_instances", "connector_types", "connector_clients", "pending_interactions", "callbacks", "subscriptions", "alert_rules", "agents", "apps"]]

class AlertCondition8(TypedDict):
    kind: Literal["authorization_ends"]
    days: float
    """It ends within this time."""

class AlertCondition9(TypedDict):
    kind: Literal["agent_offline"]
    minutes: int
    """How long the agent has not been connected."""
    subject: NotRequired[str]
    """Only agents of this subject."""

class Alert(TypedDict):
    name: str
    """As messages and the console show it."""
    condition: AlertCondition | AlertCondition2 | AlertCondition3 | AlertCondition4 | AlertCondition5 | AlertCondition6 | AlertCondition7 | AlertCondition8 | AlertCondition9
    """When it fires."""
    group_seconds: int
    """How long to wait for more before a message is sent, and at least between two messages."""
    list_first: int
    """How many of what fires a message lists."""
    repeat_minutes: int | None
    """After how long a message is repeated while something fires; null for never."""
    recovery: bool
    """Whether to tell that something works again."""
    silenced_until: str | None
    """Until when nothing is sent; null if it is not silenced."""
    id: str
    email: list[str]
    webhook: NotRequired[str]
    slack: NotRequired[str]
    previous_secret_until: NotRequired[str]
    created: str
    modified: str
    firing: int
    """How many items fire, up to 1,000."""
    href: str
    secret: NotRequired[str]
    """Signs the messages to the webhook. Shown only when it is new."""

class AlertPatchCondition(TypedDict):
    kind: Literal["client_error"]
    minutes: int
    """How long the client has been failing."""
    instance: NotRequired[str]
    """Only clients of this connector instance."""
    client: NotRequired[str]
    """Only this connector client."""

class AlertPatchCondition2(TypedDict):
    kind: Literal["clients_failing"]
    percent: float
    """More than this share of the clients of an instance fails."""
    minutes: NotRequired[int]
    """Only clients that have been failing this long count."""
    instance: NotRequired[str]
    """Only clients of this connector instance."""

class AlertPatchCondition3(TypedDict):
    kind: Literal["deliveries_failing"]
    minutes: int
    """How long messages have not been accepted."""

class AlertPatchCondition4(TypedDict):
    kind: Literal["thing_unavailable"]
    hours: float
    """How long it has been away."""
    things: NotRequired[list[str]]
    """Only these things."""
    subject: NotRequired[str]
    """Only things in the list of this subject."""
    client: NotRequired[str]
    """Only things that this connector client made."""

class AlertPatchCondition5(TypedDict):
    kind: Literal["thing_silent"]
    minutes: int
    """How long nothing was heard of it, not even an unchanged value."""
    things: NotRequired[list[str]]
    """Only these things."""
    subject: NotRequired[str]
    """Only things in the list of this subject."""
    client: NotRequired[str]
    """Only things that this connector client made."""

class AlertPatchCondition6(TypedDict):
    kind: Literal["battery_low"]
    percent: float
    """`battery` is below this, or `battery_low` is true."""
    things: NotRequired[list[str]]
    """Only these things."""
    subject: NotRequired[str]
    """Only things in the list of this subject."""
    client: NotRequired[str]
    """Only things that this connector client made."""

class AlertPatchCondition7(TypedDict):
    kind: Literal["quota_used"]
    percent: float
    """More than this share is used."""
    quota: NotRequired[Literal["units", "things", "scenes", "history_values", "connector_instances", "connector_types", "connector_clients", "pending_interactions", "callbacks", "subscriptions", "alert_rules", "agents", "apps"]]

class AlertPatchCondition8(TypedDict):
    kind: Literal["authorization_ends"]
    days: float
    """It ends within this time."""

class AlertPatchCondition9(TypedDict):
    kind: Literal["agent_offline"]
    minutes: int
    """How long the agent has not been connected."""
    subject: NotRequired[str]
    """Only agents of this subject."""

class AlertPatch(TypedDict):
    name: NotRequired[str]
    """As messages and the console show it."""
    condition: NotRequired[AlertPatchCondition | AlertPatchCondition2 | AlertPatchCondition3 | AlertPatchCondition4 | AlertPatchCondition5 | AlertPatchCondition6 | AlertPatchCondition7 | AlertPatchCondition8 | AlertPatchCondition9]
    """Replaces the condition; what fires is notified anew."""
    group_seconds: NotRequired[int]
    """How long to wait for more before a message is sent, and at least between two messages."""
    list_first: NotRequired[int]
    """How many of what fires a message lists."""
    repeat_minutes: NotRequired[int | None]
    """After how long a message is repeated while something fires; null for never."""
    recovery: NotRequired[bool]
    """Whether to tell that something works again."""
    silenced_until: NotRequired[str | None]
    """Until when nothing is sent; null if it is not silenced."""
    email: NotRequired[list[str]]
    """Addresses to which e-mails are sent; only if the installation has a mail server."""
    webhook: NotRequired[str | None]
    rotate_secret: NotRequired[bool]
    """Makes a new secret of the webhook; both sign for a day."""
    slack: NotRequired[str | None]

class AlertTestItem(TypedDict):
    channel: Literal["email", "webhook", "slack"]
    to: str
    delivered: bool
    response_status: NotRequired[int]
    detail: NotRequired[str]

AlertTest: TypeAlias = "list[AlertTestItem]"

class AlertWithStateFiresItem(TypedDict):
    kind: Literal["client", "instance", "agent", "callback", "subscription", "thing", "quota"]
    id: str
    title: str
    detail: str
    since: str
    fired: str
    notified: NotRequired[str]
    href: NotRequired[str]

class AlertWithStateMessagesItem(TypedDict):
    channel: Literal["email", "webhook", "slack"]
    to: str
    kind: Literal["fires", "still_fires", "recovered"]
    count: int
    status: Literal["pending", "delivered", "failed"]
    attempts: int
    error: NotRequired[str]
    created: str
    attempted: NotRequired[str]

class AlertWithState(TypedDict):
    name: str
    """As messages and the console show it."""
    condition: AlertCondition | AlertCondition2 | AlertCondition3 | AlertCondition4 | AlertCondition5 | AlertCondition6 | AlertCondition7 | AlertCondition8 | AlertCondition9
    """When it fires."""
    group_seconds: int
    """How long to wait for more before a message is sent, and at least between two messages."""
    list_first: int
    """How many of what fires a message lists."""
    repeat_minutes: int | None
    """After how long a message is repeated while something fires; null for never."""
    recovery: bool
    """Whether to tell that something works again."""
    silenced_until: str | None
    """Until when nothing is sent; null if it is not silenced."""
    id: str
    email: list[str]
    webhook: NotRequired[str]
    slack: NotRequired[str]
    previous_secret_until: NotRequired[str]
    created: str
    modified: str
    firing: int
    """How many items fire, up to 1,000."""
    href: str
    secret: NotRequired[str]
    """Signs the messages to the webhook. Shown only when it is new."""
    fires: list[AlertWithStateFiresItem]
    """What fires now, the longest first; at most 100."""
    messages: list[AlertWithStateMessagesItem]
    """The latest messages, newest first; at most 20."""

class App(TypedDict):
    id: str
    """Also its `client_id` at `POST /oauth2/token`."""
    name: str
    scopes: list[str]
    allowed_origins: list[str]
    created: NotRequired[str]
    """Where it is known."""
    last_used: NotRequired[str]
    """When it last got an access token, to the hour; left out when that is not known."""
    previous_secret_until: NotRequired[str]
    """Until when the secret before the last rotation is accepted as well."""
    href: str
    client_secret: NotRequired[str]
    """Shown only when it is new."""

class AppPatch(TypedDict):
    name: NotRequired[str]
    allowed_origins: NotRequired[list[str] | None]
    """Replaces all of them; null removes them."""

class AuditEntryActor(TypedDict):
    """`app`: the client id of the access token; `subject`: an end user in a browser; `operator`: somebody who runs this service."""

    type: Literal["app", "subject", "person", "operator"]
    id: str

class AuditEntryResource(TypedDict):
    type: str
    ids: list[str]

class AuditEntryItems(TypedDict):
    """How the items of a batch ended."""

    succeeded: int
    failed: int

class AuditEntry(TypedDict):
    id: str
    actor: AuditEntryActor
    """`app`: the client id of the access token; `subject`: an end user in a browser; `operator`: somebody who runs this service."""
    app: NotRequired[str]
    subject: NotRequired[str]
    operation: str
    """An `operationId` of this document, or the name of a command of an operator."""
    resource: AuditEntryResource
    status: NotRequired[int]
    problem: NotRequired[str]
    """The code with which it was refused or failed."""
    items: NotRequired[AuditEntryItems]
    """How the items of a batch ended."""
    request_id: NotRequired[str]
    address: NotRequired[str]
    user_agent: NotRequired[str]
    time: str

class AuthorizedMcpClient(TypedDict):
    id: str
    href: str
    """Where the browser goes, with a code that works once, for a minute."""

class BatchResult(TypedDict):
    """The result of one item of a batch."""

    status: int
    """As if the item had been sent alone."""
    id: NotRequired[str]
    """Of the unit that was created."""
    href: NotRequired[str]
    """Of what was created, linked or changed."""
    problem: NotRequired[Problem]

class BatchResults(TypedDict):
    results: list[BatchResult]

class Callback(TypedDict):
    url: str
    events: list[Literal["thing_created", "thing_deleted", "thing_event", "client_status_changed", "client_deleted", "batch_ended"]]
    created: str
    modified: str
    secret: NotRequired[str]
    """Signs the messages (Standard Webhooks). Shown only when it is new."""

class ChangeResource(TypedDict):
    href: str
    """Address of the referenced resource."""
    id: str

class ChangeError(TypedDict):
    code: Literal["unavailable", "authorization_required", "misconfigured", "another_device", "connector_failed", "set_aside", "quota_exceeded", "no_devices", "no_values", "flooding", "only_polled", "sweep_held"]

class ChangePaused(TypedDict):
    since: str
    reason: NotRequired[str]

class Change(TypedDict):
    id: str
    """The position of the change: a `cursor` after it."""
    time: str
    kind: Literal["unit_created", "unit_updated", "unit_deleted", "unit_linked", "unit_unlinked", "subject_created", "thing_created", "thing_updated", "thing_deleted", "client_created", "client_updated", "client_deleted", "client_status_changed"]
    resource: ChangeResource
    parent: NotRequired[ChangeResource]
    """With which the unit is linked, or is not any more."""
    thing: NotRequired[ChangeResource]
    subject: NotRequired[ChangeResource]
    status: NotRequired[Literal["STARTING", "STARTED", "ERROR"]]
    error: NotRequired[ChangeError]
    paused: NotRequired[ChangePaused]

class ChangedConnectorTypeStepsItem(TypedDict):
    title: str
    description: str
    when: Literal["before", "after"]

class ChangedConnectorTypeTrialsItemError(TypedDict):
    """Why it would fail."""

    code: str
    detail: str

class ChangedConnectorTypeTrialsItem(TypedDict):
    client: Reference
    found: NotRequired[int]
    """How many devices it would find."""
    error: NotRequired[ChangedConnectorTypeTrialsItemError]
    """Why it would fail."""

class ChangedConnectorType(TypedDict):
    name: str
    description: str
    category: NotRequired[str]
    steps: list[ChangedConnectorTypeStepsItem]
    translations: dict[str, dict[str, str]]
    type_id: str
    version: int
    created: str
    logo: str
    """Its address; empty without one."""
    connector: Reference
    configuration: dict[str, Any]
    """The description of the API without its secrets."""
    secrets: list[str]
    """JSON Pointers of the secrets that are stored."""
    trials: list[ChangedConnectorTypeTrialsItem]
    """What clients have found with the version."""

class Changes(TypedDict):
    changes: list[Change]
    cursor: str
    """Where to continue."""
    more: bool
    """Whether there may be more at once."""

class ClientDiagnosticsClientAccount(TypedDict):
    """Whose it is at the vendor, as far as that is known: of an account, a bridge or a home."""

    id: NotRequired[str]
    name: NotRequired[str]

class ClientDiagnosticsClientMappingsItem(TypedDict):
    connector_thing_id: str
    thing_id: str

class ClientDiagnosticsClientError(TypedDict):
    code: Literal["unavailable", "authorization_required", "misconfigured", "another_device", "connector_failed", "set_aside", "quota_exceeded", "no_devices", "no_values", "flooding", "only_polled", "sweep_held"]
    detail: str
    since: str
    remedy: NotRequired[Literal["retry", "wait", "reauthorize", "fix-configuration", "resume"]]
    cause: NotRequired[Literal["name_not_found", "name_lookup_failed", "address_not_allowed", "agent_offline", "agent_stopped", "agent_removed", "agent_refuses_address", "agent_finds_no_host", "connection_refused", "no_route", "connect_timeout", "answer_timeout", "poll_timeout", "connection_lost", "unreachable", "other_protocol", "protocol_version", "went_silent", "connection_limit", "interrupted", "device_unreachable", "device_gone", "tls_expired", "tls_not_yet_valid", "tls_other_name", "tls_unknown_authority", "tls_self_signed", "tls_refused", "tls_protocol", "tls_expected", "credentials_refused", "credentials_missing", "token_refused", "forbidden", "forbidden_after_refresh", "grant_revoked", "not_granted", "pairing_needed", "acl_refused", "credentials_withheld", "app_refused", "token_not_issued", "token_request_refused", "not_found", "bad_request", "redirect", "rate_limited", "vendor_quota", "server_error", "unexpected_status", "refused_by_server", "api_error", "not_json", "unexpected_form", "value_not_there", "not_pasted", "answer_too_large", "too_much_to_read", "other_server", "nothing_found", "nothing_reported", "another_device", "value_refused", "no_such_command", "signature_missing", "address_invalid", "request_invalid", "configuration_incomplete", "configuration_invalid", "description_invalid", "parts_left_out", "too_many_devices", "too_costly", "connector_bug", "device_invalid", "polls_set_aside"]]
    """Why exactly it fails; the documentation lists what helps."""
    advice: NotRequired[str]
    """What the cause means, and what helps."""
    address: NotRequired[str]
    """The address that failed: scheme, host, port and path, without query."""
    status: NotRequired[int]
    """The status of the HTTP response."""
    path: NotRequired[str]
    """Where in the answer, or in the description of it, as a JSONPath."""
    until: NotRequired[str]
    """When the certificate expired, or from when it is valid."""
    retry_at: NotRequired[str]
    """When the remote technology takes requests again, as it says."""

class ClientDiagnosticsClientWarningsItemSweep(TypedDict):
    missing: int
    found: int
    since: str
    accepted_from: str | None

class ClientDiagnosticsClientWarningsItem(TypedDict):
    code: Literal["unavailable", "authorization_required", "misconfigured", "another_device", "connector_failed", "set_aside", "quota_exceeded", "no_devices", "no_values", "flooding", "only_polled", "sweep_held"]
    detail: str
    connector_thing_id: NotRequired[str]
    cause: NotRequired[Literal["name_not_found", "name_lookup_failed", "address_not_allowed", "agent_offline", "agent_stopped", "agent_removed", "agent_refuses_address", "agent_finds_no_host", "connection_refused", "no_route", "connect_timeout", "answer_timeout", "poll_timeout", "connection_lost", "unreachable", "other_protocol", "protocol_version", "went_silent", "connection_limit", "interrupted", "device_unreachable", "device_gone", "tls_expired", "tls_not_yet_valid", "tls_other_name", "tls_unknown_authority", "tls_self_signed", "tls_refused", "tls_protocol", "tls_expected", "credentials_refused", "credentials_missing", "token_refused", "forbidden", "forbidden_after_refresh", "grant_revoked", "not_granted", "pairing_needed", "acl_refused", "credentials_withheld", "app_refused", "token_not_issued", "token_request_refused", "not_found", "bad_request", "redirect", "rate_limited", "vendor_quota", "server_error", "unexpected_status", "refused_by_server", "api_error", "not_json", "unexpected_form", "value_not_there", "not_pasted", "answer_too_large", "too_much_to_read", "other_server", "nothing_found", "nothing_reported", "another_device", "value_refused", "no_such_command", "signature_missing", "address_invalid", "request_invalid", "configuration_incomplete", "configuration_invalid", "description_invalid", "parts_left_out", "too_many_devices", "too_costly", "connector_bug", "device_invalid", "polls_set_aside"]]
    """Why exactly it fails; the documentation lists what helps."""
    advice: NotRequired[str]
    """What the cause means, and what helps."""
    address: NotRequired[str]
    """The address that failed: scheme, host, port and path, without query."""
    status: NotRequired[int]
    """The status of the HTTP response."""
    path: NotRequired[str]
    """Where in the answer, or in the description of it, as a JSONPath."""
    until: NotRequired[str]
    """When the certificate expired, or from when it is valid."""
    retry_at: NotRequired[str]
    """When the remote technology takes requests again, as it says."""
    sweep: NotRequired[ClientDiagnosticsClientWarningsItemSweep]

class ClientDiagnosticsClientConnection(TypedDict):
    state: Literal["connecting", "connected", "disconnected", "agent_offline"]
    since: str

class ClientDiagnosticsClientRemovalLastError(TypedDict):
    code: str
    detail: str
    at: str

class ClientDiagnosticsClientRemoval(TypedDict):
    since: str
    things_left: int
    attempts: int
    last_error: NotRequired[ClientDiagnosticsClientRemovalLastError]
    next_attempt: str | None

class ClientDiagnosticsClient(TypedDict):
    id: str
    instance: Reference
    connector: Reference
    subject: Reference
    name: NotRequired[str]
    attributes: NotRequired[dict[str, str]]
    """Texts of the app: up to 50 members of up to 500 characters."""
    account: NotRequired[ClientDiagnosticsClientAccount]
    """Whose it is at the vendor, as far as that is known: of an account, a bridge or a home."""
    via: NotRequired[str]
    """The agent through which its technology is reached, in the network of that agent."""
    mappings: list[ClientDiagnosticsClientMappingsItem]
    status: Literal["STARTING", "STARTED", "ERROR"]
    error: NotRequired[ClientDiagnosticsClientError]
    warnings: list[ClientDiagnosticsClientWarningsItem]
    connection: NotRequired[ClientDiagnosticsClientConnection]
    last_polled: str | None
    next_poll: str | None
    failures: NotRequired[int]
    retry_in: NotRequired[int]
    paused: NotRequired[ChangePaused]
    removal: NotRequired[ClientDiagnosticsClientRemoval]
    debug_until: NotRequired[str]

class ClientDiagnostics(TypedDict):
    created: str
    client: ClientDiagnosticsClient
    configuration: ShownConfiguration
    operations: list[ClientOperation]
    failures: list[ClientOperationWithRequests]
    """The last failures, with their requests."""

class ClientOperationRunsItemStartedBy(TypedDict):
    app: NotRequired[str]
    person: NotRequired[str]
    subject: NotRequired[str]
    request_id: NotRequired[str]
    batch: NotRequired[str]
    scene: NotRequired[str]
    type: Literal["schedule", "app", "end_user", "vendor"]

class ClientOperationRunsItemCounts(TypedDict):
    found: NotRequired[int]
    changed: NotRequired[int]
    missing: NotRequired[int]

class ClientOperationRunsItem(TypedDict):
    at: str
    duration_ms: int
    attempt: NotRequired[int]
    started_by: ClientOperationRunsItemStartedBy
    trace_id: NotRequired[str]
    counts: NotRequired[ClientOperationRunsItemCounts]
    thing: NotRequired[str]
    name: NotRequired[str]

class ClientOperation(TypedDict):
    """Something that was done for a connector client. Repetitions on the same day that end in the same way are one operation, unless the client is debugged."""

    id: str
    subject: NotRequired[str]
    connector_type_id: str
    kind: Literal["poll", "listen", "write", "action", "hook", "authorization", "token_refresh", "trial", "configuration", "pause", "resume", "removal"]
    outcome: Literal["succeeded", "failed"]
    code: NotRequired[str]
    """Why it failed."""
    detail: NotRequired[str]
    cause: NotRequired[Literal["name_not_found", "name_lookup_failed", "address_not_allowed", "agent_offline", "agent_stopped", "agent_removed", "agent_refuses_address", "agent_finds_no_host", "connection_refused", "no_route", "connect_timeout", "answer_timeout", "poll_timeout", "connection_lost", "unreachable", "other_protocol", "protocol_version", "went_silent", "connection_limit", "interrupted", "device_unreachable", "device_gone", "tls_expired", "tls_not_yet_valid", "tls_other_name", "tls_unknown_authority", "tls_self_signed", "tls_refused", "tls_protocol", "tls_expected", "credentials_refused", "credentials_missing", "token_refused", "forbidden", "forbidden_after_refresh", "grant_revoked", "not_granted", "pairing_needed", "acl_refused", "credentials_withheld", "app_refused", "token_not_issued", "token_request_refused", "not_found", "bad_request", "redirect", "rate_limited", "vendor_quota", "server_error", "unexpected_status", "refused_by_server", "api_error", "not_json", "unexpected_form", "value_not_there", "not_pasted", "answer_too_large", "too_much_to_read", "other_server", "nothing_found", "nothing_reported", "another_device", "value_refused", "no_such_command", "signature_missing", "address_invalid", "request_invalid", "configuration_incomplete", "configuration_invalid", "description_invalid", "parts_left_out", "too_many_devices", "too_costly", "connector_bug", "device_invalid", "polls_set_aside"]]
    """Why exactly it fails; the documentation lists what helps."""
    advice: NotRequired[str]
    """What the cause means, and what helps."""
    count: int
    """How often it ran on this day (UTC) and ended in this way."""
    first: str
    last: str
    runs: list[ClientOperationRunsItem]
    """The last runs, newest first."""
    has_requests: bool
    """Whether `GET /activity/{id}` shows its requests."""
    client: NotRequired[Reference]
    """Absent for a trial."""

class ClientOperationWithRequests(TypedDict):
    id: str
    subject: NotRequired[str]
    connector_type_id: str
    kind: Literal["poll", "listen", "write", "action", "hook", "authorization", "token_refresh", "trial", "configuration", "pause", "resume", "removal"]
    outcome: Literal["succeeded", "failed"]
    code: NotRequired[str]
    """Why it failed."""
    detail: NotRequired[str]
    cause: NotRequired[Literal["name_not_found", "name_lookup_failed", "address_not_allowed", "agent_offline", "agent_stopped", "agent_removed", "agent_refuses_address", "agent_finds_no_host", "connection_refused", "no_route", "connect_timeout", "answer_timeout", "poll_timeout", "connection_lost", "unreachable", "other_protocol", "protocol_version", "went_silent", "connection_limit", "interrupted", "device_unreachable", "device_gone", "tls_expired", "tls_not_yet_valid", "tls_other_name", "tls_unknown_authority", "tls_self_signed", "tls_refused", "tls_protocol", "tls_expected", "credentials_refused", "credentials_missing", "token_refused", "forbidden", "forbidden_after_refresh", "grant_revoked", "not_granted", "pairing_needed", "acl_refused", "credentials_withheld", "app_refused", "token_not_issued", "token_request_refused", "not_found", "bad_request", "redirect", "rate_limited", "vendor_quota", "server_error", "unexpected_status", "refused_by_server", "api_error", "not_json", "unexpected_form", "value_not_there", "not_pasted", "answer_too_large", "too_much_to_read", "other_server", "nothing_found", "nothing_reported", "another_device", "value_refused", "no_such_command", "signature_missing", "address_invalid", "request_invalid", "configuration_incomplete", "configuration_invalid", "description_invalid", "parts_left_out", "too_many_devices", "too_costly", "connector_bug", "device_invalid", "polls_set_aside"]]
    """Why exactly it fails; the documentation lists what helps."""
    advice: NotRequired[str]
    """What the cause means, and what helps."""
    count: int
    """How often it ran on this day (UTC) and ended in this way."""
    first: str
    last: str
    runs: list[ClientOperationRunsItem]
    """The last runs, newest first."""
    has_requests: bool
    """Whether `GET /activity/{id}` shows its requests."""
    client: NotRequired[Reference]
    """Absent for a trial."""
    requests: list[RecordedRequest]
    """What was sent to the technology and received in the last run that was recorded, without secrets: the first 10 and the last 20 requests, and the last message of each topic."""

ClientReplacedWith = TypedDict(
    "ClientReplacedWith",
    {
        "with": "str",
    },
)

class ConfigurationPatch(TypedDict):
    configuration: NotRequired[dict[str, Any]]
    """The members to change; null removes one."""

class ConnectAgent(TypedDict):
    id: str
    name: str
    pairing: PairingCode

class ConnectBranding(TypedDict):
    name: str
    """The name of the app, as its end users know it."""
    color: NotRequired[str]
    """Of buttons and links; made darker or lighter where it could not be read."""

class ConnectClientWarningsItem(TypedDict):
    code: str
    detail: str
    cause: NotRequired[Literal["name_not_found", "name_lookup_failed", "address_not_allowed", "agent_offline", "agent_stopped", "agent_removed", "agent_refuses_address", "agent_finds_no_host", "connection_refused", "no_route", "connect_timeout", "answer_timeout", "poll_timeout", "connection_lost", "unreachable", "other_protocol", "protocol_version", "went_silent", "connection_limit", "interrupted", "device_unreachable", "device_gone", "tls_expired", "tls_not_yet_valid", "tls_other_name", "tls_unknown_authority", "tls_self_signed", "tls_refused", "tls_protocol", "tls_expected", "credentials_refused", "credentials_missing", "token_refused", "forbidden", "forbidden_after_refresh", "grant_revoked", "not_granted", "pairing_needed", "acl_refused", "credentials_withheld", "app_refused", "token_not_issued", "token_request_refused", "not_found", "bad_request", "redirect", "rate_limited", "vendor_quota", "server_error", "unexpected_status", "refused_by_server", "api_error", "not_json", "unexpected_form", "value_not_there", "not_pasted", "answer_too_large", "too_much_to_read", "other_server", "nothing_found", "nothing_reported", "another_device", "value_refused", "no_such_command", "signature_missing", "address_invalid", "request_invalid", "configuration_incomplete", "configuration_invalid", "description_invalid", "parts_left_out", "too_many_devices", "too_costly", "connector_bug", "device_invalid", "polls_set_aside"]]

class ConnectClientThingsItem(TypedDict):
    id: str
    title: str
    types: list[str]

class ConnectClient(TypedDict):
    id: str
    name: NotRequired[str]
    status: Literal["STARTING", "STARTED", "ERROR"]
    error: NotRequired[ClientDiagnosticsClientError]
    last_polled: str | None
    next_poll: str | None
    type_id: str
    needs_authorization: bool
    paused: bool
    """Whether it is left alone until the app resumes it."""
    warnings: list[ConnectClientWarningsItem]
    things_count: int
    things: list[ConnectClientThingsItem]
    """The first 50."""

class ConnectPageBranding(TypedDict):
    name: str
    """The name of the app, as its end users know it."""
    color: NotRequired[str]
    """Of buttons and links; made darker or lighter where it could not be read."""

class ConnectPageTechnologiesItemConnectStepsItem(TypedDict):
    title: str
    description: str
    when: Literal["before", "after"]
    unless: NotRequired[str]

class ConnectPageTechnologiesItemConnect(TypedDict):
    method: Literal["form", "oauth2"]
    steps: list[ConnectPageTechnologiesItemConnectStepsItem]

class ConnectPageTechnologiesItem(TypedDict):
    type_id: str
    name: str
    description: str
    logo: str
    connect: ConnectPageTechnologiesItemConnect
    translations: NotRequired[dict[str, dict[str, str]]]
    """Its texts in other languages, by language and text."""
    clients_per_subject: int
    offered: bool
    """Whether it can be connected; otherwise it is that of a client below."""
    configuration_schema: dict[str, Any]
    local: bool
    """Whether it is found in homes, so that an agent may help."""

class ConnectPageAgentsItem(TypedDict):
    id: str
    name: str
    state: Literal["unpaired", "online", "offline"]

class ConnectPageFoundItem(TypedDict):
    agent: str
    name: str
    configuration: dict[str, str]
    type_id: str

class ConnectPageClientsItemError(TypedDict):
    code: str

class ConnectPageClientsItem(TypedDict):
    id: str
    name: NotRequired[str]
    status: Literal["STARTING", "STARTED", "ERROR"]
    type_id: str
    error: NotRequired[ConnectPageClientsItemError]
    needs_authorization: bool
    paused: bool

class ConnectPage(TypedDict):
    branding: NotRequired[ConnectPageBranding]
    subject_name: NotRequired[str]
    return_url: NotRequired[str]
    language: NotRequired[Literal["en", "de"]]
    client: NotRequired[str]
    """The one that this is about."""
    expires_at: str
    technologies: list[ConnectPageTechnologiesItem]
    agents: list[ConnectPageAgentsItem]
    """The agents of the subject, through which technologies are reached (`via`)."""
    found: list[ConnectPageFoundItem]
    """What they have found: name and configuration for a new client."""
    clients: list[ConnectPageClientsItem]

class ConnectSession(TypedDict):
    id: str
    href: str
    """The address for the end user. It grants access as the end user: keep it secret."""
    expires_at: str

class ConnectorClient(TypedDict):
    id: str
    instance: Reference
    connector: Reference
    subject: Reference
    name: NotRequired[str]
    attributes: NotRequired[dict[str, str]]
    """Texts of the app: up to 50 members of up to 500 characters."""
    account: NotRequired[ClientDiagnosticsClientAccount]
    """Whose it is at the vendor, as far as that is known: of an account, a bridge or a home."""
    via: NotRequired[str]
    """The agent through which its technology is reached, in the network of that agent."""
    mappings: list[ClientDiagnosticsClientMappingsItem]
    status: Literal["STARTING", "STARTED", "ERROR"]
    error: NotRequired[ClientDiagnosticsClientError]
    warnings: list[ClientDiagnosticsClientWarningsItem]
    connection: NotRequired[ClientDiagnosticsClientConnection]
    last_polled: str | None
    next_poll: str | None
    failures: NotRequired[int]
    retry_in: NotRequired[int]
    paused: NotRequired[ChangePaused]
    removal: NotRequired[ClientDiagnosticsClientRemoval]
    debug_until: NotRequired[str]
    authorization: NotRequired[Reference]
    """Where the subject's browser has to go to authorize the client, while that is needed."""

class ConnectorClientPatch(TypedDict):
    configuration: NotRequired[dict[str, Any]]
    attributes: NotRequired[dict[str, str | None] | None]
    """Attributes to change: `null` or an empty text removes a member, `null` all."""
    via: NotRequired[str | None]
    """The id of another agent of the subject; null for a direct connection."""

class ConnectorDescriptionSampleInstanceConfiguration(TypedDict):
    connector_type_id: str
    configuration: dict[str, Any]

class ConnectorDescriptionSampleClientConfiguration(TypedDict):
    connector_type_id: str

class ConnectorDescription(TypedDict):
    id: int
    type_id: str
    name: str
    description: str
    logo: str
    sample_instance_configuration: ConnectorDescriptionSampleInstanceConfiguration
    sample_client_configuration: ConnectorDescriptionSampleClientConfiguration
    instance_configuration_schema: dict[str, Any]
    client_configuration_schema: dict[str, Any]
    connect: ConnectPageTechnologiesItemConnect
    category: NotRequired[str]
    translations: NotRequired[dict[str, dict[str, str]]]
    """Its texts in other languages, by language and text."""

class ConnectorInstance(TypedDict):
    id: str
    connector: Reference
    clients: list[Reference]
    clients_per_subject: int
    client_configuration_schema: NotRequired[dict[str, Any]]
    """JSON Schema of the configuration of its clients, where it says more than the type."""
    connect_method: NotRequired[Literal["form", "oauth2"]]
    """How its clients are connected, where it and not the type says so."""

class ConnectorInstancePatch(TypedDict):
    configuration: NotRequired[dict[str, Any]]
    """The members to change; null removes one."""
    clients_per_subject: NotRequired[int]
    """How many clients a subject may have; if it is more than one, each needs a name."""

class ConnectorTrialError(TypedDict):
    code: Literal["unavailable", "authorization_required", "misconfigured", "another_device", "connector_failed", "set_aside", "quota_exceeded", "no_devices", "no_values", "flooding", "only_polled", "sweep_held"]
    detail: str
    remedy: NotRequired[Literal["retry", "wait", "reauthorize", "fix-configuration", "resume"]]
    cause: NotRequired[Literal["name_not_found", "name_lookup_failed", "address_not_allowed", "agent_offline", "agent_stopped", "agent_removed", "agent_refuses_address", "agent_finds_no_host", "connection_refused", "no_route", "connect_timeout", "answer_timeout", "poll_timeout", "connection_lost", "unreachable", "other_protocol", "protocol_version", "went_silent", "connection_limit", "interrupted", "device_unreachable", "device_gone", "tls_expired", "tls_not_yet_valid", "tls_other_name", "tls_unknown_authority", "tls_self_signed", "tls_refused", "tls_protocol", "tls_expected", "credentials_refused", "credentials_missing", "token_refused", "forbidden", "forbidden_after_refresh", "grant_revoked", "not_granted", "pairing_needed", "acl_refused", "credentials_withheld", "app_refused", "token_not_issued", "token_request_refused", "not_found", "bad_request", "redirect", "rate_limited", "vendor_quota", "server_error", "unexpected_status", "refused_by_server", "api_error", "not_json", "unexpected_form", "value_not_there", "not_pasted", "answer_too_large", "too_much_to_read", "other_server", "nothing_found", "nothing_reported", "another_device", "value_refused", "no_such_command", "signature_missing", "address_invalid", "request_invalid", "configuration_incomplete", "configuration_invalid", "description_invalid", "parts_left_out", "too_many_devices", "too_costly", "connector_bug", "device_invalid", "polls_set_aside"]]
    """Why exactly it fails; the documentation lists what helps."""
    advice: NotRequired[str]
    """What the cause means, and what helps."""
    address: NotRequired[str]
    """The address that failed: scheme, host, port and path, without query."""
    status: NotRequired[int]
    """The status of the HTTP response."""
    path: NotRequired[str]
    """Where in the answer, or in the description of it, as a JSONPath."""
    until: NotRequired[str]
    """When the certificate expired, or from when it is valid."""
    retry_at: NotRequired[str]
    """When the remote technology takes requests again, as it says."""

class ConnectorTrialDevicesItemIdentifiersItem(TypedDict):
    type: str
    value: str

ConnectorTrialDevicesItemPropertiesValue = TypedDict(
    "ConnectorTrialDevicesItemPropertiesValue",
    {
        "@type": "NotRequired[str | list[str]]",
        "title": "NotRequired[str]",
        "titles": "NotRequired[dict[str, str]]",
        "description": "NotRequired[str]",
        "descriptions": "NotRequired[dict[str, str]]",
        "type": "NotRequired[Literal[\"boolean\", \"integer\", \"number\", \"string\", \"object\", \"array\", \"null\"]]",
        "const": "NotRequired[Any]",
        "default": "NotRequired[Any]",
        "unit": "NotRequired[str]",
        "enum": "NotRequired[list[Any]]",
        "readOnly": "NotRequired[bool]",
        "writeOnly": "NotRequired[bool]",
        "format": "NotRequired[str]",
        "minItems": "NotRequired[int]",
        "maxItems": "NotRequired[int]",
        "required": "NotRequired[list[str]]",
        "minimum": "NotRequired[float]",
        "maximum": "NotRequired[float]",
        "exclusiveMinimum": "NotRequired[float]",
        "exclusiveMaximum": "NotRequired[float]",
        "multipleOf": "NotRequired[float]",
        "minLength": "NotRequired[int]",
        "maxLength": "NotRequired[int]",
        "pattern": "NotRequired[str]",
        "contentEncoding": "NotRequired[str]",
        "contentMediaType": "NotRequired[str]",
        "oneOf": "NotRequired[list[DataSchema]]",
        "items": "NotRequired[DataSchema | list[DataSchema]]",
        "properties": "NotRequired[dict[str, DataSchema]]",
        "role": "NotRequired[Literal[\"primary\", \"configuration\", \"diagnostic\"]]",
        "transition": "NotRequired[bool]",
        "observable": "NotRequired[bool]",
        "value": "NotRequired[Any]",
    },
)

ConnectorTrialDevicesItemActionsValue = TypedDict(
    "ConnectorTrialDevicesItemActionsValue",
    {
        "@type": "NotRequired[str | list[str]]",
        "title": "NotRequired[str]",
        "titles": "NotRequired[dict[str, str]]",
        "description": "NotRequired[str]",
        "descriptions": "NotRequired[dict[str, str]]",
        "role": "NotRequired[Literal[\"primary\", \"configuration\", \"diagnostic\"]]",
        "input": "NotRequired[DataSchema]",
        "output": "NotRequired[DataSchema]",
        "safe": "NotRequired[bool]",
        "idempotent": "NotRequired[bool]",
        "synchronous": "NotRequired[bool]",
    },
)

ConnectorTrialDevicesItemEventsValue = TypedDict(
    "ConnectorTrialDevicesItemEventsValue",
    {
        "@type": "NotRequired[str | list[str]]",
        "title": "NotRequired[str]",
        "titles": "NotRequired[dict[str, str]]",
        "description": "NotRequired[str]",
        "descriptions": "NotRequired[dict[str, str]]",
        "role": "NotRequired[Literal[\"primary\", \"configuration\", \"diagnostic\"]]",
        "data": "NotRequired[DataSchema]",
    },
)

ConnectorTrialDevicesItem = TypedDict(
    "ConnectorTrialDevicesItem",
    {
        "title": "str",
        "description": "NotRequired[str]",
        "identifiers": "NotRequired[list[ConnectorTrialDevicesItemIdentifiersItem]]",
        "available": "bool",
        "connector_thing_id": "str",
        "@type": "NotRequired[list[str]]",
        "properties": "dict[str, ConnectorTrialDevicesItemPropertiesValue]",
        "actions": "dict[str, ConnectorTrialDevicesItemActionsValue]",
        "events": "dict[str, ConnectorTrialDevicesItemEventsValue]",
    },
)

class ConnectorTrialRequestsItemSent(TypedDict):
    bytes: int
    headers: NotRequired[dict[str, str]]
    body: NotRequired[str]

class ConnectorTrialRequestsItem(TypedDict):
    at: str
    protocol: Literal["http", "websocket", "mqtt"]
    method: str
    address: str
    duration_ms: NotRequired[float]
    status: NotRequired[int]
    sent: NotRequired[ConnectorTrialRequestsItemSent]
    received: NotRequired[ConnectorTrialRequestsItemSent]
    error: NotRequired[str]

class ConnectorTrialExplanationAnswersItemTransformed(TypedDict):
    """What `transform` makes of it."""

    bytes: int
    body: NotRequired[str]

class ConnectorTrialExplanationAnswersItem(TypedDict):
    request: str
    """Its name in the description."""
    address: NotRequired[str]
    status: NotRequired[int]
    received: NotRequired[ConnectorTrialRequestsItemSent]
    transformed: NotRequired[ConnectorTrialExplanationAnswersItemTransformed]
    """What `transform` makes of it."""
    error: NotRequired[str]
    """Why there is none, or it is not used."""

class ConnectorTrialExplanationPathsItemExisting(TypedDict):
    """Where nothing is found: the part of the path that exists, and members there."""

    path: str
    members: list[str]

class ConnectorTrialExplanationPathsItem(TypedDict):
    at: str
    """Where it is in the description, such as `devices[0].id`."""
    path: str
    """The path, expression or text there."""
    applied: int
    """To how many values it was applied."""
    found: int
    """How many values it found."""
    unusable: NotRequired[int]
    """Of these, how many are no value."""
    sample: list[str]
    """Some of them, as JSON."""
    existing: NotRequired[ConnectorTrialExplanationPathsItemExisting]
    """Where nothing is found: the part of the path that exists, and members there."""

class ConnectorTrialExplanationStopped(TypedDict):
    """Where it went no further first."""

    at: str
    why: str

class ConnectorTrialExplanation(TypedDict):
    answers: list[ConnectorTrialExplanationAnswersItem]
    paths: list[ConnectorTrialExplanationPathsItem]
    stopped: NotRequired[ConnectorTrialExplanationStopped]
    """Where it went no further first."""
    is_cut: bool
    """Whether something was left out because it is too long."""

class ConnectorTrial(TypedDict):
    """What one poll has found, of which nothing was stored."""

    status: Literal["STARTED", "ERROR"]
    error: NotRequired[ConnectorTrialError]
    warnings: list[ClientDiagnosticsClientWarningsItem]
    complete: bool
    found: int
    devices: list[ConnectorTrialDevicesItem]
    requests: list[ConnectorTrialRequestsItem]
    explanation: NotRequired[ConnectorTrialExplanation]

class ConnectorType(TypedDict):
    name: str
    description: str
    category: NotRequired[str]
    steps: list[ChangedConnectorTypeStepsItem]
    translations: dict[str, dict[str, str]]
    type_id: str
    version: int
    created: str
    logo: str
    """Its address; empty without one."""
    connector: Reference
    configuration: dict[str, Any]
    """The description of the API without its secrets."""
    secrets: list[str]
    """JSON Pointers of the secrets that are stored."""

class ConnectorTypePatch(TypedDict):
    version: int
    """The retained version to use again."""

class ConnectorTypeVersion(TypedDict):
    version: int
    created: str
    name: str
    is_current: bool

class CopiedEnvironment(TypedDict):
    connector_types: list[CopyOutcome]
    """Those that descriptions define."""
    connector_instances: list[CopyOutcome]
    branding: Literal["copied", "exists", "none"]
    retention: Literal["copied", "exists", "none"]

class CopyOutcome(TypedDict):
    connector_type_id: str
    status: Literal["copied", "exists", "differs", "replaced", "secrets_needed", "refused"]
    """`exists`: the environment has the same already, secrets aside. `differs`: it has another one, which only `replace` changes. `secrets_needed`: repeat the request with these secrets."""
    secrets: NotRequired[list[str]]
    """JSON Pointers of the secrets to enter."""
    detail: NotRequired[str]
    """Why it was refused."""

class Created(TypedDict):
    id: str
    """The id of what was created."""

class CreatedAgent(TypedDict):
    id: str
    subject: Reference
    name: str
    state: Literal["unpaired", "online", "offline"]
    """`unpaired` until it has proved its key with a pairing code, then `online` or `offline`."""
    since: str
    """Since when it is in this state."""
    pairing_expires: NotRequired[str]
    key: NotRequired[str]
    """SHA-256 of its public key (base64url), which the agent shows, too."""
    report: NotRequired[AgentReport]
    outdated: NotRequired[Literal[True]]
    """Present if its program is old: it is to be updated, and Trellis refuses it two major versions later."""
    round_trip_ms: NotRequired[float]
    """The round trip to it, measured last (ms)."""
    created: str
    href: str
    pairing: PairingCode

class CreatedConnectorClient(TypedDict):
    client_id: str
    """The id of the connector client."""

DataSchema = TypedDict(
    "DataSchema",
    {
        "@type": "NotRequired[str | list[str]]",
        "title": "NotRequired[str]",
        "titles": "NotRequired[dict[str, str]]",
        "description": "NotRequired[str]",
        "descriptions": "NotRequired[dict[str, str]]",
        "type": "NotRequired[Literal[\"boolean\", \"integer\", \"number\", \"string\", \"object\", \"array\", \"null\"]]",
        "const": "NotRequired[Any]",
        "default": "NotRequired[Any]",
        "unit": "NotRequired[str]",
        "enum": "NotRequired[list[Any]]",
        "readOnly": "NotRequired[bool]",
        "writeOnly": "NotRequired[bool]",
        "format": "NotRequired[str]",
        "minItems": "NotRequired[int]",
        "maxItems": "NotRequired[int]",
        "required": "NotRequired[list[str]]",
        "minimum": "NotRequired[float]",
        "maximum": "NotRequired[float]",
        "exclusiveMinimum": "NotRequired[float]",
        "exclusiveMaximum": "NotRequired[float]",
        "multipleOf": "NotRequired[float]",
        "minLength": "NotRequired[int]",
        "maxLength": "NotRequired[int]",
        "pattern": "NotRequired[str]",
        "contentEncoding": "NotRequired[str]",
        "contentMediaType": "NotRequired[str]",
        "oneOf": "NotRequired[list[DataSchema]]",
        "items": "NotRequired[DataSchema | list[DataSchema]]",
        "properties": "NotRequired[dict[str, DataSchema]]",
    },
)

class Debugging(TypedDict):
    until: str | None

class Delivery(TypedDict):
    id: str
    type: str
    thing: NotRequired[Reference]
    client: NotRequired[Reference]
    interaction: NotRequired[Reference]
    event: NotRequired[str]
    """The name of the event of the thing, or of the requested action."""
    status: Literal["pending", "delivered", "failed"]
    attempts: int
    response_status: NotRequired[int]
    error: NotRequired[str]
    created: str
    attempted: NotRequired[str]
    href: str

class DeliveryWithPayloadLastAttemptsItemAnswer(TypedDict):
    """The first 8 KiB of the answer, as the app has sent it and decoded as UTF-8. Never interpret it: show it as text."""

    text: str
    type: NotRequired[str]
    """The `Content-Type` that the app states."""
    cut: bool
    """Whether it is only the beginning."""

class DeliveryWithPayloadLastAttemptsItem(TypedDict):
    at: str
    """When it began."""
    url: str
    """Where the message was sent."""
    duration_ms: NotRequired[int]
    """Until the answer was complete, or the attempt was given up."""
    response_status: NotRequired[int]
    error: NotRequired[str]
    answer: NotRequired[DeliveryWithPayloadLastAttemptsItemAnswer]
    """The first 8 KiB of the answer, as the app has sent it and decoded as UTF-8. Never interpret it: show it as text."""

class DeliveryWithPayload(TypedDict):
    id: str
    type: str
    thing: NotRequired[Reference]
    client: NotRequired[Reference]
    interaction: NotRequired[Reference]
    event: NotRequired[str]
    """The name of the event of the thing, or of the requested action."""
    status: Literal["pending", "delivered", "failed"]
    attempts: int
    response_status: NotRequired[int]
    error: NotRequired[str]
    created: str
    attempted: NotRequired[str]
    payload: Any
    """Any JSON value."""
    last_attempts: list[DeliveryWithPayloadLastAttemptsItem]
    href: str

class EnvironmentDeletion(TypedDict):
    requested: str
    erases: str

class Environment(TypedDict):
    id: str
    """The claim `sub` of its access tokens."""
    name: str
    created: str
    deletion: NotRequired[EnvironmentDeletion]

EnvironmentCopy = TypedDict(
    "EnvironmentCopy",
    {
        "from": "str",
        "secrets": "NotRequired[dict[str, dict[str, Any]]]",
        "replace": "NotRequired[bool]",
    },
)

class EnvironmentToken(TypedDict):
    access_token: str
    token_type: Literal["Bearer"]
    expires_in: int
    scope: str

class EnvironmentUsage(TypedDict):
    day: NotRequired[str]
    """The day (UTC), if figures are grouped by it."""
    connector_type_id: NotRequired[str]
    """Absent for what belongs to no connector: things of apps, units, and messages."""
    subject: NotRequired[str]
    """`erased:…` for a subject that was erased; absent for none."""
    clients: int
    """The connector clients that did something, on the day that had most."""
    things: int
    """The most things that these clients and subjects had on one day."""
    polls: int
    """Polls of remote technologies, also those that failed."""
    writes: int
    """Writes and actions that were carried out."""
    events: int
    """Changes and events in `GET /changes` and `GET /events`."""
    deliveries: int
    """Messages that callbacks and subscriptions accepted."""
    bytes: int
    """The size of the values in the events, as JSON."""
    partial: NotRequired[Literal[True]]
    """A day has not ended, or is not counted to its end."""
    environment: str
    """The id of the environment."""

class Erasure(TypedDict):
    id: str
    status: Literal["scheduled", "running", "completed"]
    subject: NotRequired[Reference]
    """Present while it is running."""
    requested: str
    ended: NotRequired[str]
    clients_left: int
    """The connector clients that are still to be removed."""
    erased: dict[str, int]
    """How many of each kind were deleted or changed so far."""
    last_error: NotRequired[ClientDiagnosticsClientRemovalLastError]
    """Why the last attempt failed; it is repeated."""
    href: str
    receipt: NotRequired[str]
    """Once it is completed: a JSON Web Signature (compact, EdDSA) of its id, times and counts. Verify it with the keys at `/api/v1/erasures/keys`."""

class EventsTicket(TypedDict):
    ticket: str
    href: str
    """The stream, with the ticket."""
    expires_in: int
    """Seconds in which a stream can be opened."""

class HistoricIntervalSharesItem(TypedDict):
    value: Any
    """Any JSON value."""
    share: float

class HistoricInterval(TypedDict):
    start: str
    end: str
    coverage: float
    """The share of the interval in which the value was known, 0 to 1."""
    count: NotRequired[int]
    """How many values began in the interval."""
    min: NotRequired[float]
    max: NotRequired[float]
    mean: NotRequired[float]
    """Weighted by time."""
    last: NotRequired[Any]
    """The value that was known last in the interval."""
    shares: NotRequired[list[HistoricIntervalSharesItem]]
    """The shares of values other than numbers of the time that is known."""

class HistoricSeries(TypedDict):
    thing: Reference
    intervals: list[HistoricInterval]

class HistoricValue(TypedDict):
    time: str
    """When the property came to have the value."""
    until: NotRequired[str]
    """When it had it no more; left out while it has it."""
    value: NotRequired[Any]
    """The value; left out of a time in which it was not known."""

InstanceActivityHoursItem = TypedDict(
    "InstanceActivityHoursItem",
    {
        "from": "str",
        "polls": "int",
        "failed_polls": "int",
        "late_polls": "int",
        "max_lateness_seconds": "float",
        "mean_duration_seconds": "float",
        "max_duration_seconds": "float",
    },
)

class InstanceActivity(TypedDict):
    hours: list[InstanceActivityHoursItem]
    """The last 24 hours. The last one ends with the ten minutes that have begun."""

class Interaction(TypedDict):
    id: str
    thing: Reference
    operation: Literal["writeproperty", "writemultipleproperties", "invokeaction"]
    name: NotRequired[str]
    status: Literal["pending", "completed", "failed", "cancelled"]
    output: NotRequired[Any]
    """Any JSON value."""
    problem: NotRequired[Problem]
    requested: str
    queued_until: NotRequired[str]
    ended: NotRequired[str]
    href: str

class InteractionBatchProgress(TypedDict):
    pending: int
    running: int
    completed: int
    failed: int
    cancelled: int

class InteractionBatch(TypedDict):
    """A write or an action of many things."""

    id: str
    operation: Literal["writeproperty", "writemultipleproperties", "invokeaction"]
    name: NotRequired[str]
    status: Literal["pending", "completed", "cancelled"]
    progress: InteractionBatchProgress
    requested: str
    expires: str
    ended: NotRequired[str]
    href: str
    results: Reference

class InteractionBatchPreviewThingsItem(TypedDict):
    thing: Reference
    problem: NotRequired[Problem]
    """The reason why it would be refused."""

class InteractionBatchPreview(TypedDict):
    things: list[InteractionBatchPreviewThingsItem]

class InteractionBatchResult(TypedDict):
    """What has become of one thing of a batch."""

    id: str
    thing: Reference
    output: NotRequired[Any]
    """Any JSON value."""
    problem: NotRequired[Problem]
    ended: NotRequired[str]
    status: Literal["pending", "running", "completed", "failed", "cancelled"]
    href: str

class Invitation(TypedDict):
    id: str
    email: str
    role: Literal["owner", "developer", "support", "viewer"]
    invited_by: NotRequired[str]
    expires: str
    link: NotRequired[str]
    """The page that accepts it, unless it was sent; shown only now."""

class Limits(TypedDict):
    """The quotas of an account."""

    quotas: list[Quota]

class Link(TypedDict):
    id: str
    """The id, in any form that answers show."""

class ListedConnectorClientRemoval(TypedDict):
    since: str
    attempts: int
    last_error: NotRequired[ClientDiagnosticsClientRemovalLastError]

class ListedConnectorClient(TypedDict):
    id: str
    instance: Reference
    connector: Reference
    subject: Reference
    name: NotRequired[str]
    attributes: NotRequired[dict[str, str]]
    """Texts of the app: up to 50 members of up to 500 characters."""
    account: NotRequired[ClientDiagnosticsClientAccount]
    """Whose it is at the vendor, as far as that is known: of an account, a bridge or a home."""
    via: NotRequired[str]
    """The agent through which its technology is reached, in the network of that agent."""
    status: Literal["STARTING", "STARTED", "ERROR"]
    error: NotRequired[ClientDiagnosticsClientError]
    connection: NotRequired[ClientDiagnosticsClientConnection]
    last_polled: str | None
    next_poll: str | None
    failures: NotRequired[int]
    retry_in: NotRequired[int]
    paused: NotRequired[ChangePaused]
    warnings: int
    """How many warnings it has."""
    things: int
    """How many things it has created; 1000 means that many or more."""
    awaits_authorization: bool
    """Whether its subject has to authorize it: `authorization` of the client says where."""
    removal: NotRequired[ListedConnectorClientRemoval]
    href: str

class ListedConnectorType(TypedDict):
    name: str
    description: str
    category: NotRequired[str]
    steps: list[ChangedConnectorTypeStepsItem]
    translations: dict[str, dict[str, str]]
    type_id: str
    version: int
    created: str
    logo: str
    """Its address; empty without one."""
    connector: Reference

class ListedUnit(TypedDict):
    id: str
    href: str
    name: str
    type: str
    children: int
    """Units directly in it that the caller sees; 100 means that many or more."""
    things: int
    """Things directly in it that the caller sees; 100 means that many or more."""

class LogbookCause(TypedDict):
    type: Literal["reported", "client", "app", "subject", "batch", "unknown"]
    """`reported`: by the device itself; `client`: that all things of the client are or were unknown; else who requested it: an app, an end user with a token of their own, or a bulk command of either."""
    app: NotRequired[str]
    """The id of the app."""
    person: NotRequired[str]
    """The e-mail address of the person who used it; not for end users."""
    subject: NotRequired[str]
    """The end user."""
    request_id: NotRequired[str]
    """`X-Request-Id` of the request."""
    batch: NotRequired[str]
    """The id of the bulk command."""
    scene: NotRequired[str]
    """The id of the scene that it restored."""

LogbookEntry = TypedDict(
    "LogbookEntry",
    {
        "id": "str",
        "time": "str",
        "kind": "Literal[\"property_changed\", \"target_changed\", \"thing_event\", \"availability_changed\", \"device_replaced\", \"device_restored\"]",
        "property": "NotRequired[str]",
        "event": "NotRequired[str]",
        "previous": "NotRequired[Any]",
        "value": "NotRequired[Any]",
        "status": "NotRequired[Literal[\"queued\", \"pending\", \"unconfirmed\"] | Literal[\"withdrawn\"]]",
        "code": "NotRequired[str]",
        "data": "NotRequired[Any]",
        "occurred_at": "NotRequired[str]",
        "with": "NotRequired[str]",
        "cause": "LogbookCause",
    },
)

class McpClientEnvironment(TypedDict):
    id: str
    name: str

class McpClientOrganization(TypedDict):
    id: str
    name: str

class McpClient(TypedDict):
    id: str
    name: str
    """As it calls itself."""
    redirect_host: str
    """Where the browser went after it was authorized."""
    environment: McpClientEnvironment
    organization: McpClientOrganization
    scopes: list[str]
    """Those of its access tokens, as far as the role of the person has them."""
    created: str
    last_used: str
    expires: str
    """When it ends, unless it is used before."""

class McpClientRequestEnvironmentsItem(TypedDict):
    id: str
    name: str
    organization: str
    scopes: list[str]
    """Those that the app wants and the role has."""

class McpClientRequest(TypedDict):
    """Who wants to act as the person, where, and how far."""

    name: str
    """As it calls itself."""
    described_at: NotRequired[str]
    """The host of its client id, if that is the address of its description."""
    redirect_host: str
    """Where the browser goes with the answer."""
    is_local: bool
    """Whether that is this computer."""
    denied: str
    """The address with which the browser denies the request."""
    environments: list[McpClientRequestEnvironmentsItem]

class Member(TypedDict):
    id: str
    email: str
    name: str
    role: Literal["owner", "developer", "support", "viewer"]
    two_factor: bool
    """Whether signing in takes a second step, or a passkey."""
    created: str

class ModelImportFailuresItem(TypedDict):
    iri: str
    problem: Problem

class ModelImportProgressLinks(TypedDict):
    added: int
    removed: int

class ModelImportProgressProperties(TypedDict):
    added: int
    changed: int
    removed: int

class ModelImportProgressPoints(TypedDict):
    matched: int
    unmatched: int

class ModelImportProgressUnmappedItem(TypedDict):
    reason: str
    """One of unknown_class, cycle, unknown_node, unmatched_point, other_node, invalid_iri, unsupported_statement."""
    term: NotRequired[str]
    """The class or the predicate."""
    count: int
    example: str
    """The first node that it is about."""

class ModelImportProgress(TypedDict):
    """Absent until the model has been read."""

    units: int
    """Units of the model."""
    created: int
    updated: int
    unchanged: int
    failed: int
    statements: int
    links: ModelImportProgressLinks
    properties: ModelImportProgressProperties
    points: ModelImportProgressPoints
    unmapped: list[ModelImportProgressUnmappedItem]
    """Parts of the model that could not be mapped."""

class ModelImport(TypedDict):
    """An import of a model of a building."""

    id: str
    status: Literal["pending", "running", "completed", "failed", "cancelled"]
    replace: bool
    failures: list[ModelImportFailuresItem]
    """The first 200 units that were not stored, with the reasons."""
    problem: NotRequired[Problem]
    """Why the import has failed; send the model again."""
    requested: str
    ended: NotRequired[str]
    href: str
    dry_run: bool
    progress: NotRequired[ModelImportProgress]
    """Absent until the model has been read."""

class NewAgent(TypedDict):
    name: str

class NewAlert(TypedDict):
    name: str
    """As messages and the console show it."""
    condition: AlertPatchCondition | AlertPatchCondition2 | AlertPatchCondition3 | AlertPatchCondition4 | AlertPatchCondition5 | AlertPatchCondition6 | AlertPatchCondition7 | AlertPatchCondition8 | AlertPatchCondition9
    """When it fires."""
    email: NotRequired[list[str]]
    """Addresses to which e-mails are sent; only if the installation has a mail server."""
    webhook: NotRequired[str]
    """Where messages are posted, signed as Standard Webhooks."""
    slack: NotRequired[str]
    """The address of a Slack-compatible incoming webhook. It is a secret: answers show its origin."""
    group_seconds: NotRequired[int]
    """How long to wait for more before a message is sent, and at least between two messages."""
    list_first: NotRequired[int]
    """How many of what fires a message lists."""
    repeat_minutes: NotRequired[int | None]
    """After how long a message is repeated while something fires; null for never."""
    recovery: NotRequired[bool]
    """Whether to tell that something works again."""
    silenced_until: NotRequired[str | None]
    """Until when nothing is sent; null if it is not silenced."""

class NewApp(TypedDict):
    name: str
    scopes: list[Literal["svc.connector", "svc.connector.read", "svc.connector.pause", "svc.units.admin", "svc.units.read", "svc.things.read", "svc.things.admin", "svc.things.act", "svc.audit.read", "svc.apps.admin"]]
    """None that the access token does not have."""
    allowed_origins: NotRequired[list[str]]
    """Origins of web pages that may read answers to its access tokens."""

class NewAppSecret(TypedDict):
    overlap_seconds: NotRequired[int]
    """For how long the secret before it is accepted as well; a day by default."""

class NewCallback(TypedDict):
    url: str
    """Where messages are posted."""
    events: NotRequired[list[Literal["thing_created", "thing_deleted", "thing_event", "client_status_changed", "client_deleted", "batch_ended"]]]
    """The events that the app subscribes to."""
    rotate_secret: NotRequired[bool]
    """Makes a new secret; both sign for a day."""

class NewConnectBranding(TypedDict):
    name: str
    """The name of the app, as its end users know it."""
    color: NotRequired[str]
    """Of buttons and links; made darker or lighter where it could not be read."""

class NewConnectClient(TypedDict):
    connector_type_id: str
    """The `type_id` of a connector description, its number or its `href`."""
    configuration: dict[str, Any]
    """Depends on the type; its description has a sample and a JSON Schema."""
    name: NotRequired[str]
    """Tells it from other clients of the subject, if there can be several."""
    via: NotRequired[str]
    """The id of an agent of the subject."""

class NewConnectSession(TypedDict):
    types: NotRequired[list[str]]
    """The connector types to offer; all that there are instances of."""
    instances: NotRequired[list[str]]
    """The same by instances."""
    client: NotRequired[str]
    """A client of the subject, to correct or to authorize again."""
    return_url: NotRequired[str]
    """Where the end user goes in the end, at an origin that the app lists."""
    subject_name: NotRequired[str]
    """Who the end user is, as the page shows it: who has got the link of somebody else notices."""
    language: NotRequired[Literal["en", "de"]]
    """That of the page; by default that of the browser."""
    expires_in: NotRequired[int]
    """Seconds."""

class NewConnectorClient(TypedDict):
    connector_type_id: str
    """The `type_id` of a connector description, its number or its `href`."""
    configuration: dict[str, Any]
    """Depends on the type; its description has a sample and a JSON Schema."""
    name: NotRequired[str]
    """Tells it from other clients of the subject, if there can be several."""
    attributes: NotRequired[dict[str, str]]
    """Texts of the app: up to 50 members of up to 500 characters."""
    via: NotRequired[str]
    """The id of an agent of the subject."""

class NewConnectorInstance(TypedDict):
    connector_type_id: str
    """The `type_id` of a connector description, its number or its `href`."""
    configuration: dict[str, Any]
    """Depends on the type; its description has a sample and a JSON Schema."""
    clients_per_subject: NotRequired[int]
    """How many clients a subject may have; if it is more than one, each needs a name."""

class NewConnectorTrialAnswersItem(TypedDict):
    request: NotRequired[str]
    """The name of the request in the description; any if left out."""
    url: NotRequired[str]
    """The URL that is answered, or its path and query. Without it, one request is."""
    status: NotRequired[int]
    headers: NotRequired[dict[str, str]]
    body: NotRequired[Any]
    """JSON, or the whole body as a text."""

class NewConnectorTrial(TypedDict):
    connector_type_id: str
    """The `type_id` of a connector description, its number or its `href`."""
    instance_configuration: dict[str, Any]
    client_configuration: dict[str, Any]
    via: NotRequired[str]
    """The id of an agent, through which it is polled."""
    answers: NotRequired[list[NewConnectorTrialAnswersItem]]
    """Answers in place of requests. With them nothing is sent, and no credentials are needed."""

class NewConnectorTypeStepsItem(TypedDict):
    title: str
    description: str
    when: Literal["before", "after"]

class NewConnectorType(TypedDict):
    name: str
    """As developers and end users see it."""
    description: NotRequired[str]
    """What it connects."""
    category: NotRequired[str]
    """A kind of your own, such as `energy`."""
    steps: NotRequired[list[NewConnectorTypeStepsItem]]
    """What an end user has to do `before` filling in the form or `after`, such as finding a key."""
    translations: NotRequired[dict[str, dict[str, str]]]
    """Translations of these texts, and of titles and descriptions of parameters, by language and text."""
    configuration: dict[str, Any]
    """The description of the API: a configuration of an instance of `http-json`. Its `parameters` are the form of end users."""
    type_id: str
    """Its `connector_type_id`, which never changes."""

class NewConnectorTypeVersion(TypedDict):
    name: str
    """As developers and end users see it."""
    description: NotRequired[str]
    """What it connects."""
    category: NotRequired[str]
    """A kind of your own, such as `energy`."""
    steps: NotRequired[list[NewConnectorTypeStepsItem]]
    """What an end user has to do `before` filling in the form or `after`, such as finding a key."""
    translations: NotRequired[dict[str, dict[str, str]]]
    """Translations of these texts, and of titles and descriptions of parameters, by language and text."""
    configuration: dict[str, Any]
    """The description of the API: a configuration of an instance of `http-json`. Its `parameters` are the form of end users."""

NewInteractionBatchSelect = TypedDict(
    "NewInteractionBatchSelect",
    {
        "type": "NotRequired[str]",
        "capability": "NotRequired[Literal[\"light\", \"switch\", \"plug\", \"thermostat\", \"cover\", \"lock\", \"fan\", \"button\", \"temperature\", \"humidity\", \"pressure\", \"carbon_dioxide\", \"particulate_matter\", \"noise\", \"illuminance\", \"power\", \"energy\", \"voltage\", \"current\", \"frequency\", \"wind_speed\", \"rain\", \"battery\", \"battery_low\", \"motion\", \"occupancy\", \"open\", \"smoke\", \"leak\", \"gas\", \"vibration\", \"tamper\"]]",
        "available": "NotRequired[bool]",
        "subject": "NotRequired[str]",
        "client": "NotRequired[str]",
        "identifier": "NotRequired[str]",
        "attributes": "NotRequired[dict[str, str]]",
        "q": "NotRequired[str]",
        "in": "NotRequired[str]",
        "below": "NotRequired[str]",
        "search": "NotRequired[str]",
        "sort": "NotRequired[Literal[\"title\", \"-title\", \"created\", \"-created\"]]",
        "things": "NotRequired[list[str]]",
    },
)

class NewInteractionBatch(TypedDict):
    select: NewInteractionBatchSelect
    property: NotRequired[str]
    """The property to write."""
    value: NotRequired[Any]
    """Any JSON value."""
    properties: NotRequired[dict[str, Any]]
    """Several properties to write, with their values."""
    transition: NotRequired[float]
    """How long the change takes (s), of properties with `transition`; others change at once."""
    action: NotRequired[str]
    """The action to invoke."""
    input: NotRequired[Any]
    """Any JSON value."""
    expires: NotRequired[str]
    """What has not begun by then fails; within the hour, in ten minutes by default."""

class NewInvitation(TypedDict):
    email: str
    role: Literal["owner", "developer", "support", "viewer"]
    """`owner`: Everything, including members and environments. `developer`: Everything inside environments. `support`: Reads everything, including the activity and the audit log; pauses and resumes clients. `viewer`: Reads things, units and connector clients."""
    send: NotRequired[bool]
    """Whether to send the link by e-mail; then nobody else sees it."""

class NewLinksItemsItem(TypedDict):
    unit: str
    parent: str

class NewLinks(TypedDict):
    items: list[NewLinksItemsItem]

class NewMcpClient(TypedDict):
    response_type: Literal["code"]
    """`code`."""
    client_id: str
    """That of the app."""
    redirect_uri: str
    """An address that the app has registered."""
    code_challenge: str
    """The SHA-256 (base64url) of the verifier."""
    code_challenge_method: Literal["S256"]
    """`S256`."""
    state: NotRequired[str]
    """Sent back with the answer."""
    scope: NotRequired[str]
    """The scopes that the app wants; those of the tools by default."""
    resource: NotRequired[str]
    """The address of `/mcp`, if any."""
    environment: str

NewPropertyValues: TypeAlias = "dict[str, Any]"

NewRedelivery = TypedDict(
    "NewRedelivery",
    {
        "status": "NotRequired[Literal[\"pending\", \"delivered\", \"failed\"]]",
        "type": "NotRequired[str]",
        "thing": "NotRequired[str]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
        "response_status": "NotRequired[str]",
        "error": "NotRequired[str]",
        "search": "NotRequired[str]",
    },
)

class NewScene(TypedDict):
    name: str

class NewSubscriptionMatchValue(TypedDict):
    """Only changes of values by which this condition begins or ends."""

    property: str
    """The name of the property."""
    above: NotRequired[float]
    below: NotRequired[float]
    equals: NotRequired[Any]
    """Any JSON value."""
    changed: NotRequired[Literal[True]]
    """Reports each new value."""
    hysteresis: NotRequired[float]
    """How far a value must return beyond `above` or `below` before the condition ends."""
    when: NotRequired[list[Literal["begins", "ends"]]]
    """Whether to report that the condition begins, ends, or both."""

NewSubscriptionMatch = TypedDict(
    "NewSubscriptionMatch",
    {
        "things": "NotRequired[list[str]]",
        "type": "NotRequired[str]",
        "capability": "NotRequired[Literal[\"light\", \"switch\", \"plug\", \"thermostat\", \"cover\", \"lock\", \"fan\", \"button\", \"temperature\", \"humidity\", \"pressure\", \"carbon_dioxide\", \"particulate_matter\", \"noise\", \"illuminance\", \"power\", \"energy\", \"voltage\", \"current\", \"frequency\", \"wind_speed\", \"rain\", \"battery\", \"battery_low\", \"motion\", \"occupancy\", \"open\", \"smoke\", \"leak\", \"gas\", \"vibration\", \"tamper\"]]",
        "subject": "NotRequired[str]",
        "client": "NotRequired[str]",
        "in": "NotRequired[str]",
        "below": "NotRequired[str]",
        "events": "NotRequired[list[Literal[\"thing_created\", \"thing_updated\", \"thing_deleted\", \"property_changed\", \"target_changed\", \"thing_event\", \"client_status_changed\", \"client_deleted\"]]]",
        "value": "NotRequired[NewSubscriptionMatchValue]",
    },
)

NewSubscription = TypedDict(
    "NewSubscription",
    {
        "match": "NewSubscriptionMatch",
        "url": "NotRequired[str]",
        "from": "NotRequired[str]",
    },
)

NewThing = TypedDict(
    "NewThing",
    {
        "title": "str",
        "description": "NotRequired[str]",
        "properties": "NotRequired[dict[str, ConnectorTrialDevicesItemPropertiesValue]]",
        "actions": "NotRequired[dict[str, ConnectorTrialDevicesItemActionsValue]]",
        "@type": "NotRequired[str | list[str]]",
        "attributes": "NotRequired[dict[str, str]]",
    },
)

class NewUnit(TypedDict):
    name: str
    type: str
    properties: NotRequired[list[NewUnitProperty]]

class NewUnitProperty(TypedDict):
    name: str
    value: Any
    """Any JSON value."""

class NewUnits(TypedDict):
    items: list[NewUnit]

class OpenConnectSession(TypedDict):
    id: str
    subject: Reference
    app: str
    """The client id of the app that has created it."""
    types: NotRequired[list[str]]
    """The connector types that it offers; or all."""
    created: str
    expires_at: str
    client: NotRequired[Reference]
    """The client that it is about."""

class OpenedInvitation(TypedDict):
    id: str
    email: str
    role: Literal["owner", "developer", "support", "viewer"]
    invited_by: NotRequired[str]
    expires: str
    organization: str
    has_account: bool
    """Whether somebody has signed up with the address."""

class OrganizationEnvironmentsItem(TypedDict):
    id: str
    name: str
    created: str
    deletion: NotRequired[EnvironmentDeletion]

class Organization(TypedDict):
    id: str
    name: str
    role: Literal["owner", "developer", "support", "viewer"]
    environments: list[OrganizationEnvironmentsItem]
    requires_two_factor: bool
    created: str
    deletion: NotRequired[EnvironmentDeletion]

class OrganizationPatch(TypedDict):
    name: NotRequired[str]
    requires_two_factor: NotRequired[bool]
    """Whether its environments are closed to members whose password alone signs them in."""

class PairingCode(TypedDict):
    code: str
    """For `trellis-agent --code`; it works once."""
    expires: str

class PendingEvent(TypedDict):
    type: Literal["thing_created", "thing_updated", "thing_deleted", "property_changed", "target_changed", "thing_event", "client_status_changed", "client_deleted"]
    data: ThingEvent

class ProblemErrorsItem(TypedDict):
    pointer: str
    detail: str

class ProblemExisting(TypedDict):
    href: str

class ProblemQuota(TypedDict):
    name: str
    limit: int
    used: int

class ProblemTrialsItem(TypedDict):
    client: ProblemExisting
    found: NotRequired[int]
    error: NotRequired[ChangedConnectorTypeTrialsItemError]

class ProblemFailure(TypedDict):
    """What is known about the failure of a remote technology."""

    cause: NotRequired[Literal["name_not_found", "name_lookup_failed", "address_not_allowed", "agent_offline", "agent_stopped", "agent_removed", "agent_refuses_address", "agent_finds_no_host", "connection_refused", "no_route", "connect_timeout", "answer_timeout", "poll_timeout", "connection_lost", "unreachable", "other_protocol", "protocol_version", "went_silent", "connection_limit", "interrupted", "device_unreachable", "device_gone", "tls_expired", "tls_not_yet_valid", "tls_other_name", "tls_unknown_authority", "tls_self_signed", "tls_refused", "tls_protocol", "tls_expected", "credentials_refused", "credentials_missing", "token_refused", "forbidden", "forbidden_after_refresh", "grant_revoked", "not_granted", "pairing_needed", "acl_refused", "credentials_withheld", "app_refused", "token_not_issued", "token_request_refused", "not_found", "bad_request", "redirect", "rate_limited", "vendor_quota", "server_error", "unexpected_status", "refused_by_server", "api_error", "not_json", "unexpected_form", "value_not_there", "not_pasted", "answer_too_large", "too_much_to_read", "other_server", "nothing_found", "nothing_reported", "another_device", "value_refused", "no_such_command", "signature_missing", "address_invalid", "request_invalid", "configuration_incomplete", "configuration_invalid", "description_invalid", "parts_left_out", "too_many_devices", "too_costly", "connector_bug", "device_invalid", "polls_set_aside"]]
    """Why exactly it fails; the documentation lists what helps."""
    advice: NotRequired[str]
    """What the cause means, and what helps."""
    address: NotRequired[str]
    """The address that failed: scheme, host, port and path, without query."""
    status: NotRequired[int]
    """The status of the HTTP response."""
    path: NotRequired[str]
    """Where in the answer, or in the description of it, as a JSONPath."""
    until: NotRequired[str]
    """When the certificate expired, or from when it is valid."""
    retry_at: NotRequired[str]
    """When the remote technology takes requests again, as it says."""

class Problem(TypedDict):
    """RFC 9457"""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    """The id of the request, as in `X-Request-Id`."""
    errors: NotRequired[list[ProblemErrorsItem]]
    """What is wrong with the input, by JSON Pointer."""
    existing: NotRequired[ProblemExisting]
    cycle: NotRequired[list[str]]
    written: NotRequired[list[str]]
    quota: NotRequired[ProblemQuota]
    remedy: NotRequired[Literal["retry", "wait", "reauthorize", "fix-configuration", "resume"]]
    reason: NotRequired[str]
    """Why, in a word: of a refused access token `missing`, `malformed`, `wrong_signature`, `expired`, `not_yet_valid`, `wrong_issuer`, `wrong_audience`, `wrong_claims`, `revoked`; of a refused sign-in the error code of better-auth in lower case."""
    trials: NotRequired[list[ProblemTrialsItem]]
    """What the clients that have tried a change would find."""
    failure: NotRequired[ProblemFailure]
    """What is known about the failure of a remote technology."""

PropertyValues: TypeAlias = "dict[str, Any]"

class Quota(TypedDict):
    name: Literal["units", "things", "scenes", "history_values", "unit_properties", "unit_bytes", "connector_instances", "connector_types", "connector_clients", "client_things", "pending_interactions", "client_pending_interactions", "callbacks", "subscriptions", "alert_rules", "agents", "apps"]
    limit: int
    used: NotRequired[int]
    """How much is in use; for quotas of the account."""
    per: Literal["developer", "unit", "client"]
    """What has the quota: the account, or every single unit or connector client."""
    counts: str
    """What is counted."""

class ReceiptKeysKeysItem(TypedDict):
    kty: str
    crv: str
    x: str
    kid: str
    alg: str
    use: str

class ReceiptKeys(TypedDict):
    keys: list[ReceiptKeysKeysItem]

class RecordedRequest(TypedDict):
    at: str
    protocol: Literal["http", "websocket", "mqtt"]
    method: str
    address: str
    duration_ms: NotRequired[float]
    status: NotRequired[int]
    sent: NotRequired[ConnectorTrialRequestsItemSent]
    received: NotRequired[ConnectorTrialRequestsItemSent]
    error: NotRequired[str]

class Redelivery(TypedDict):
    id: str
    status: Literal["running", "completed"]
    redelivered: int
    created: str
    ended: NotRequired[str]
    href: str

class Reference(TypedDict):
    href: str
    """Address of the referenced resource."""

class RemovalLinksItem(TypedDict):
    href: str
    """Address of the referenced resource."""
    relation: Literal["things", "children", "parents", "subjects"]
    """The list of the unit in which the link is."""
    thing: NotRequired[Reference]
    """The thing in the unit, when it goes."""

class Removal(TypedDict):
    clients: list[Reference]
    things: list[Reference]
    links: list[RemovalLinksItem]

ReplacedWith = TypedDict(
    "ReplacedWith",
    {
        "with": "str",
    },
)

class ReplacementProperties(TypedDict):
    missing: list[str]
    """What the new device lacks."""
    added: list[str]
    """What only the new device has."""
    changed: list[str]
    """What both have, but for example with another unit or other values."""

class Replacement(TypedDict):
    properties: ReplacementProperties
    actions: ReplacementProperties
    events: ReplacementProperties

ReplacementsReplacedItem = TypedDict(
    "ReplacementsReplacedItem",
    {
        "thing": "Reference",
        "with": "Reference",
    },
)

class Replacements(TypedDict):
    replaced: list[ReplacementsReplacedItem]
    left: list[Reference]
    """Things for which the other client has no device."""

Replay = TypedDict(
    "Replay",
    {
        "from": "str",
    },
)

class RetentionInstallation(TypedDict):
    """Those of the installation, which hold where the account has chosen none (`null`)."""

    history_days: int
    activity_days: int

class Retention(TypedDict):
    history_days: int | None
    """Days for which past values of things are shown."""
    activity_days: int | None
    """Days for which the activity of clients is shown."""
    installation: RetentionInstallation
    """Those of the installation, which hold where the account has chosen none (`null`)."""

class RetentionPatch(TypedDict):
    history_days: NotRequired[int | None]
    """Days for which past values of things are shown."""
    activity_days: NotRequired[int | None]
    """Days for which the activity of clients is shown."""

class Scene(TypedDict):
    """A saved state of the things in or below a unit."""

    id: str
    unit: Reference
    name: str
    created: str
    modified: str
    href: str

class SceneActivation(TypedDict):
    transition: NotRequired[float]
    """How long the change takes (s), of properties with `transition`; others change at once."""

class ScenePatchStatesItemThing(TypedDict):
    href: str
    """Its id in any form."""

class ScenePatchStatesItem(TypedDict):
    thing: ScenePatchStatesItemThing
    properties: dict[str, Any]

class ScenePatch(TypedDict):
    name: NotRequired[str]
    states: NotRequired[list[ScenePatchStatesItem]]
    """All states that the scene has from then on, of those that the caller sees."""

class SceneWithStatesStatesItem(TypedDict):
    thing: Reference
    properties: dict[str, Any]

class SceneWithStates(TypedDict):
    id: str
    unit: Reference
    name: str
    created: str
    modified: str
    href: str
    states: list[SceneWithStatesStatesItem]

class SeeingSubject(TypedDict):
    href: str
    """Address of the referenced resource."""
    reasons: list[Literal["owner", "linked", "has_things"]]
    """`owner`: the subject created the unit. `linked`: it is in the `subjects` of the unit. `has_things`, with `include=things`: things of the subject are in the unit, which does not make it see the unit."""
    sees: NotRequired[bool]
    """With `include=things`: whether the subject sees the unit."""

class ShownConfiguration(TypedDict):
    configuration: dict[str, Any]
    """Its members, but for secrets and what the schema of the connector does not describe."""
    secrets: list[str]
    """JSON Pointers of the secrets that are stored."""

class Subject(TypedDict):
    id: str
    units: list[Reference]
    things: list[Reference]
    attributes: NotRequired[dict[str, str]]
    """Texts of the app: up to 50 members of up to 500 characters."""
    clients: list[Reference]

class SubjectLink(TypedDict):
    id: str

class SubjectPatch(TypedDict):
    attributes: NotRequired[dict[str, str | None] | None]
    """Attributes to change: `null` or an empty text removes a member, `null` all."""

class SubscriptionMatchValue(TypedDict):
    """Only changes of values by which this condition begins or ends."""

    property: str
    """The name of the property."""
    above: NotRequired[float]
    below: NotRequired[float]
    equals: NotRequired[Any]
    """Any JSON value."""
    changed: NotRequired[Literal[True]]
    """Reports each new value."""
    hysteresis: NotRequired[float]
    """How far a value must return beyond `above` or `below` before the condition ends."""
    when: NotRequired[list[Literal["begins", "ends"]]]
    """Whether to report that the condition begins, ends, or both."""

SubscriptionMatch = TypedDict(
    "SubscriptionMatch",
    {
        "things": "NotRequired[list[str]]",
        "type": "NotRequired[str]",
        "capability": "NotRequired[Literal[\"light\", \"switch\", \"plug\", \"thermostat\", \"cover\", \"lock\", \"fan\", \"button\", \"temperature\", \"humidity\", \"pressure\", \"carbon_dioxide\", \"particulate_matter\", \"noise\", \"illuminance\", \"power\", \"energy\", \"voltage\", \"current\", \"frequency\", \"wind_speed\", \"rain\", \"battery\", \"battery_low\", \"motion\", \"occupancy\", \"open\", \"smoke\", \"leak\", \"gas\", \"vibration\", \"tamper\"]]",
        "subject": "NotRequired[str]",
        "client": "NotRequired[str]",
        "in": "NotRequired[str]",
        "below": "NotRequired[str]",
        "events": "NotRequired[list[Literal[\"thing_created\", \"thing_updated\", \"thing_deleted\", \"property_changed\", \"target_changed\", \"thing_event\", \"client_status_changed\", \"client_deleted\"]]]",
        "value": "NotRequired[SubscriptionMatchValue]",
    },
)

class SubscriptionError(TypedDict):
    detail: str
    attempts: int
    since: str
    next_attempt: NotRequired[str]

class Subscription(TypedDict):
    id: str
    subject: NotRequired[str]
    match: SubscriptionMatch
    created: str
    url: NotRequired[str]
    status: NotRequired[Literal["active", "stopped"]]
    cursor: NotRequired[str]
    previous_secret_until: NotRequired[str]
    error: NotRequired[SubscriptionError]
    href: str
    events: Reference
    secret: NotRequired[str]
    """Signs the messages (Standard Webhooks). Shown only when it is new."""

class SubscriptionAttemptMessage(TypedDict):
    """The `webhook-id` and the type of the message."""

    id: str
    type: str

class SubscriptionAttempt(TypedDict):
    at: str
    """When it began."""
    url: str
    """Where the message was sent."""
    duration_ms: NotRequired[int]
    """Until the answer was complete, or the attempt was given up."""
    response_status: NotRequired[int]
    error: NotRequired[str]
    answer: NotRequired[DeliveryWithPayloadLastAttemptsItemAnswer]
    """The first 8 KiB of the answer, as the app has sent it and decoded as UTF-8. Never interpret it: show it as text."""
    message: SubscriptionAttemptMessage
    """The `webhook-id` and the type of the message."""

class SubscriptionPatch(TypedDict):
    match: NotRequired[dict[str, Any]]
    """Changes of the conditions: a member that is null is removed."""
    url: NotRequired[str]
    """Where messages are posted from now on. Also when it is the same, those that are held up are sent at once, and one that was stopped goes on."""

class SweepDecision(TypedDict):
    action: Literal["accept", "wait"]

class ThingPropertiesValueTarget(TypedDict):
    value: Any
    """Any JSON value."""
    requested: str
    status: Literal["queued", "pending", "unconfirmed"]

ThingPropertiesValueFormsItemHtvHeadersItem = TypedDict(
    "ThingPropertiesValueFormsItemHtvHeadersItem",
    {
        "htv:fieldName": "str",
        "htv:fieldValue": "str",
    },
)

class ThingPropertiesValueFormsItemAdditionalResponsesItem(TypedDict):
    success: bool
    contentType: str
    schema: str

ThingPropertiesValueFormsItem = TypedDict(
    "ThingPropertiesValueFormsItem",
    {
        "href": "str",
        "contentType": "str",
        "op": "list[str]",
        "subprotocol": "NotRequired[Literal[\"sse\"]]",
        "htv:methodName": "NotRequired[str]",
        "htv:headers": "NotRequired[list[ThingPropertiesValueFormsItemHtvHeadersItem]]",
        "additionalResponses": "NotRequired[list[ThingPropertiesValueFormsItemAdditionalResponsesItem]]",
    },
)

ThingPropertiesValue = TypedDict(
    "ThingPropertiesValue",
    {
        "@type": "NotRequired[str | list[str]]",
        "title": "NotRequired[str]",
        "titles": "NotRequired[dict[str, str]]",
        "description": "NotRequired[str]",
        "descriptions": "NotRequired[dict[str, str]]",
        "type": "NotRequired[Literal[\"boolean\", \"integer\", \"number\", \"string\", \"object\", \"array\", \"null\"]]",
        "const": "NotRequired[Any]",
        "default": "NotRequired[Any]",
        "unit": "NotRequired[str]",
        "enum": "NotRequired[list[Any]]",
        "readOnly": "NotRequired[bool]",
        "writeOnly": "NotRequired[bool]",
        "format": "NotRequired[str]",
        "minItems": "NotRequired[int]",
        "maxItems": "NotRequired[int]",
        "required": "NotRequired[list[str]]",
        "minimum": "NotRequired[float]",
        "maximum": "NotRequired[float]",
        "exclusiveMinimum": "NotRequired[float]",
        "exclusiveMaximum": "NotRequired[float]",
        "multipleOf": "NotRequired[float]",
        "minLength": "NotRequired[int]",
        "maxLength": "NotRequired[int]",
        "pattern": "NotRequired[str]",
        "contentEncoding": "NotRequired[str]",
        "contentMediaType": "NotRequired[str]",
        "oneOf": "NotRequired[list[DataSchema]]",
        "items": "NotRequired[DataSchema | list[DataSchema]]",
        "properties": "NotRequired[dict[str, DataSchema]]",
        "role": "NotRequired[Literal[\"primary\", \"configuration\", \"diagnostic\"]]",
        "transition": "NotRequired[bool]",
        "observable": "NotRequired[bool]",
        "value": "NotRequired[Any]",
        "changed": "NotRequired[str]",
        "last_heard": "NotRequired[str]",
        "target": "NotRequired[ThingPropertiesValueTarget]",
        "forms": "list[ThingPropertiesValueFormsItem]",
    },
)

ThingActionsValue = TypedDict(
    "ThingActionsValue",
    {
        "@type": "NotRequired[str | list[str]]",
        "title": "NotRequired[str]",
        "titles": "NotRequired[dict[str, str]]",
        "description": "NotRequired[str]",
        "descriptions": "NotRequired[dict[str, str]]",
        "role": "NotRequired[Literal[\"primary\", \"configuration\", \"diagnostic\"]]",
        "input": "NotRequired[DataSchema]",
        "output": "NotRequired[DataSchema]",
        "safe": "NotRequired[bool]",
        "idempotent": "NotRequired[bool]",
        "synchronous": "NotRequired[bool]",
        "forms": "list[ThingPropertiesValueFormsItem]",
    },
)

ThingEventsValue = TypedDict(
    "ThingEventsValue",
    {
        "@type": "NotRequired[str | list[str]]",
        "title": "NotRequired[str]",
        "titles": "NotRequired[dict[str, str]]",
        "description": "NotRequired[str]",
        "descriptions": "NotRequired[dict[str, str]]",
        "role": "NotRequired[Literal[\"primary\", \"configuration\", \"diagnostic\"]]",
        "data": "NotRequired[DataSchema]",
        "forms": "list[ThingPropertiesValueFormsItem]",
    },
)

class ThingLinksItem(TypedDict):
    rel: str
    href: str
    type: str

class ThingAvailability(TypedDict):
    state: Literal["available", "unavailable", "unknown"]
    reason: NotRequired[Literal["client_error", "device_error", "never_observed", "no_values", "sweep_held", "client_paused"]]
    code: NotRequired[Literal["unavailable", "authorization_required", "misconfigured", "another_device", "connector_failed", "set_aside", "quota_exceeded", "no_devices", "no_values", "flooding", "only_polled", "sweep_held"]]
    since: NotRequired[str]

class ThingCreatedBy(TypedDict):
    app: str

Thing = TypedDict(
    "Thing",
    {
        "@context": "list[str | dict[str, str]]",
        "id": "str",
        "title": "str",
        "security": "list[str]",
        "securityDefinitions": "dict[str, dict[str, str]]",
        "@type": "NotRequired[list[str]]",
        "description": "NotRequired[str]",
        "identifiers": "NotRequired[list[ConnectorTrialDevicesItemIdentifiersItem]]",
        "base": "str",
        "created": "str",
        "modified": "str",
        "properties": "dict[str, ThingPropertiesValue]",
        "actions": "dict[str, ThingActionsValue]",
        "events": "dict[str, ThingEventsValue]",
        "schemaDefinitions": "dict[str, DataSchema]",
        "forms": "list[ThingPropertiesValueFormsItem]",
        "links": "list[ThingLinksItem]",
        "available": "bool",
        "availability": "ThingAvailability",
        "last_heard": "NotRequired[str]",
        "created_by": "Reference | ThingCreatedBy",
        "subject": "NotRequired[Reference]",
        "attributes": "NotRequired[dict[str, str]]",
    },
)

class ThingEvent2Property(TypedDict):
    href: str
    """Address of the referenced resource."""
    name: str

class ThingEvent2(TypedDict):
    id: str
    time: NotRequired[str]
    attributes: NotRequired[dict[str, str]]
    """Texts of the app: up to 50 members of up to 500 characters."""
    thing: Reference
    property: ThingEvent2Property
    value: Any
    """Any JSON value."""
    turn: NotRequired[Literal["begins", "ends"]]
    """Of a subscription with a condition: whether it begins or ends with this value."""

class ThingEvent3Target(TypedDict):
    value: Any
    """Any JSON value."""
    requested: str
    status: Literal["queued", "pending", "unconfirmed", "confirmed", "withdrawn"]

class ThingEvent3(TypedDict):
    id: str
    time: NotRequired[str]
    attributes: NotRequired[dict[str, str]]
    """Texts of the app: up to 50 members of up to 500 characters."""
    thing: Reference
    property: ThingEvent2Property
    target: ThingEvent3Target

class ThingEvent4(TypedDict):
    id: str
    time: NotRequired[str]
    attributes: NotRequired[dict[str, str]]
    """Texts of the app: up to 50 members of up to 500 characters."""
    thing: Reference
    event: ThingEvent2Property
    data: NotRequired[Any]
    """Any JSON value."""
    occurred_at: str

class ThingEvent5(TypedDict):
    id: str
    time: NotRequired[str]
    attributes: NotRequired[dict[str, str]]
    """Texts of the app: up to 50 members of up to 500 characters."""
    thing: Reference
    available: bool

class ThingEvent6(TypedDict):
    id: str
    time: NotRequired[str]
    attributes: NotRequired[dict[str, str]]
    """Texts of the app: up to 50 members of up to 500 characters."""
    thing: Reference

class ThingEvent7(TypedDict):
    id: str
    time: NotRequired[str]
    attributes: NotRequired[dict[str, str]]
    """Texts of the app: up to 50 members of up to 500 characters."""
    client: Reference
    status: Literal["STARTING", "STARTED", "ERROR"]
    error: NotRequired[ChangeError]
    paused: NotRequired[ChangePaused]

class ThingEvent8(TypedDict):
    id: str
    time: NotRequired[str]
    attributes: NotRequired[dict[str, str]]
    """Texts of the app: up to 50 members of up to 500 characters."""
    client: Reference

class ThingEvent9(TypedDict):
    pass

ThingEvent: TypeAlias = "ThingEvent2 | ThingEvent3 | ThingEvent4 | ThingEvent5 | ThingEvent6 | ThingEvent7 | ThingEvent8 | ThingEvent9"

ThingPatch = TypedDict(
    "ThingPatch",
    {
        "title": "NotRequired[str | None]",
        "@type": "NotRequired[str | list[str] | None]",
        "description": "NotRequired[str | None]",
        "properties": "NotRequired[dict[str, dict[str, Any] | None] | None]",
        "actions": "NotRequired[dict[str, dict[str, Any] | None] | None]",
        "attributes": "NotRequired[dict[str, str | None] | None]",
    },
)

ThingValues = TypedDict(
    "ThingValues",
    {
        "id": "str",
        "href": "str",
        "title": "str",
        "@type": "list[str]",
        "subject": "NotRequired[Reference]",
        "values": "dict[str, Any]",
        "units": "NotRequired[dict[str, str]]",
        "attributes": "NotRequired[dict[str, str]]",
        "targets": "NotRequired[dict[str, ThingPropertiesValueTarget]]",
        "available": "bool",
        "availability": "ThingAvailability",
    },
)

class Unit(TypedDict):
    id: str
    name: str
    type: str
    things: list[Reference]
    properties: list[UnitProperty]
    children: list[Reference]
    parents: list[Reference]
    subjects: list[Reference]
    owner: str
    """The creating subject, or the developer."""
    truncated: NotRequired[list[Literal["things", "children", "parents", "subjects", "properties"]]]
    """Lists of which only the first entries are shown here: 1000, and properties up to 1 MiB."""

class UnitPatch(TypedDict):
    name: NotRequired[str]
    type: NotRequired[str]
    properties: NotRequired[list[NewUnitProperty] | None]
    """All properties that the unit has from then on; none with null."""

class UnitProperty(TypedDict):
    name: str
    value: Any
    """Any JSON value."""

class UnitPropertyValue(TypedDict):
    name: NotRequired[str]
    value: Any
    """Any JSON value."""

class UnitPropertyWritesItemsItem(TypedDict):
    name: str
    value: Any
    """Any JSON value."""
    unit: str
    method: NotRequired[Literal["POST", "PUT"]]

class UnitPropertyWrites(TypedDict):
    items: list[UnitPropertyWritesItemsItem]

class UnitSuggestion(TypedDict):
    id: str
    """The id of the room in the remote technology."""
    name: str
    type: str
    parent: NotRequired[str]
    """The id of the room that contains it."""
    things: list[Reference]

class UnitSummaryUnitsTypesItem(TypedDict):
    type: str
    count: int

class UnitSummaryUnits(TypedDict):
    """Units below the unit, by type."""

    count: int
    types: list[UnitSummaryUnitsTypesItem]

class UnitSummaryThingsCapabilitiesItem(TypedDict):
    capability: Literal["light", "switch", "plug", "thermostat", "cover", "lock", "fan", "button", "temperature", "humidity", "pressure", "carbon_dioxide", "particulate_matter", "noise", "illuminance", "power", "energy", "voltage", "current", "frequency", "wind_speed", "rain", "battery", "battery_low", "motion", "occupancy", "open", "smoke", "leak", "gas", "vibration", "tamper"]
    count: int

class UnitSummaryThings(TypedDict):
    """Things in the unit or below it, each once; those that are unavailable, those of which nothing is known, and by capability."""

    count: int
    unavailable: int
    unknown: int
    capabilities: list[UnitSummaryThingsCapabilitiesItem]

class UnitSummaryClientsItem(TypedDict):
    href: str
    code: Literal["unavailable", "authorization_required", "misconfigured", "another_device", "connector_failed", "set_aside", "quota_exceeded", "no_devices", "no_values", "flooding", "only_polled", "sweep_held"]
    since: str
    things: int

class UnitSummaryValuesItem(TypedDict):
    property: str
    unit: NotRequired[str]
    count: int
    minimum: float
    maximum: float
    mean: float

class UnitSummary(TypedDict):
    units: UnitSummaryUnits
    """Units below the unit, by type."""
    things: NotRequired[UnitSummaryThings]
    """Things in the unit or below it, each once; those that are unavailable, those of which nothing is known, and by capability."""
    clients: NotRequired[list[UnitSummaryClientsItem]]
    """Connector clients of these things that need attention, as far as these tell: their polls fail, could not observe some of the things, or hold a sweep. Those that are paused need none. What concerns the client alone, such as a removal that failed, is with `GET /connectors/clients?attention=true`."""
    values: NotRequired[list[UnitSummaryValuesItem]]
    """Current numbers of the properties in `of`, of things that are available, for each unit of measurement."""

class Usage(TypedDict):
    day: NotRequired[str]
    """The day (UTC), if figures are grouped by it."""
    connector_type_id: NotRequired[str]
    """Absent for what belongs to no connector: things of apps, units, and messages."""
    subject: NotRequired[str]
    """`erased:…` for a subject that was erased; absent for none."""
    clients: int
    """The connector clients that did something, on the day that had most."""
    things: int
    """The most things that these clients and subjects had on one day."""
    polls: int
    """Polls of remote technologies, also those that failed."""
    writes: int
    """Writes and actions that were carried out."""
    events: int
    """Changes and events in `GET /changes` and `GET /events`."""
    deliveries: int
    """Messages that callbacks and subscriptions accepted."""
    bytes: int
    """The size of the values in the events, as JSON."""
    partial: NotRequired[Literal[True]]
    """A day has not ended, or is not counted to its end."""

class VisibleUnit(TypedDict):
    href: str
    """Address of the referenced resource."""
    reasons: list[Literal["owner", "linked", "has_things"]]
    """`owner`: the subject created the unit. `linked`: it is in the `subjects` of the unit. `has_things`, with `include=things`: things of the subject are in the unit, which does not make it see the unit."""
    sees: NotRequired[bool]
    """With `include=things`: whether the subject sees the unit."""

class DeleteConnectorClientAnswerGivenUpItem(TypedDict):
    step: Literal["hook", "grant"]
    code: Literal["unavailable", "authorization_required", "misconfigured", "another_device", "connector_failed", "set_aside", "quota_exceeded", "no_devices", "no_values", "flooding", "only_polled", "sweep_held"]
    detail: str

class DeleteConnectorClientAnswer(TypedDict):
    given_up: list[DeleteConnectorClientAnswerGivenUpItem]

class PauseConnectorClientBody(TypedDict):
    reason: NotRequired[str]
    """Is shown with the client."""

class DebugConnectorClientBody(TypedDict):
    minutes: NotRequired[int]

class BeginConnectAuthorizationBody(TypedDict):
    accept_other_account: NotRequired[bool]
    """Whether the account at the vendor may be another one than before."""
    prompt: NotRequired[Literal["login"]]
    """Makes the vendor ask for the account again, if it supports that."""

class CreateOrganizationBody(TypedDict):
    name: str

class ListMembersAnswer(TypedDict):
    members: list[Member]
    invitations: list[Invitation]

class UpdateMemberBody(TypedDict):
    role: Literal["owner", "developer", "support", "viewer"]

class ReadInvitationBody(TypedDict):
    secret: str
