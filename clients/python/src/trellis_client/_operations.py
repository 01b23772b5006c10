# Made from the OpenAPI document by `npm run generate:client`.

from __future__ import annotations

from typing import Any, Literal, Mapping, Sequence


from . import types as t
from ._answer import Answer, segment


class Operations:
    """The operations of the interface that have JSON, in the order of its documentation."""

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
        raise NotImplementedError

    def list_connector_descriptions(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.ConnectorDescription]]:
        """Retrieve connector descriptions. All types of connectors, each with a sample and a JSON Schema of its configurations. Needs no access token; with one, the types of the account follow."""
        return self.call(
            "GET",
            "/connectors/descriptions",
            query={"limit": limit, "cursor": cursor},
            headers={"If-None-Match": if_none_match},
        )

    def get_connector_description(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.ConnectorDescription]:
        """Retrieve connector description. What the connector links, and how its instances and clients are configured. The id is its number, or its `type_id`. Only types of the account need an access token."""
        return self.call(
            "GET",
            f"/connectors/descriptions/{segment(id)}",
            headers={"If-None-Match": if_none_match},
        )

    def list_connector_instances(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.Reference]]:
        """Retrieve connector instances. References to the instances of the account."""
        return self.call(
            "GET",
            "/connectors/instances",
            query={"limit": limit, "cursor": cursor},
            headers={"If-None-Match": if_none_match},
        )

    def create_connector_instance(
        self,
        body: t.NewConnectorInstance,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Answer[t.Created]:
        """Create connector instance. Configures a connector type for the account, which has at most one instance of each type (409). The configuration is stored encrypted and never shown again."""
        return self.call(
            "POST",
            "/connectors/instances",
            headers={"Idempotency-Key": idempotency_key, "If-Match": if_match},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def get_connector_instance(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.ConnectorInstance]:
        """Retrieve connector instance. Its connector and the clients that use it, or those of the subject."""
        return self.call(
            "GET",
            f"/connectors/instances/{segment(id)}",
            headers={"If-None-Match": if_none_match},
        )

    def update_connector_instance(
        self,
        id: str,
        body: t.ConnectorInstancePatch,
        *,
        if_match: str | None = None,
        prefer: str | None = None,
    ) -> Answer[t.ConnectorInstance]:
        """Change connector instance. Changes the configuration by a JSON Merge Patch (RFC 7396) once a poll with the new one has succeeded for one of its clients, if it has any; until then, and if it fails, the old one stays. `clients_per_subject` can be changed, too; clients that there are stay."""
        return self.call(
            "PATCH",
            f"/connectors/instances/{segment(id)}",
            headers={"If-Match": if_match, "Prefer": prefer},
            body=body,
            has_body=True,
        )

    def delete_connector_instance(
        self,
        id: str,
        *,
        dry_run: Literal["true", "false"] | None = None,
        if_match: str | None = None,
    ) -> Answer[t.Removal]:
        """Delete connector instance. Refused while clients use the instance (409)."""
        return self.call(
            "DELETE",
            f"/connectors/instances/{segment(id)}",
            query={"dry_run": dry_run},
            headers={"If-Match": if_match},
        )

    def get_instance_activity(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.InstanceActivity]:
        """Retrieve activity of a connector instance. What the polls of its clients did in each of the last 24 hours, and how long they took."""
        return self.call(
            "GET",
            f"/connectors/instances/{segment(id)}/activity",
            headers={"If-None-Match": if_none_match},
        )

    def get_connector_activity(
        self,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.Activity]:
        """Retrieve connector activity. How many clients the account has, and what their polls did in each of the last 24 hours. Counts of clients are up to 30 seconds old, those of polls about five; a process that is killed loses the counts that it has not reported yet."""
        return self.call(
            "GET",
            "/connectors/activity",
            headers={"If-None-Match": if_none_match},
        )

    def get_connector_callback_url(
        self,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.Reference]:
        """Get connector service callback url. The address for action requests to the things of connectors. Any valid access token will do."""
        return self.call(
            "GET",
            "/connectors/callbackurl",
            headers={"If-None-Match": if_none_match},
        )

    def list_connector_types(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.ListedConnectorType]]:
        """Retrieve connector types of the account. In the order of their creation, without the descriptions of their APIs."""
        return self.call(
            "GET",
            "/connectors/types",
            query={"limit": limit, "cursor": cursor},
            headers={"If-None-Match": if_none_match},
        )

    def create_connector_type(
        self,
        body: t.NewConnectorType,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Answer[t.ConnectorType]:
        """Create connector type. Makes a description of an HTTP API a connector type of the account, which nobody else sees. Its instance has an empty configuration. The description is stored encrypted, and its secrets are never shown again."""
        return self.call(
            "POST",
            "/connectors/types",
            headers={"Idempotency-Key": idempotency_key, "If-Match": if_match},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def get_connector_type(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.ConnectorType]:
        """Retrieve connector type of the account. With the description of its API, but for secrets."""
        return self.call(
            "GET",
            f"/connectors/types/{segment(id)}",
            headers={"If-None-Match": if_none_match},
        )

    def replace_connector_type(
        self,
        id: str,
        body: t.NewConnectorTypeVersion,
        *,
        force: Literal["true", "false"] | None = None,
        if_match: str | None = None,
    ) -> Answer[t.ChangedConnectorType]:
        """Replace connector type. Makes a new version, which its clients use from then on. First up to five clients are polled with it, and nothing of that is stored; if one fails, nothing changes (422), but with `force`. Secrets that are left out stay."""
        return self.call(
            "PUT",
            f"/connectors/types/{segment(id)}",
            query={"force": force},
            headers={"If-Match": if_match},
            body=body,
            has_body=True,
        )

    def restore_connector_type(
        self,
        id: str,
        body: t.ConnectorTypePatch,
        *,
        force: Literal["true", "false"] | None = None,
        if_match: str | None = None,
    ) -> Answer[t.ChangedConnectorType]:
        """Roll connector type back. Makes one of the ten latest versions the current one again. First up to five clients are polled with it, and nothing of that is stored; if one fails, nothing changes (422), but with `force`."""
        return self.call(
            "PATCH",
            f"/connectors/types/{segment(id)}",
            query={"force": force},
            headers={"If-Match": if_match},
            body=body,
            has_body=True,
        )

    def delete_connector_type(
        self,
        id: str,
        *,
        if_match: str | None = None,
    ) -> Answer[None]:
        """Delete connector type. Refused while the account has an instance of the type (409)."""
        return self.call(
            "DELETE",
            f"/connectors/types/{segment(id)}",
            headers={"If-Match": if_match},
        )

    def list_connector_type_versions(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[list[t.ConnectorTypeVersion]]:
        """Retrieve versions of connector type. The ten latest ones, the latest first."""
        return self.call(
            "GET",
            f"/connectors/types/{segment(id)}/versions",
            headers={"If-None-Match": if_none_match},
        )

    def list_connector_clients(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal["STARTING", "STARTED", "ERROR"] | None = None,
        paused: Literal["true", "false"] | None = None,
        attention: Literal["true", "false"] | None = None,
        attributes: dict[str, str] | None = None,
        via: str | None = None,
        view: Literal["summary"] | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.ListedConnectorClient] | list[t.Reference]]:
        """Retrieve connector clients. References to the clients of the subject, or of the whole account without one; with `view=summary` their states."""
        return self.call(
            "GET",
            "/connectors/clients",
            query={"limit": limit, "cursor": cursor, "status": status, "paused": paused, "attention": attention, "attributes": attributes, "via": via, "view": view},
            headers={"If-None-Match": if_none_match},
        )

    def create_connector_client(
        self,
        body: t.NewConnectorClient,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Answer[t.CreatedConnectorClient]:
        """Create connector client. Links something of the subject in a remote technology, whose devices then appear as things in the list of the subject; needs an instance of the type (400). It is `STARTING` until its first poll has succeeded; with 303 the subject has to authorize it in a browser first. A subject has one client of a type unless the instance allows more (409)."""
        return self.call(
            "POST",
            "/connectors/clients",
            headers={"Idempotency-Key": idempotency_key, "If-Match": if_match},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def get_connector_client(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.ConnectorClient]:
        """Retrieve connector client. Its status, with the error of the last poll if that failed, and the things that it created."""
        return self.call(
            "GET",
            f"/connectors/clients/{segment(id)}",
            headers={"If-None-Match": if_none_match},
        )

    def update_connector_client(
        self,
        id: str,
        body: t.ConnectorClientPatch,
        *,
        if_match: str | None = None,
        prefer: str | None = None,
    ) -> Answer[t.ConnectorClient]:
        """Change connector client. Changes the configuration and the attributes by a JSON Merge Patch (RFC 7396), once a poll with a new configuration has succeeded; until then, and if it fails, all stays as it is. Its things keep their ids and places."""
        return self.call(
            "PATCH",
            f"/connectors/clients/{segment(id)}",
            headers={"If-Match": if_match, "Prefer": prefer},
            body=body,
            has_body=True,
        )

    def delete_connector_client(
        self,
        id: str,
        *,
        dry_run: Literal["true", "false"] | None = None,
        force: Literal["true", "false"] | None = None,
        if_match: str | None = None,
    ) -> Answer[t.Removal | t.DeleteConnectorClientAnswer]:
        """Delete connector client. Also removes the things that the client created. While that fails, `GET` of the client has `removal`. What the remote technology refuses, such as to revoke a grant, is given up; with `force=true` the answer is 200 and says so."""
        return self.call(
            "DELETE",
            f"/connectors/clients/{segment(id)}",
            query={"dry_run": dry_run, "force": force},
            headers={"If-Match": if_match},
        )

    def settle_connector_client_sweep(
        self,
        id: str,
        body: t.SweepDecision,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.ConnectorClient]:
        """Accept a sweep, or wait. When more than half of the devices of a client, and more than five, are missing at once, they are not marked as vanished for an hour (warning `sweep_held`). `accept` marks them now; `wait` leaves them as they are until they return or it is accepted."""
        return self.call(
            "POST",
            f"/connectors/clients/{segment(id)}/sweep",
            headers={"Idempotency-Key": idempotency_key},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def poll_connector_client(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.ConnectorClient]:
        """Poll connector client now. The poll begins at once, and ends after the answer; `last_polled` shows it. At most once in ten seconds after the last poll began (429)."""
        return self.call(
            "POST",
            f"/connectors/clients/{segment(id)}/poll",
            headers={"Idempotency-Key": idempotency_key},
            takes_key=True,
        )

    def pause_connector_client(
        self,
        id: str,
        body: t.PauseConnectorClientBody | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.ConnectorClient]:
        """Pause connector client. Neither polls the client nor listens for it until it is resumed, and refuses writes and actions of its things (`client_paused`). Its things stay, and their values become unknown. A client that is already paused stays as it is."""
        return self.call(
            "POST",
            f"/connectors/clients/{segment(id)}/pause",
            headers={"Idempotency-Key": idempotency_key},
            body=body,
            has_body=body is not None,
            takes_key=True,
        )

    def resume_connector_client(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.ConnectorClient]:
        """Resume connector client. Polls a paused client at once; the first poll that succeeds makes the values of its things known again. Any other client stays as it is."""
        return self.call(
            "POST",
            f"/connectors/clients/{segment(id)}/resume",
            headers={"Idempotency-Key": idempotency_key},
            takes_key=True,
        )

    def list_unit_suggestions(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[list[t.UnitSuggestion]]:
        """Retrieve suggestions for units. The rooms, floors and homes of the remote technology: `name` and `type` for a new unit, and the things that belong in it."""
        return self.call(
            "GET",
            f"/connectors/clients/{segment(id)}/unit_suggestions",
            headers={"If-None-Match": if_none_match},
        )

    def get_connector_client_configuration(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.ShownConfiguration]:
        """Retrieve configuration of connector client. Its values and the names of its secrets, as a form that changes it needs them. The change may name the `ETag` in `If-Match`."""
        return self.call(
            "GET",
            f"/connectors/clients/{segment(id)}/configuration",
            headers={"If-None-Match": if_none_match},
        )

    def get_connector_instance_configuration(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.ShownConfiguration]:
        """Retrieve configuration of connector instance. Its values and the names of its secrets, as a form that changes it needs them. The change may name the `ETag` in `If-Match`."""
        return self.call(
            "GET",
            f"/connectors/instances/{segment(id)}/configuration",
            headers={"If-None-Match": if_none_match},
        )

    def try_connector(
        self,
        body: t.NewConnectorTrial,
    ) -> Answer[t.ConnectorTrial]:
        """Try connector configurations. Polls the remote technology once with the configurations of an instance and a client, and answers what it found: the devices (the first 100), or the error that the client would have. For `http-json`, `explanation` says what each part of the description found. Nothing is stored. Connectors whose end users authorize clients can only be tried on `answers`. An account has 60 trials a minute."""
        return self.call(
            "POST",
            "/connectors/try",
            body=body,
            has_body=True,
        )

    def list_agents(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        state: Literal["unpaired", "online", "offline"] | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.Agent]]:
        """Retrieve agents. In the order of their creation."""
        return self.call(
            "GET",
            "/agents",
            query={"limit": limit, "cursor": cursor, "state": state},
            headers={"If-None-Match": if_none_match},
        )

    def create_agent(
        self,
        body: t.NewAgent,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Answer[t.CreatedAgent]:
        """Create agent. An agent is a program in the home of the subject, through which connector clients (`via`) reach the devices there. The answer has the code with which it is paired within ten minutes."""
        return self.call(
            "POST",
            "/agents",
            headers={"Idempotency-Key": idempotency_key, "If-Match": if_match},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def get_agent(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.Agent]:
        """Retrieve agent. Whether it is connected, and what it has found in its network."""
        return self.call(
            "GET",
            f"/agents/{segment(id)}",
            headers={"If-None-Match": if_none_match},
        )

    def update_agent(
        self,
        id: str,
        body: t.AgentPatch,
        *,
        if_match: str | None = None,
        prefer: str | None = None,
    ) -> Answer[t.Agent]:
        """Rename agent. By a JSON Merge Patch (RFC 7396)."""
        return self.call(
            "PATCH",
            f"/agents/{segment(id)}",
            headers={"If-Match": if_match, "Prefer": prefer},
            body=body,
            has_body=True,
        )

    def delete_agent(
        self,
        id: str,
        *,
        if_match: str | None = None,
    ) -> Answer[None]:
        """Revoke agent. Ends its connection, and its key is worth nothing any more. Clients that use it stay, and reach nothing until they have another one."""
        return self.call(
            "DELETE",
            f"/agents/{segment(id)}",
            headers={"If-Match": if_match},
        )

    def create_pairing_code(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.PairingCode]:
        """Issue pairing code. For another program in place of this one, such as on a new computer. The agent goes on until the code is used."""
        return self.call(
            "POST",
            f"/agents/{segment(id)}/pairing_code",
            headers={"Idempotency-Key": idempotency_key},
            takes_key=True,
        )

    def list_operations(
        self,
        *,
        kind: Literal["poll", "listen", "write", "action", "hook", "authorization", "token_refresh", "trial", "configuration", "pause", "resume", "removal"] | None = None,
        outcome: Literal["succeeded", "failed"] | None = None,
        code: str | None = None,
        q: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        client: str | None = None,
        subject: str | None = None,
        connector_type_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.ClientOperation]]:
        """Retrieve activity. The polls, listening sessions, writes, actions and other operations of connector clients, the last ones first: failures with their requests, successes as counters with the last few. Kept for 14 days unless the operator decides otherwise."""
        return self.call(
            "GET",
            "/activity",
            query={"kind": kind, "outcome": outcome, "code": code, "q": q, "from": from_, "to": to, "client": client, "subject": subject, "connector_type_id": connector_type_id, "limit": limit, "cursor": cursor},
            headers={"If-None-Match": if_none_match},
        )

    def get_operation(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.ClientOperationWithRequests]:
        """Retrieve an operation. With what was sent to the technology and received."""
        return self.call(
            "GET",
            f"/activity/{segment(id)}",
            headers={"If-None-Match": if_none_match},
        )

    def list_client_operations(
        self,
        id: str,
        *,
        kind: Literal["poll", "listen", "write", "action", "hook", "authorization", "token_refresh", "trial", "configuration", "pause", "resume", "removal"] | None = None,
        outcome: Literal["succeeded", "failed"] | None = None,
        code: str | None = None,
        q: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.ClientOperation]]:
        """Retrieve activity of a connector client. As `GET /activity`, also of a client that was deleted."""
        return self.call(
            "GET",
            f"/connectors/clients/{segment(id)}/activity",
            query={"kind": kind, "outcome": outcome, "code": code, "q": q, "from": from_, "to": to, "limit": limit, "cursor": cursor},
            headers={"If-None-Match": if_none_match},
        )

    def debug_connector_client(
        self,
        id: str,
        body: t.DebugConnectorClientBody,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.Debugging]:
        """Debug connector client. Records each operation of the client on its own, with all requests, for some minutes; 0 ends that."""
        return self.call(
            "POST",
            f"/connectors/clients/{segment(id)}/debug",
            headers={"Idempotency-Key": idempotency_key},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def get_client_diagnostics(
        self,
        id: str,
    ) -> Answer[t.ClientDiagnostics]:
        """Retrieve diagnostics of connector client. A file to attach to a report: the client, its configuration without secrets, its last operations, and the requests of the last that failed."""
        return self.call(
            "GET",
            f"/connectors/clients/{segment(id)}/diagnostics",
        )

    def list_connect_sessions(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.OpenConnectSession]]:
        """List connect sessions. Those of the subject, or of all subjects without one, that have neither expired nor been revoked. Their addresses are shown only when they are created."""
        return self.call(
            "GET",
            "/connect/sessions",
            query={"limit": limit, "cursor": cursor},
            headers={"If-None-Match": if_none_match},
        )

    def create_connect_session(
        self,
        body: t.NewConnectSession,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Answer[t.ConnectSession]:
        """Create connect session. An address at which the subject connects technologies by itself, in a browser: `href`, for 30 minutes or `expires_in` seconds. Open it as a link or in a pop-up; it can do nothing else. In the end the browser goes to `return_url` with `status` and `client`."""
        return self.call(
            "POST",
            "/connect/sessions",
            headers={"Idempotency-Key": idempotency_key, "If-Match": if_match},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def delete_connect_session(
        self,
        id: str,
    ) -> Answer[None]:
        """Revoke connect session. Its address stops working at once; what was connected there stays."""
        return self.call(
            "DELETE",
            f"/connect/sessions/{segment(id)}",
        )

    def get_connect_branding(
        self,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.ConnectBranding]:
        """Retrieve branding. How the page for end users shows whose it is. 404 until it was set."""
        return self.call(
            "GET",
            "/connect/branding",
            headers={"If-None-Match": if_none_match},
        )

    def set_connect_branding(
        self,
        body: t.NewConnectBranding,
        *,
        if_match: str | None = None,
        prefer: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[t.ConnectBranding]:
        """Set branding. The name and the color with which the page is shown to all end users of the account. With `If-Match` only that version is replaced, and with `If-None-Match: *` none."""
        return self.call(
            "PUT",
            "/connect/branding",
            headers={"If-Match": if_match, "Prefer": prefer, "If-None-Match": if_none_match},
            body=body,
            has_body=True,
        )

    def get_connect_session(
        self,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.ConnectPage]:
        """Retrieve what can be connected. The technologies that the session offers, and what the subject has connected already."""
        return self.call(
            "GET",
            "/connect/session",
            headers={"If-None-Match": if_none_match},
        )

    def create_connect_client(
        self,
        body: t.NewConnectClient,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.CreatedConnectorClient]:
        """Connect a technology. Creates a connector client of the subject. Where the subject has to authorize it, polls wait for that."""
        return self.call(
            "POST",
            "/connect/clients",
            headers={"Idempotency-Key": idempotency_key},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def create_connect_agent(
        self,
        body: t.NewAgent,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.ConnectAgent]:
        """Begin to connect a home. Creates an agent of the subject, with the code with which the program in the home is paired within ten minutes. One that was begun under this name, and not paired, gets another code."""
        return self.call(
            "POST",
            "/connect/agents",
            headers={"Idempotency-Key": idempotency_key},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def delete_connect_agent(
        self,
        id: str,
    ) -> Answer[None]:
        """Remove a home. Ends the connection of the agent, and its key is worth nothing any more. Clients that use it stay, and reach nothing until they have another one."""
        return self.call(
            "DELETE",
            f"/connect/agents/{segment(id)}",
        )

    def get_connect_client(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.ConnectClient]:
        """Retrieve the state of a connection. Its status, with the error of the last poll if that failed, and the first of its things."""
        return self.call(
            "GET",
            f"/connect/clients/{segment(id)}",
            headers={"If-None-Match": if_none_match},
        )

    def update_connect_client(
        self,
        id: str,
        body: t.ConfigurationPatch,
        *,
        if_match: str | None = None,
    ) -> Answer[t.ConnectClient]:
        """Correct a connection. Changes the configuration by a JSON Merge Patch (RFC 7396) once a poll with the new one has succeeded; until then, and if it fails, the old one stays."""
        return self.call(
            "PATCH",
            f"/connect/clients/{segment(id)}",
            headers={"If-Match": if_match},
            body=body,
            has_body=True,
        )

    def get_connect_configuration(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.ShownConfiguration]:
        """Retrieve what was entered for a connection. Its configuration without the secrets."""
        return self.call(
            "GET",
            f"/connect/clients/{segment(id)}/configuration",
            headers={"If-None-Match": if_none_match},
        )

    def poll_connect_client(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.ConnectClient]:
        """Try a connection again. Polls it at once; at most once in ten seconds after the last poll began (429)."""
        return self.call(
            "POST",
            f"/connect/clients/{segment(id)}/poll",
            headers={"Idempotency-Key": idempotency_key},
            takes_key=True,
        )

    def begin_connect_authorization(
        self,
        id: str,
        body: t.BeginConnectAuthorizationBody | None = None,
    ) -> Answer[t.Reference]:
        """Authorize a connection. Where the browser has to go so that the subject authorizes the connection, for the first time or again. It returns to the page with `client_id`, and `status=authorized` or `error`."""
        return self.call(
            "POST",
            f"/connect/clients/{segment(id)}/authorization",
            body=body,
            has_body=body is not None,
        )

    def create_units(
        self,
        body: t.NewUnits,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.BatchResults]:
        """Create units. Each item is the body of `POST /units`. At most 1000 items, which are carried out independently and in no particular order. The results are in the order of the items."""
        return self.call(
            "POST",
            "/units/batch",
            headers={"Idempotency-Key": idempotency_key},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def link_units(
        self,
        body: t.NewLinks,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.BatchResults]:
        """Link units. Each item adds `parent` to the parents of `unit`, as `POST /units/{id}/parents`. At most 1000 items, which are carried out independently and in no particular order. The results are in the order of the items."""
        return self.call(
            "POST",
            "/units/links/batch",
            headers={"Idempotency-Key": idempotency_key},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def write_unit_properties(
        self,
        body: t.UnitPropertyWrites,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.BatchResults]:
        """Add or update properties of units. Each item adds a property to a unit, as `POST /units/{id}/properties`, or, with `method: "PUT"`, updates one. At most 1000 items, which are carried out independently and in no particular order. The results are in the order of the items."""
        return self.call(
            "POST",
            "/units/properties/batch",
            headers={"Idempotency-Key": idempotency_key},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def get_model_import(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.ModelImport]:
        """Retrieve an import of a model. Its progress, and what has become of its units."""
        return self.call(
            "GET",
            f"/units/models/imports/{segment(id)}",
            headers={"If-None-Match": if_none_match},
        )

    def cancel_model_import(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.ModelImport]:
        """Cancel an import of a model. Stores no further units. What has been stored remains."""
        return self.call(
            "POST",
            f"/units/models/imports/{segment(id)}/cancel",
            headers={"Idempotency-Key": idempotency_key},
            takes_key=True,
        )

    def list_units(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        type: str | None = None,
        name: str | None = None,
        subject: str | None = None,
        capability: Literal["light", "switch", "plug", "thermostat", "cover", "lock", "fan", "button", "temperature", "humidity", "pressure", "carbon_dioxide", "particulate_matter", "noise", "illuminance", "power", "energy", "voltage", "current", "frequency", "wind_speed", "rain", "battery", "battery_low", "motion", "occupancy", "open", "smoke", "leak", "gas", "vibration", "tamper"] | None = None,
        parents: Literal["none"] | None = None,
        q: str | None = None,
        search: str | None = None,
        sort: Literal["name", "-name", "created", "-created"] | None = None,
        in_: str | None = None,
        below: str | None = None,
        view: Literal["summary"] | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.ListedUnit] | list[t.Reference]]:
        """Retrieve units. References to the units that the subject owns or is linked to, or to all of the account without a subject; with `view=summary` their names and types. Conditions select units that meet all of them."""
        return self.call(
            "GET",
            "/units",
            query={"limit": limit, "cursor": cursor, "type": type, "name": name, "subject": subject, "capability": capability, "parents": parents, "q": q, "search": search, "sort": sort, "in": in_, "below": below, "view": view},
            headers={"If-None-Match": if_none_match},
        )

    def create_unit(
        self,
        body: t.NewUnit,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Answer[t.Created]:
        """Create unit. A unit without parents, children, subjects or things. Its owner is the subject, or the developer without one."""
        return self.call(
            "POST",
            "/units",
            headers={"Idempotency-Key": idempotency_key, "If-Match": if_match},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def get_unit(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.Unit]:
        """Retrieve unit. With its properties, and the first 1000 entries of each of its lists."""
        return self.call(
            "GET",
            f"/units/{segment(id)}",
            headers={"If-None-Match": if_none_match},
        )

    def update_unit(
        self,
        id: str,
        body: t.UnitPatch,
        *,
        if_match: str | None = None,
        prefer: str | None = None,
    ) -> Answer[t.Unit]:
        """Change unit. A JSON Merge Patch (RFC 7396): `properties` replaces all properties of the unit."""
        return self.call(
            "PATCH",
            f"/units/{segment(id)}",
            headers={"If-Match": if_match, "Prefer": prefer},
            body=body,
            has_body=True,
        )

    def delete_unit(
        self,
        id: str,
        *,
        dry_run: Literal["true", "false"] | None = None,
        if_match: str | None = None,
    ) -> Answer[t.Removal]:
        """Delete unit. Removes the unit and its links, and nothing else."""
        return self.call(
            "DELETE",
            f"/units/{segment(id)}",
            query={"dry_run": dry_run},
            headers={"If-Match": if_match},
        )

    def summarize_unit(
        self,
        id: str,
        *,
        of: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[t.UnitSummary]:
        """Summarize unit. Counts everything below the unit that the caller sees; the values of things need `svc.things.read`. Lists have the thousand largest entries."""
        return self.call(
            "GET",
            f"/units/{segment(id)}/summary",
            query={"of": of},
            headers={"If-None-Match": if_none_match},
        )

    def list_descendants(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        depth: int | None = None,
        type: str | None = None,
        view: Literal["summary"] | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.ListedUnit] | list[t.Reference]]:
        """Get descendants. Every unit that can be reached, each once, in the order of a walk that goes deep first and follows links in the order of their creation."""
        return self.call(
            "GET",
            f"/units/{segment(id)}/descendants",
            query={"limit": limit, "cursor": cursor, "depth": depth, "type": type, "view": view},
            headers={"If-None-Match": if_none_match},
        )

    def list_ancestors(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        depth: int | None = None,
        type: str | None = None,
        view: Literal["summary"] | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.ListedUnit] | list[t.Reference]]:
        """Get ancestors. Every unit that can be reached, each once, in the order of a walk that goes deep first and follows links in the order of their creation."""
        return self.call(
            "GET",
            f"/units/{segment(id)}/ancestors",
            query={"limit": limit, "cursor": cursor, "depth": depth, "type": type, "view": view},
            headers={"If-None-Match": if_none_match},
        )

    def list_parents(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        view: Literal["summary"] | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.ListedUnit] | list[t.Reference]]:
        """Get unit references: parents. References to the parents of the unit, as far as the caller sees them."""
        return self.call(
            "GET",
            f"/units/{segment(id)}/parents",
            query={"limit": limit, "cursor": cursor, "view": view},
            headers={"If-None-Match": if_none_match},
        )

    def link_parent(
        self,
        id: str,
        body: t.Link,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Answer[t.Reference]:
        """Add unit reference: parents. The link appears on the other unit in the opposite role. One that is there already stays as it is; one that would close a cycle is 409, with the path of the cycle."""
        return self.call(
            "POST",
            f"/units/{segment(id)}/parents",
            headers={"Idempotency-Key": idempotency_key, "If-Match": if_match},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def unlink_parent_in_body(
        self,
        id: str,
        body: t.Link,
        *,
        if_match: str | None = None,
    ) -> Answer[None]:
        """Remove unit reference: parents. The link disappears from the other unit, too. The id is in the body, which some clients and proxies drop: `DELETE /units/{id}/parents/{other}` does the same."""
        return self.call(
            "DELETE",
            f"/units/{segment(id)}/parents",
            headers={"If-Match": if_match},
            body=body,
            has_body=True,
        )

    def unlink_parent(
        self,
        id: str,
        other: str,
    ) -> Answer[None]:
        """Remove unit reference: parents. The link disappears from the other unit, too. One that is not linked is 404."""
        return self.call(
            "DELETE",
            f"/units/{segment(id)}/parents/{segment(other)}",
        )

    def list_children(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        view: Literal["summary"] | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.ListedUnit] | list[t.Reference]]:
        """Get unit references: children. References to the children of the unit, as far as the caller sees them."""
        return self.call(
            "GET",
            f"/units/{segment(id)}/children",
            query={"limit": limit, "cursor": cursor, "view": view},
            headers={"If-None-Match": if_none_match},
        )

    def link_child(
        self,
        id: str,
        body: t.Link,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Answer[t.Reference]:
        """Add unit reference: children. The link appears on the other unit in the opposite role. One that is there already stays as it is; one that would close a cycle is 409, with the path of the cycle."""
        return self.call(
            "POST",
            f"/units/{segment(id)}/children",
            headers={"Idempotency-Key": idempotency_key, "If-Match": if_match},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def unlink_child_in_body(
        self,
        id: str,
        body: t.Link,
        *,
        if_match: str | None = None,
    ) -> Answer[None]:
        """Remove unit reference: children. The link disappears from the other unit, too. The id is in the body, which some clients and proxies drop: `DELETE /units/{id}/children/{other}` does the same."""
        return self.call(
            "DELETE",
            f"/units/{segment(id)}/children",
            headers={"If-Match": if_match},
            body=body,
            has_body=True,
        )

    def unlink_child(
        self,
        id: str,
        other: str,
    ) -> Answer[None]:
        """Remove unit reference: children. The link disappears from the other unit, too. One that is not linked is 404."""
        return self.call(
            "DELETE",
            f"/units/{segment(id)}/children/{segment(other)}",
        )

    def list_unit_subjects(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.Reference]]:
        """Get subject references: subjects. References to the subjects of the unit, as far as the caller sees them."""
        return self.call(
            "GET",
            f"/units/{segment(id)}/subjects",
            query={"limit": limit, "cursor": cursor},
            headers={"If-None-Match": if_none_match},
        )

    def link_subject(
        self,
        id: str,
        body: t.SubjectLink,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Answer[t.Reference]:
        """Add subject reference. The subject sees the unit from then on, but not what is below it. One that is linked already stays linked once."""
        return self.call(
            "POST",
            f"/units/{segment(id)}/subjects",
            headers={"Idempotency-Key": idempotency_key, "If-Match": if_match},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def unlink_subject_in_body(
        self,
        id: str,
        body: t.Link,
        *,
        if_match: str | None = None,
    ) -> Answer[None]:
        """Remove subject reference: subjects. The subject itself stays. The id is in the body, which some clients and proxies drop: `DELETE /units/{id}/subjects/{other}` does the same."""
        return self.call(
            "DELETE",
            f"/units/{segment(id)}/subjects",
            headers={"If-Match": if_match},
            body=body,
            has_body=True,
        )

    def unlink_subject(
        self,
        id: str,
        other: str,
    ) -> Answer[None]:
        """Remove subject reference: subjects. The subject itself stays. One that is not linked is 404."""
        return self.call(
            "DELETE",
            f"/units/{segment(id)}/subjects/{segment(other)}",
        )

    def list_unit_things(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        below: Literal["true", "false"] | None = None,
        view: Literal["values"] | None = None,
        role: Literal["primary", "configuration", "diagnostic"] | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.ThingValues] | list[t.Reference]]:
        """Get thing references. References to the things in the unit, with `below=true` also to those in all units below it. With `Accept: application/ld+json` the Thing Descriptions themselves."""
        return self.call(
            "GET",
            f"/units/{segment(id)}/things",
            query={"limit": limit, "cursor": cursor, "below": below, "view": view, "role": role},
            headers={"If-None-Match": if_none_match},
        )

    def link_thing(
        self,
        id: str,
        body: t.Link,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Answer[t.Reference]:
        """Add thing reference. A thing can be in several units. One that is in the unit already stays in it once."""
        return self.call(
            "POST",
            f"/units/{segment(id)}/things",
            headers={"Idempotency-Key": idempotency_key, "If-Match": if_match},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def unlink_thing_in_body(
        self,
        id: str,
        body: t.Link,
        *,
        if_match: str | None = None,
    ) -> Answer[None]:
        """Remove thing reference: things. The thing itself stays. The id is in the body, which some clients and proxies drop: `DELETE /units/{id}/things/{other}` does the same."""
        return self.call(
            "DELETE",
            f"/units/{segment(id)}/things",
            headers={"If-Match": if_match},
            body=body,
            has_body=True,
        )

    def unlink_thing(
        self,
        id: str,
        other: str,
    ) -> Answer[None]:
        """Remove thing reference: things. The thing itself stays. One that is not linked is 404."""
        return self.call(
            "DELETE",
            f"/units/{segment(id)}/things/{segment(other)}",
        )

    def list_unit_properties(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.UnitProperty]]:
        """Get properties. The properties of the unit, with values equal to what was sent."""
        return self.call(
            "GET",
            f"/units/{segment(id)}/properties",
            query={"limit": limit, "cursor": cursor},
            headers={"If-None-Match": if_none_match},
        )

    def add_unit_property(
        self,
        id: str,
        body: t.NewUnitProperty,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Answer[t.UnitProperty]:
        """Add property. Adds a property that the unit does not have yet (409). A value with members that begin with `@` is checked as JSON-LD, without fetching any context."""
        return self.call(
            "POST",
            f"/units/{segment(id)}/properties",
            headers={"Idempotency-Key": idempotency_key, "If-Match": if_match},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def update_unit_property(
        self,
        id: str,
        body: t.NewUnitProperty,
        *,
        if_match: str | None = None,
        prefer: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[t.UnitProperty]:
        """Update property. Changes the value of the property that the body names; 404 when the unit has none of this name. `If-Match` names the version of the property, as `/properties/<name>` has it, or that of this list. With `If-None-Match: *` it is 412 when the property is there."""
        return self.call(
            "PUT",
            f"/units/{segment(id)}/properties",
            headers={"If-Match": if_match, "Prefer": prefer, "If-None-Match": if_none_match},
            body=body,
            has_body=True,
        )

    def get_unit_property(
        self,
        id: str,
        name: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.UnitProperty]:
        """Get property. Its value is equal to what was sent."""
        return self.call(
            "GET",
            f"/units/{segment(id)}/properties/{segment(name)}",
            headers={"If-None-Match": if_none_match},
        )

    def set_unit_property(
        self,
        id: str,
        name: str,
        body: t.UnitPropertyValue,
        *,
        dry_run: Literal["true", "false"] | None = None,
        if_match: str | None = None,
        if_none_match: str | None = None,
        prefer: str | None = None,
    ) -> Answer[t.UnitProperty]:
        """Set property. Adds the property or changes its value: only adds it with `If-None-Match: *`, and only changes it with `If-Match`."""
        return self.call(
            "PUT",
            f"/units/{segment(id)}/properties/{segment(name)}",
            query={"dry_run": dry_run},
            headers={"If-Match": if_match, "If-None-Match": if_none_match, "Prefer": prefer},
            body=body,
            has_body=True,
        )

    def delete_unit_property(
        self,
        id: str,
        name: str,
        *,
        if_match: str | None = None,
    ) -> Answer[t.UnitProperty]:
        """Delete property. Removes the property, and answers it as it was."""
        return self.call(
            "DELETE",
            f"/units/{segment(id)}/properties/{segment(name)}",
            headers={"If-Match": if_match},
        )

    def list_scenes(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.Scene]]:
        """Retrieve scenes. The scenes of the unit, without their states."""
        return self.call(
            "GET",
            f"/units/{segment(id)}/scenes",
            query={"limit": limit, "cursor": cursor},
            headers={"If-None-Match": if_none_match},
        )

    def create_scene(
        self,
        id: str,
        body: t.NewScene,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Answer[t.Scene]:
        """Create scene. Saves the state of up to 1000 things in or below the unit: the values of their primary properties that can be read and written. Of lamps and fans that are off, nothing is saved that would switch them on; of lamps that are on, either the color or the color temperature, by their mode. Needs `svc.units.read`, too."""
        return self.call(
            "POST",
            f"/units/{segment(id)}/scenes",
            headers={"Idempotency-Key": idempotency_key, "If-Match": if_match},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def get_scene(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.SceneWithStates]:
        """Retrieve scene. With the states of the things that the caller sees. Needs `svc.units.read`, too."""
        return self.call(
            "GET",
            f"/scenes/{segment(id)}",
            headers={"If-None-Match": if_none_match},
        )

    def update_scene(
        self,
        id: str,
        body: t.ScenePatch,
        *,
        if_match: str | None = None,
    ) -> Answer[None]:
        """Change scene. A JSON Merge Patch (RFC 7396): a new name, or other states."""
        return self.call(
            "PATCH",
            f"/scenes/{segment(id)}",
            headers={"If-Match": if_match},
            body=body,
            has_body=True,
        )

    def delete_scene(
        self,
        id: str,
        *,
        if_match: str | None = None,
    ) -> Answer[None]:
        """Delete scene. Its things stay as they are."""
        return self.call(
            "DELETE",
            f"/scenes/{segment(id)}",
            headers={"If-Match": if_match},
        )

    def capture_scene(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.Scene]:
        """Save the current state in a scene. As when it was created, in place of the state that it had. Needs `svc.units.read`, too."""
        return self.call(
            "POST",
            f"/scenes/{segment(id)}/capture",
            headers={"Idempotency-Key": idempotency_key},
            takes_key=True,
        )

    def activate_scene(
        self,
        id: str,
        body: t.SceneActivation | None = None,
        *,
        dry_run: Literal["true", "false"] | None = None,
        idempotency_key: str | None = None,
        prefer: str | None = None,
    ) -> Answer[t.InteractionBatchPreview | t.InteractionBatch]:
        """Restore the state in a scene. One bulk command with a result for each thing, as of `POST /interactions/batch`. Things that are gone, or cannot do it any more, fail alone."""
        return self.call(
            "POST",
            f"/scenes/{segment(id)}/activate",
            query={"dry_run": dry_run},
            headers={"Idempotency-Key": idempotency_key, "Prefer": prefer},
            body=body,
            has_body=body is not None,
            takes_key=True,
        )

    def list_subjects(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        attributes: dict[str, str] | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.Reference]]:
        """Retrieve subjects. Every subject known to the account."""
        return self.call(
            "GET",
            "/subjects",
            query={"limit": limit, "cursor": cursor, "attributes": attributes},
            headers={"If-None-Match": if_none_match},
        )

    def get_subject(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.Subject]:
        """Retrieve subject. Its units, things and clients, the first 1000 of each."""
        return self.call(
            "GET",
            f"/subjects/{segment(id)}",
            headers={"If-None-Match": if_none_match},
        )

    def update_subject(
        self,
        id: str,
        body: t.SubjectPatch,
        *,
        if_match: str | None = None,
        prefer: str | None = None,
    ) -> Answer[t.Subject]:
        """Change subject. A JSON Merge Patch (RFC 7396) of its attributes."""
        return self.call(
            "PATCH",
            f"/subjects/{segment(id)}",
            headers={"If-Match": if_match, "Prefer": prefer},
            body=body,
            has_body=True,
        )

    def delete_subject(
        self,
        id: str,
        *,
        if_match: str | None = None,
    ) -> Answer[t.Erasure]:
        """Erase subject. Deletes the subject and everything that names it: its connector clients with their grants at the vendors, its things with their history, the units that it owns, its links, messages, activity and events. In the audit log, `erased:<id of the erasure>` replaces it. Meanwhile, requests for the subject are refused (409, `erasure_under_way`); afterwards, its id may be used anew. Repeating the request answers the erasure under way. Also needs the scopes `svc.connector` and `svc.things.admin`."""
        return self.call(
            "DELETE",
            f"/subjects/{segment(id)}",
            headers={"If-Match": if_match},
        )

    def list_seeing_subjects(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        subject: str | None = None,
        include: Literal["things"] | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.SeeingSubject]]:
        """Retrieve subjects that see unit. The owner first, then the linked subjects, each with the reasons why it sees the unit."""
        return self.call(
            "GET",
            f"/units/{segment(id)}/visibility",
            query={"limit": limit, "cursor": cursor, "subject": subject, "include": include},
            headers={"If-None-Match": if_none_match},
        )

    def list_visible_units(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        unit: str | None = None,
        include: Literal["things"] | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.VisibleUnit]]:
        """Retrieve units that subject sees. Each with the reasons why the subject sees it."""
        return self.call(
            "GET",
            f"/subjects/{segment(id)}/visibility",
            query={"limit": limit, "cursor": cursor, "unit": unit, "include": include},
            headers={"If-None-Match": if_none_match},
        )

    def get_receipt_keys(
        self,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.ReceiptKeys]:
        """Retrieve the keys of receipts. The public keys by which receipts of erasures are verified, as a JSON Web Key Set (RFC 7517)."""
        return self.call(
            "GET",
            "/erasures/keys",
            headers={"If-None-Match": if_none_match},
        )

    def get_erasure(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.Erasure]:
        """Retrieve erasure. How far it got, and its receipt once it is completed. It can be read for 90 days after that."""
        return self.call(
            "GET",
            f"/erasures/{segment(id)}",
            headers={"If-None-Match": if_none_match},
        )

    def list_things(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        type: str | None = None,
        capability: Literal["light", "switch", "plug", "thermostat", "cover", "lock", "fan", "button", "temperature", "humidity", "pressure", "carbon_dioxide", "particulate_matter", "noise", "illuminance", "power", "energy", "voltage", "current", "frequency", "wind_speed", "rain", "battery", "battery_low", "motion", "occupancy", "open", "smoke", "leak", "gas", "vibration", "tamper"] | None = None,
        available: Literal["true", "false"] | None = None,
        subject: str | None = None,
        client: str | None = None,
        identifier: str | None = None,
        attributes: dict[str, str] | None = None,
        q: str | None = None,
        in_: str | None = None,
        below: str | None = None,
        search: str | None = None,
        sort: Literal["title", "-title", "created", "-created"] | None = None,
        view: Literal["values"] | None = None,
        role: Literal["primary", "configuration", "diagnostic"] | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.ThingValues] | list[t.Reference]]:
        """Retrieve things. References; with `Accept: application/ld+json` the Thing Descriptions themselves, as the listing of a W3C WoT Discovery directory. Conditions select things that meet all of them."""
        return self.call(
            "GET",
            "/things",
            query={"limit": limit, "cursor": cursor, "type": type, "capability": capability, "available": available, "subject": subject, "client": client, "identifier": identifier, "attributes": attributes, "q": q, "in": in_, "below": below, "search": search, "sort": sort, "view": view, "role": role},
            headers={"If-None-Match": if_none_match},
        )

    def create_thing(
        self,
        body: t.NewThing,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Answer[t.Thing]:
        """Create thing. A thing of the calling app, in the list of the subject. Further terms of Thing Descriptions, and those with a prefix, are ignored."""
        return self.call(
            "POST",
            "/things",
            headers={"Idempotency-Key": idempotency_key, "If-Match": if_match},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def get_thing(
        self,
        id: str,
        *,
        role: Literal["primary", "configuration", "diagnostic"] | None = None,
        if_none_match: str | None = None,
    ) -> Answer[t.Thing]:
        """Retrieve thing. Its Thing Description (W3C Web of Things 1.1), with current values and the forms by which to read, write and observe them. The media type is `application/td+json` for those who accept that."""
        return self.call(
            "GET",
            f"/things/{segment(id)}",
            query={"role": role},
            headers={"If-None-Match": if_none_match},
        )

    def update_thing(
        self,
        id: str,
        body: t.ThingPatch,
        *,
        if_match: str | None = None,
        prefer: str | None = None,
    ) -> Answer[t.Thing]:
        """Change thing. A JSON Merge Patch (RFC 7396) of its definition and attributes. Of a thing of a connector only the title and the attributes can change; `null` restores the title reported by the device. Values are written one by one."""
        return self.call(
            "PATCH",
            f"/things/{segment(id)}",
            headers={"If-Match": if_match, "Prefer": prefer},
            body=body,
            has_body=True,
        )

    def delete_thing(
        self,
        id: str,
        *,
        if_match: str | None = None,
    ) -> Answer[None]:
        """Delete thing. Only things that apps created; those of a connector client go with the client."""
        return self.call(
            "DELETE",
            f"/things/{segment(id)}",
            headers={"If-Match": if_match},
        )

    def replace_thing(
        self,
        id: str,
        body: t.ReplacedWith,
        *,
        dry_run: Literal["true", "false"] | None = None,
        idempotency_key: str | None = None,
    ) -> Answer[t.Replacement]:
        """Replace the device of a thing. The thing shows the device of another thing of the same subject from now on, such as that of a new lamp in the same room. It keeps its id, its units, its history and its subscriptions; the other thing is gone, and its id becomes an alias. Can be undone for a day, as long as the clients of both devices exist."""
        return self.call(
            "POST",
            f"/things/{segment(id)}/replace",
            query={"dry_run": dry_run},
            headers={"Idempotency-Key": idempotency_key},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def restore_thing(
        self,
        id: str,
    ) -> Answer[None]:
        """Undo the replacement of a device. Within a day, unless the client of one of the devices was deleted. Both things show their own devices again, where they were."""
        return self.call(
            "DELETE",
            f"/things/{segment(id)}/replace",
        )

    def replace_connector_client(
        self,
        id: str,
        body: t.ClientReplacedWith,
        *,
        dry_run: Literal["true", "false"] | None = None,
        idempotency_key: str | None = None,
    ) -> Answer[t.Replacements]:
        """Replace the devices of a connector client. The things of the client show the devices that another client of the same subject found, such as that of a new bridge: those with an identifier in common, such as a MAC address. Each can be undone for a day, as long as both clients exist."""
        return self.call(
            "POST",
            f"/connectors/clients/{segment(id)}/replace",
            query={"dry_run": dry_run},
            headers={"Idempotency-Key": idempotency_key},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def start_interaction_batch(
        self,
        body: t.NewInteractionBatch,
        *,
        dry_run: Literal["true", "false"] | None = None,
        idempotency_key: str | None = None,
        prefer: str | None = None,
    ) -> Answer[t.InteractionBatchPreview | t.InteractionBatch]:
        """Write properties, or invoke an action, of many things. Of up to 1000 things, which are selected once, as `GET /things` does. Each is asked as if alone, a few of each creator at a time. Conditions and `dry_run` also need `svc.things.read`. `Prefer: wait=<seconds>` waits for the end."""
        return self.call(
            "POST",
            "/interactions/batch",
            query={"dry_run": dry_run},
            headers={"Idempotency-Key": idempotency_key, "Prefer": prefer},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def list_interaction_results(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal["pending", "running", "completed", "failed", "cancelled"] | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.InteractionBatchResult]]:
        """Retrieve the results of a bulk command. The result of each thing of an interaction with many things."""
        return self.call(
            "GET",
            f"/interactions/{segment(id)}/results",
            query={"limit": limit, "cursor": cursor, "status": status},
            headers={"If-None-Match": if_none_match},
        )

    def cancel_interaction_batch(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.InteractionBatch]:
        """Cancel a bulk command. Things whose turn has not come are left alone; those that run end by themselves."""
        return self.call(
            "POST",
            f"/interactions/{segment(id)}/cancel",
            headers={"Idempotency-Key": idempotency_key},
            takes_key=True,
        )

    def read_thing_properties(
        self,
        id: str,
        *,
        role: Literal["primary", "configuration", "diagnostic"] | None = None,
        if_none_match: str | None = None,
    ) -> Answer[t.PropertyValues]:
        """Read all properties of a thing. Current values by the names of properties, as they were last observed. Those that are not known, or can only be written, are left out."""
        return self.call(
            "GET",
            f"/things/{segment(id)}/properties",
            query={"role": role},
            headers={"If-None-Match": if_none_match},
        )

    def write_thing_properties(
        self,
        id: str,
        body: t.NewPropertyValues,
        *,
        transition: float | None = None,
        if_match: str | None = None,
        prefer: str | None = None,
    ) -> Answer[t.PropertyValues | t.Interaction]:
        """Write several properties of a thing. Values by the names of properties; others stay as they are. Nothing is sent if one is refused. They go to the remote technology in one request where it can take them together, otherwise one after the other; a problem then names those that were `written` before it. Each is the `target` of its property until the device reports it; 204 means that it has reported all."""
        return self.call(
            "PUT",
            f"/things/{segment(id)}/properties",
            query={"transition": transition},
            headers={"If-Match": if_match, "Prefer": prefer},
            body=body,
            has_body=True,
        )

    def read_thing_property(
        self,
        id: str,
        name: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[Any]:
        """Read a property of a thing. The value alone; `Last-Modified` is when it was first observed. A property without a known value is not found."""
        return self.call(
            "GET",
            f"/things/{segment(id)}/properties/{segment(name)}",
            headers={"If-None-Match": if_none_match},
        )

    def write_thing_property(
        self,
        id: str,
        name: str,
        body: Any,
        *,
        transition: float | None = None,
        if_match: str | None = None,
        prefer: str | None = None,
    ) -> Answer[Any]:
        """Write a property of a thing. The value for a connector's thing goes to the remote technology. It is the `target` of the property until the device reports it; 204 means that it has. The app that created a thing writes what it knows of it, read-only properties included."""
        return self.call(
            "PUT",
            f"/things/{segment(id)}/properties/{segment(name)}",
            query={"transition": transition},
            headers={"If-Match": if_match, "Prefer": prefer},
            body=body,
            has_body=True,
        )

    def invoke_action(
        self,
        id: str,
        name: str,
        body: Any | None = None,
        *,
        idempotency_key: str | None = None,
        prefer: str | None = None,
    ) -> Answer[Any]:
        """Invoke an action of a thing. The body is the input of the action; the answer is its output. One that takes longer goes on after 202; without an `Idempotency-Key`, a repetition performs it again."""
        return self.call(
            "POST",
            f"/things/{segment(id)}/actions/{segment(name)}",
            headers={"Idempotency-Key": idempotency_key, "Prefer": prefer},
            body=body,
            has_body=body is not None,
            takes_key=True,
        )

    def request_action(
        self,
        body: t.ActionRequest,
        *,
        idempotency_key: str | None = None,
        prefer: str | None = None,
    ) -> Answer[Any]:
        """Take an action request for a thing of a connector. The address in `GET /connectors/callbackurl`: routes the request to the connector."""
        return self.call(
            "POST",
            "/connectors/callback",
            headers={"Idempotency-Key": idempotency_key, "Prefer": prefer},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def get_interaction(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.Interaction | t.InteractionBatch]:
        """Retrieve the outcome of a write or an action. Kept for a day after it has ended. Of many things, how far they have come."""
        return self.call(
            "GET",
            f"/interactions/{segment(id)}",
            headers={"If-None-Match": if_none_match},
        )

    def get_property_history(
        self,
        id: str,
        name: str,
        *,
        from_: str | None = None,
        to: str | None = None,
        interval: str | None = None,
        timezone: str | None = None,
        aggregate: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.HistoricValue] | list[t.HistoricInterval]]:
        """Look back at a property of a thing. The values that it had, each with its time; or, with `interval`, what they were in intervals. Times in which the value was not known have none."""
        return self.call(
            "GET",
            f"/things/{segment(id)}/properties/{segment(name)}/history",
            query={"from": from_, "to": to, "interval": interval, "timezone": timezone, "aggregate": aggregate, "order": order, "limit": limit, "cursor": cursor},
            headers={"If-None-Match": if_none_match},
        )

    def get_property_histories(
        self,
        *,
        thing: str | list[str],
        property: str,
        interval: str,
        from_: str | None = None,
        to: str | None = None,
        timezone: str | None = None,
        aggregate: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.HistoricSeries]]:
        """Look back at a property of several things. What its values were in intervals, thing by thing."""
        return self.call(
            "GET",
            "/history",
            query={"thing": thing, "property": property, "from": from_, "to": to, "interval": interval, "timezone": timezone, "aggregate": aggregate},
            headers={"If-None-Match": if_none_match},
        )

    def get_thing_logbook(
        self,
        id: str,
        *,
        property: str | None = None,
        event: str | None = None,
        since: str | None = None,
        until: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.LogbookEntry]]:
        """Retrieve the logbook of a thing. What changed, from what to what, and why, newest first: values, requests of values, events, availability and replaced devices. A value that confirms a request in time is due to whoever requested it. Entries are kept as long as changes."""
        return self.call(
            "GET",
            f"/things/{segment(id)}/logbook",
            query={"property": property, "event": event, "since": since, "until": until, "limit": limit, "cursor": cursor},
            headers={"If-None-Match": if_none_match},
        )

    def create_events_ticket(
        self,
    ) -> Answer[t.EventsTicket]:
        """Create a ticket for the stream of events. For clients that cannot send headers, such as `EventSource`: `GET /events?ticket=…` acts as this request does. A stream lives until the access token expires."""
        return self.call(
            "POST",
            "/events/ticket",
        )

    def follow_changes(
        self,
        *,
        cursor: str | None = None,
        kind: str | None = None,
        limit: int | None = None,
        wait: int | None = None,
    ) -> Answer[t.Changes]:
        """Follow how resources change. How units with their properties and links, subjects, things and connector clients change, in the order of commits, without gaps or repetition, for seven days by default. Kinds of changes need the scope that their resources need; without `kind` those come for which the token has scopes."""
        return self.call(
            "GET",
            "/changes",
            query={"cursor": cursor, "kind": kind, "limit": limit, "wait": wait},
        )

    def get_callback(
        self,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.Callback]:
        """Retrieve the callback of the calling app. Its address and the events that it subscribed to. The secret is shown only when it is new."""
        return self.call(
            "GET",
            "/callback",
            headers={"If-None-Match": if_none_match},
        )

    def register_callback(
        self,
        body: t.NewCallback,
        *,
        if_match: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[t.Callback]:
        """Register the callback of the calling app. Action requests for the things that the app has created are posted there, signed as Standard Webhooks. The secret stays the same unless `rotate_secret` is set; then both sign for a day."""
        return self.call(
            "PUT",
            "/callback",
            headers={"If-Match": if_match, "If-None-Match": if_none_match},
            body=body,
            has_body=True,
        )

    def delete_callback(
        self,
        *,
        if_match: str | None = None,
    ) -> Answer[None]:
        """Delete the callback of the calling app. Nothing more is sent to the app, and actions of its things are refused. Messages that wait are dropped."""
        return self.call(
            "DELETE",
            "/callback",
            headers={"If-Match": if_match},
        )

    def replay_events(
        self,
        body: t.Replay,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.Created]:
        """Send everything since a position again. Sends the events after `from`, up to now, to which the callback has subscribed: one message after another, in the order of changes, under ids of their own. `from` is a `cursor` of `GET /changes` or the id of an event. A message that fails for good ends the replay."""
        return self.call(
            "POST",
            "/callback/replay",
            headers={"Idempotency-Key": idempotency_key},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def send_test_message(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.DeliveryWithPayload]:
        """Send a test message to the callback. Sends a message of the type `test` at once, and only once, and answers with the delivery: its attempt has the status, the duration and the beginning of the answer of the app, or the error. Counts as a trial; an account has 60 a minute."""
        return self.call(
            "POST",
            "/callback/test",
            headers={"Idempotency-Key": idempotency_key},
            takes_key=True,
        )

    def list_deliveries(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal["pending", "delivered", "failed"] | None = None,
        type: str | None = None,
        thing: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        response_status: str | None = None,
        error: str | None = None,
        search: str | None = None,
        sort: Literal["created", "-created"] | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.Delivery]]:
        """Retrieve deliveries. The messages of the last seven days to the callback that meet all conditions, oldest first. A page that has to pass over many others may have fewer than its limit, or none, and still a next one."""
        return self.call(
            "GET",
            "/callback/deliveries",
            query={"limit": limit, "cursor": cursor, "status": status, "type": type, "thing": thing, "from": from_, "to": to, "response_status": response_status, "error": error, "search": search, "sort": sort},
            headers={"If-None-Match": if_none_match},
        )

    def get_delivery(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.DeliveryWithPayload]:
        """Retrieve delivery. With the message, and the last ten attempts: the time, the duration, the status or the error, and the first 8 KiB of the answer of each."""
        return self.call(
            "GET",
            f"/callback/deliveries/{segment(id)}",
            headers={"If-None-Match": if_none_match},
        )

    def redeliver_message(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.Delivery]:
        """Send a message again. With the same `webhook-id`. An action that has an outcome is not requested a second time."""
        return self.call(
            "POST",
            f"/callback/deliveries/{segment(id)}/redeliveries",
            headers={"Idempotency-Key": idempotency_key},
            takes_key=True,
        )

    def redeliver_messages(
        self,
        body: t.NewRedelivery,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.Redelivery]:
        """Send all messages again that match. Sends the messages again that were stored by now and meet all conditions, as `GET /callback/deliveries` lists them, each with its `webhook-id`. Those that wait for their next attempt are sent at once; actions that have an outcome are left out. The first 500 are on their way with the answer, the others follow; `redelivered` counts them. One runs at a time. Repeat it with the same `Idempotency-Key` to send nothing twice."""
        return self.call(
            "POST",
            "/callback/redeliveries",
            headers={"Idempotency-Key": idempotency_key},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def get_redelivery(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.Redelivery]:
        """Retrieve redelivery. How many messages it has sent again so far, for seven days."""
        return self.call(
            "GET",
            f"/callback/redeliveries/{segment(id)}",
            headers={"If-None-Match": if_none_match},
        )

    def list_subscriptions(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.Subscription]]:
        """List subscriptions. In the order of their creation, without their secrets."""
        return self.call(
            "GET",
            "/subscriptions",
            query={"limit": limit, "cursor": cursor},
            headers={"If-None-Match": if_none_match},
        )

    def create_subscription(
        self,
        body: t.NewSubscription,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Answer[t.Subscription]:
        """Subscribe to what matches. Events of things that meet conditions, and of values only those that cross a threshold, if there is one. They are posted to `url`, one message after another, signed as Standard Webhooks, and can be read as a stream. Needs `svc.things.admin` with `url`, and `svc.units.read` with `in` or `below`."""
        return self.call(
            "POST",
            "/subscriptions",
            headers={"Idempotency-Key": idempotency_key, "If-Match": if_match},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def get_subscription(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.Subscription]:
        """Retrieve subscription. Includes the last failure of its messages, if there is one."""
        return self.call(
            "GET",
            f"/subscriptions/{segment(id)}",
            headers={"If-None-Match": if_none_match},
        )

    def update_subscription(
        self,
        id: str,
        body: t.SubscriptionPatch,
        *,
        if_match: str | None = None,
        prefer: str | None = None,
    ) -> Answer[t.Subscription]:
        """Change subscription. A JSON Merge Patch (RFC 7396) of `match` and `url`; messages go on from the position where they are. One with `url` needs `svc.things.admin`, and `in` and `below` need `svc.units.read`. Streams that are open go on as they began."""
        return self.call(
            "PATCH",
            f"/subscriptions/{segment(id)}",
            headers={"If-Match": if_match, "Prefer": prefer},
            body=body,
            has_body=True,
        )

    def delete_subscription(
        self,
        id: str,
        *,
        if_match: str | None = None,
    ) -> Answer[None]:
        """Delete subscription. Nothing more is posted; one with `url` needs `svc.things.admin`. Streams that are open end with the access token."""
        return self.call(
            "DELETE",
            f"/subscriptions/{segment(id)}",
            headers={"If-Match": if_match},
        )

    def rotate_subscription_secret(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.Subscription]:
        """Rotate the secret of a subscription. The new secret is shown only once. For a day, the previous one signs the messages as well. Needs `svc.things.admin`."""
        return self.call(
            "POST",
            f"/subscriptions/{segment(id)}/rotate",
            headers={"Idempotency-Key": idempotency_key},
            takes_key=True,
        )

    def list_pending_events(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.PendingEvent]]:
        """Retrieve pending events. The events that match after `cursor` of the subscription, whose messages are posted in this order; the first is the one that holds up the others, if there is an `error`. Of a stream there are none. A page looks at 1,000 events, so that it may hold fewer than its limit, or none, and still lead to a next one. Needs `svc.things.admin`."""
        return self.call(
            "GET",
            f"/subscriptions/{segment(id)}/pending",
            query={"limit": limit, "cursor": cursor},
            headers={"If-None-Match": if_none_match},
        )

    def list_subscription_attempts(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[list[t.SubscriptionAttempt]]:
        """Retrieve the last attempts. The last ten attempts to post messages of the subscription, the latest one at the end, each with its duration, the status or the error, and the first 8 KiB of the answer. Needs `svc.things.admin`."""
        return self.call(
            "GET",
            f"/subscriptions/{segment(id)}/attempts",
            headers={"If-None-Match": if_none_match},
        )

    def send_subscription_test_message(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.SubscriptionAttempt]:
        """Send a test message to the address of a subscription. Sends a message of the type `test` at once, and only once, and answers with the attempt. Messages that wait stay where they are. Counts as a trial; an account has 60 a minute. Needs `svc.things.admin`."""
        return self.call(
            "POST",
            f"/subscriptions/{segment(id)}/test",
            headers={"Idempotency-Key": idempotency_key},
            takes_key=True,
        )

    def list_alerts(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.Alert]]:
        """Retrieve alert rules. In the order of their creation, each with how many items fire."""
        return self.call(
            "GET",
            "/alerts",
            query={"limit": limit, "cursor": cursor},
            headers={"If-None-Match": if_none_match},
        )

    def create_alert(
        self,
        body: t.NewAlert,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Answer[t.Alert]:
        """Create alert rule. Tells of clients, things, messages, quotas or authorizations that fail: by e-mail, to a webhook that is signed as Standard Webhooks, or to a Slack-compatible webhook. A condition on things needs `svc.things.read`, too."""
        return self.call(
            "POST",
            "/alerts",
            headers={"Idempotency-Key": idempotency_key, "If-Match": if_match},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def get_alert(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.AlertWithState]:
        """Retrieve alert rule. With what fires now and since when, and its latest messages with their outcomes."""
        return self.call(
            "GET",
            f"/alerts/{segment(id)}",
            headers={"If-None-Match": if_none_match},
        )

    def update_alert(
        self,
        id: str,
        body: t.AlertPatch,
        *,
        if_match: str | None = None,
    ) -> Answer[t.Alert]:
        """Change or silence alert rule. Changes the given members; null removes a webhook, the repetition or the silence. While it is silenced, the rule goes on to watch, and then tells what still fires. A condition on things needs `svc.things.read`, too."""
        return self.call(
            "PATCH",
            f"/alerts/{segment(id)}",
            headers={"If-Match": if_match},
            body=body,
            has_body=True,
        )

    def delete_alert(
        self,
        id: str,
        *,
        if_match: str | None = None,
    ) -> Answer[None]:
        """Delete alert rule. Messages that have not been accepted are dropped."""
        return self.call(
            "DELETE",
            f"/alerts/{segment(id)}",
            headers={"If-Match": if_match},
        )

    def test_alert(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.AlertTest]:
        """Send a test message. Sends a message through each channel of the rule, once, and answers with what came of it. At most every ten seconds."""
        return self.call(
            "POST",
            f"/alerts/{segment(id)}/test",
            headers={"Idempotency-Key": idempotency_key},
            takes_key=True,
        )

    def get_limits(
        self,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.Limits]:
        """Retrieve limits. The quotas of the account, and how much of each is in use."""
        return self.call(
            "GET",
            "/limits",
            headers={"If-None-Match": if_none_match},
        )

    def get_retention(
        self,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.Retention]:
        """Retrieve retention. For how many days past values and activity are shown."""
        return self.call(
            "GET",
            "/retention",
            headers={"If-None-Match": if_none_match},
        )

    def update_retention(
        self,
        body: t.RetentionPatch,
        *,
        if_match: str | None = None,
    ) -> Answer[t.Retention]:
        """Update retention. Chooses fewer days than the installation has; `null` chooses none. What is older is hidden at once, deleted within a day, and cannot be restored."""
        return self.call(
            "PATCH",
            "/retention",
            headers={"If-Match": if_match},
            body=body,
            has_body=True,
        )

    def get_usage(
        self,
        *,
        since: str | None = None,
        until: str | None = None,
        group_by: str | None = None,
        connector: str | None = None,
        subject: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.Usage]]:
        """Retrieve usage. What clients and subjects did, by day, connector or subject; with a subject, only its own. `Accept: text/csv` answers all of it as a table, in which an apostrophe precedes texts that a spreadsheet would calculate. Polls and events appear within minutes."""
        return self.call(
            "GET",
            "/usage",
            query={"since": since, "until": until, "group_by": group_by, "connector": connector, "subject": subject, "limit": limit, "cursor": cursor},
            headers={"If-None-Match": if_none_match},
        )

    def list_audit_entries(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        actor: str | None = None,
        subject: str | None = None,
        operation: str | None = None,
        resource: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.AuditEntry]]:
        """Retrieve the audit log. The requests that changed something or were refused, newest first; with a subject, only those made for it."""
        return self.call(
            "GET",
            "/audit",
            query={"from": from_, "to": to, "actor": actor, "subject": subject, "operation": operation, "resource": resource, "limit": limit, "cursor": cursor},
            headers={"If-None-Match": if_none_match},
        )

    def list_apps(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.App]]:
        """List apps. In the order in which they were registered, without their secrets."""
        return self.call(
            "GET",
            "/apps",
            query={"limit": limit, "cursor": cursor},
            headers={"If-None-Match": if_none_match},
        )

    def create_app(
        self,
        body: t.NewApp,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Answer[t.App]:
        """Register app. Creates its id and a secret, with which it gets access tokens. The secret is shown only once. An app cannot be given scopes that the access token lacks. With an external issuer, which has apps of its own, it is 404."""
        return self.call(
            "POST",
            "/apps",
            headers={"Idempotency-Key": idempotency_key, "If-Match": if_match},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def list_app_names(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.AppName]]:
        """List names of apps. For those who read what apps did, which names them by their ids."""
        return self.call(
            "GET",
            "/apps/names",
            query={"limit": limit, "cursor": cursor},
            headers={"If-None-Match": if_none_match},
        )

    def get_app(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.App]:
        """Retrieve app. Its name and scopes, without its secret."""
        return self.call(
            "GET",
            f"/apps/{segment(id)}",
            headers={"If-None-Match": if_none_match},
        )

    def update_app(
        self,
        id: str,
        body: t.AppPatch,
        *,
        if_match: str | None = None,
        prefer: str | None = None,
    ) -> Answer[t.App]:
        """Change app. Its name and the origins of its web pages, by a JSON Merge Patch (RFC 7396). Origins count within a minute."""
        return self.call(
            "PATCH",
            f"/apps/{segment(id)}",
            headers={"If-Match": if_match, "Prefer": prefer},
            body=body,
            has_body=True,
        )

    def delete_app(
        self,
        id: str,
        *,
        if_match: str | None = None,
    ) -> Answer[None]:
        """Revoke app. It gets no more access tokens; those that it has expire within an hour. Its callback and the messages that wait for it are dropped, and its connect sessions end within a minute. What it created stays."""
        return self.call(
            "DELETE",
            f"/apps/{segment(id)}",
            headers={"If-Match": if_match},
        )

    def rotate_app_secret(
        self,
        id: str,
        body: t.NewAppSecret | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.App]:
        """Rotate the secret of an app. The new secret is shown only once. The previous one stays valid for a day, or for `overlap_seconds`, and the one before it becomes invalid. Needs all scopes of the app."""
        return self.call(
            "POST",
            f"/apps/{segment(id)}/rotate",
            headers={"Idempotency-Key": idempotency_key},
            body=body,
            has_body=body is not None,
            takes_key=True,
        )

    def list_organizations(
        self,
        *,
        if_none_match: str | None = None,
    ) -> Answer[list[t.Organization]]:
        """List organizations. Those of the person who is signed in, each with its environments."""
        return self.call(
            "GET",
            "/organizations",
            headers={"If-None-Match": if_none_match},
        )

    def create_organization(
        self,
        body: t.CreateOrganizationBody,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Answer[t.Organization]:
        """Create organization. With the environments `development` and `production`. Whoever creates it is its owner."""
        return self.call(
            "POST",
            "/organizations",
            headers={"Idempotency-Key": idempotency_key, "If-Match": if_match},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def update_organization(
        self,
        id: str,
        body: t.OrganizationPatch,
    ) -> Answer[t.Organization]:
        """Update organization. Changes its name, or what it requires of members. For owners."""
        return self.call(
            "PATCH",
            f"/organizations/{segment(id)}",
            body=body,
            has_body=True,
        )

    def delete_organization(
        self,
        id: str,
    ) -> Answer[t.Organization]:
        """Delete organization. Deletes all of its environments. Its members see it until 90 days after these are erased. For owners."""
        return self.call(
            "DELETE",
            f"/organizations/{segment(id)}",
        )

    def list_organization_audit_entries(
        self,
        id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.AuditEntry]]:
        """Retrieve the audit log of an organization. Changes of its members, invitations and environments, newest first."""
        return self.call(
            "GET",
            f"/organizations/{segment(id)}/audit",
            query={"limit": limit, "cursor": cursor},
            headers={"If-None-Match": if_none_match},
        )

    def get_organization_usage(
        self,
        id: str,
        *,
        since: str | None = None,
        until: str | None = None,
        group_by: str | None = None,
        connector: str | None = None,
        subject: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[list[t.EnvironmentUsage]]:
        """Retrieve usage of an organization. As `GET /usage`, of one environment after the other."""
        return self.call(
            "GET",
            f"/organizations/{segment(id)}/usage",
            query={"since": since, "until": until, "group_by": group_by, "connector": connector, "subject": subject, "limit": limit, "cursor": cursor},
            headers={"If-None-Match": if_none_match},
        )

    def create_environment(
        self,
        id: str,
        body: t.CreateOrganizationBody,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.Environment]:
        """Create environment. An account of its own, with its own apps, quotas and data: nothing of one is visible in another. For owners."""
        return self.call(
            "POST",
            f"/organizations/{segment(id)}/environments",
            headers={"Idempotency-Key": idempotency_key},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def update_environment(
        self,
        id: str,
        body: t.CreateOrganizationBody,
    ) -> Answer[t.Environment]:
        """Rename environment. Changes its name. For owners."""
        return self.call(
            "PATCH",
            f"/environments/{segment(id)}",
            body=body,
            has_body=True,
        )

    def delete_environment(
        self,
        id: str,
    ) -> Answer[t.Environment]:
        """Delete environment. From now on, requests with its access tokens are refused (403, `environment_deleted`) and its connector clients are paused. At `deletion.erases`, everything in it is erased; until then it can be restored. For owners."""
        return self.call(
            "DELETE",
            f"/environments/{segment(id)}",
        )

    def create_environment_token(
        self,
        id: str,
    ) -> Answer[t.EnvironmentToken]:
        """Create access token of a person. An access token for an environment, valid for five minutes, with the scopes of the role of the person."""
        return self.call(
            "POST",
            f"/environments/{segment(id)}/token",
        )

    def restore_environment(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.Environment]:
        """Restore environment. Ends its deletion, until it is erased. Its connector clients are resumed within minutes. For owners."""
        return self.call(
            "POST",
            f"/environments/{segment(id)}/restore",
            headers={"Idempotency-Key": idempotency_key},
            takes_key=True,
        )

    def get_environment_erasure(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.Erasure]:
        """Retrieve the erasure of an environment. When it begins, how far it got, and its receipt once it is completed. It can be read for 90 days after that."""
        return self.call(
            "GET",
            f"/environments/{segment(id)}/erasure",
            headers={"If-None-Match": if_none_match},
        )

    def restore_organization(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.Organization]:
        """Restore organization. Restores all of its environments that are not erased yet. For owners."""
        return self.call(
            "POST",
            f"/organizations/{segment(id)}/restore",
            headers={"Idempotency-Key": idempotency_key},
            takes_key=True,
        )

    def copy_environment(
        self,
        id: str,
        body: t.EnvironmentCopy,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.CopiedEnvironment]:
        """Copy from another environment. Copies the connector types, instances, the branding and the retention of another environment that this one does not have. Secrets are never copied: they are given anew in `secrets`, here or when the request is repeated. `replace` also makes new versions of connector types that differ, and changes instances, once their clients were polled with them. For owners and developers of both."""
        return self.call(
            "POST",
            f"/environments/{segment(id)}/copy",
            headers={"Idempotency-Key": idempotency_key},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def list_members(
        self,
        id: str,
        *,
        if_none_match: str | None = None,
    ) -> Answer[t.ListMembersAnswer]:
        """List members. The members of an organization, and the open invitations."""
        return self.call(
            "GET",
            f"/organizations/{segment(id)}/members",
            headers={"If-None-Match": if_none_match},
        )

    def update_member(
        self,
        id: str,
        other: str,
        body: t.UpdateMemberBody,
    ) -> Answer[t.Member]:
        """Change the role of a member. For owners; one owner must remain. It counts within five minutes."""
        return self.call(
            "PATCH",
            f"/organizations/{segment(id)}/members/{segment(other)}",
            body=body,
            has_body=True,
        )

    def delete_member(
        self,
        id: str,
        other: str,
    ) -> Answer[None]:
        """Remove member. For owners; everybody may leave, except the last owner. Access ends within five minutes."""
        return self.call(
            "DELETE",
            f"/organizations/{segment(id)}/members/{segment(other)}",
        )

    def create_invitation(
        self,
        id: str,
        body: t.NewInvitation,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.Invitation]:
        """Invite somebody. Answers a link to pass on, or sends it by e-mail. It works once, for that address, for seven days; one that was sent to the address before is then invalid. For owners."""
        return self.call(
            "POST",
            f"/organizations/{segment(id)}/invitations",
            headers={"Idempotency-Key": idempotency_key},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def delete_invitation(
        self,
        id: str,
        other: str,
    ) -> Answer[None]:
        """Withdraw invitation. Its link works no more. For owners."""
        return self.call(
            "DELETE",
            f"/organizations/{segment(id)}/invitations/{segment(other)}",
        )

    def read_invitation(
        self,
        id: str,
        body: t.ReadInvitationBody,
    ) -> Answer[t.OpenedInvitation]:
        """Read invitation. For whoever has its link: `secret` is what follows the dot."""
        return self.call(
            "POST",
            f"/invitations/{segment(id)}/open",
            body=body,
            has_body=True,
        )

    def accept_invitation(
        self,
        id: str,
        body: t.ReadInvitationBody,
        *,
        idempotency_key: str | None = None,
    ) -> Answer[t.Organization]:
        """Accept invitation. Makes the person who is signed in a member, if the invitation is for its address."""
        return self.call(
            "POST",
            f"/invitations/{segment(id)}/accept",
            headers={"Idempotency-Key": idempotency_key},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def get_mcp_client_request(
        self,
        *,
        response_type: Literal["code"],
        client_id: str,
        redirect_uri: str,
        code_challenge: str,
        code_challenge_method: Literal["S256"],
        state: str | None = None,
        scope: str | None = None,
        resource: str | None = None,
        if_none_match: str | None = None,
    ) -> Answer[t.McpClientRequest]:
        """Retrieve who wants to be authorized. Checks an authorization request (RFC 6749, section 4.1.1), for the page that asks the person."""
        return self.call(
            "GET",
            "/mcp_clients/request",
            query={"response_type": response_type, "client_id": client_id, "redirect_uri": redirect_uri, "code_challenge": code_challenge, "code_challenge_method": code_challenge_method, "state": state, "scope": scope, "resource": resource},
            headers={"If-None-Match": if_none_match},
        )

    def list_mcp_clients(
        self,
        *,
        if_none_match: str | None = None,
    ) -> Answer[list[t.McpClient]]:
        """List MCP clients. The apps that the person has authorized."""
        return self.call(
            "GET",
            "/mcp_clients",
            headers={"If-None-Match": if_none_match},
        )

    def create_mcp_client(
        self,
        body: t.NewMcpClient,
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
    ) -> Answer[t.AuthorizedMcpClient]:
        """Authorize MCP client. Lets an app act as the person in an environment, by the Model Context Protocol alone. It gets access tokens with the scopes that it wants and the role has, until the person or the membership ends it, or it is unused for 30 days."""
        return self.call(
            "POST",
            "/mcp_clients",
            headers={"Idempotency-Key": idempotency_key, "If-Match": if_match},
            body=body,
            has_body=True,
            takes_key=True,
        )

    def delete_mcp_client(
        self,
        id: str,
    ) -> Answer[None]:
        """Remove MCP client. It gets no more access tokens; its last one ends within five minutes."""
        return self.call(
            "DELETE",
            f"/mcp_clients/{segment(id)}",
        )
