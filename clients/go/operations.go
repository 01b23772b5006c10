// Code generated from the OpenAPI document by npm run generate:client. DO NOT EDIT.

package trellis

import "context"

// ListConnectorDescriptionsParams are the optional parameters of ListConnectorDescriptions.
type ListConnectorDescriptionsParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListConnectorDescriptions: Retrieve connector descriptions. All types of connectors, each with a sample and a JSON Schema of its configurations. Needs no access token; with one, the types of the account follow.
func (c *Client) ListConnectorDescriptions(ctx context.Context, params *ListConnectorDescriptionsParams) (*Answer[[]ConnectorDescription], error) {
	return call[[]ConnectorDescription](ctx, c, request{method: "GET", path: "/connectors/descriptions", params: params})
}

// ListConnectorDescriptionsAll reads the items of all pages of ListConnectorDescriptions.
func (c *Client) ListConnectorDescriptionsAll(ctx context.Context, params *ListConnectorDescriptionsParams) *Items[ConnectorDescription] {
	read := func(params *ListConnectorDescriptionsParams) (*Answer[[]ConnectorDescription], error) {
		return c.ListConnectorDescriptions(ctx, params)
	}
	return allItems(params, read, func(params *ListConnectorDescriptionsParams, cursor string) { params.Cursor = cursor })
}

// GetConnectorDescriptionParams are the optional parameters of GetConnectorDescription.
type GetConnectorDescriptionParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetConnectorDescription: Retrieve connector description. What the connector links, and how its instances and clients are configured. The id is its number, or its `type_id`. Only types of the account need an access token.
func (c *Client) GetConnectorDescription(ctx context.Context, id string, params *GetConnectorDescriptionParams) (*Answer[ConnectorDescription], error) {
	return call[ConnectorDescription](ctx, c, request{method: "GET", path: "/connectors/descriptions/" + segment(id), params: params})
}

// ListConnectorInstancesParams are the optional parameters of ListConnectorInstances.
type ListConnectorInstancesParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListConnectorInstances: Retrieve connector instances. References to the instances of the account.
func (c *Client) ListConnectorInstances(ctx context.Context, params *ListConnectorInstancesParams) (*Answer[[]Reference], error) {
	return call[[]Reference](ctx, c, request{method: "GET", path: "/connectors/instances", params: params})
}

// ListConnectorInstancesAll reads the items of all pages of ListConnectorInstances.
func (c *Client) ListConnectorInstancesAll(ctx context.Context, params *ListConnectorInstancesParams) *Items[Reference] {
	read := func(params *ListConnectorInstancesParams) (*Answer[[]Reference], error) {
		return c.ListConnectorInstances(ctx, params)
	}
	return allItems(params, read, func(params *ListConnectorInstancesParams, cursor string) { params.Cursor = cursor })
}

// CreateConnectorInstanceParams are the optional parameters of CreateConnectorInstance.
type CreateConnectorInstanceParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`

	IfMatch string `header:"If-Match"`
}

// CreateConnectorInstance: Create connector instance. Configures a connector type for the account, which has at most one instance of each type (409). The configuration is stored encrypted and never shown again.
func (c *Client) CreateConnectorInstance(ctx context.Context, body NewConnectorInstance, params *CreateConnectorInstanceParams) (*Answer[Created], error) {
	return call[Created](ctx, c, request{method: "POST", path: "/connectors/instances", params: params, body: body, hasBody: true, takesKey: true})
}

// GetConnectorInstanceParams are the optional parameters of GetConnectorInstance.
type GetConnectorInstanceParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetConnectorInstance: Retrieve connector instance. Its connector and the clients that use it, or those of the subject.
func (c *Client) GetConnectorInstance(ctx context.Context, id string, params *GetConnectorInstanceParams) (*Answer[ConnectorInstance], error) {
	return call[ConnectorInstance](ctx, c, request{method: "GET", path: "/connectors/instances/" + segment(id), params: params})
}

// UpdateConnectorInstanceParams are the optional parameters of UpdateConnectorInstance.
type UpdateConnectorInstanceParams struct {
	IfMatch string `header:"If-Match"`

	Prefer string `header:"Prefer"`
}

// UpdateConnectorInstance: Change connector instance. Changes the configuration by a JSON Merge Patch (RFC 7396) once a poll with the new one has succeeded for one of its clients, if it has any; until then, and if it fails, the old one stays. `clients_per_subject` can be changed, too; clients that there are stay.
func (c *Client) UpdateConnectorInstance(ctx context.Context, id string, body any, params *UpdateConnectorInstanceParams) (*Answer[ConnectorInstance], error) {
	return call[ConnectorInstance](ctx, c, request{method: "PATCH", path: "/connectors/instances/" + segment(id), params: params, body: body, hasBody: true})
}

// DeleteConnectorInstanceParams are the optional parameters of DeleteConnectorInstance.
type DeleteConnectorInstanceParams struct {
	DryRun string `query:"dry_run"`

	IfMatch string `header:"If-Match"`
}

// DeleteConnectorInstance: Delete connector instance. Refused while clients use the instance (409).
func (c *Client) DeleteConnectorInstance(ctx context.Context, id string, params *DeleteConnectorInstanceParams) (*Answer[Removal], error) {
	return call[Removal](ctx, c, request{method: "DELETE", path: "/connectors/instances/" + segment(id), params: params})
}

// GetInstanceActivityParams are the optional parameters of GetInstanceActivity.
type GetInstanceActivityParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetInstanceActivity: Retrieve activity of a connector instance. What the polls of its clients did in each of the last 24 hours, and how long they took.
func (c *Client) GetInstanceActivity(ctx context.Context, id string, params *GetInstanceActivityParams) (*Answer[InstanceActivity], error) {
	return call[InstanceActivity](ctx, c, request{method: "GET", path: "/connectors/instances/" + segment(id) + "/activity", params: params})
}

// GetConnectorActivityParams are the optional parameters of GetConnectorActivity.
type GetConnectorActivityParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetConnectorActivity: Retrieve connector activity. How many clients the account has, and what their polls did in each of the last 24 hours. Counts of clients are up to 30 seconds old, those of polls about five; a process that is killed loses the counts that it has not reported yet.
func (c *Client) GetConnectorActivity(ctx context.Context, params *GetConnectorActivityParams) (*Answer[Activity], error) {
	return call[Activity](ctx, c, request{method: "GET", path: "/connectors/activity", params: params})
}

// GetConnectorCallbackURLParams are the optional parameters of GetConnectorCallbackURL.
type GetConnectorCallbackURLParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetConnectorCallbackURL: Get connector service callback url. The address for action requests to the things of connectors. Any valid access token will do.
func (c *Client) GetConnectorCallbackURL(ctx context.Context, params *GetConnectorCallbackURLParams) (*Answer[Reference], error) {
	return call[Reference](ctx, c, request{method: "GET", path: "/connectors/callbackurl", params: params})
}

// ListConnectorTypesParams are the optional parameters of ListConnectorTypes.
type ListConnectorTypesParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListConnectorTypes: Retrieve connector types of the account. In the order of their creation, without the descriptions of their APIs.
func (c *Client) ListConnectorTypes(ctx context.Context, params *ListConnectorTypesParams) (*Answer[[]ListedConnectorType], error) {
	return call[[]ListedConnectorType](ctx, c, request{method: "GET", path: "/connectors/types", params: params})
}

// ListConnectorTypesAll reads the items of all pages of ListConnectorTypes.
func (c *Client) ListConnectorTypesAll(ctx context.Context, params *ListConnectorTypesParams) *Items[ListedConnectorType] {
	read := func(params *ListConnectorTypesParams) (*Answer[[]ListedConnectorType], error) {
		return c.ListConnectorTypes(ctx, params)
	}
	return allItems(params, read, func(params *ListConnectorTypesParams, cursor string) { params.Cursor = cursor })
}

// CreateConnectorTypeParams are the optional parameters of CreateConnectorType.
type CreateConnectorTypeParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`

	IfMatch string `header:"If-Match"`
}

// CreateConnectorType: Create connector type. Makes a description of an HTTP API a connector type of the account, which nobody else sees. Its instance has an empty configuration. The description is stored encrypted, and its secrets are never shown again.
func (c *Client) CreateConnectorType(ctx context.Context, body NewConnectorType, params *CreateConnectorTypeParams) (*Answer[ConnectorType], error) {
	return call[ConnectorType](ctx, c, request{method: "POST", path: "/connectors/types", params: params, body: body, hasBody: true, takesKey: true})
}

// GetConnectorTypeParams are the optional parameters of GetConnectorType.
type GetConnectorTypeParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetConnectorType: Retrieve connector type of the account. With the description of its API, but for secrets.
func (c *Client) GetConnectorType(ctx context.Context, id string, params *GetConnectorTypeParams) (*Answer[ConnectorType], error) {
	return call[ConnectorType](ctx, c, request{method: "GET", path: "/connectors/types/" + segment(id), params: params})
}

// ReplaceConnectorTypeParams are the optional parameters of ReplaceConnectorType.
type ReplaceConnectorTypeParams struct {
	Force string `query:"force"`

	IfMatch string `header:"If-Match"`
}

// ReplaceConnectorType: Replace connector type. Makes a new version, which its clients use from then on. First up to five clients are polled with it, and nothing of that is stored; if one fails, nothing changes (422), but with `force`. Secrets that are left out stay.
func (c *Client) ReplaceConnectorType(ctx context.Context, id string, body NewConnectorTypeVersion, params *ReplaceConnectorTypeParams) (*Answer[ChangedConnectorType], error) {
	return call[ChangedConnectorType](ctx, c, request{method: "PUT", path: "/connectors/types/" + segment(id), params: params, body: body, hasBody: true})
}

// RestoreConnectorTypeParams are the optional parameters of RestoreConnectorType.
type RestoreConnectorTypeParams struct {
	Force string `query:"force"`

	IfMatch string `header:"If-Match"`
}

// RestoreConnectorType: Roll connector type back. Makes one of the ten latest versions the current one again. First up to five clients are polled with it, and nothing of that is stored; if one fails, nothing changes (422), but with `force`.
func (c *Client) RestoreConnectorType(ctx context.Context, id string, body any, params *RestoreConnectorTypeParams) (*Answer[ChangedConnectorType], error) {
	return call[ChangedConnectorType](ctx, c, request{method: "PATCH", path: "/connectors/types/" + segment(id), params: params, body: body, hasBody: true})
}

// DeleteConnectorTypeParams are the optional parameters of DeleteConnectorType.
type DeleteConnectorTypeParams struct {
	IfMatch string `header:"If-Match"`
}

// DeleteConnectorType: Delete connector type. Refused while the account has an instance of the type (409).
func (c *Client) DeleteConnectorType(ctx context.Context, id string, params *DeleteConnectorTypeParams) (*Answer[NoContent], error) {
	return call[NoContent](ctx, c, request{method: "DELETE", path: "/connectors/types/" + segment(id), params: params})
}

// ListConnectorTypeVersionsParams are the optional parameters of ListConnectorTypeVersions.
type ListConnectorTypeVersionsParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// ListConnectorTypeVersions: Retrieve versions of connector type. The ten latest ones, the latest first.
func (c *Client) ListConnectorTypeVersions(ctx context.Context, id string, params *ListConnectorTypeVersionsParams) (*Answer[[]ConnectorTypeVersion], error) {
	return call[[]ConnectorTypeVersion](ctx, c, request{method: "GET", path: "/connectors/types/" + segment(id) + "/versions", params: params})
}

// ListConnectorClientsParams are the optional parameters of ListConnectorClients.
type ListConnectorClientsParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	Status string `query:"status"`

	Paused string `query:"paused"`

	Attention string `query:"attention"`

	Attributes map[string]string `query:"attributes"`

	Via string `query:"via"`

	View string `query:"view"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListConnectorClients: Retrieve connector clients. References to the clients of the subject, or of the whole account without one; with `view=summary` their states.
func (c *Client) ListConnectorClients(ctx context.Context, params *ListConnectorClientsParams) (*Answer[[]ListedConnectorClientOrReference], error) {
	return call[[]ListedConnectorClientOrReference](ctx, c, request{method: "GET", path: "/connectors/clients", params: params})
}

// ListConnectorClientsAll reads the items of all pages of ListConnectorClients.
func (c *Client) ListConnectorClientsAll(ctx context.Context, params *ListConnectorClientsParams) *Items[ListedConnectorClientOrReference] {
	read := func(params *ListConnectorClientsParams) (*Answer[[]ListedConnectorClientOrReference], error) {
		return c.ListConnectorClients(ctx, params)
	}
	return allItems(params, read, func(params *ListConnectorClientsParams, cursor string) { params.Cursor = cursor })
}

// CreateConnectorClientParams are the optional parameters of CreateConnectorClient.
type CreateConnectorClientParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`

	IfMatch string `header:"If-Match"`
}

// CreateConnectorClient: Create connector client. Links something of the subject in a remote technology, whose devices then appear as things in the list of the subject; needs an instance of the type (400). It is `STARTING` until its first poll has succeeded; with 303 the subject has to authorize it in a browser first. A subject has one client of a type unless the instance allows more (409).
func (c *Client) CreateConnectorClient(ctx context.Context, body NewConnectorClient, params *CreateConnectorClientParams) (*Answer[CreatedConnectorClient], error) {
	return call[CreatedConnectorClient](ctx, c, request{method: "POST", path: "/connectors/clients", params: params, body: body, hasBody: true, takesKey: true})
}

// GetConnectorClientParams are the optional parameters of GetConnectorClient.
type GetConnectorClientParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetConnectorClient: Retrieve connector client. Its status, with the error of the last poll if that failed, and the things that it created.
func (c *Client) GetConnectorClient(ctx context.Context, id string, params *GetConnectorClientParams) (*Answer[ConnectorClient], error) {
	return call[ConnectorClient](ctx, c, request{method: "GET", path: "/connectors/clients/" + segment(id), params: params})
}

// UpdateConnectorClientParams are the optional parameters of UpdateConnectorClient.
type UpdateConnectorClientParams struct {
	IfMatch string `header:"If-Match"`

	Prefer string `header:"Prefer"`
}

// UpdateConnectorClient: Change connector client. Changes the configuration and the attributes by a JSON Merge Patch (RFC 7396), once a poll with a new configuration has succeeded; until then, and if it fails, all stays as it is. Its things keep their ids and places.
func (c *Client) UpdateConnectorClient(ctx context.Context, id string, body any, params *UpdateConnectorClientParams) (*Answer[ConnectorClient], error) {
	return call[ConnectorClient](ctx, c, request{method: "PATCH", path: "/connectors/clients/" + segment(id), params: params, body: body, hasBody: true})
}

// DeleteConnectorClientParams are the optional parameters of DeleteConnectorClient.
type DeleteConnectorClientParams struct {
	DryRun string `query:"dry_run"`

	Force string `query:"force"`

	IfMatch string `header:"If-Match"`
}

// DeleteConnectorClient: Delete connector client. Also removes the things that the client created. While that fails, `GET` of the client has `removal`. What the remote technology refuses, such as to revoke a grant, is given up; with `force=true` the answer is 200 and says so.
func (c *Client) DeleteConnectorClient(ctx context.Context, id string, params *DeleteConnectorClientParams) (*Answer[RemovalOrDeleteConnectorClientAnswer], error) {
	return call[RemovalOrDeleteConnectorClientAnswer](ctx, c, request{method: "DELETE", path: "/connectors/clients/" + segment(id), params: params})
}

// SettleConnectorClientSweepParams are the optional parameters of SettleConnectorClientSweep.
type SettleConnectorClientSweepParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// SettleConnectorClientSweep: Accept a sweep, or wait. When more than half of the devices of a client, and more than five, are missing at once, they are not marked as vanished for an hour (warning `sweep_held`). `accept` marks them now; `wait` leaves them as they are until they return or it is accepted.
func (c *Client) SettleConnectorClientSweep(ctx context.Context, id string, body SweepDecision, params *SettleConnectorClientSweepParams) (*Answer[ConnectorClient], error) {
	return call[ConnectorClient](ctx, c, request{method: "POST", path: "/connectors/clients/" + segment(id) + "/sweep", params: params, body: body, hasBody: true, takesKey: true})
}

// PollConnectorClientParams are the optional parameters of PollConnectorClient.
type PollConnectorClientParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// PollConnectorClient: Poll connector client now. The poll begins at once, and ends after the answer; `last_polled` shows it. At most once in ten seconds after the last poll began (429).
func (c *Client) PollConnectorClient(ctx context.Context, id string, params *PollConnectorClientParams) (*Answer[ConnectorClient], error) {
	return call[ConnectorClient](ctx, c, request{method: "POST", path: "/connectors/clients/" + segment(id) + "/poll", params: params, takesKey: true})
}

// PauseConnectorClientParams are the optional parameters of PauseConnectorClient.
type PauseConnectorClientParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// PauseConnectorClient: Pause connector client. Neither polls the client nor listens for it until it is resumed, and refuses writes and actions of its things (`client_paused`). Its things stay, and their values become unknown. A client that is already paused stays as it is.
func (c *Client) PauseConnectorClient(ctx context.Context, id string, body *PauseConnectorClientBody, params *PauseConnectorClientParams) (*Answer[ConnectorClient], error) {
	return call[ConnectorClient](ctx, c, request{method: "POST", path: "/connectors/clients/" + segment(id) + "/pause", params: params, body: body, takesKey: true})
}

// ResumeConnectorClientParams are the optional parameters of ResumeConnectorClient.
type ResumeConnectorClientParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// ResumeConnectorClient: Resume connector client. Polls a paused client at once; the first poll that succeeds makes the values of its things known again. Any other client stays as it is.
func (c *Client) ResumeConnectorClient(ctx context.Context, id string, params *ResumeConnectorClientParams) (*Answer[ConnectorClient], error) {
	return call[ConnectorClient](ctx, c, request{method: "POST", path: "/connectors/clients/" + segment(id) + "/resume", params: params, takesKey: true})
}

// ListUnitSuggestionsParams are the optional parameters of ListUnitSuggestions.
type ListUnitSuggestionsParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// ListUnitSuggestions: Retrieve suggestions for units. The rooms, floors and homes of the remote technology: `name` and `type` for a new unit, and the things that belong in it.
func (c *Client) ListUnitSuggestions(ctx context.Context, id string, params *ListUnitSuggestionsParams) (*Answer[[]UnitSuggestion], error) {
	return call[[]UnitSuggestion](ctx, c, request{method: "GET", path: "/connectors/clients/" + segment(id) + "/unit_suggestions", params: params})
}

// GetConnectorClientConfigurationParams are the optional parameters of GetConnectorClientConfiguration.
type GetConnectorClientConfigurationParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetConnectorClientConfiguration: Retrieve configuration of connector client. Its values and the names of its secrets, as a form that changes it needs them. The change may name the `ETag` in `If-Match`.
func (c *Client) GetConnectorClientConfiguration(ctx context.Context, id string, params *GetConnectorClientConfigurationParams) (*Answer[ShownConfiguration], error) {
	return call[ShownConfiguration](ctx, c, request{method: "GET", path: "/connectors/clients/" + segment(id) + "/configuration", params: params})
}

// GetConnectorInstanceConfigurationParams are the optional parameters of GetConnectorInstanceConfiguration.
type GetConnectorInstanceConfigurationParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetConnectorInstanceConfiguration: Retrieve configuration of connector instance. Its values and the names of its secrets, as a form that changes it needs them. The change may name the `ETag` in `If-Match`.
func (c *Client) GetConnectorInstanceConfiguration(ctx context.Context, id string, params *GetConnectorInstanceConfigurationParams) (*Answer[ShownConfiguration], error) {
	return call[ShownConfiguration](ctx, c, request{method: "GET", path: "/connectors/instances/" + segment(id) + "/configuration", params: params})
}

// TryConnector: Try connector configurations. Polls the remote technology once with the configurations of an instance and a client, and answers what it found: the devices (the first 100), or the error that the client would have. For `http-json`, `explanation` says what each part of the description found. Nothing is stored. Connectors whose end users authorize clients can only be tried on `answers`. An account has 60 trials a minute.
func (c *Client) TryConnector(ctx context.Context, body NewConnectorTrial) (*Answer[ConnectorTrial], error) {
	return call[ConnectorTrial](ctx, c, request{method: "POST", path: "/connectors/try", body: body, hasBody: true})
}

// ListAgentsParams are the optional parameters of ListAgents.
type ListAgentsParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	State string `query:"state"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListAgents: Retrieve agents. In the order of their creation.
func (c *Client) ListAgents(ctx context.Context, params *ListAgentsParams) (*Answer[[]Agent], error) {
	return call[[]Agent](ctx, c, request{method: "GET", path: "/agents", params: params})
}

// ListAgentsAll reads the items of all pages of ListAgents.
func (c *Client) ListAgentsAll(ctx context.Context, params *ListAgentsParams) *Items[Agent] {
	read := func(params *ListAgentsParams) (*Answer[[]Agent], error) {
		return c.ListAgents(ctx, params)
	}
	return allItems(params, read, func(params *ListAgentsParams, cursor string) { params.Cursor = cursor })
}

// CreateAgentParams are the optional parameters of CreateAgent.
type CreateAgentParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`

	IfMatch string `header:"If-Match"`
}

// CreateAgent: Create agent. An agent is a program in the home of the subject, through which connector clients (`via`) reach the devices there. The answer has the code with which it is paired within ten minutes.
func (c *Client) CreateAgent(ctx context.Context, body NewAgent, params *CreateAgentParams) (*Answer[CreatedAgent], error) {
	return call[CreatedAgent](ctx, c, request{method: "POST", path: "/agents", params: params, body: body, hasBody: true, takesKey: true})
}

// GetAgentParams are the optional parameters of GetAgent.
type GetAgentParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetAgent: Retrieve agent. Whether it is connected, and what it has found in its network.
func (c *Client) GetAgent(ctx context.Context, id string, params *GetAgentParams) (*Answer[Agent], error) {
	return call[Agent](ctx, c, request{method: "GET", path: "/agents/" + segment(id), params: params})
}

// UpdateAgentParams are the optional parameters of UpdateAgent.
type UpdateAgentParams struct {
	IfMatch string `header:"If-Match"`

	Prefer string `header:"Prefer"`
}

// UpdateAgent: Rename agent. By a JSON Merge Patch (RFC 7396).
func (c *Client) UpdateAgent(ctx context.Context, id string, body any, params *UpdateAgentParams) (*Answer[Agent], error) {
	return call[Agent](ctx, c, request{method: "PATCH", path: "/agents/" + segment(id), params: params, body: body, hasBody: true})
}

// DeleteAgentParams are the optional parameters of DeleteAgent.
type DeleteAgentParams struct {
	IfMatch string `header:"If-Match"`
}

// DeleteAgent: Revoke agent. Ends its connection, and its key is worth nothing any more. Clients that use it stay, and reach nothing until they have another one.
func (c *Client) DeleteAgent(ctx context.Context, id string, params *DeleteAgentParams) (*Answer[NoContent], error) {
	return call[NoContent](ctx, c, request{method: "DELETE", path: "/agents/" + segment(id), params: params})
}

// CreatePairingCodeParams are the optional parameters of CreatePairingCode.
type CreatePairingCodeParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// CreatePairingCode: Issue pairing code. For another program in place of this one, such as on a new computer. The agent goes on until the code is used.
func (c *Client) CreatePairingCode(ctx context.Context, id string, params *CreatePairingCodeParams) (*Answer[PairingCode], error) {
	return call[PairingCode](ctx, c, request{method: "POST", path: "/agents/" + segment(id) + "/pairing_code", params: params, takesKey: true})
}

// ListOperationsParams are the optional parameters of ListOperations.
type ListOperationsParams struct {
	Kind string `query:"kind"`

	Outcome string `query:"outcome"`

	Code string `query:"code"`

	Q string `query:"q"`

	From string `query:"from"`

	To string `query:"to"`

	Client string `query:"client"`

	Subject string `query:"subject"`

	ConnectorTypeID string `query:"connector_type_id"`

	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListOperations: Retrieve activity. The polls, listening sessions, writes, actions and other operations of connector clients, the last ones first: failures with their requests, successes as counters with the last few. Kept for 14 days unless the operator decides otherwise.
func (c *Client) ListOperations(ctx context.Context, params *ListOperationsParams) (*Answer[[]ClientOperation], error) {
	return call[[]ClientOperation](ctx, c, request{method: "GET", path: "/activity", params: params})
}

// ListOperationsAll reads the items of all pages of ListOperations.
func (c *Client) ListOperationsAll(ctx context.Context, params *ListOperationsParams) *Items[ClientOperation] {
	read := func(params *ListOperationsParams) (*Answer[[]ClientOperation], error) {
		return c.ListOperations(ctx, params)
	}
	return allItems(params, read, func(params *ListOperationsParams, cursor string) { params.Cursor = cursor })
}

// GetOperationParams are the optional parameters of GetOperation.
type GetOperationParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetOperation: Retrieve an operation. With what was sent to the technology and received.
func (c *Client) GetOperation(ctx context.Context, id string, params *GetOperationParams) (*Answer[ClientOperationWithRequests], error) {
	return call[ClientOperationWithRequests](ctx, c, request{method: "GET", path: "/activity/" + segment(id), params: params})
}

// ListClientOperationsParams are the optional parameters of ListClientOperations.
type ListClientOperationsParams struct {
	Kind string `query:"kind"`

	Outcome string `query:"outcome"`

	Code string `query:"code"`

	Q string `query:"q"`

	From string `query:"from"`

	To string `query:"to"`

	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListClientOperations: Retrieve activity of a connector client. As `GET /activity`, also of a client that was deleted.
func (c *Client) ListClientOperations(ctx context.Context, id string, params *ListClientOperationsParams) (*Answer[[]ClientOperation], error) {
	return call[[]ClientOperation](ctx, c, request{method: "GET", path: "/connectors/clients/" + segment(id) + "/activity", params: params})
}

// ListClientOperationsAll reads the items of all pages of ListClientOperations.
func (c *Client) ListClientOperationsAll(ctx context.Context, id string, params *ListClientOperationsParams) *Items[ClientOperation] {
	read := func(params *ListClientOperationsParams) (*Answer[[]ClientOperation], error) {
		return c.ListClientOperations(ctx, id, params)
	}
	return allItems(params, read, func(params *ListClientOperationsParams, cursor string) { params.Cursor = cursor })
}

// DebugConnectorClientParams are the optional parameters of DebugConnectorClient.
type DebugConnectorClientParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// DebugConnectorClient: Debug connector client. Records each operation of the client on its own, with all requests, for some minutes; 0 ends that.
func (c *Client) DebugConnectorClient(ctx context.Context, id string, body DebugConnectorClientBody, params *DebugConnectorClientParams) (*Answer[Debugging], error) {
	return call[Debugging](ctx, c, request{method: "POST", path: "/connectors/clients/" + segment(id) + "/debug", params: params, body: body, hasBody: true, takesKey: true})
}

// GetClientDiagnostics: Retrieve diagnostics of connector client. A file to attach to a report: the client, its configuration without secrets, its last operations, and the requests of the last that failed.
func (c *Client) GetClientDiagnostics(ctx context.Context, id string) (*Answer[ClientDiagnostics], error) {
	return call[ClientDiagnostics](ctx, c, request{method: "GET", path: "/connectors/clients/" + segment(id) + "/diagnostics"})
}

// ListConnectSessionsParams are the optional parameters of ListConnectSessions.
type ListConnectSessionsParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListConnectSessions: List connect sessions. Those of the subject, or of all subjects without one, that have neither expired nor been revoked. Their addresses are shown only when they are created.
func (c *Client) ListConnectSessions(ctx context.Context, params *ListConnectSessionsParams) (*Answer[[]OpenConnectSession], error) {
	return call[[]OpenConnectSession](ctx, c, request{method: "GET", path: "/connect/sessions", params: params})
}

// ListConnectSessionsAll reads the items of all pages of ListConnectSessions.
func (c *Client) ListConnectSessionsAll(ctx context.Context, params *ListConnectSessionsParams) *Items[OpenConnectSession] {
	read := func(params *ListConnectSessionsParams) (*Answer[[]OpenConnectSession], error) {
		return c.ListConnectSessions(ctx, params)
	}
	return allItems(params, read, func(params *ListConnectSessionsParams, cursor string) { params.Cursor = cursor })
}

// CreateConnectSessionParams are the optional parameters of CreateConnectSession.
type CreateConnectSessionParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`

	IfMatch string `header:"If-Match"`
}

// CreateConnectSession: Create connect session. An address at which the subject connects technologies by itself, in a browser: `href`, for 30 minutes or `expires_in` seconds. Open it as a link or in a pop-up; it can do nothing else. In the end the browser goes to `return_url` with `status` and `client`.
func (c *Client) CreateConnectSession(ctx context.Context, body NewConnectSession, params *CreateConnectSessionParams) (*Answer[ConnectSession], error) {
	return call[ConnectSession](ctx, c, request{method: "POST", path: "/connect/sessions", params: params, body: body, hasBody: true, takesKey: true})
}

// DeleteConnectSession: Revoke connect session. Its address stops working at once; what was connected there stays.
func (c *Client) DeleteConnectSession(ctx context.Context, id string) (*Answer[NoContent], error) {
	return call[NoContent](ctx, c, request{method: "DELETE", path: "/connect/sessions/" + segment(id)})
}

// GetConnectBrandingParams are the optional parameters of GetConnectBranding.
type GetConnectBrandingParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetConnectBranding: Retrieve branding. How the page for end users shows whose it is. 404 until it was set.
func (c *Client) GetConnectBranding(ctx context.Context, params *GetConnectBrandingParams) (*Answer[ConnectBranding], error) {
	return call[ConnectBranding](ctx, c, request{method: "GET", path: "/connect/branding", params: params})
}

// SetConnectBrandingParams are the optional parameters of SetConnectBranding.
type SetConnectBrandingParams struct {
	IfMatch string `header:"If-Match"`

	Prefer string `header:"Prefer"`

	IfNoneMatch string `header:"If-None-Match"`
}

// SetConnectBranding: Set branding. The name and the color with which the page is shown to all end users of the account. With `If-Match` only that version is replaced, and with `If-None-Match: *` none.
func (c *Client) SetConnectBranding(ctx context.Context, body NewConnectBranding, params *SetConnectBrandingParams) (*Answer[ConnectBranding], error) {
	return call[ConnectBranding](ctx, c, request{method: "PUT", path: "/connect/branding", params: params, body: body, hasBody: true})
}

// GetConnectSessionParams are the optional parameters of GetConnectSession.
type GetConnectSessionParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetConnectSession: Retrieve what can be connected. The technologies that the session offers, and what the subject has connected already.
func (c *Client) GetConnectSession(ctx context.Context, params *GetConnectSessionParams) (*Answer[ConnectPage], error) {
	return call[ConnectPage](ctx, c, request{method: "GET", path: "/connect/session", params: params})
}

// CreateConnectClientParams are the optional parameters of CreateConnectClient.
type CreateConnectClientParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// CreateConnectClient: Connect a technology. Creates a connector client of the subject. Where the subject has to authorize it, polls wait for that.
func (c *Client) CreateConnectClient(ctx context.Context, body NewConnectClient, params *CreateConnectClientParams) (*Answer[CreatedConnectorClient], error) {
	return call[CreatedConnectorClient](ctx, c, request{method: "POST", path: "/connect/clients", params: params, body: body, hasBody: true, takesKey: true})
}

// CreateConnectAgentParams are the optional parameters of CreateConnectAgent.
type CreateConnectAgentParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// CreateConnectAgent: Begin to connect a home. Creates an agent of the subject, with the code with which the program in the home is paired within ten minutes. One that was begun under this name, and not paired, gets another code.
func (c *Client) CreateConnectAgent(ctx context.Context, body NewAgent, params *CreateConnectAgentParams) (*Answer[ConnectAgent], error) {
	return call[ConnectAgent](ctx, c, request{method: "POST", path: "/connect/agents", params: params, body: body, hasBody: true, takesKey: true})
}

// DeleteConnectAgent: Remove a home. Ends the connection of the agent, and its key is worth nothing any more. Clients that use it stay, and reach nothing until they have another one.
func (c *Client) DeleteConnectAgent(ctx context.Context, id string) (*Answer[NoContent], error) {
	return call[NoContent](ctx, c, request{method: "DELETE", path: "/connect/agents/" + segment(id)})
}

// GetConnectClientParams are the optional parameters of GetConnectClient.
type GetConnectClientParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetConnectClient: Retrieve the state of a connection. Its status, with the error of the last poll if that failed, and the first of its things.
func (c *Client) GetConnectClient(ctx context.Context, id string, params *GetConnectClientParams) (*Answer[ConnectClient], error) {
	return call[ConnectClient](ctx, c, request{method: "GET", path: "/connect/clients/" + segment(id), params: params})
}

// UpdateConnectClientParams are the optional parameters of UpdateConnectClient.
type UpdateConnectClientParams struct {
	IfMatch string `header:"If-Match"`
}

// UpdateConnectClient: Correct a connection. Changes the configuration by a JSON Merge Patch (RFC 7396) once a poll with the new one has succeeded; until then, and if it fails, the old one stays.
func (c *Client) UpdateConnectClient(ctx context.Context, id string, body any, params *UpdateConnectClientParams) (*Answer[ConnectClient], error) {
	return call[ConnectClient](ctx, c, request{method: "PATCH", path: "/connect/clients/" + segment(id), params: params, body: body, hasBody: true})
}

// GetConnectConfigurationParams are the optional parameters of GetConnectConfiguration.
type GetConnectConfigurationParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetConnectConfiguration: Retrieve what was entered for a connection. Its configuration without the secrets.
func (c *Client) GetConnectConfiguration(ctx context.Context, id string, params *GetConnectConfigurationParams) (*Answer[ShownConfiguration], error) {
	return call[ShownConfiguration](ctx, c, request{method: "GET", path: "/connect/clients/" + segment(id) + "/configuration", params: params})
}

// PollConnectClientParams are the optional parameters of PollConnectClient.
type PollConnectClientParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// PollConnectClient: Try a connection again. Polls it at once; at most once in ten seconds after the last poll began (429).
func (c *Client) PollConnectClient(ctx context.Context, id string, params *PollConnectClientParams) (*Answer[ConnectClient], error) {
	return call[ConnectClient](ctx, c, request{method: "POST", path: "/connect/clients/" + segment(id) + "/poll", params: params, takesKey: true})
}

// BeginConnectAuthorization: Authorize a connection. Where the browser has to go so that the subject authorizes the connection, for the first time or again. It returns to the page with `client_id`, and `status=authorized` or `error`.
func (c *Client) BeginConnectAuthorization(ctx context.Context, id string, body *BeginConnectAuthorizationBody) (*Answer[Reference], error) {
	return call[Reference](ctx, c, request{method: "POST", path: "/connect/clients/" + segment(id) + "/authorization", body: body})
}

// CreateUnitsParams are the optional parameters of CreateUnits.
type CreateUnitsParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// CreateUnits: Create units. Each item is the body of `POST /units`. At most 1000 items, which are carried out independently and in no particular order. The results are in the order of the items.
func (c *Client) CreateUnits(ctx context.Context, body NewUnits, params *CreateUnitsParams) (*Answer[BatchResults], error) {
	return call[BatchResults](ctx, c, request{method: "POST", path: "/units/batch", params: params, body: body, hasBody: true, takesKey: true})
}

// LinkUnitsParams are the optional parameters of LinkUnits.
type LinkUnitsParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// LinkUnits: Link units. Each item adds `parent` to the parents of `unit`, as `POST /units/{id}/parents`. At most 1000 items, which are carried out independently and in no particular order. The results are in the order of the items.
func (c *Client) LinkUnits(ctx context.Context, body NewLinks, params *LinkUnitsParams) (*Answer[BatchResults], error) {
	return call[BatchResults](ctx, c, request{method: "POST", path: "/units/links/batch", params: params, body: body, hasBody: true, takesKey: true})
}

// WriteUnitPropertiesParams are the optional parameters of WriteUnitProperties.
type WriteUnitPropertiesParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// WriteUnitProperties: Add or update properties of units. Each item adds a property to a unit, as `POST /units/{id}/properties`, or, with `method: "PUT"`, updates one. At most 1000 items, which are carried out independently and in no particular order. The results are in the order of the items.
func (c *Client) WriteUnitProperties(ctx context.Context, body UnitPropertyWrites, params *WriteUnitPropertiesParams) (*Answer[BatchResults], error) {
	return call[BatchResults](ctx, c, request{method: "POST", path: "/units/properties/batch", params: params, body: body, hasBody: true, takesKey: true})
}

// GetModelImportParams are the optional parameters of GetModelImport.
type GetModelImportParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetModelImport: Retrieve an import of a model. Its progress, and what has become of its units.
func (c *Client) GetModelImport(ctx context.Context, id string, params *GetModelImportParams) (*Answer[ModelImport], error) {
	return call[ModelImport](ctx, c, request{method: "GET", path: "/units/models/imports/" + segment(id), params: params})
}

// CancelModelImportParams are the optional parameters of CancelModelImport.
type CancelModelImportParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// CancelModelImport: Cancel an import of a model. Stores no further units. What has been stored remains.
func (c *Client) CancelModelImport(ctx context.Context, id string, params *CancelModelImportParams) (*Answer[ModelImport], error) {
	return call[ModelImport](ctx, c, request{method: "POST", path: "/units/models/imports/" + segment(id) + "/cancel", params: params, takesKey: true})
}

// ListUnitsParams are the optional parameters of ListUnits.
type ListUnitsParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	Type string `query:"type"`

	Name string `query:"name"`

	Subject string `query:"subject"`

	Capability string `query:"capability"`

	Parents string `query:"parents"`

	Q string `query:"q"`

	Search string `query:"search"`

	Sort string `query:"sort"`

	In string `query:"in"`

	Below string `query:"below"`

	View string `query:"view"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListUnits: Retrieve units. References to the units that the subject owns or is linked to, or to all of the account without a subject; with `view=summary` their names and types. Conditions select units that meet all of them.
func (c *Client) ListUnits(ctx context.Context, params *ListUnitsParams) (*Answer[[]ListedUnitOrReference], error) {
	return call[[]ListedUnitOrReference](ctx, c, request{method: "GET", path: "/units", params: params})
}

// ListUnitsAll reads the items of all pages of ListUnits.
func (c *Client) ListUnitsAll(ctx context.Context, params *ListUnitsParams) *Items[ListedUnitOrReference] {
	read := func(params *ListUnitsParams) (*Answer[[]ListedUnitOrReference], error) {
		return c.ListUnits(ctx, params)
	}
	return allItems(params, read, func(params *ListUnitsParams, cursor string) { params.Cursor = cursor })
}

// CreateUnitParams are the optional parameters of CreateUnit.
type CreateUnitParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`

	IfMatch string `header:"If-Match"`
}

// CreateUnit: Create unit. A unit without parents, children, subjects or things. Its owner is the subject, or the developer without one.
func (c *Client) CreateUnit(ctx context.Context, body NewUnit, params *CreateUnitParams) (*Answer[Created], error) {
	return call[Created](ctx, c, request{method: "POST", path: "/units", params: params, body: body, hasBody: true, takesKey: true})
}

// GetUnitParams are the optional parameters of GetUnit.
type GetUnitParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetUnit: Retrieve unit. With its properties, and the first 1000 entries of each of its lists.
func (c *Client) GetUnit(ctx context.Context, id string, params *GetUnitParams) (*Answer[Unit], error) {
	return call[Unit](ctx, c, request{method: "GET", path: "/units/" + segment(id), params: params})
}

// UpdateUnitParams are the optional parameters of UpdateUnit.
type UpdateUnitParams struct {
	IfMatch string `header:"If-Match"`

	Prefer string `header:"Prefer"`
}

// UpdateUnit: Change unit. A JSON Merge Patch (RFC 7396): `properties` replaces all properties of the unit.
func (c *Client) UpdateUnit(ctx context.Context, id string, body any, params *UpdateUnitParams) (*Answer[Unit], error) {
	return call[Unit](ctx, c, request{method: "PATCH", path: "/units/" + segment(id), params: params, body: body, hasBody: true})
}

// DeleteUnitParams are the optional parameters of DeleteUnit.
type DeleteUnitParams struct {
	DryRun string `query:"dry_run"`

	IfMatch string `header:"If-Match"`
}

// DeleteUnit: Delete unit. Removes the unit and its links, and nothing else.
func (c *Client) DeleteUnit(ctx context.Context, id string, params *DeleteUnitParams) (*Answer[Removal], error) {
	return call[Removal](ctx, c, request{method: "DELETE", path: "/units/" + segment(id), params: params})
}

// SummarizeUnitParams are the optional parameters of SummarizeUnit.
type SummarizeUnitParams struct {
	Of string `query:"of"`

	IfNoneMatch string `header:"If-None-Match"`
}

// SummarizeUnit: Summarize unit. Counts everything below the unit that the caller sees; the values of things need `svc.things.read`. Lists have the thousand largest entries.
func (c *Client) SummarizeUnit(ctx context.Context, id string, params *SummarizeUnitParams) (*Answer[UnitSummary], error) {
	return call[UnitSummary](ctx, c, request{method: "GET", path: "/units/" + segment(id) + "/summary", params: params})
}

// ListDescendantsParams are the optional parameters of ListDescendants.
type ListDescendantsParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	Depth int64 `query:"depth"`

	Type string `query:"type"`

	View string `query:"view"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListDescendants: Get descendants. Every unit that can be reached, each once, in the order of a walk that goes deep first and follows links in the order of their creation.
func (c *Client) ListDescendants(ctx context.Context, id string, params *ListDescendantsParams) (*Answer[[]ListedUnitOrReference], error) {
	return call[[]ListedUnitOrReference](ctx, c, request{method: "GET", path: "/units/" + segment(id) + "/descendants", params: params})
}

// ListDescendantsAll reads the items of all pages of ListDescendants.
func (c *Client) ListDescendantsAll(ctx context.Context, id string, params *ListDescendantsParams) *Items[ListedUnitOrReference] {
	read := func(params *ListDescendantsParams) (*Answer[[]ListedUnitOrReference], error) {
		return c.ListDescendants(ctx, id, params)
	}
	return allItems(params, read, func(params *ListDescendantsParams, cursor string) { params.Cursor = cursor })
}

// ListAncestorsParams are the optional parameters of ListAncestors.
type ListAncestorsParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	Depth int64 `query:"depth"`

	Type string `query:"type"`

	View string `query:"view"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListAncestors: Get ancestors. Every unit that can be reached, each once, in the order of a walk that goes deep first and follows links in the order of their creation.
func (c *Client) ListAncestors(ctx context.Context, id string, params *ListAncestorsParams) (*Answer[[]ListedUnitOrReference], error) {
	return call[[]ListedUnitOrReference](ctx, c, request{method: "GET", path: "/units/" + segment(id) + "/ancestors", params: params})
}

// ListAncestorsAll reads the items of all pages of ListAncestors.
func (c *Client) ListAncestorsAll(ctx context.Context, id string, params *ListAncestorsParams) *Items[ListedUnitOrReference] {
	read := func(params *ListAncestorsParams) (*Answer[[]ListedUnitOrReference], error) {
		return c.ListAncestors(ctx, id, params)
	}
	return allItems(params, read, func(params *ListAncestorsParams, cursor string) { params.Cursor = cursor })
}

// ListParentsParams are the optional parameters of ListParents.
type ListParentsParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	View string `query:"view"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListParents: Get unit references: parents. References to the parents of the unit, as far as the caller sees them.
func (c *Client) ListParents(ctx context.Context, id string, params *ListParentsParams) (*Answer[[]ListedUnitOrReference], error) {
	return call[[]ListedUnitOrReference](ctx, c, request{method: "GET", path: "/units/" + segment(id) + "/parents", params: params})
}

// ListParentsAll reads the items of all pages of ListParents.
func (c *Client) ListParentsAll(ctx context.Context, id string, params *ListParentsParams) *Items[ListedUnitOrReference] {
	read := func(params *ListParentsParams) (*Answer[[]ListedUnitOrReference], error) {
		return c.ListParents(ctx, id, params)
	}
	return allItems(params, read, func(params *ListParentsParams, cursor string) { params.Cursor = cursor })
}

// LinkParentParams are the optional parameters of LinkParent.
type LinkParentParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`

	IfMatch string `header:"If-Match"`
}

// LinkParent: Add unit reference: parents. The link appears on the other unit in the opposite role. One that is there already stays as it is; one that would close a cycle is 409, with the path of the cycle.
func (c *Client) LinkParent(ctx context.Context, id string, body Link, params *LinkParentParams) (*Answer[Reference], error) {
	return call[Reference](ctx, c, request{method: "POST", path: "/units/" + segment(id) + "/parents", params: params, body: body, hasBody: true, takesKey: true})
}

// UnlinkParentInBodyParams are the optional parameters of UnlinkParentInBody.
type UnlinkParentInBodyParams struct {
	IfMatch string `header:"If-Match"`
}

// UnlinkParentInBody: Remove unit reference: parents. The link disappears from the other unit, too. The id is in the body, which some clients and proxies drop: `DELETE /units/{id}/parents/{other}` does the same.
func (c *Client) UnlinkParentInBody(ctx context.Context, id string, body Link, params *UnlinkParentInBodyParams) (*Answer[NoContent], error) {
	return call[NoContent](ctx, c, request{method: "DELETE", path: "/units/" + segment(id) + "/parents", params: params, body: body, hasBody: true})
}

// UnlinkParent: Remove unit reference: parents. The link disappears from the other unit, too. One that is not linked is 404.
func (c *Client) UnlinkParent(ctx context.Context, id string, other string) (*Answer[NoContent], error) {
	return call[NoContent](ctx, c, request{method: "DELETE", path: "/units/" + segment(id) + "/parents/" + segment(other)})
}

// ListChildrenParams are the optional parameters of ListChildren.
type ListChildrenParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	View string `query:"view"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListChildren: Get unit references: children. References to the children of the unit, as far as the caller sees them.
func (c *Client) ListChildren(ctx context.Context, id string, params *ListChildrenParams) (*Answer[[]ListedUnitOrReference], error) {
	return call[[]ListedUnitOrReference](ctx, c, request{method: "GET", path: "/units/" + segment(id) + "/children", params: params})
}

// ListChildrenAll reads the items of all pages of ListChildren.
func (c *Client) ListChildrenAll(ctx context.Context, id string, params *ListChildrenParams) *Items[ListedUnitOrReference] {
	read := func(params *ListChildrenParams) (*Answer[[]ListedUnitOrReference], error) {
		return c.ListChildren(ctx, id, params)
	}
	return allItems(params, read, func(params *ListChildrenParams, cursor string) { params.Cursor = cursor })
}

// LinkChildParams are the optional parameters of LinkChild.
type LinkChildParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`

	IfMatch string `header:"If-Match"`
}

// LinkChild: Add unit reference: children. The link appears on the other unit in the opposite role. One that is there already stays as it is; one that would close a cycle is 409, with the path of the cycle.
func (c *Client) LinkChild(ctx context.Context, id string, body Link, params *LinkChildParams) (*Answer[Reference], error) {
	return call[Reference](ctx, c, request{method: "POST", path: "/units/" + segment(id) + "/children", params: params, body: body, hasBody: true, takesKey: true})
}

// UnlinkChildInBodyParams are the optional parameters of UnlinkChildInBody.
type UnlinkChildInBodyParams struct {
	IfMatch string `header:"If-Match"`
}

// UnlinkChildInBody: Remove unit reference: children. The link disappears from the other unit, too. The id is in the body, which some clients and proxies drop: `DELETE /units/{id}/children/{other}` does the same.
func (c *Client) UnlinkChildInBody(ctx context.Context, id string, body Link, params *UnlinkChildInBodyParams) (*Answer[NoContent], error) {
	return call[NoContent](ctx, c, request{method: "DELETE", path: "/units/" + segment(id) + "/children", params: params, body: body, hasBody: true})
}

// UnlinkChild: Remove unit reference: children. The link disappears from the other unit, too. One that is not linked is 404.
func (c *Client) UnlinkChild(ctx context.Context, id string, other string) (*Answer[NoContent], error) {
	return call[NoContent](ctx, c, request{method: "DELETE", path: "/units/" + segment(id) + "/children/" + segment(other)})
}

// ListUnitSubjectsParams are the optional parameters of ListUnitSubjects.
type ListUnitSubjectsParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListUnitSubjects: Get subject references: subjects. References to the subjects of the unit, as far as the caller sees them.
func (c *Client) ListUnitSubjects(ctx context.Context, id string, params *ListUnitSubjectsParams) (*Answer[[]Reference], error) {
	return call[[]Reference](ctx, c, request{method: "GET", path: "/units/" + segment(id) + "/subjects", params: params})
}

// ListUnitSubjectsAll reads the items of all pages of ListUnitSubjects.
func (c *Client) ListUnitSubjectsAll(ctx context.Context, id string, params *ListUnitSubjectsParams) *Items[Reference] {
	read := func(params *ListUnitSubjectsParams) (*Answer[[]Reference], error) {
		return c.ListUnitSubjects(ctx, id, params)
	}
	return allItems(params, read, func(params *ListUnitSubjectsParams, cursor string) { params.Cursor = cursor })
}

// LinkSubjectParams are the optional parameters of LinkSubject.
type LinkSubjectParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`

	IfMatch string `header:"If-Match"`
}

// LinkSubject: Add subject reference. The subject sees the unit from then on, but not what is below it. One that is linked already stays linked once.
func (c *Client) LinkSubject(ctx context.Context, id string, body SubjectLink, params *LinkSubjectParams) (*Answer[Reference], error) {
	return call[Reference](ctx, c, request{method: "POST", path: "/units/" + segment(id) + "/subjects", params: params, body: body, hasBody: true, takesKey: true})
}

// UnlinkSubjectInBodyParams are the optional parameters of UnlinkSubjectInBody.
type UnlinkSubjectInBodyParams struct {
	IfMatch string `header:"If-Match"`
}

// UnlinkSubjectInBody: Remove subject reference: subjects. The subject itself stays. The id is in the body, which some clients and proxies drop: `DELETE /units/{id}/subjects/{other}` does the same.
func (c *Client) UnlinkSubjectInBody(ctx context.Context, id string, body Link, params *UnlinkSubjectInBodyParams) (*Answer[NoContent], error) {
	return call[NoContent](ctx, c, request{method: "DELETE", path: "/units/" + segment(id) + "/subjects", params: params, body: body, hasBody: true})
}

// UnlinkSubject: Remove subject reference: subjects. The subject itself stays. One that is not linked is 404.
func (c *Client) UnlinkSubject(ctx context.Context, id string, other string) (*Answer[NoContent], error) {
	return call[NoContent](ctx, c, request{method: "DELETE", path: "/units/" + segment(id) + "/subjects/" + segment(other)})
}

// ListUnitThingsParams are the optional parameters of ListUnitThings.
type ListUnitThingsParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	Below string `query:"below"`

	View string `query:"view"`

	Role string `query:"role"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListUnitThings: Get thing references. References to the things in the unit, with `below=true` also to those in all units below it. With `Accept: application/ld+json` the Thing Descriptions themselves.
func (c *Client) ListUnitThings(ctx context.Context, id string, params *ListUnitThingsParams) (*Answer[[]ThingValuesOrReference], error) {
	return call[[]ThingValuesOrReference](ctx, c, request{method: "GET", path: "/units/" + segment(id) + "/things", params: params})
}

// ListUnitThingsAll reads the items of all pages of ListUnitThings.
func (c *Client) ListUnitThingsAll(ctx context.Context, id string, params *ListUnitThingsParams) *Items[ThingValuesOrReference] {
	read := func(params *ListUnitThingsParams) (*Answer[[]ThingValuesOrReference], error) {
		return c.ListUnitThings(ctx, id, params)
	}
	return allItems(params, read, func(params *ListUnitThingsParams, cursor string) { params.Cursor = cursor })
}

// LinkThingParams are the optional parameters of LinkThing.
type LinkThingParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`

	IfMatch string `header:"If-Match"`
}

// LinkThing: Add thing reference. A thing can be in several units. One that is in the unit already stays in it once.
func (c *Client) LinkThing(ctx context.Context, id string, body Link, params *LinkThingParams) (*Answer[Reference], error) {
	return call[Reference](ctx, c, request{method: "POST", path: "/units/" + segment(id) + "/things", params: params, body: body, hasBody: true, takesKey: true})
}

// UnlinkThingInBodyParams are the optional parameters of UnlinkThingInBody.
type UnlinkThingInBodyParams struct {
	IfMatch string `header:"If-Match"`
}

// UnlinkThingInBody: Remove thing reference: things. The thing itself stays. The id is in the body, which some clients and proxies drop: `DELETE /units/{id}/things/{other}` does the same.
func (c *Client) UnlinkThingInBody(ctx context.Context, id string, body Link, params *UnlinkThingInBodyParams) (*Answer[NoContent], error) {
	return call[NoContent](ctx, c, request{method: "DELETE", path: "/units/" + segment(id) + "/things", params: params, body: body, hasBody: true})
}

// UnlinkThing: Remove thing reference: things. The thing itself stays. One that is not linked is 404.
func (c *Client) UnlinkThing(ctx context.Context, id string, other string) (*Answer[NoContent], error) {
	return call[NoContent](ctx, c, request{method: "DELETE", path: "/units/" + segment(id) + "/things/" + segment(other)})
}

// ListUnitPropertiesParams are the optional parameters of ListUnitProperties.
type ListUnitPropertiesParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListUnitProperties: Get properties. The properties of the unit, with values equal to what was sent.
func (c *Client) ListUnitProperties(ctx context.Context, id string, params *ListUnitPropertiesParams) (*Answer[[]UnitProperty], error) {
	return call[[]UnitProperty](ctx, c, request{method: "GET", path: "/units/" + segment(id) + "/properties", params: params})
}

// ListUnitPropertiesAll reads the items of all pages of ListUnitProperties.
func (c *Client) ListUnitPropertiesAll(ctx context.Context, id string, params *ListUnitPropertiesParams) *Items[UnitProperty] {
	read := func(params *ListUnitPropertiesParams) (*Answer[[]UnitProperty], error) {
		return c.ListUnitProperties(ctx, id, params)
	}
	return allItems(params, read, func(params *ListUnitPropertiesParams, cursor string) { params.Cursor = cursor })
}

// AddUnitPropertyParams are the optional parameters of AddUnitProperty.
type AddUnitPropertyParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`

	IfMatch string `header:"If-Match"`
}

// AddUnitProperty: Add property. Adds a property that the unit does not have yet (409). A value with members that begin with `@` is checked as JSON-LD, without fetching any context.
func (c *Client) AddUnitProperty(ctx context.Context, id string, body NewUnitProperty, params *AddUnitPropertyParams) (*Answer[UnitProperty], error) {
	return call[UnitProperty](ctx, c, request{method: "POST", path: "/units/" + segment(id) + "/properties", params: params, body: body, hasBody: true, takesKey: true})
}

// UpdateUnitPropertyParams are the optional parameters of UpdateUnitProperty.
type UpdateUnitPropertyParams struct {
	IfMatch string `header:"If-Match"`

	Prefer string `header:"Prefer"`

	IfNoneMatch string `header:"If-None-Match"`
}

// UpdateUnitProperty: Update property. Changes the value of the property that the body names; 404 when the unit has none of this name. `If-Match` names the version of the property, as `/properties/<name>` has it, or that of this list. With `If-None-Match: *` it is 412 when the property is there.
func (c *Client) UpdateUnitProperty(ctx context.Context, id string, body NewUnitProperty, params *UpdateUnitPropertyParams) (*Answer[UnitProperty], error) {
	return call[UnitProperty](ctx, c, request{method: "PUT", path: "/units/" + segment(id) + "/properties", params: params, body: body, hasBody: true})
}

// GetUnitPropertyParams are the optional parameters of GetUnitProperty.
type GetUnitPropertyParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetUnitProperty: Get property. Its value is equal to what was sent.
func (c *Client) GetUnitProperty(ctx context.Context, id string, name string, params *GetUnitPropertyParams) (*Answer[UnitProperty], error) {
	return call[UnitProperty](ctx, c, request{method: "GET", path: "/units/" + segment(id) + "/properties/" + segment(name), params: params})
}

// SetUnitPropertyParams are the optional parameters of SetUnitProperty.
type SetUnitPropertyParams struct {
	DryRun string `query:"dry_run"`

	IfMatch string `header:"If-Match"`

	IfNoneMatch string `header:"If-None-Match"`

	Prefer string `header:"Prefer"`
}

// SetUnitProperty: Set property. Adds the property or changes its value: only adds it with `If-None-Match: *`, and only changes it with `If-Match`.
func (c *Client) SetUnitProperty(ctx context.Context, id string, name string, body UnitPropertyValue, params *SetUnitPropertyParams) (*Answer[UnitProperty], error) {
	return call[UnitProperty](ctx, c, request{method: "PUT", path: "/units/" + segment(id) + "/properties/" + segment(name), params: params, body: body, hasBody: true})
}

// DeleteUnitPropertyParams are the optional parameters of DeleteUnitProperty.
type DeleteUnitPropertyParams struct {
	IfMatch string `header:"If-Match"`
}

// DeleteUnitProperty: Delete property. Removes the property, and answers it as it was.
func (c *Client) DeleteUnitProperty(ctx context.Context, id string, name string, params *DeleteUnitPropertyParams) (*Answer[UnitProperty], error) {
	return call[UnitProperty](ctx, c, request{method: "DELETE", path: "/units/" + segment(id) + "/properties/" + segment(name), params: params})
}

// ListScenesParams are the optional parameters of ListScenes.
type ListScenesParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListScenes: Retrieve scenes. The scenes of the unit, without their states.
func (c *Client) ListScenes(ctx context.Context, id string, params *ListScenesParams) (*Answer[[]Scene], error) {
	return call[[]Scene](ctx, c, request{method: "GET", path: "/units/" + segment(id) + "/scenes", params: params})
}

// ListScenesAll reads the items of all pages of ListScenes.
func (c *Client) ListScenesAll(ctx context.Context, id string, params *ListScenesParams) *Items[Scene] {
	read := func(params *ListScenesParams) (*Answer[[]Scene], error) {
		return c.ListScenes(ctx, id, params)
	}
	return allItems(params, read, func(params *ListScenesParams, cursor string) { params.Cursor = cursor })
}

// CreateSceneParams are the optional parameters of CreateScene.
type CreateSceneParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`

	IfMatch string `header:"If-Match"`
}

// CreateScene: Create scene. Saves the state of up to 1000 things in or below the unit: the values of their primary properties that can be read and written. Of lamps and fans that are off, nothing is saved that would switch them on; of lamps that are on, either the color or the color temperature, by their mode. Needs `svc.units.read`, too.
func (c *Client) CreateScene(ctx context.Context, id string, body NewScene, params *CreateSceneParams) (*Answer[Scene], error) {
	return call[Scene](ctx, c, request{method: "POST", path: "/units/" + segment(id) + "/scenes", params: params, body: body, hasBody: true, takesKey: true})
}

// GetSceneParams are the optional parameters of GetScene.
type GetSceneParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetScene: Retrieve scene. With the states of the things that the caller sees. Needs `svc.units.read`, too.
func (c *Client) GetScene(ctx context.Context, id string, params *GetSceneParams) (*Answer[SceneWithStates], error) {
	return call[SceneWithStates](ctx, c, request{method: "GET", path: "/scenes/" + segment(id), params: params})
}

// UpdateSceneParams are the optional parameters of UpdateScene.
type UpdateSceneParams struct {
	IfMatch string `header:"If-Match"`
}

// UpdateScene: Change scene. A JSON Merge Patch (RFC 7396): a new name, or other states.
func (c *Client) UpdateScene(ctx context.Context, id string, body any, params *UpdateSceneParams) (*Answer[NoContent], error) {
	return call[NoContent](ctx, c, request{method: "PATCH", path: "/scenes/" + segment(id), params: params, body: body, hasBody: true})
}

// DeleteSceneParams are the optional parameters of DeleteScene.
type DeleteSceneParams struct {
	IfMatch string `header:"If-Match"`
}

// DeleteScene: Delete scene. Its things stay as they are.
func (c *Client) DeleteScene(ctx context.Context, id string, params *DeleteSceneParams) (*Answer[NoContent], error) {
	return call[NoContent](ctx, c, request{method: "DELETE", path: "/scenes/" + segment(id), params: params})
}

// CaptureSceneParams are the optional parameters of CaptureScene.
type CaptureSceneParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// CaptureScene: Save the current state in a scene. As when it was created, in place of the state that it had. Needs `svc.units.read`, too.
func (c *Client) CaptureScene(ctx context.Context, id string, params *CaptureSceneParams) (*Answer[Scene], error) {
	return call[Scene](ctx, c, request{method: "POST", path: "/scenes/" + segment(id) + "/capture", params: params, takesKey: true})
}

// ActivateSceneParams are the optional parameters of ActivateScene.
type ActivateSceneParams struct {
	DryRun string `query:"dry_run"`

	IdempotencyKey string `header:"Idempotency-Key"`

	Prefer string `header:"Prefer"`
}

// ActivateScene: Restore the state in a scene. One bulk command with a result for each thing, as of `POST /interactions/batch`. Things that are gone, or cannot do it any more, fail alone.
func (c *Client) ActivateScene(ctx context.Context, id string, body *SceneActivation, params *ActivateSceneParams) (*Answer[InteractionBatchPreviewOrInteractionBatch], error) {
	return call[InteractionBatchPreviewOrInteractionBatch](ctx, c, request{method: "POST", path: "/scenes/" + segment(id) + "/activate", params: params, body: body, takesKey: true})
}

// ListSubjectsParams are the optional parameters of ListSubjects.
type ListSubjectsParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	Attributes map[string]string `query:"attributes"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListSubjects: Retrieve subjects. Every subject known to the account.
func (c *Client) ListSubjects(ctx context.Context, params *ListSubjectsParams) (*Answer[[]Reference], error) {
	return call[[]Reference](ctx, c, request{method: "GET", path: "/subjects", params: params})
}

// ListSubjectsAll reads the items of all pages of ListSubjects.
func (c *Client) ListSubjectsAll(ctx context.Context, params *ListSubjectsParams) *Items[Reference] {
	read := func(params *ListSubjectsParams) (*Answer[[]Reference], error) {
		return c.ListSubjects(ctx, params)
	}
	return allItems(params, read, func(params *ListSubjectsParams, cursor string) { params.Cursor = cursor })
}

// GetSubjectParams are the optional parameters of GetSubject.
type GetSubjectParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetSubject: Retrieve subject. Its units, things and clients, the first 1000 of each.
func (c *Client) GetSubject(ctx context.Context, id string, params *GetSubjectParams) (*Answer[Subject], error) {
	return call[Subject](ctx, c, request{method: "GET", path: "/subjects/" + segment(id), params: params})
}

// UpdateSubjectParams are the optional parameters of UpdateSubject.
type UpdateSubjectParams struct {
	IfMatch string `header:"If-Match"`

	Prefer string `header:"Prefer"`
}

// UpdateSubject: Change subject. A JSON Merge Patch (RFC 7396) of its attributes.
func (c *Client) UpdateSubject(ctx context.Context, id string, body any, params *UpdateSubjectParams) (*Answer[Subject], error) {
	return call[Subject](ctx, c, request{method: "PATCH", path: "/subjects/" + segment(id), params: params, body: body, hasBody: true})
}

// DeleteSubjectParams are the optional parameters of DeleteSubject.
type DeleteSubjectParams struct {
	IfMatch string `header:"If-Match"`
}

// DeleteSubject: Erase subject. Deletes the subject and everything that names it: its connector clients with their grants at the vendors, its things with their history, the units that it owns, its links, messages, activity and events. In the audit log, `erased:<id of the erasure>` replaces it. Meanwhile, requests for the subject are refused (409, `erasure_under_way`); afterwards, its id may be used anew. Repeating the request answers the erasure under way. Also needs the scopes `svc.connector` and `svc.things.admin`.
func (c *Client) DeleteSubject(ctx context.Context, id string, params *DeleteSubjectParams) (*Answer[Erasure], error) {
	return call[Erasure](ctx, c, request{method: "DELETE", path: "/subjects/" + segment(id), params: params})
}

// ListSeeingSubjectsParams are the optional parameters of ListSeeingSubjects.
type ListSeeingSubjectsParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	Subject string `query:"subject"`

	Include string `query:"include"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListSeeingSubjects: Retrieve subjects that see unit. The owner first, then the linked subjects, each with the reasons why it sees the unit.
func (c *Client) ListSeeingSubjects(ctx context.Context, id string, params *ListSeeingSubjectsParams) (*Answer[[]SeeingSubject], error) {
	return call[[]SeeingSubject](ctx, c, request{method: "GET", path: "/units/" + segment(id) + "/visibility", params: params})
}

// ListSeeingSubjectsAll reads the items of all pages of ListSeeingSubjects.
func (c *Client) ListSeeingSubjectsAll(ctx context.Context, id string, params *ListSeeingSubjectsParams) *Items[SeeingSubject] {
	read := func(params *ListSeeingSubjectsParams) (*Answer[[]SeeingSubject], error) {
		return c.ListSeeingSubjects(ctx, id, params)
	}
	return allItems(params, read, func(params *ListSeeingSubjectsParams, cursor string) { params.Cursor = cursor })
}

// ListVisibleUnitsParams are the optional parameters of ListVisibleUnits.
type ListVisibleUnitsParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	Unit string `query:"unit"`

	Include string `query:"include"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListVisibleUnits: Retrieve units that subject sees. Each with the reasons why the subject sees it.
func (c *Client) ListVisibleUnits(ctx context.Context, id string, params *ListVisibleUnitsParams) (*Answer[[]VisibleUnit], error) {
	return call[[]VisibleUnit](ctx, c, request{method: "GET", path: "/subjects/" + segment(id) + "/visibility", params: params})
}

// ListVisibleUnitsAll reads the items of all pages of ListVisibleUnits.
func (c *Client) ListVisibleUnitsAll(ctx context.Context, id string, params *ListVisibleUnitsParams) *Items[VisibleUnit] {
	read := func(params *ListVisibleUnitsParams) (*Answer[[]VisibleUnit], error) {
		return c.ListVisibleUnits(ctx, id, params)
	}
	return allItems(params, read, func(params *ListVisibleUnitsParams, cursor string) { params.Cursor = cursor })
}

// GetReceiptKeysParams are the optional parameters of GetReceiptKeys.
type GetReceiptKeysParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetReceiptKeys: Retrieve the keys of receipts. The public keys by which receipts of erasures are verified, as a JSON Web Key Set (RFC 7517).
func (c *Client) GetReceiptKeys(ctx context.Context, params *GetReceiptKeysParams) (*Answer[ReceiptKeys], error) {
	return call[ReceiptKeys](ctx, c, request{method: "GET", path: "/erasures/keys", params: params})
}

// GetErasureParams are the optional parameters of GetErasure.
type GetErasureParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetErasure: Retrieve erasure. How far it got, and its receipt once it is completed. It can be read for 90 days after that.
func (c *Client) GetErasure(ctx context.Context, id string, params *GetErasureParams) (*Answer[Erasure], error) {
	return call[Erasure](ctx, c, request{method: "GET", path: "/erasures/" + segment(id), params: params})
}

// ListThingsParams are the optional parameters of ListThings.
type ListThingsParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	Type string `query:"type"`

	Capability string `query:"capability"`

	Available string `query:"available"`

	Subject string `query:"subject"`

	Client string `query:"client"`

	Identifier string `query:"identifier"`

	Attributes map[string]string `query:"attributes"`

	Q string `query:"q"`

	In string `query:"in"`

	Below string `query:"below"`

	Search string `query:"search"`

	Sort string `query:"sort"`

	View string `query:"view"`

	Role string `query:"role"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListThings: Retrieve things. References; with `Accept: application/ld+json` the Thing Descriptions themselves, as the listing of a W3C WoT Discovery directory. Conditions select things that meet all of them.
func (c *Client) ListThings(ctx context.Context, params *ListThingsParams) (*Answer[[]ThingValuesOrReference], error) {
	return call[[]ThingValuesOrReference](ctx, c, request{method: "GET", path: "/things", params: params})
}

// ListThingsAll reads the items of all pages of ListThings.
func (c *Client) ListThingsAll(ctx context.Context, params *ListThingsParams) *Items[ThingValuesOrReference] {
	read := func(params *ListThingsParams) (*Answer[[]ThingValuesOrReference], error) {
		return c.ListThings(ctx, params)
	}
	return allItems(params, read, func(params *ListThingsParams, cursor string) { params.Cursor = cursor })
}

// CreateThingParams are the optional parameters of CreateThing.
type CreateThingParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`

	IfMatch string `header:"If-Match"`
}

// CreateThing: Create thing. A thing of the calling app, in the list of the subject. Further terms of Thing Descriptions, and those with a prefix, are ignored.
func (c *Client) CreateThing(ctx context.Context, body NewThing, params *CreateThingParams) (*Answer[Thing], error) {
	return call[Thing](ctx, c, request{method: "POST", path: "/things", params: params, body: body, hasBody: true, takesKey: true})
}

// GetThingParams are the optional parameters of GetThing.
type GetThingParams struct {
	Role string `query:"role"`

	IfNoneMatch string `header:"If-None-Match"`
}

// GetThing: Retrieve thing. Its Thing Description (W3C Web of Things 1.1), with current values and the forms by which to read, write and observe them. The media type is `application/td+json` for those who accept that.
func (c *Client) GetThing(ctx context.Context, id string, params *GetThingParams) (*Answer[Thing], error) {
	return call[Thing](ctx, c, request{method: "GET", path: "/things/" + segment(id), params: params})
}

// UpdateThingParams are the optional parameters of UpdateThing.
type UpdateThingParams struct {
	IfMatch string `header:"If-Match"`

	Prefer string `header:"Prefer"`
}

// UpdateThing: Change thing. A JSON Merge Patch (RFC 7396) of its definition and attributes. Of a thing of a connector only the title and the attributes can change; `null` restores the title reported by the device. Values are written one by one.
func (c *Client) UpdateThing(ctx context.Context, id string, body any, params *UpdateThingParams) (*Answer[Thing], error) {
	return call[Thing](ctx, c, request{method: "PATCH", path: "/things/" + segment(id), params: params, body: body, hasBody: true})
}

// DeleteThingParams are the optional parameters of DeleteThing.
type DeleteThingParams struct {
	IfMatch string `header:"If-Match"`
}

// DeleteThing: Delete thing. Only things that apps created; those of a connector client go with the client.
func (c *Client) DeleteThing(ctx context.Context, id string, params *DeleteThingParams) (*Answer[NoContent], error) {
	return call[NoContent](ctx, c, request{method: "DELETE", path: "/things/" + segment(id), params: params})
}

// ReplaceThingParams are the optional parameters of ReplaceThing.
type ReplaceThingParams struct {
	DryRun string `query:"dry_run"`

	IdempotencyKey string `header:"Idempotency-Key"`
}

// ReplaceThing: Replace the device of a thing. The thing shows the device of another thing of the same subject from now on, such as that of a new lamp in the same room. It keeps its id, its units, its history and its subscriptions; the other thing is gone, and its id becomes an alias. Can be undone for a day, as long as the clients of both devices exist.
func (c *Client) ReplaceThing(ctx context.Context, id string, body ReplacedWith, params *ReplaceThingParams) (*Answer[Replacement], error) {
	return call[Replacement](ctx, c, request{method: "POST", path: "/things/" + segment(id) + "/replace", params: params, body: body, hasBody: true, takesKey: true})
}

// RestoreThing: Undo the replacement of a device. Within a day, unless the client of one of the devices was deleted. Both things show their own devices again, where they were.
func (c *Client) RestoreThing(ctx context.Context, id string) (*Answer[NoContent], error) {
	return call[NoContent](ctx, c, request{method: "DELETE", path: "/things/" + segment(id) + "/replace"})
}

// ReplaceConnectorClientParams are the optional parameters of ReplaceConnectorClient.
type ReplaceConnectorClientParams struct {
	DryRun string `query:"dry_run"`

	IdempotencyKey string `header:"Idempotency-Key"`
}

// ReplaceConnectorClient: Replace the devices of a connector client. The things of the client show the devices that another client of the same subject found, such as that of a new bridge: those with an identifier in common, such as a MAC address. Each can be undone for a day, as long as both clients exist.
func (c *Client) ReplaceConnectorClient(ctx context.Context, id string, body ClientReplacedWith, params *ReplaceConnectorClientParams) (*Answer[Replacements], error) {
	return call[Replacements](ctx, c, request{method: "POST", path: "/connectors/clients/" + segment(id) + "/replace", params: params, body: body, hasBody: true, takesKey: true})
}

// StartInteractionBatchParams are the optional parameters of StartInteractionBatch.
type StartInteractionBatchParams struct {
	DryRun string `query:"dry_run"`

	IdempotencyKey string `header:"Idempotency-Key"`

	Prefer string `header:"Prefer"`
}

// StartInteractionBatch: Write properties, or invoke an action, of many things. Of up to 1000 things, which are selected once, as `GET /things` does. Each is asked as if alone, a few of each creator at a time. Conditions and `dry_run` also need `svc.things.read`. `Prefer: wait=<seconds>` waits for the end.
func (c *Client) StartInteractionBatch(ctx context.Context, body NewInteractionBatch, params *StartInteractionBatchParams) (*Answer[InteractionBatchPreviewOrInteractionBatch], error) {
	return call[InteractionBatchPreviewOrInteractionBatch](ctx, c, request{method: "POST", path: "/interactions/batch", params: params, body: body, hasBody: true, takesKey: true})
}

// ListInteractionResultsParams are the optional parameters of ListInteractionResults.
type ListInteractionResultsParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	Status string `query:"status"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListInteractionResults: Retrieve the results of a bulk command. The result of each thing of an interaction with many things.
func (c *Client) ListInteractionResults(ctx context.Context, id string, params *ListInteractionResultsParams) (*Answer[[]InteractionBatchResult], error) {
	return call[[]InteractionBatchResult](ctx, c, request{method: "GET", path: "/interactions/" + segment(id) + "/results", params: params})
}

// ListInteractionResultsAll reads the items of all pages of ListInteractionResults.
func (c *Client) ListInteractionResultsAll(ctx context.Context, id string, params *ListInteractionResultsParams) *Items[InteractionBatchResult] {
	read := func(params *ListInteractionResultsParams) (*Answer[[]InteractionBatchResult], error) {
		return c.ListInteractionResults(ctx, id, params)
	}
	return allItems(params, read, func(params *ListInteractionResultsParams, cursor string) { params.Cursor = cursor })
}

// CancelInteractionBatchParams are the optional parameters of CancelInteractionBatch.
type CancelInteractionBatchParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// CancelInteractionBatch: Cancel a bulk command. Things whose turn has not come are left alone; those that run end by themselves.
func (c *Client) CancelInteractionBatch(ctx context.Context, id string, params *CancelInteractionBatchParams) (*Answer[InteractionBatch], error) {
	return call[InteractionBatch](ctx, c, request{method: "POST", path: "/interactions/" + segment(id) + "/cancel", params: params, takesKey: true})
}

// ReadThingPropertiesParams are the optional parameters of ReadThingProperties.
type ReadThingPropertiesParams struct {
	Role string `query:"role"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ReadThingProperties: Read all properties of a thing. Current values by the names of properties, as they were last observed. Those that are not known, or can only be written, are left out.
func (c *Client) ReadThingProperties(ctx context.Context, id string, params *ReadThingPropertiesParams) (*Answer[PropertyValues], error) {
	return call[PropertyValues](ctx, c, request{method: "GET", path: "/things/" + segment(id) + "/properties", params: params})
}

// WriteThingPropertiesParams are the optional parameters of WriteThingProperties.
type WriteThingPropertiesParams struct {
	Transition float64 `query:"transition"`

	IfMatch string `header:"If-Match"`

	Prefer string `header:"Prefer"`
}

// WriteThingProperties: Write several properties of a thing. Values by the names of properties; others stay as they are. Nothing is sent if one is refused. They go to the remote technology in one request where it can take them together, otherwise one after the other; a problem then names those that were `written` before it. Each is the `target` of its property until the device reports it; 204 means that it has reported all.
func (c *Client) WriteThingProperties(ctx context.Context, id string, body NewPropertyValues, params *WriteThingPropertiesParams) (*Answer[any], error) {
	return call[any](ctx, c, request{method: "PUT", path: "/things/" + segment(id) + "/properties", params: params, body: body, hasBody: true})
}

// ReadThingPropertyParams are the optional parameters of ReadThingProperty.
type ReadThingPropertyParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// ReadThingProperty: Read a property of a thing. The value alone; `Last-Modified` is when it was first observed. A property without a known value is not found.
func (c *Client) ReadThingProperty(ctx context.Context, id string, name string, params *ReadThingPropertyParams) (*Answer[any], error) {
	return call[any](ctx, c, request{method: "GET", path: "/things/" + segment(id) + "/properties/" + segment(name), params: params})
}

// WriteThingPropertyParams are the optional parameters of WriteThingProperty.
type WriteThingPropertyParams struct {
	Transition float64 `query:"transition"`

	IfMatch string `header:"If-Match"`

	Prefer string `header:"Prefer"`
}

// WriteThingProperty: Write a property of a thing. The value for a connector's thing goes to the remote technology. It is the `target` of the property until the device reports it; 204 means that it has. The app that created a thing writes what it knows of it, read-only properties included.
func (c *Client) WriteThingProperty(ctx context.Context, id string, name string, body any, params *WriteThingPropertyParams) (*Answer[any], error) {
	return call[any](ctx, c, request{method: "PUT", path: "/things/" + segment(id) + "/properties/" + segment(name), params: params, body: body, hasBody: true})
}

// InvokeActionParams are the optional parameters of InvokeAction.
type InvokeActionParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`

	Prefer string `header:"Prefer"`
}

// InvokeAction: Invoke an action of a thing. The body is the input of the action; the answer is its output. One that takes longer goes on after 202; without an `Idempotency-Key`, a repetition performs it again.
func (c *Client) InvokeAction(ctx context.Context, id string, name string, body any, params *InvokeActionParams) (*Answer[any], error) {
	return call[any](ctx, c, request{method: "POST", path: "/things/" + segment(id) + "/actions/" + segment(name), params: params, body: body, takesKey: true})
}

// RequestActionParams are the optional parameters of RequestAction.
type RequestActionParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`

	Prefer string `header:"Prefer"`
}

// RequestAction: Take an action request for a thing of a connector. The address in `GET /connectors/callbackurl`: routes the request to the connector.
func (c *Client) RequestAction(ctx context.Context, body ActionRequest, params *RequestActionParams) (*Answer[any], error) {
	return call[any](ctx, c, request{method: "POST", path: "/connectors/callback", params: params, body: body, hasBody: true, takesKey: true})
}

// GetInteractionParams are the optional parameters of GetInteraction.
type GetInteractionParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetInteraction: Retrieve the outcome of a write or an action. Kept for a day after it has ended. Of many things, how far they have come.
func (c *Client) GetInteraction(ctx context.Context, id string, params *GetInteractionParams) (*Answer[InteractionOrInteractionBatch], error) {
	return call[InteractionOrInteractionBatch](ctx, c, request{method: "GET", path: "/interactions/" + segment(id), params: params})
}

// GetPropertyHistoryParams are the optional parameters of GetPropertyHistory.
type GetPropertyHistoryParams struct {
	From string `query:"from"`

	To string `query:"to"`

	Interval string `query:"interval"`

	Timezone string `query:"timezone"`

	Aggregate string `query:"aggregate"`

	Order string `query:"order"`

	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	IfNoneMatch string `header:"If-None-Match"`
}

// GetPropertyHistory: Look back at a property of a thing. The values that it had, each with its time; or, with `interval`, what they were in intervals. Times in which the value was not known have none.
func (c *Client) GetPropertyHistory(ctx context.Context, id string, name string, params *GetPropertyHistoryParams) (*Answer[[]HistoricValueOrHistoricInterval], error) {
	return call[[]HistoricValueOrHistoricInterval](ctx, c, request{method: "GET", path: "/things/" + segment(id) + "/properties/" + segment(name) + "/history", params: params})
}

// GetPropertyHistoryAll reads the items of all pages of GetPropertyHistory.
func (c *Client) GetPropertyHistoryAll(ctx context.Context, id string, name string, params *GetPropertyHistoryParams) *Items[HistoricValueOrHistoricInterval] {
	read := func(params *GetPropertyHistoryParams) (*Answer[[]HistoricValueOrHistoricInterval], error) {
		return c.GetPropertyHistory(ctx, id, name, params)
	}
	return allItems(params, read, func(params *GetPropertyHistoryParams, cursor string) { params.Cursor = cursor })
}

// GetPropertyHistoriesParams are the optional parameters of GetPropertyHistories.
type GetPropertyHistoriesParams struct {
	Thing any `query:"thing"`

	Property string `query:"property"`

	From string `query:"from"`

	To string `query:"to"`

	Interval string `query:"interval"`

	Timezone string `query:"timezone"`

	Aggregate string `query:"aggregate"`

	IfNoneMatch string `header:"If-None-Match"`
}

// GetPropertyHistories: Look back at a property of several things. What its values were in intervals, thing by thing.
func (c *Client) GetPropertyHistories(ctx context.Context, params *GetPropertyHistoriesParams) (*Answer[[]HistoricSeries], error) {
	return call[[]HistoricSeries](ctx, c, request{method: "GET", path: "/history", params: params})
}

// GetThingLogbookParams are the optional parameters of GetThingLogbook.
type GetThingLogbookParams struct {
	Property string `query:"property"`

	Event string `query:"event"`

	Since string `query:"since"`

	Until string `query:"until"`

	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	IfNoneMatch string `header:"If-None-Match"`
}

// GetThingLogbook: Retrieve the logbook of a thing. What changed, from what to what, and why, newest first: values, requests of values, events, availability and replaced devices. A value that confirms a request in time is due to whoever requested it. Entries are kept as long as changes.
func (c *Client) GetThingLogbook(ctx context.Context, id string, params *GetThingLogbookParams) (*Answer[[]LogbookEntry], error) {
	return call[[]LogbookEntry](ctx, c, request{method: "GET", path: "/things/" + segment(id) + "/logbook", params: params})
}

// GetThingLogbookAll reads the items of all pages of GetThingLogbook.
func (c *Client) GetThingLogbookAll(ctx context.Context, id string, params *GetThingLogbookParams) *Items[LogbookEntry] {
	read := func(params *GetThingLogbookParams) (*Answer[[]LogbookEntry], error) {
		return c.GetThingLogbook(ctx, id, params)
	}
	return allItems(params, read, func(params *GetThingLogbookParams, cursor string) { params.Cursor = cursor })
}

// CreateEventsTicket: Create a ticket for the stream of events. For clients that cannot send headers, such as `EventSource`: `GET /events?ticket=…` acts as this request does. A stream lives until the access token expires.
func (c *Client) CreateEventsTicket(ctx context.Context) (*Answer[EventsTicket], error) {
	return call[EventsTicket](ctx, c, request{method: "POST", path: "/events/ticket"})
}

// FollowChangesParams are the optional parameters of FollowChanges.
type FollowChangesParams struct {
	Cursor string `query:"cursor"`

	Kind string `query:"kind"`

	Limit int64 `query:"limit"`

	Wait int64 `query:"wait"`
}

// FollowChanges: Follow how resources change. How units with their properties and links, subjects, things and connector clients change, in the order of commits, without gaps or repetition, for seven days by default. Kinds of changes need the scope that their resources need; without `kind` those come for which the token has scopes.
func (c *Client) FollowChanges(ctx context.Context, params *FollowChangesParams) (*Answer[Changes], error) {
	return call[Changes](ctx, c, request{method: "GET", path: "/changes", params: params})
}

// GetCallbackParams are the optional parameters of GetCallback.
type GetCallbackParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetCallback: Retrieve the callback of the calling app. Its address and the events that it subscribed to. The secret is shown only when it is new.
func (c *Client) GetCallback(ctx context.Context, params *GetCallbackParams) (*Answer[Callback], error) {
	return call[Callback](ctx, c, request{method: "GET", path: "/callback", params: params})
}

// RegisterCallbackParams are the optional parameters of RegisterCallback.
type RegisterCallbackParams struct {
	IfMatch string `header:"If-Match"`

	IfNoneMatch string `header:"If-None-Match"`
}

// RegisterCallback: Register the callback of the calling app. Action requests for the things that the app has created are posted there, signed as Standard Webhooks. The secret stays the same unless `rotate_secret` is set; then both sign for a day.
func (c *Client) RegisterCallback(ctx context.Context, body NewCallback, params *RegisterCallbackParams) (*Answer[Callback], error) {
	return call[Callback](ctx, c, request{method: "PUT", path: "/callback", params: params, body: body, hasBody: true})
}

// DeleteCallbackParams are the optional parameters of DeleteCallback.
type DeleteCallbackParams struct {
	IfMatch string `header:"If-Match"`
}

// DeleteCallback: Delete the callback of the calling app. Nothing more is sent to the app, and actions of its things are refused. Messages that wait are dropped.
func (c *Client) DeleteCallback(ctx context.Context, params *DeleteCallbackParams) (*Answer[NoContent], error) {
	return call[NoContent](ctx, c, request{method: "DELETE", path: "/callback", params: params})
}

// ReplayEventsParams are the optional parameters of ReplayEvents.
type ReplayEventsParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// ReplayEvents: Send everything since a position again. Sends the events after `from`, up to now, to which the callback has subscribed: one message after another, in the order of changes, under ids of their own. `from` is a `cursor` of `GET /changes` or the id of an event. A message that fails for good ends the replay.
func (c *Client) ReplayEvents(ctx context.Context, body Replay, params *ReplayEventsParams) (*Answer[Created], error) {
	return call[Created](ctx, c, request{method: "POST", path: "/callback/replay", params: params, body: body, hasBody: true, takesKey: true})
}

// SendTestMessageParams are the optional parameters of SendTestMessage.
type SendTestMessageParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// SendTestMessage: Send a test message to the callback. Sends a message of the type `test` at once, and only once, and answers with the delivery: its attempt has the status, the duration and the beginning of the answer of the app, or the error. Counts as a trial; an account has 60 a minute.
func (c *Client) SendTestMessage(ctx context.Context, params *SendTestMessageParams) (*Answer[DeliveryWithPayload], error) {
	return call[DeliveryWithPayload](ctx, c, request{method: "POST", path: "/callback/test", params: params, takesKey: true})
}

// ListDeliveriesParams are the optional parameters of ListDeliveries.
type ListDeliveriesParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	Status string `query:"status"`

	Type string `query:"type"`

	Thing string `query:"thing"`

	From string `query:"from"`

	To string `query:"to"`

	ResponseStatus string `query:"response_status"`

	Error string `query:"error"`

	Search string `query:"search"`

	Sort string `query:"sort"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListDeliveries: Retrieve deliveries. The messages of the last seven days to the callback that meet all conditions, oldest first. A page that has to pass over many others may have fewer than its limit, or none, and still a next one.
func (c *Client) ListDeliveries(ctx context.Context, params *ListDeliveriesParams) (*Answer[[]Delivery], error) {
	return call[[]Delivery](ctx, c, request{method: "GET", path: "/callback/deliveries", params: params})
}

// ListDeliveriesAll reads the items of all pages of ListDeliveries.
func (c *Client) ListDeliveriesAll(ctx context.Context, params *ListDeliveriesParams) *Items[Delivery] {
	read := func(params *ListDeliveriesParams) (*Answer[[]Delivery], error) {
		return c.ListDeliveries(ctx, params)
	}
	return allItems(params, read, func(params *ListDeliveriesParams, cursor string) { params.Cursor = cursor })
}

// GetDeliveryParams are the optional parameters of GetDelivery.
type GetDeliveryParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetDelivery: Retrieve delivery. With the message, and the last ten attempts: the time, the duration, the status or the error, and the first 8 KiB of the answer of each.
func (c *Client) GetDelivery(ctx context.Context, id string, params *GetDeliveryParams) (*Answer[DeliveryWithPayload], error) {
	return call[DeliveryWithPayload](ctx, c, request{method: "GET", path: "/callback/deliveries/" + segment(id), params: params})
}

// RedeliverMessageParams are the optional parameters of RedeliverMessage.
type RedeliverMessageParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// RedeliverMessage: Send a message again. With the same `webhook-id`. An action that has an outcome is not requested a second time.
func (c *Client) RedeliverMessage(ctx context.Context, id string, params *RedeliverMessageParams) (*Answer[Delivery], error) {
	return call[Delivery](ctx, c, request{method: "POST", path: "/callback/deliveries/" + segment(id) + "/redeliveries", params: params, takesKey: true})
}

// RedeliverMessagesParams are the optional parameters of RedeliverMessages.
type RedeliverMessagesParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// RedeliverMessages: Send all messages again that match. Sends the messages again that were stored by now and meet all conditions, as `GET /callback/deliveries` lists them, each with its `webhook-id`. Those that wait for their next attempt are sent at once; actions that have an outcome are left out. The first 500 are on their way with the answer, the others follow; `redelivered` counts them. One runs at a time. Repeat it with the same `Idempotency-Key` to send nothing twice.
func (c *Client) RedeliverMessages(ctx context.Context, body NewRedelivery, params *RedeliverMessagesParams) (*Answer[Redelivery], error) {
	return call[Redelivery](ctx, c, request{method: "POST", path: "/callback/redeliveries", params: params, body: body, hasBody: true, takesKey: true})
}

// GetRedeliveryParams are the optional parameters of GetRedelivery.
type GetRedeliveryParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetRedelivery: Retrieve redelivery. How many messages it has sent again so far, for seven days.
func (c *Client) GetRedelivery(ctx context.Context, id string, params *GetRedeliveryParams) (*Answer[Redelivery], error) {
	return call[Redelivery](ctx, c, request{method: "GET", path: "/callback/redeliveries/" + segment(id), params: params})
}

// ListSubscriptionsParams are the optional parameters of ListSubscriptions.
type ListSubscriptionsParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListSubscriptions: List subscriptions. In the order of their creation, without their secrets.
func (c *Client) ListSubscriptions(ctx context.Context, params *ListSubscriptionsParams) (*Answer[[]Subscription], error) {
	return call[[]Subscription](ctx, c, request{method: "GET", path: "/subscriptions", params: params})
}

// ListSubscriptionsAll reads the items of all pages of ListSubscriptions.
func (c *Client) ListSubscriptionsAll(ctx context.Context, params *ListSubscriptionsParams) *Items[Subscription] {
	read := func(params *ListSubscriptionsParams) (*Answer[[]Subscription], error) {
		return c.ListSubscriptions(ctx, params)
	}
	return allItems(params, read, func(params *ListSubscriptionsParams, cursor string) { params.Cursor = cursor })
}

// CreateSubscriptionParams are the optional parameters of CreateSubscription.
type CreateSubscriptionParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`

	IfMatch string `header:"If-Match"`
}

// CreateSubscription: Subscribe to what matches. Events of things that meet conditions, and of values only those that cross a threshold, if there is one. They are posted to `url`, one message after another, signed as Standard Webhooks, and can be read as a stream. Needs `svc.things.admin` with `url`, and `svc.units.read` with `in` or `below`.
func (c *Client) CreateSubscription(ctx context.Context, body NewSubscription, params *CreateSubscriptionParams) (*Answer[Subscription], error) {
	return call[Subscription](ctx, c, request{method: "POST", path: "/subscriptions", params: params, body: body, hasBody: true, takesKey: true})
}

// GetSubscriptionParams are the optional parameters of GetSubscription.
type GetSubscriptionParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetSubscription: Retrieve subscription. Includes the last failure of its messages, if there is one.
func (c *Client) GetSubscription(ctx context.Context, id string, params *GetSubscriptionParams) (*Answer[Subscription], error) {
	return call[Subscription](ctx, c, request{method: "GET", path: "/subscriptions/" + segment(id), params: params})
}

// UpdateSubscriptionParams are the optional parameters of UpdateSubscription.
type UpdateSubscriptionParams struct {
	IfMatch string `header:"If-Match"`

	Prefer string `header:"Prefer"`
}

// UpdateSubscription: Change subscription. A JSON Merge Patch (RFC 7396) of `match` and `url`; messages go on from the position where they are. One with `url` needs `svc.things.admin`, and `in` and `below` need `svc.units.read`. Streams that are open go on as they began.
func (c *Client) UpdateSubscription(ctx context.Context, id string, body any, params *UpdateSubscriptionParams) (*Answer[Subscription], error) {
	return call[Subscription](ctx, c, request{method: "PATCH", path: "/subscriptions/" + segment(id), params: params, body: body, hasBody: true})
}

// DeleteSubscriptionParams are the optional parameters of DeleteSubscription.
type DeleteSubscriptionParams struct {
	IfMatch string `header:"If-Match"`
}

// DeleteSubscription: Delete subscription. Nothing more is posted; one with `url` needs `svc.things.admin`. Streams that are open end with the access token.
func (c *Client) DeleteSubscription(ctx context.Context, id string, params *DeleteSubscriptionParams) (*Answer[NoContent], error) {
	return call[NoContent](ctx, c, request{method: "DELETE", path: "/subscriptions/" + segment(id), params: params})
}

// RotateSubscriptionSecretParams are the optional parameters of RotateSubscriptionSecret.
type RotateSubscriptionSecretParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// RotateSubscriptionSecret: Rotate the secret of a subscription. The new secret is shown only once. For a day, the previous one signs the messages as well. Needs `svc.things.admin`.
func (c *Client) RotateSubscriptionSecret(ctx context.Context, id string, params *RotateSubscriptionSecretParams) (*Answer[Subscription], error) {
	return call[Subscription](ctx, c, request{method: "POST", path: "/subscriptions/" + segment(id) + "/rotate", params: params, takesKey: true})
}

// ListPendingEventsParams are the optional parameters of ListPendingEvents.
type ListPendingEventsParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListPendingEvents: Retrieve pending events. The events that match after `cursor` of the subscription, whose messages are posted in this order; the first is the one that holds up the others, if there is an `error`. Of a stream there are none. A page looks at 1,000 events, so that it may hold fewer than its limit, or none, and still lead to a next one. Needs `svc.things.admin`.
func (c *Client) ListPendingEvents(ctx context.Context, id string, params *ListPendingEventsParams) (*Answer[[]PendingEvent], error) {
	return call[[]PendingEvent](ctx, c, request{method: "GET", path: "/subscriptions/" + segment(id) + "/pending", params: params})
}

// ListPendingEventsAll reads the items of all pages of ListPendingEvents.
func (c *Client) ListPendingEventsAll(ctx context.Context, id string, params *ListPendingEventsParams) *Items[PendingEvent] {
	read := func(params *ListPendingEventsParams) (*Answer[[]PendingEvent], error) {
		return c.ListPendingEvents(ctx, id, params)
	}
	return allItems(params, read, func(params *ListPendingEventsParams, cursor string) { params.Cursor = cursor })
}

// ListSubscriptionAttemptsParams are the optional parameters of ListSubscriptionAttempts.
type ListSubscriptionAttemptsParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// ListSubscriptionAttempts: Retrieve the last attempts. The last ten attempts to post messages of the subscription, the latest one at the end, each with its duration, the status or the error, and the first 8 KiB of the answer. Needs `svc.things.admin`.
func (c *Client) ListSubscriptionAttempts(ctx context.Context, id string, params *ListSubscriptionAttemptsParams) (*Answer[[]SubscriptionAttempt], error) {
	return call[[]SubscriptionAttempt](ctx, c, request{method: "GET", path: "/subscriptions/" + segment(id) + "/attempts", params: params})
}

// SendSubscriptionTestMessageParams are the optional parameters of SendSubscriptionTestMessage.
type SendSubscriptionTestMessageParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// SendSubscriptionTestMessage: Send a test message to the address of a subscription. Sends a message of the type `test` at once, and only once, and answers with the attempt. Messages that wait stay where they are. Counts as a trial; an account has 60 a minute. Needs `svc.things.admin`.
func (c *Client) SendSubscriptionTestMessage(ctx context.Context, id string, params *SendSubscriptionTestMessageParams) (*Answer[SubscriptionAttempt], error) {
	return call[SubscriptionAttempt](ctx, c, request{method: "POST", path: "/subscriptions/" + segment(id) + "/test", params: params, takesKey: true})
}

// ListAlertsParams are the optional parameters of ListAlerts.
type ListAlertsParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListAlerts: Retrieve alert rules. In the order of their creation, each with how many items fire.
func (c *Client) ListAlerts(ctx context.Context, params *ListAlertsParams) (*Answer[[]Alert], error) {
	return call[[]Alert](ctx, c, request{method: "GET", path: "/alerts", params: params})
}

// ListAlertsAll reads the items of all pages of ListAlerts.
func (c *Client) ListAlertsAll(ctx context.Context, params *ListAlertsParams) *Items[Alert] {
	read := func(params *ListAlertsParams) (*Answer[[]Alert], error) {
		return c.ListAlerts(ctx, params)
	}
	return allItems(params, read, func(params *ListAlertsParams, cursor string) { params.Cursor = cursor })
}

// CreateAlertParams are the optional parameters of CreateAlert.
type CreateAlertParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`

	IfMatch string `header:"If-Match"`
}

// CreateAlert: Create alert rule. Tells of clients, things, messages, quotas or authorizations that fail: by e-mail, to a webhook that is signed as Standard Webhooks, or to a Slack-compatible webhook. A condition on things needs `svc.things.read`, too.
func (c *Client) CreateAlert(ctx context.Context, body NewAlert, params *CreateAlertParams) (*Answer[Alert], error) {
	return call[Alert](ctx, c, request{method: "POST", path: "/alerts", params: params, body: body, hasBody: true, takesKey: true})
}

// GetAlertParams are the optional parameters of GetAlert.
type GetAlertParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetAlert: Retrieve alert rule. With what fires now and since when, and its latest messages with their outcomes.
func (c *Client) GetAlert(ctx context.Context, id string, params *GetAlertParams) (*Answer[AlertWithState], error) {
	return call[AlertWithState](ctx, c, request{method: "GET", path: "/alerts/" + segment(id), params: params})
}

// UpdateAlertParams are the optional parameters of UpdateAlert.
type UpdateAlertParams struct {
	IfMatch string `header:"If-Match"`
}

// UpdateAlert: Change or silence alert rule. Changes the given members; null removes a webhook, the repetition or the silence. While it is silenced, the rule goes on to watch, and then tells what still fires. A condition on things needs `svc.things.read`, too.
func (c *Client) UpdateAlert(ctx context.Context, id string, body any, params *UpdateAlertParams) (*Answer[Alert], error) {
	return call[Alert](ctx, c, request{method: "PATCH", path: "/alerts/" + segment(id), params: params, body: body, hasBody: true})
}

// DeleteAlertParams are the optional parameters of DeleteAlert.
type DeleteAlertParams struct {
	IfMatch string `header:"If-Match"`
}

// DeleteAlert: Delete alert rule. Messages that have not been accepted are dropped.
func (c *Client) DeleteAlert(ctx context.Context, id string, params *DeleteAlertParams) (*Answer[NoContent], error) {
	return call[NoContent](ctx, c, request{method: "DELETE", path: "/alerts/" + segment(id), params: params})
}

// TestAlertParams are the optional parameters of TestAlert.
type TestAlertParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// TestAlert: Send a test message. Sends a message through each channel of the rule, once, and answers with what came of it. At most every ten seconds.
func (c *Client) TestAlert(ctx context.Context, id string, params *TestAlertParams) (*Answer[AlertTest], error) {
	return call[AlertTest](ctx, c, request{method: "POST", path: "/alerts/" + segment(id) + "/test", params: params, takesKey: true})
}

// GetLimitsParams are the optional parameters of GetLimits.
type GetLimitsParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetLimits: Retrieve limits. The quotas of the account, and how much of each is in use.
func (c *Client) GetLimits(ctx context.Context, params *GetLimitsParams) (*Answer[Limits], error) {
	return call[Limits](ctx, c, request{method: "GET", path: "/limits", params: params})
}

// GetRetentionParams are the optional parameters of GetRetention.
type GetRetentionParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetRetention: Retrieve retention. For how many days past values and activity are shown.
func (c *Client) GetRetention(ctx context.Context, params *GetRetentionParams) (*Answer[Retention], error) {
	return call[Retention](ctx, c, request{method: "GET", path: "/retention", params: params})
}

// UpdateRetentionParams are the optional parameters of UpdateRetention.
type UpdateRetentionParams struct {
	IfMatch string `header:"If-Match"`
}

// UpdateRetention: Update retention. Chooses fewer days than the installation has; `null` chooses none. What is older is hidden at once, deleted within a day, and cannot be restored.
func (c *Client) UpdateRetention(ctx context.Context, body any, params *UpdateRetentionParams) (*Answer[Retention], error) {
	return call[Retention](ctx, c, request{method: "PATCH", path: "/retention", params: params, body: body, hasBody: true})
}

// GetUsageParams are the optional parameters of GetUsage.
type GetUsageParams struct {
	Since string `query:"since"`

	Until string `query:"until"`

	GroupBy string `query:"group_by"`

	Connector string `query:"connector"`

	Subject string `query:"subject"`

	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	IfNoneMatch string `header:"If-None-Match"`
}

// GetUsage: Retrieve usage. What clients and subjects did, by day, connector or subject; with a subject, only its own. `Accept: text/csv` answers all of it as a table, in which an apostrophe precedes texts that a spreadsheet would calculate. Polls and events appear within minutes.
func (c *Client) GetUsage(ctx context.Context, params *GetUsageParams) (*Answer[[]Usage], error) {
	return call[[]Usage](ctx, c, request{method: "GET", path: "/usage", params: params})
}

// GetUsageAll reads the items of all pages of GetUsage.
func (c *Client) GetUsageAll(ctx context.Context, params *GetUsageParams) *Items[Usage] {
	read := func(params *GetUsageParams) (*Answer[[]Usage], error) {
		return c.GetUsage(ctx, params)
	}
	return allItems(params, read, func(params *GetUsageParams, cursor string) { params.Cursor = cursor })
}

// ListAuditEntriesParams are the optional parameters of ListAuditEntries.
type ListAuditEntriesParams struct {
	From string `query:"from"`

	To string `query:"to"`

	Actor string `query:"actor"`

	Subject string `query:"subject"`

	Operation string `query:"operation"`

	Resource string `query:"resource"`

	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListAuditEntries: Retrieve the audit log. The requests that changed something or were refused, newest first; with a subject, only those made for it.
func (c *Client) ListAuditEntries(ctx context.Context, params *ListAuditEntriesParams) (*Answer[[]AuditEntry], error) {
	return call[[]AuditEntry](ctx, c, request{method: "GET", path: "/audit", params: params})
}

// ListAuditEntriesAll reads the items of all pages of ListAuditEntries.
func (c *Client) ListAuditEntriesAll(ctx context.Context, params *ListAuditEntriesParams) *Items[AuditEntry] {
	read := func(params *ListAuditEntriesParams) (*Answer[[]AuditEntry], error) {
		return c.ListAuditEntries(ctx, params)
	}
	return allItems(params, read, func(params *ListAuditEntriesParams, cursor string) { params.Cursor = cursor })
}

// ListAppsParams are the optional parameters of ListApps.
type ListAppsParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListApps: List apps. In the order in which they were registered, without their secrets.
func (c *Client) ListApps(ctx context.Context, params *ListAppsParams) (*Answer[[]App], error) {
	return call[[]App](ctx, c, request{method: "GET", path: "/apps", params: params})
}

// ListAppsAll reads the items of all pages of ListApps.
func (c *Client) ListAppsAll(ctx context.Context, params *ListAppsParams) *Items[App] {
	read := func(params *ListAppsParams) (*Answer[[]App], error) {
		return c.ListApps(ctx, params)
	}
	return allItems(params, read, func(params *ListAppsParams, cursor string) { params.Cursor = cursor })
}

// CreateAppParams are the optional parameters of CreateApp.
type CreateAppParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`

	IfMatch string `header:"If-Match"`
}

// CreateApp: Register app. Creates its id and a secret, with which it gets access tokens. The secret is shown only once. An app cannot be given scopes that the access token lacks. With an external issuer, which has apps of its own, it is 404.
func (c *Client) CreateApp(ctx context.Context, body NewApp, params *CreateAppParams) (*Answer[App], error) {
	return call[App](ctx, c, request{method: "POST", path: "/apps", params: params, body: body, hasBody: true, takesKey: true})
}

// ListAppNamesParams are the optional parameters of ListAppNames.
type ListAppNamesParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListAppNames: List names of apps. For those who read what apps did, which names them by their ids.
func (c *Client) ListAppNames(ctx context.Context, params *ListAppNamesParams) (*Answer[[]AppName], error) {
	return call[[]AppName](ctx, c, request{method: "GET", path: "/apps/names", params: params})
}

// ListAppNamesAll reads the items of all pages of ListAppNames.
func (c *Client) ListAppNamesAll(ctx context.Context, params *ListAppNamesParams) *Items[AppName] {
	read := func(params *ListAppNamesParams) (*Answer[[]AppName], error) {
		return c.ListAppNames(ctx, params)
	}
	return allItems(params, read, func(params *ListAppNamesParams, cursor string) { params.Cursor = cursor })
}

// GetAppParams are the optional parameters of GetApp.
type GetAppParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetApp: Retrieve app. Its name and scopes, without its secret.
func (c *Client) GetApp(ctx context.Context, id string, params *GetAppParams) (*Answer[App], error) {
	return call[App](ctx, c, request{method: "GET", path: "/apps/" + segment(id), params: params})
}

// UpdateAppParams are the optional parameters of UpdateApp.
type UpdateAppParams struct {
	IfMatch string `header:"If-Match"`

	Prefer string `header:"Prefer"`
}

// UpdateApp: Change app. Its name and the origins of its web pages, by a JSON Merge Patch (RFC 7396). Origins count within a minute.
func (c *Client) UpdateApp(ctx context.Context, id string, body any, params *UpdateAppParams) (*Answer[App], error) {
	return call[App](ctx, c, request{method: "PATCH", path: "/apps/" + segment(id), params: params, body: body, hasBody: true})
}

// DeleteAppParams are the optional parameters of DeleteApp.
type DeleteAppParams struct {
	IfMatch string `header:"If-Match"`
}

// DeleteApp: Revoke app. It gets no more access tokens; those that it has expire within an hour. Its callback and the messages that wait for it are dropped, and its connect sessions end within a minute. What it created stays.
func (c *Client) DeleteApp(ctx context.Context, id string, params *DeleteAppParams) (*Answer[NoContent], error) {
	return call[NoContent](ctx, c, request{method: "DELETE", path: "/apps/" + segment(id), params: params})
}

// RotateAppSecretParams are the optional parameters of RotateAppSecret.
type RotateAppSecretParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// RotateAppSecret: Rotate the secret of an app. The new secret is shown only once. The previous one stays valid for a day, or for `overlap_seconds`, and the one before it becomes invalid. Needs all scopes of the app.
func (c *Client) RotateAppSecret(ctx context.Context, id string, body *NewAppSecret, params *RotateAppSecretParams) (*Answer[App], error) {
	return call[App](ctx, c, request{method: "POST", path: "/apps/" + segment(id) + "/rotate", params: params, body: body, takesKey: true})
}

// ListOrganizationsParams are the optional parameters of ListOrganizations.
type ListOrganizationsParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// ListOrganizations: List organizations. Those of the person who is signed in, each with its environments.
func (c *Client) ListOrganizations(ctx context.Context, params *ListOrganizationsParams) (*Answer[[]Organization], error) {
	return call[[]Organization](ctx, c, request{method: "GET", path: "/organizations", params: params})
}

// CreateOrganizationParams are the optional parameters of CreateOrganization.
type CreateOrganizationParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`

	IfMatch string `header:"If-Match"`
}

// CreateOrganization: Create organization. With the environments `development` and `production`. Whoever creates it is its owner.
func (c *Client) CreateOrganization(ctx context.Context, body CreateOrganizationBody, params *CreateOrganizationParams) (*Answer[Organization], error) {
	return call[Organization](ctx, c, request{method: "POST", path: "/organizations", params: params, body: body, hasBody: true, takesKey: true})
}

// UpdateOrganization: Update organization. Changes its name, or what it requires of members. For owners.
func (c *Client) UpdateOrganization(ctx context.Context, id string, body any) (*Answer[Organization], error) {
	return call[Organization](ctx, c, request{method: "PATCH", path: "/organizations/" + segment(id), body: body, hasBody: true})
}

// DeleteOrganization: Delete organization. Deletes all of its environments. Its members see it until 90 days after these are erased. For owners.
func (c *Client) DeleteOrganization(ctx context.Context, id string) (*Answer[Organization], error) {
	return call[Organization](ctx, c, request{method: "DELETE", path: "/organizations/" + segment(id)})
}

// ListOrganizationAuditEntriesParams are the optional parameters of ListOrganizationAuditEntries.
type ListOrganizationAuditEntriesParams struct {
	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	IfNoneMatch string `header:"If-None-Match"`
}

// ListOrganizationAuditEntries: Retrieve the audit log of an organization. Changes of its members, invitations and environments, newest first.
func (c *Client) ListOrganizationAuditEntries(ctx context.Context, id string, params *ListOrganizationAuditEntriesParams) (*Answer[[]AuditEntry], error) {
	return call[[]AuditEntry](ctx, c, request{method: "GET", path: "/organizations/" + segment(id) + "/audit", params: params})
}

// ListOrganizationAuditEntriesAll reads the items of all pages of ListOrganizationAuditEntries.
func (c *Client) ListOrganizationAuditEntriesAll(ctx context.Context, id string, params *ListOrganizationAuditEntriesParams) *Items[AuditEntry] {
	read := func(params *ListOrganizationAuditEntriesParams) (*Answer[[]AuditEntry], error) {
		return c.ListOrganizationAuditEntries(ctx, id, params)
	}
	return allItems(params, read, func(params *ListOrganizationAuditEntriesParams, cursor string) { params.Cursor = cursor })
}

// GetOrganizationUsageParams are the optional parameters of GetOrganizationUsage.
type GetOrganizationUsageParams struct {
	Since string `query:"since"`

	Until string `query:"until"`

	GroupBy string `query:"group_by"`

	Connector string `query:"connector"`

	Subject string `query:"subject"`

	Limit int64 `query:"limit"`

	Cursor string `query:"cursor"`

	IfNoneMatch string `header:"If-None-Match"`
}

// GetOrganizationUsage: Retrieve usage of an organization. As `GET /usage`, of one environment after the other.
func (c *Client) GetOrganizationUsage(ctx context.Context, id string, params *GetOrganizationUsageParams) (*Answer[[]EnvironmentUsage], error) {
	return call[[]EnvironmentUsage](ctx, c, request{method: "GET", path: "/organizations/" + segment(id) + "/usage", params: params})
}

// GetOrganizationUsageAll reads the items of all pages of GetOrganizationUsage.
func (c *Client) GetOrganizationUsageAll(ctx context.Context, id string, params *GetOrganizationUsageParams) *Items[EnvironmentUsage] {
	read := func(params *GetOrganizationUsageParams) (*Answer[[]EnvironmentUsage], error) {
		return c.GetOrganizationUsage(ctx, id, params)
	}
	return allItems(params, read, func(params *GetOrganizationUsageParams, cursor string) { params.Cursor = cursor })
}

// CreateEnvironmentParams are the optional parameters of CreateEnvironment.
type CreateEnvironmentParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// CreateEnvironment: Create environment. An account of its own, with its own apps, quotas and data: nothing of one is visible in another. For owners.
func (c *Client) CreateEnvironment(ctx context.Context, id string, body CreateOrganizationBody, params *CreateEnvironmentParams) (*Answer[Environment], error) {
	return call[Environment](ctx, c, request{method: "POST", path: "/organizations/" + segment(id) + "/environments", params: params, body: body, hasBody: true, takesKey: true})
}

// UpdateEnvironment: Rename environment. Changes its name. For owners.
func (c *Client) UpdateEnvironment(ctx context.Context, id string, body any) (*Answer[Environment], error) {
	return call[Environment](ctx, c, request{method: "PATCH", path: "/environments/" + segment(id), body: body, hasBody: true})
}

// DeleteEnvironment: Delete environment. From now on, requests with its access tokens are refused (403, `environment_deleted`) and its connector clients are paused. At `deletion.erases`, everything in it is erased; until then it can be restored. For owners.
func (c *Client) DeleteEnvironment(ctx context.Context, id string) (*Answer[Environment], error) {
	return call[Environment](ctx, c, request{method: "DELETE", path: "/environments/" + segment(id)})
}

// CreateEnvironmentToken: Create access token of a person. An access token for an environment, valid for five minutes, with the scopes of the role of the person.
func (c *Client) CreateEnvironmentToken(ctx context.Context, id string) (*Answer[EnvironmentToken], error) {
	return call[EnvironmentToken](ctx, c, request{method: "POST", path: "/environments/" + segment(id) + "/token"})
}

// RestoreEnvironmentParams are the optional parameters of RestoreEnvironment.
type RestoreEnvironmentParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// RestoreEnvironment: Restore environment. Ends its deletion, until it is erased. Its connector clients are resumed within minutes. For owners.
func (c *Client) RestoreEnvironment(ctx context.Context, id string, params *RestoreEnvironmentParams) (*Answer[Environment], error) {
	return call[Environment](ctx, c, request{method: "POST", path: "/environments/" + segment(id) + "/restore", params: params, takesKey: true})
}

// GetEnvironmentErasureParams are the optional parameters of GetEnvironmentErasure.
type GetEnvironmentErasureParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// GetEnvironmentErasure: Retrieve the erasure of an environment. When it begins, how far it got, and its receipt once it is completed. It can be read for 90 days after that.
func (c *Client) GetEnvironmentErasure(ctx context.Context, id string, params *GetEnvironmentErasureParams) (*Answer[Erasure], error) {
	return call[Erasure](ctx, c, request{method: "GET", path: "/environments/" + segment(id) + "/erasure", params: params})
}

// RestoreOrganizationParams are the optional parameters of RestoreOrganization.
type RestoreOrganizationParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// RestoreOrganization: Restore organization. Restores all of its environments that are not erased yet. For owners.
func (c *Client) RestoreOrganization(ctx context.Context, id string, params *RestoreOrganizationParams) (*Answer[Organization], error) {
	return call[Organization](ctx, c, request{method: "POST", path: "/organizations/" + segment(id) + "/restore", params: params, takesKey: true})
}

// CopyEnvironmentParams are the optional parameters of CopyEnvironment.
type CopyEnvironmentParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// CopyEnvironment: Copy from another environment. Copies the connector types, instances, the branding and the retention of another environment that this one does not have. Secrets are never copied: they are given anew in `secrets`, here or when the request is repeated. `replace` also makes new versions of connector types that differ, and changes instances, once their clients were polled with them. For owners and developers of both.
func (c *Client) CopyEnvironment(ctx context.Context, id string, body EnvironmentCopy, params *CopyEnvironmentParams) (*Answer[CopiedEnvironment], error) {
	return call[CopiedEnvironment](ctx, c, request{method: "POST", path: "/environments/" + segment(id) + "/copy", params: params, body: body, hasBody: true, takesKey: true})
}

// ListMembersParams are the optional parameters of ListMembers.
type ListMembersParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// ListMembers: List members. The members of an organization, and the open invitations.
func (c *Client) ListMembers(ctx context.Context, id string, params *ListMembersParams) (*Answer[ListMembersAnswer], error) {
	return call[ListMembersAnswer](ctx, c, request{method: "GET", path: "/organizations/" + segment(id) + "/members", params: params})
}

// UpdateMember: Change the role of a member. For owners; one owner must remain. It counts within five minutes.
func (c *Client) UpdateMember(ctx context.Context, id string, other string, body any) (*Answer[Member], error) {
	return call[Member](ctx, c, request{method: "PATCH", path: "/organizations/" + segment(id) + "/members/" + segment(other), body: body, hasBody: true})
}

// DeleteMember: Remove member. For owners; everybody may leave, except the last owner. Access ends within five minutes.
func (c *Client) DeleteMember(ctx context.Context, id string, other string) (*Answer[NoContent], error) {
	return call[NoContent](ctx, c, request{method: "DELETE", path: "/organizations/" + segment(id) + "/members/" + segment(other)})
}

// CreateInvitationParams are the optional parameters of CreateInvitation.
type CreateInvitationParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// CreateInvitation: Invite somebody. Answers a link to pass on, or sends it by e-mail. It works once, for that address, for seven days; one that was sent to the address before is then invalid. For owners.
func (c *Client) CreateInvitation(ctx context.Context, id string, body NewInvitation, params *CreateInvitationParams) (*Answer[Invitation], error) {
	return call[Invitation](ctx, c, request{method: "POST", path: "/organizations/" + segment(id) + "/invitations", params: params, body: body, hasBody: true, takesKey: true})
}

// DeleteInvitation: Withdraw invitation. Its link works no more. For owners.
func (c *Client) DeleteInvitation(ctx context.Context, id string, other string) (*Answer[NoContent], error) {
	return call[NoContent](ctx, c, request{method: "DELETE", path: "/organizations/" + segment(id) + "/invitations/" + segment(other)})
}

// ReadInvitation: Read invitation. For whoever has its link: `secret` is what follows the dot.
func (c *Client) ReadInvitation(ctx context.Context, id string, body ReadInvitationBody) (*Answer[OpenedInvitation], error) {
	return call[OpenedInvitation](ctx, c, request{method: "POST", path: "/invitations/" + segment(id) + "/open", body: body, hasBody: true})
}

// AcceptInvitationParams are the optional parameters of AcceptInvitation.
type AcceptInvitationParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`
}

// AcceptInvitation: Accept invitation. Makes the person who is signed in a member, if the invitation is for its address.
func (c *Client) AcceptInvitation(ctx context.Context, id string, body ReadInvitationBody, params *AcceptInvitationParams) (*Answer[Organization], error) {
	return call[Organization](ctx, c, request{method: "POST", path: "/invitations/" + segment(id) + "/accept", params: params, body: body, hasBody: true, takesKey: true})
}

// GetMcpClientRequestParams are the optional parameters of GetMcpClientRequest.
type GetMcpClientRequestParams struct {
	ResponseType string `query:"response_type"`

	ClientID string `query:"client_id"`

	RedirectURI string `query:"redirect_uri"`

	CodeChallenge string `query:"code_challenge"`

	CodeChallengeMethod string `query:"code_challenge_method"`

	State string `query:"state"`

	Scope string `query:"scope"`

	Resource string `query:"resource"`

	IfNoneMatch string `header:"If-None-Match"`
}

// GetMcpClientRequest: Retrieve who wants to be authorized. Checks an authorization request (RFC 6749, section 4.1.1), for the page that asks the person.
func (c *Client) GetMcpClientRequest(ctx context.Context, params *GetMcpClientRequestParams) (*Answer[McpClientRequest], error) {
	return call[McpClientRequest](ctx, c, request{method: "GET", path: "/mcp_clients/request", params: params})
}

// ListMcpClientsParams are the optional parameters of ListMcpClients.
type ListMcpClientsParams struct {
	IfNoneMatch string `header:"If-None-Match"`
}

// ListMcpClients: List MCP clients. The apps that the person has authorized.
func (c *Client) ListMcpClients(ctx context.Context, params *ListMcpClientsParams) (*Answer[[]McpClient], error) {
	return call[[]McpClient](ctx, c, request{method: "GET", path: "/mcp_clients", params: params})
}

// CreateMcpClientParams are the optional parameters of CreateMcpClient.
type CreateMcpClientParams struct {
	IdempotencyKey string `header:"Idempotency-Key"`

	IfMatch string `header:"If-Match"`
}

// CreateMcpClient: Authorize MCP client. Lets an app act as the person in an environment, by the Model Context Protocol alone. It gets access tokens with the scopes that it wants and the role has, until the person or the membership ends it, or it is unused for 30 days.
func (c *Client) CreateMcpClient(ctx context.Context, body NewMcpClient, params *CreateMcpClientParams) (*Answer[AuthorizedMcpClient], error) {
	return call[AuthorizedMcpClient](ctx, c, request{method: "POST", path: "/mcp_clients", params: params, body: body, hasBody: true, takesKey: true})
}

// DeleteMcpClient: Remove MCP client. It gets no more access tokens; its last one ends within five minutes.
func (c *Client) DeleteMcpClient(ctx context.Context, id string) (*Answer[NoContent], error) {
	return call[NoContent](ctx, c, request{method: "DELETE", path: "/mcp_clients/" + segment(id)})
}
