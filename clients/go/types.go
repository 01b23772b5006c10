// Code generated from the OpenAPI document by npm run generate:client. DO NOT EDIT.

package trellis

type ActionRequest struct {
	ThingID string `json:"thing_id"`

	Action string `json:"action"`

	// Any JSON value.
	Input any `json:"input,omitempty"`
}

// ActivityClients: How many clients are paused, and how many of the others have which status.
type ActivityClients struct {
	Starting int64 `json:"starting"`

	Started int64 `json:"started"`

	Error int64 `json:"error"`

	Paused int64 `json:"paused"`
}

type ActivityHoursItem struct {
	// When the hour begins.
	From string `json:"from"`

	// Polls that the technology answered, or that failed.
	Polls int64 `json:"polls"`

	// Those that failed.
	FailedPolls int64 `json:"failed_polls"`

	// Those that began more than a minute after they were due.
	LatePolls int64 `json:"late_polls"`

	// How long after it was due a poll began at most.
	MaxLatenessSeconds float64 `json:"max_lateness_seconds"`

	// How often a thing was new or had changed, by polls and by what was heard.
	Changes int64 `json:"changes"`
}

type Activity struct {
	// How many clients are paused, and how many of the others have which status.
	Clients ActivityClients `json:"clients"`

	// The last 24 hours. The last one ends with the ten minutes that have begun.
	Hours []ActivityHoursItem `json:"hours"`
}

type AgentReportFoundItem struct {
	Type string `json:"type"`

	Name string `json:"name"`

	Address string `json:"address"`

	Port int64 `json:"port"`
}

type AgentReport struct {
	Version string `json:"version"`

	Platform string `json:"platform"`

	Addresses []string `json:"addresses"`

	Started string `json:"started"`

	Found []AgentReportFoundItem `json:"found"`
}

type Agent struct {
	ID string `json:"id"`

	Subject Reference `json:"subject"`

	Name string `json:"name"`

	// `unpaired` until it has proved its key with a pairing code, then `online` or `offline`.
	State string `json:"state"`

	// Since when it is in this state.
	Since string `json:"since"`

	PairingExpires *string `json:"pairing_expires,omitempty"`

	// SHA-256 of its public key (base64url), which the agent shows, too.
	Key *string `json:"key,omitempty"`

	Report *AgentReport `json:"report,omitempty"`

	// Present if its program is old: it is to be updated, and Trellis refuses it two major versions later.
	Outdated any `json:"outdated,omitempty"`

	// The round trip to it, measured last (ms).
	RoundTripMs *float64 `json:"round_trip_ms,omitempty"`

	Created string `json:"created"`

	Href string `json:"href"`
}

type AgentPatch struct {
	Name *string `json:"name,omitempty"`
}

type AlertCondition struct {
	Kind string `json:"kind"`

	// How long the client has been failing.
	Minutes int64 `json:"minutes"`

	// Only clients of this connector instance.
	Instance *string `json:"instance,omitempty"`

	// Only this connector client.
	Client *string `json:"client,omitempty"`
}

type AlertCondition2 struct {
	Kind string `json:"kind"`

	// More than this share of the clients of an instance fails.
	Percent float64 `json:"percent"`

	// Only clients that have been failing this long count.
	Minutes int64 `json:"minutes"`

	// Only clients of this connector instance.
	Instance *string `json:"instance,omitempty"`
}

type AlertCondition3 struct {
	Kind string `json:"kind"`

	// How long messages have not been accepted.
	Minutes int64 `json:"minutes"`
}

type AlertCondition4 struct {
	Kind string `json:"kind"`

	// How long it has been away.
	Hours float64 `json:"hours"`

	// Only these things.
	Things []string `json:"things,omitempty"`

	// Only things in the list of this subject.
	Subject *string `json:"subject,omitempty"`

	// Only things that this connector client made.
	Client *string `json:"client,omitempty"`
}

type AlertCondition5 struct {
	Kind string `json:"kind"`

	// How long nothing was heard of it, not even an unchanged value.
	Minutes int64 `json:"minutes"`

	// Only these things.
	Things []string `json:"things,omitempty"`

	// Only things in the list of this subject.
	Subject *string `json:"subject,omitempty"`

	// Only things that this connector client made.
	Client *string `json:"client,omitempty"`
}

type AlertCondition6 struct {
	Kind string `json:"kind"`

	// `battery` is below this, or `battery_low` is true.
	Percent float64 `json:"percent"`

	// Only these things.
	Things []string `json:"things,omitempty"`

	// Only things in the list of this subject.
	Subject *string `json:"subject,omitempty"`

	// Only things that this connector client made.
	Client *string `json:"client,omitempty"`
}

type AlertCondition7 struct {
	Kind string `json:"kind"`

	// More than this share is used.
	Percent float64 `json:"percent"`

	Quota *string `json:"quota,omitempty"`
}

type AlertCondition8 struct {
	Kind string `json:"kind"`

	// It ends within this time.
	Days float64 `json:"days"`
}

type AlertCondition9 struct {
	Kind string `json:"kind"`

	// How long the agent has not been connected.
	Minutes int64 `json:"minutes"`

	// Only agents of this subject.
	Subject *string `json:"subject,omitempty"`
}

type Alert struct {
	// As messages and the console show it.
	Name string `json:"name"`

	// When it fires.
	Condition AlertConditionOrAlertCondition2OrAlertCondition3OrAlertCondition4OrAlertCondition5OrAlertCondition6OrAlertCondition7OrAlertCondition8OrAlertCondition9 `json:"condition"`

	// How long to wait for more before a message is sent, and at least between two messages.
	GroupSeconds int64 `json:"group_seconds"`

	// How many of what fires a message lists.
	ListFirst int64 `json:"list_first"`

	// After how long a message is repeated while something fires; null for never.
	RepeatMinutes *int64 `json:"repeat_minutes"`

	// Whether to tell that something works again.
	Recovery bool `json:"recovery"`

	// Until when nothing is sent; null if it is not silenced.
	SilencedUntil *string `json:"silenced_until"`

	ID string `json:"id"`

	Email []string `json:"email"`

	Webhook *string `json:"webhook,omitempty"`

	Slack *string `json:"slack,omitempty"`

	PreviousSecretUntil *string `json:"previous_secret_until,omitempty"`

	Created string `json:"created"`

	Modified string `json:"modified"`

	// How many items fire, up to 1,000.
	Firing int64 `json:"firing"`

	Href string `json:"href"`

	// Signs the messages to the webhook. Shown only when it is new.
	Secret *string `json:"secret,omitempty"`
}

type AlertPatchCondition struct {
	Kind string `json:"kind"`

	// How long the client has been failing.
	Minutes int64 `json:"minutes"`

	// Only clients of this connector instance.
	Instance *string `json:"instance,omitempty"`

	// Only this connector client.
	Client *string `json:"client,omitempty"`
}

type AlertPatchCondition2 struct {
	Kind string `json:"kind"`

	// More than this share of the clients of an instance fails.
	Percent float64 `json:"percent"`

	// Only clients that have been failing this long count.
	Minutes *int64 `json:"minutes,omitempty"`

	// Only clients of this connector instance.
	Instance *string `json:"instance,omitempty"`
}

type AlertPatchCondition3 struct {
	Kind string `json:"kind"`

	// How long messages have not been accepted.
	Minutes int64 `json:"minutes"`
}

type AlertPatchCondition4 struct {
	Kind string `json:"kind"`

	// How long it has been away.
	Hours float64 `json:"hours"`

	// Only these things.
	Things []string `json:"things,omitempty"`

	// Only things in the list of this subject.
	Subject *string `json:"subject,omitempty"`

	// Only things that this connector client made.
	Client *string `json:"client,omitempty"`
}

type AlertPatchCondition5 struct {
	Kind string `json:"kind"`

	// How long nothing was heard of it, not even an unchanged value.
	Minutes int64 `json:"minutes"`

	// Only these things.
	Things []string `json:"things,omitempty"`

	// Only things in the list of this subject.
	Subject *string `json:"subject,omitempty"`

	// Only things that this connector client made.
	Client *string `json:"client,omitempty"`
}

type AlertPatchCondition6 struct {
	Kind string `json:"kind"`

	// `battery` is below this, or `battery_low` is true.
	Percent float64 `json:"percent"`

	// Only these things.
	Things []string `json:"things,omitempty"`

	// Only things in the list of this subject.
	Subject *string `json:"subject,omitempty"`

	// Only things that this connector client made.
	Client *string `json:"client,omitempty"`
}

type AlertPatchCondition7 struct {
	Kind string `json:"kind"`

	// More than this share is used.
	Percent float64 `json:"percent"`

	Quota *string `json:"quota,omitempty"`
}

type AlertPatchCondition8 struct {
	Kind string `json:"kind"`

	// It ends within this time.
	Days float64 `json:"days"`
}

type AlertPatchCondition9 struct {
	Kind string `json:"kind"`

	// How long the agent has not been connected.
	Minutes int64 `json:"minutes"`

	// Only agents of this subject.
	Subject *string `json:"subject,omitempty"`
}

type AlertPatch struct {
	// As messages and the console show it.
	Name *string `json:"name,omitempty"`

	// Replaces the condition; what fires is notified anew.
	Condition *AlertPatchConditionOrAlertPatchCondition2OrAlertPatchCondition3OrAlertPatchCondition4OrAlertPatchCondition5OrAlertPatchCondition6OrAlertPatchCondition7OrAlertPatchCondition8OrAlertPatchCondition9 `json:"condition,omitempty"`

	// How long to wait for more before a message is sent, and at least between two messages.
	GroupSeconds *int64 `json:"group_seconds,omitempty"`

	// How many of what fires a message lists.
	ListFirst *int64 `json:"list_first,omitempty"`

	// After how long a message is repeated while something fires; null for never.
	RepeatMinutes *int64 `json:"repeat_minutes,omitempty"`

	// Whether to tell that something works again.
	Recovery *bool `json:"recovery,omitempty"`

	// Until when nothing is sent; null if it is not silenced.
	SilencedUntil *string `json:"silenced_until,omitempty"`

	// Addresses to which e-mails are sent; only if the installation has a mail server.
	Email []string `json:"email,omitempty"`

	Webhook *string `json:"webhook,omitempty"`

	// Makes a new secret of the webhook; both sign for a day.
	RotateSecret *bool `json:"rotate_secret,omitempty"`

	Slack *string `json:"slack,omitempty"`
}

type AlertTestItem struct {
	Channel string `json:"channel"`

	To string `json:"to"`

	Delivered bool `json:"delivered"`

	ResponseStatus *int64 `json:"response_status,omitempty"`

	Detail *string `json:"detail,omitempty"`
}

type AlertTest = []AlertTestItem

type AlertWithStateFiresItem struct {
	Kind string `json:"kind"`

	ID string `json:"id"`

	Title string `json:"title"`

	Detail string `json:"detail"`

	Since string `json:"since"`

	Fired string `json:"fired"`

	Notified *string `json:"notified,omitempty"`

	Href *string `json:"href,omitempty"`
}

type AlertWithStateMessagesItem struct {
	Channel string `json:"channel"`

	To string `json:"to"`

	Kind string `json:"kind"`

	Count int64 `json:"count"`

	Status string `json:"status"`

	Attempts int64 `json:"attempts"`

	Error *string `json:"error,omitempty"`

	Created string `json:"created"`

	Attempted *string `json:"attempted,omitempty"`
}

type AlertWithState struct {
	// As messages and the console show it.
	Name string `json:"name"`

	// When it fires.
	Condition AlertConditionOrAlertCondition2OrAlertCondition3OrAlertCondition4OrAlertCondition5OrAlertCondition6OrAlertCondition7OrAlertCondition8OrAlertCondition9 `json:"condition"`

	// How long to wait for more before a message is sent, and at least between two messages.
	GroupSeconds int64 `json:"group_seconds"`

	// How many of what fires a message lists.
	ListFirst int64 `json:"list_first"`

	// After how long a message is repeated while something fires; null for never.
	RepeatMinutes *int64 `json:"repeat_minutes"`

	// Whether to tell that something works again.
	Recovery bool `json:"recovery"`

	// Until when nothing is sent; null if it is not silenced.
	SilencedUntil *string `json:"silenced_until"`

	ID string `json:"id"`

	Email []string `json:"email"`

	Webhook *string `json:"webhook,omitempty"`

	Slack *string `json:"slack,omitempty"`

	PreviousSecretUntil *string `json:"previous_secret_until,omitempty"`

	Created string `json:"created"`

	Modified string `json:"modified"`

	// How many items fire, up to 1,000.
	Firing int64 `json:"firing"`

	Href string `json:"href"`

	// Signs the messages to the webhook. Shown only when it is new.
	Secret *string `json:"secret,omitempty"`

	// What fires now, the longest first; at most 100.
	Fires []AlertWithStateFiresItem `json:"fires"`

	// The latest messages, newest first; at most 20.
	Messages []AlertWithStateMessagesItem `json:"messages"`
}

type App struct {
	// Also its `client_id` at `POST /oauth2/token`.
	ID string `json:"id"`

	Name string `json:"name"`

	Scopes []string `json:"scopes"`

	AllowedOrigins []string `json:"allowed_origins"`

	// Where it is known.
	Created *string `json:"created,omitempty"`

	// When it last got an access token, to the hour; left out when that is not known.
	LastUsed *string `json:"last_used,omitempty"`

	// Until when the secret before the last rotation is accepted as well.
	PreviousSecretUntil *string `json:"previous_secret_until,omitempty"`

	Href string `json:"href"`

	// Shown only when it is new.
	ClientSecret *string `json:"client_secret,omitempty"`
}

type AppName struct {
	ID string `json:"id"`

	Name string `json:"name"`
}

type AppPatch struct {
	Name *string `json:"name,omitempty"`

	// Replaces all of them; null removes them.
	AllowedOrigins []string `json:"allowed_origins,omitempty"`
}

// AuditEntryActor: `app`: the client id of the access token; `subject`: an end user in a browser; `operator`: somebody who runs this service.
type AuditEntryActor struct {
	Type string `json:"type"`

	ID string `json:"id"`
}

type AuditEntryResource struct {
	Type string `json:"type"`

	Ids []string `json:"ids"`
}

// AuditEntryItems: How the items of a batch ended.
type AuditEntryItems struct {
	Succeeded int64 `json:"succeeded"`

	Failed int64 `json:"failed"`
}

type AuditEntry struct {
	ID string `json:"id"`

	// `app`: the client id of the access token; `subject`: an end user in a browser; `operator`: somebody who runs this service.
	Actor AuditEntryActor `json:"actor"`

	App *string `json:"app,omitempty"`

	Subject *string `json:"subject,omitempty"`

	// An `operationId` of this document, or the name of a command of an operator.
	Operation string `json:"operation"`

	Resource AuditEntryResource `json:"resource"`

	Status *int64 `json:"status,omitempty"`

	// The code with which it was refused or failed.
	Problem *string `json:"problem,omitempty"`

	// How the items of a batch ended.
	Items *AuditEntryItems `json:"items,omitempty"`

	RequestID *string `json:"request_id,omitempty"`

	Address *string `json:"address,omitempty"`

	UserAgent *string `json:"user_agent,omitempty"`

	Time string `json:"time"`
}

type AuthorizedMcpClient struct {
	ID string `json:"id"`

	// Where the browser goes, with a code that works once, for a minute.
	Href string `json:"href"`
}

// BatchResult: The result of one item of a batch.
type BatchResult struct {
	// As if the item had been sent alone.
	Status int64 `json:"status"`

	// Of the unit that was created.
	ID *string `json:"id,omitempty"`

	// Of what was created, linked or changed.
	Href *string `json:"href,omitempty"`

	Problem *Problem `json:"problem,omitempty"`
}

type BatchResults struct {
	Results []BatchResult `json:"results"`
}

type Callback struct {
	URL string `json:"url"`

	Events []string `json:"events"`

	Created string `json:"created"`

	Modified string `json:"modified"`

	// Signs the messages (Standard Webhooks). Shown only when it is new.
	Secret *string `json:"secret,omitempty"`
}

type ChangeResource struct {
	// Address of the referenced resource.
	Href string `json:"href"`

	ID string `json:"id"`
}

type ChangeError struct {
	Code string `json:"code"`
}

type ChangePaused struct {
	Since string `json:"since"`

	Reason *string `json:"reason,omitempty"`
}

type Change struct {
	// The position of the change: a `cursor` after it.
	ID string `json:"id"`

	Time string `json:"time"`

	Kind string `json:"kind"`

	Resource ChangeResource `json:"resource"`

	// With which the unit is linked, or is not any more.
	Parent *ChangeResource `json:"parent,omitempty"`

	Thing *ChangeResource `json:"thing,omitempty"`

	Subject *ChangeResource `json:"subject,omitempty"`

	Status *string `json:"status,omitempty"`

	Error *ChangeError `json:"error,omitempty"`

	Paused *ChangePaused `json:"paused,omitempty"`
}

type ChangedConnectorTypeStepsItem struct {
	Title string `json:"title"`

	Description string `json:"description"`

	When string `json:"when"`
}

// ChangedConnectorTypeTrialsItemError: Why it would fail.
type ChangedConnectorTypeTrialsItemError struct {
	Code string `json:"code"`

	Detail string `json:"detail"`
}

type ChangedConnectorTypeTrialsItem struct {
	Client Reference `json:"client"`

	// How many devices it would find.
	Found *int64 `json:"found,omitempty"`

	// Why it would fail.
	Error *ChangedConnectorTypeTrialsItemError `json:"error,omitempty"`
}

type ChangedConnectorType struct {
	Name string `json:"name"`

	Description string `json:"description"`

	Category *string `json:"category,omitempty"`

	Steps []ChangedConnectorTypeStepsItem `json:"steps"`

	Translations map[string]map[string]string `json:"translations"`

	TypeID string `json:"type_id"`

	Version int64 `json:"version"`

	Created string `json:"created"`

	// Its address; empty without one.
	Logo string `json:"logo"`

	Connector Reference `json:"connector"`

	// The description of the API without its secrets.
	Configuration map[string]any `json:"configuration"`

	// JSON Pointers of the secrets that are stored.
	Secrets []string `json:"secrets"`

	// What clients have found with the version.
	Trials []ChangedConnectorTypeTrialsItem `json:"trials"`
}

type Changes struct {
	Changes []Change `json:"changes"`

	// Where to continue.
	Cursor string `json:"cursor"`

	// Whether there may be more at once.
	More bool `json:"more"`
}

// ClientDiagnosticsClientAccount: Whose it is at the vendor, as far as that is known: of an account, a bridge or a home.
type ClientDiagnosticsClientAccount struct {
	ID *string `json:"id,omitempty"`

	Name *string `json:"name,omitempty"`
}

type ClientDiagnosticsClientMappingsItem struct {
	ConnectorThingID string `json:"connector_thing_id"`

	ThingID string `json:"thing_id"`
}

type ClientDiagnosticsClientError struct {
	Code string `json:"code"`

	Detail string `json:"detail"`

	Since string `json:"since"`

	Remedy *string `json:"remedy,omitempty"`

	// Why exactly it fails; the documentation lists what helps.
	Cause *string `json:"cause,omitempty"`

	// What the cause means, and what helps.
	Advice *string `json:"advice,omitempty"`

	// The address that failed: scheme, host, port and path, without query.
	Address *string `json:"address,omitempty"`

	// The status of the HTTP response.
	Status *int64 `json:"status,omitempty"`

	// Where in the answer, or in the description of it, as a JSONPath.
	Path *string `json:"path,omitempty"`

	// When the certificate expired, or from when it is valid.
	Until *string `json:"until,omitempty"`

	// When the remote technology takes requests again, as it says.
	RetryAt *string `json:"retry_at,omitempty"`
}

type ClientDiagnosticsClientWarningsItemSweep struct {
	Missing int64 `json:"missing"`

	Found int64 `json:"found"`

	Since string `json:"since"`

	AcceptedFrom *string `json:"accepted_from"`
}

type ClientDiagnosticsClientWarningsItem struct {
	Code string `json:"code"`

	Detail string `json:"detail"`

	ConnectorThingID *string `json:"connector_thing_id,omitempty"`

	// Why exactly it fails; the documentation lists what helps.
	Cause *string `json:"cause,omitempty"`

	// What the cause means, and what helps.
	Advice *string `json:"advice,omitempty"`

	// The address that failed: scheme, host, port and path, without query.
	Address *string `json:"address,omitempty"`

	// The status of the HTTP response.
	Status *int64 `json:"status,omitempty"`

	// Where in the answer, or in the description of it, as a JSONPath.
	Path *string `json:"path,omitempty"`

	// When the certificate expired, or from when it is valid.
	Until *string `json:"until,omitempty"`

	// When the remote technology takes requests again, as it says.
	RetryAt *string `json:"retry_at,omitempty"`

	Sweep *ClientDiagnosticsClientWarningsItemSweep `json:"sweep,omitempty"`
}

type ClientDiagnosticsClientConnection struct {
	State string `json:"state"`

	Since string `json:"since"`
}

type ClientDiagnosticsClientRemovalLastError struct {
	Code string `json:"code"`

	Detail string `json:"detail"`

	At string `json:"at"`
}

type ClientDiagnosticsClientRemoval struct {
	Since string `json:"since"`

	ThingsLeft int64 `json:"things_left"`

	Attempts int64 `json:"attempts"`

	LastError *ClientDiagnosticsClientRemovalLastError `json:"last_error,omitempty"`

	NextAttempt *string `json:"next_attempt"`
}

type ClientDiagnosticsClient struct {
	ID string `json:"id"`

	Instance Reference `json:"instance"`

	Connector Reference `json:"connector"`

	Subject Reference `json:"subject"`

	Name *string `json:"name,omitempty"`

	// Texts of the app: up to 50 members of up to 500 characters.
	Attributes map[string]string `json:"attributes,omitempty"`

	// Whose it is at the vendor, as far as that is known: of an account, a bridge or a home.
	Account *ClientDiagnosticsClientAccount `json:"account,omitempty"`

	// The agent through which its technology is reached, in the network of that agent.
	Via *string `json:"via,omitempty"`

	Mappings []ClientDiagnosticsClientMappingsItem `json:"mappings"`

	Status string `json:"status"`

	Error *ClientDiagnosticsClientError `json:"error,omitempty"`

	Warnings []ClientDiagnosticsClientWarningsItem `json:"warnings"`

	Connection *ClientDiagnosticsClientConnection `json:"connection,omitempty"`

	LastPolled *string `json:"last_polled"`

	NextPoll *string `json:"next_poll"`

	Failures *int64 `json:"failures,omitempty"`

	RetryIn *int64 `json:"retry_in,omitempty"`

	Paused *ChangePaused `json:"paused,omitempty"`

	Removal *ClientDiagnosticsClientRemoval `json:"removal,omitempty"`

	DebugUntil *string `json:"debug_until,omitempty"`
}

type ClientDiagnostics struct {
	Created string `json:"created"`

	Client ClientDiagnosticsClient `json:"client"`

	Configuration ShownConfiguration `json:"configuration"`

	Operations []ClientOperation `json:"operations"`

	// The last failures, with their requests.
	Failures []ClientOperationWithRequests `json:"failures"`
}

type ClientOperationRunsItemStartedBy struct {
	App *string `json:"app,omitempty"`

	Person *string `json:"person,omitempty"`

	Subject *string `json:"subject,omitempty"`

	RequestID *string `json:"request_id,omitempty"`

	Batch *string `json:"batch,omitempty"`

	Scene *string `json:"scene,omitempty"`

	Type string `json:"type"`
}

type ClientOperationRunsItemCounts struct {
	Found *int64 `json:"found,omitempty"`

	Changed *int64 `json:"changed,omitempty"`

	Missing *int64 `json:"missing,omitempty"`
}

type ClientOperationRunsItem struct {
	At string `json:"at"`

	DurationMs int64 `json:"duration_ms"`

	Attempt *int64 `json:"attempt,omitempty"`

	StartedBy ClientOperationRunsItemStartedBy `json:"started_by"`

	TraceID *string `json:"trace_id,omitempty"`

	Counts *ClientOperationRunsItemCounts `json:"counts,omitempty"`

	Thing *string `json:"thing,omitempty"`

	Name *string `json:"name,omitempty"`
}

// ClientOperation: Something that was done for a connector client. Repetitions on the same day that end in the same way are one operation, unless the client is debugged.
type ClientOperation struct {
	ID string `json:"id"`

	Subject *string `json:"subject,omitempty"`

	ConnectorTypeID string `json:"connector_type_id"`

	Kind string `json:"kind"`

	Outcome string `json:"outcome"`

	// Why it failed.
	Code *string `json:"code,omitempty"`

	Detail *string `json:"detail,omitempty"`

	// Why exactly it fails; the documentation lists what helps.
	Cause *string `json:"cause,omitempty"`

	// What the cause means, and what helps.
	Advice *string `json:"advice,omitempty"`

	// How often it ran on this day (UTC) and ended in this way.
	Count int64 `json:"count"`

	First string `json:"first"`

	Last string `json:"last"`

	// The last runs, newest first.
	Runs []ClientOperationRunsItem `json:"runs"`

	// Whether `GET /activity/{id}` shows its requests.
	HasRequests bool `json:"has_requests"`

	// Absent for a trial.
	Client *Reference `json:"client,omitempty"`
}

type ClientOperationWithRequests struct {
	ID string `json:"id"`

	Subject *string `json:"subject,omitempty"`

	ConnectorTypeID string `json:"connector_type_id"`

	Kind string `json:"kind"`

	Outcome string `json:"outcome"`

	// Why it failed.
	Code *string `json:"code,omitempty"`

	Detail *string `json:"detail,omitempty"`

	// Why exactly it fails; the documentation lists what helps.
	Cause *string `json:"cause,omitempty"`

	// What the cause means, and what helps.
	Advice *string `json:"advice,omitempty"`

	// How often it ran on this day (UTC) and ended in this way.
	Count int64 `json:"count"`

	First string `json:"first"`

	Last string `json:"last"`

	// The last runs, newest first.
	Runs []ClientOperationRunsItem `json:"runs"`

	// Whether `GET /activity/{id}` shows its requests.
	HasRequests bool `json:"has_requests"`

	// Absent for a trial.
	Client *Reference `json:"client,omitempty"`

	// What was sent to the technology and received in the last run that was recorded, without secrets: the first 10 and the last 20 requests, and the last message of each topic.
	Requests []RecordedRequest `json:"requests"`
}

type ClientReplacedWith struct {
	// The client that found the devices.
	With string `json:"with"`
}

type ConfigurationPatch struct {
	// The members to change; null removes one.
	Configuration map[string]any `json:"configuration,omitempty"`
}

type ConnectAgent struct {
	ID string `json:"id"`

	Name string `json:"name"`

	Pairing PairingCode `json:"pairing"`
}

type ConnectBranding struct {
	// The name of the app, as its end users know it.
	Name string `json:"name"`

	// Of buttons and links; made darker or lighter where it could not be read.
	Color *string `json:"color,omitempty"`
}

type ConnectClientWarningsItem struct {
	Code string `json:"code"`

	Detail string `json:"detail"`

	Cause *string `json:"cause,omitempty"`
}

type ConnectClientThingsItem struct {
	ID string `json:"id"`

	Title string `json:"title"`

	Types []string `json:"types"`
}

type ConnectClient struct {
	ID string `json:"id"`

	Name *string `json:"name,omitempty"`

	Status string `json:"status"`

	Error *ClientDiagnosticsClientError `json:"error,omitempty"`

	LastPolled *string `json:"last_polled"`

	NextPoll *string `json:"next_poll"`

	TypeID string `json:"type_id"`

	NeedsAuthorization bool `json:"needs_authorization"`

	// Whether it is left alone until the app resumes it.
	Paused bool `json:"paused"`

	Warnings []ConnectClientWarningsItem `json:"warnings"`

	ThingsCount int64 `json:"things_count"`

	// The first 50.
	Things []ConnectClientThingsItem `json:"things"`
}

type ConnectPageBranding struct {
	// The name of the app, as its end users know it.
	Name string `json:"name"`

	// Of buttons and links; made darker or lighter where it could not be read.
	Color *string `json:"color,omitempty"`
}

type ConnectPageTechnologiesItemConnectStepsItem struct {
	Title string `json:"title"`

	Description string `json:"description"`

	When string `json:"when"`

	Unless *string `json:"unless,omitempty"`
}

type ConnectPageTechnologiesItemConnect struct {
	Method string `json:"method"`

	Steps []ConnectPageTechnologiesItemConnectStepsItem `json:"steps"`
}

type ConnectPageTechnologiesItem struct {
	TypeID string `json:"type_id"`

	Name string `json:"name"`

	Description string `json:"description"`

	Logo string `json:"logo"`

	Connect ConnectPageTechnologiesItemConnect `json:"connect"`

	Category *string `json:"category,omitempty"`

	// Its texts in other languages, by language and text.
	Translations map[string]map[string]string `json:"translations,omitempty"`

	ClientsPerSubject int64 `json:"clients_per_subject"`

	// Whether it can be connected; otherwise it is that of a client below.
	Offered bool `json:"offered"`

	ConfigurationSchema map[string]any `json:"configuration_schema"`

	// Whether it is found in homes, so that an agent may help.
	Local bool `json:"local"`
}

type ConnectPageAgentsItem struct {
	ID string `json:"id"`

	Name string `json:"name"`

	State string `json:"state"`
}

type ConnectPageFoundItem struct {
	Agent string `json:"agent"`

	Name string `json:"name"`

	Configuration map[string]string `json:"configuration"`

	TypeID string `json:"type_id"`
}

type ConnectPageClientsItemError struct {
	Code string `json:"code"`
}

type ConnectPageClientsItem struct {
	ID string `json:"id"`

	Name *string `json:"name,omitempty"`

	Status string `json:"status"`

	TypeID string `json:"type_id"`

	Error *ConnectPageClientsItemError `json:"error,omitempty"`

	NeedsAuthorization bool `json:"needs_authorization"`

	Paused bool `json:"paused"`
}

type ConnectPage struct {
	Branding *ConnectPageBranding `json:"branding,omitempty"`

	SubjectName *string `json:"subject_name,omitempty"`

	ReturnURL *string `json:"return_url,omitempty"`

	Language *string `json:"language,omitempty"`

	// The one that this is about.
	Client *string `json:"client,omitempty"`

	ExpiresAt string `json:"expires_at"`

	Technologies []ConnectPageTechnologiesItem `json:"technologies"`

	// The agents of the subject, through which technologies are reached (`via`).
	Agents []ConnectPageAgentsItem `json:"agents"`

	// What they have found: name and configuration for a new client.
	Found []ConnectPageFoundItem `json:"found"`

	Clients []ConnectPageClientsItem `json:"clients"`
}

type ConnectSession struct {
	ID string `json:"id"`

	// The address for the end user. It grants access as the end user: keep it secret.
	Href string `json:"href"`

	ExpiresAt string `json:"expires_at"`
}

type ConnectorClient struct {
	ID string `json:"id"`

	Instance Reference `json:"instance"`

	Connector Reference `json:"connector"`

	Subject Reference `json:"subject"`

	Name *string `json:"name,omitempty"`

	// Texts of the app: up to 50 members of up to 500 characters.
	Attributes map[string]string `json:"attributes,omitempty"`

	// Whose it is at the vendor, as far as that is known: of an account, a bridge or a home.
	Account *ClientDiagnosticsClientAccount `json:"account,omitempty"`

	// The agent through which its technology is reached, in the network of that agent.
	Via *string `json:"via,omitempty"`

	Mappings []ClientDiagnosticsClientMappingsItem `json:"mappings"`

	Status string `json:"status"`

	Error *ClientDiagnosticsClientError `json:"error,omitempty"`

	Warnings []ClientDiagnosticsClientWarningsItem `json:"warnings"`

	Connection *ClientDiagnosticsClientConnection `json:"connection,omitempty"`

	LastPolled *string `json:"last_polled"`

	NextPoll *string `json:"next_poll"`

	Failures *int64 `json:"failures,omitempty"`

	RetryIn *int64 `json:"retry_in,omitempty"`

	Paused *ChangePaused `json:"paused,omitempty"`

	Removal *ClientDiagnosticsClientRemoval `json:"removal,omitempty"`

	DebugUntil *string `json:"debug_until,omitempty"`

	// Where the subject's browser has to go to authorize the client, while that is needed.
	Authorization *Reference `json:"authorization,omitempty"`
}

type ConnectorClientPatch struct {
	Configuration map[string]any `json:"configuration,omitempty"`

	// Attributes to change: `null` or an empty text removes a member, `null` all.
	Attributes map[string]*string `json:"attributes,omitempty"`

	// The id of another agent of the subject; null for a direct connection.
	Via *string `json:"via,omitempty"`
}

type ConnectorDescriptionSampleInstanceConfiguration struct {
	ConnectorTypeID string `json:"connector_type_id"`

	Configuration map[string]any `json:"configuration"`
}

type ConnectorDescriptionSampleClientConfiguration struct {
	ConnectorTypeID string `json:"connector_type_id"`
}

type ConnectorDescription struct {
	ID int64 `json:"id"`

	TypeID string `json:"type_id"`

	Name string `json:"name"`

	Description string `json:"description"`

	Logo string `json:"logo"`

	SampleInstanceConfiguration ConnectorDescriptionSampleInstanceConfiguration `json:"sample_instance_configuration"`

	SampleClientConfiguration ConnectorDescriptionSampleClientConfiguration `json:"sample_client_configuration"`

	InstanceConfigurationSchema map[string]any `json:"instance_configuration_schema"`

	ClientConfigurationSchema map[string]any `json:"client_configuration_schema"`

	Connect ConnectPageTechnologiesItemConnect `json:"connect"`

	Category *string `json:"category,omitempty"`

	// Its texts in other languages, by language and text.
	Translations map[string]map[string]string `json:"translations,omitempty"`
}

type ConnectorInstance struct {
	ID string `json:"id"`

	Connector Reference `json:"connector"`

	Clients []Reference `json:"clients"`

	ClientsPerSubject int64 `json:"clients_per_subject"`

	// JSON Schema of the configuration of its clients, where it says more than the type.
	ClientConfigurationSchema map[string]any `json:"client_configuration_schema,omitempty"`

	// How its clients are connected, where it and not the type says so.
	ConnectMethod *string `json:"connect_method,omitempty"`
}

type ConnectorInstancePatch struct {
	// The members to change; null removes one.
	Configuration map[string]any `json:"configuration,omitempty"`

	// How many clients a subject may have; if it is more than one, each needs a name.
	ClientsPerSubject *int64 `json:"clients_per_subject,omitempty"`
}

type ConnectorTrialError struct {
	Code string `json:"code"`

	Detail string `json:"detail"`

	Remedy *string `json:"remedy,omitempty"`

	// Why exactly it fails; the documentation lists what helps.
	Cause *string `json:"cause,omitempty"`

	// What the cause means, and what helps.
	Advice *string `json:"advice,omitempty"`

	// The address that failed: scheme, host, port and path, without query.
	Address *string `json:"address,omitempty"`

	// The status of the HTTP response.
	Status *int64 `json:"status,omitempty"`

	// Where in the answer, or in the description of it, as a JSONPath.
	Path *string `json:"path,omitempty"`

	// When the certificate expired, or from when it is valid.
	Until *string `json:"until,omitempty"`

	// When the remote technology takes requests again, as it says.
	RetryAt *string `json:"retry_at,omitempty"`
}

type ConnectorTrialDevicesItemIdentifiersItem struct {
	Type string `json:"type"`

	Value string `json:"value"`
}

type ConnectorTrialDevicesItemPropertiesValue struct {
	AtType any `json:"@type,omitempty"`

	Title *string `json:"title,omitempty"`

	Titles map[string]string `json:"titles,omitempty"`

	Description *string `json:"description,omitempty"`

	Descriptions map[string]string `json:"descriptions,omitempty"`

	Type *string `json:"type,omitempty"`

	// Any JSON value.
	Const any `json:"const,omitempty"`

	// Any JSON value.
	Default any `json:"default,omitempty"`

	Unit *string `json:"unit,omitempty"`

	Enum []any `json:"enum,omitempty"`

	ReadOnly *bool `json:"readOnly,omitempty"`

	WriteOnly *bool `json:"writeOnly,omitempty"`

	Format *string `json:"format,omitempty"`

	MinItems *int64 `json:"minItems,omitempty"`

	MaxItems *int64 `json:"maxItems,omitempty"`

	Required []string `json:"required,omitempty"`

	Minimum *float64 `json:"minimum,omitempty"`

	Maximum *float64 `json:"maximum,omitempty"`

	ExclusiveMinimum *float64 `json:"exclusiveMinimum,omitempty"`

	ExclusiveMaximum *float64 `json:"exclusiveMaximum,omitempty"`

	MultipleOf *float64 `json:"multipleOf,omitempty"`

	MinLength *int64 `json:"minLength,omitempty"`

	MaxLength *int64 `json:"maxLength,omitempty"`

	Pattern *string `json:"pattern,omitempty"`

	ContentEncoding *string `json:"contentEncoding,omitempty"`

	ContentMediaType *string `json:"contentMediaType,omitempty"`

	OneOf []DataSchema `json:"oneOf,omitempty"`

	Items any `json:"items,omitempty"`

	Properties map[string]DataSchema `json:"properties,omitempty"`

	Role *string `json:"role,omitempty"`

	// Whether a write can say how long the change takes.
	Transition *bool `json:"transition,omitempty"`

	Observable *bool `json:"observable,omitempty"`

	// Any JSON value.
	Value any `json:"value,omitempty"`
}

type ConnectorTrialDevicesItemActionsValue struct {
	AtType any `json:"@type,omitempty"`

	Title *string `json:"title,omitempty"`

	Titles map[string]string `json:"titles,omitempty"`

	Description *string `json:"description,omitempty"`

	Descriptions map[string]string `json:"descriptions,omitempty"`

	Role *string `json:"role,omitempty"`

	Input *DataSchema `json:"input,omitempty"`

	Output *DataSchema `json:"output,omitempty"`

	Safe *bool `json:"safe,omitempty"`

	Idempotent *bool `json:"idempotent,omitempty"`

	Synchronous *bool `json:"synchronous,omitempty"`
}

type ConnectorTrialDevicesItemEventsValue struct {
	AtType any `json:"@type,omitempty"`

	Title *string `json:"title,omitempty"`

	Titles map[string]string `json:"titles,omitempty"`

	Description *string `json:"description,omitempty"`

	Descriptions map[string]string `json:"descriptions,omitempty"`

	Role *string `json:"role,omitempty"`

	Data *DataSchema `json:"data,omitempty"`
}

type ConnectorTrialDevicesItem struct {
	Title string `json:"title"`

	Description *string `json:"description,omitempty"`

	Identifiers []ConnectorTrialDevicesItemIdentifiersItem `json:"identifiers,omitempty"`

	Available bool `json:"available"`

	ConnectorThingID string `json:"connector_thing_id"`

	AtType []string `json:"@type,omitempty"`

	Properties map[string]ConnectorTrialDevicesItemPropertiesValue `json:"properties"`

	Actions map[string]ConnectorTrialDevicesItemActionsValue `json:"actions"`

	Events map[string]ConnectorTrialDevicesItemEventsValue `json:"events"`
}

type ConnectorTrialRequestsItemSent struct {
	Bytes int64 `json:"bytes"`

	Headers map[string]string `json:"headers,omitempty"`

	Body *string `json:"body,omitempty"`
}

type ConnectorTrialRequestsItem struct {
	At string `json:"at"`

	Protocol string `json:"protocol"`

	Method string `json:"method"`

	Address string `json:"address"`

	DurationMs *float64 `json:"duration_ms,omitempty"`

	Status *int64 `json:"status,omitempty"`

	Sent *ConnectorTrialRequestsItemSent `json:"sent,omitempty"`

	Received *ConnectorTrialRequestsItemSent `json:"received,omitempty"`

	Error *string `json:"error,omitempty"`
}

// ConnectorTrialExplanationAnswersItemTransformed: What `transform` makes of it.
type ConnectorTrialExplanationAnswersItemTransformed struct {
	Bytes int64 `json:"bytes"`

	Body *string `json:"body,omitempty"`
}

type ConnectorTrialExplanationAnswersItem struct {
	// Its name in the description.
	Request string `json:"request"`

	Address *string `json:"address,omitempty"`

	Status *int64 `json:"status,omitempty"`

	Received *ConnectorTrialRequestsItemSent `json:"received,omitempty"`

	// What `transform` makes of it.
	Transformed *ConnectorTrialExplanationAnswersItemTransformed `json:"transformed,omitempty"`

	// Why there is none, or it is not used.
	Error *string `json:"error,omitempty"`
}

// ConnectorTrialExplanationPathsItemExisting: Where nothing is found: the part of the path that exists, and members there.
type ConnectorTrialExplanationPathsItemExisting struct {
	Path string `json:"path"`

	Members []string `json:"members"`
}

type ConnectorTrialExplanationPathsItem struct {
	// Where it is in the description, such as `devices[0].id`.
	At string `json:"at"`

	// The path, expression or text there.
	Path string `json:"path"`

	// To how many values it was applied.
	Applied int64 `json:"applied"`

	// How many values it found.
	Found int64 `json:"found"`

	// Of these, how many are no value.
	Unusable *int64 `json:"unusable,omitempty"`

	// Some of them, as JSON.
	Sample []string `json:"sample"`

	// Where nothing is found: the part of the path that exists, and members there.
	Existing *ConnectorTrialExplanationPathsItemExisting `json:"existing,omitempty"`
}

// ConnectorTrialExplanationStopped: Where it went no further first.
type ConnectorTrialExplanationStopped struct {
	At string `json:"at"`

	Why string `json:"why"`
}

type ConnectorTrialExplanation struct {
	Answers []ConnectorTrialExplanationAnswersItem `json:"answers"`

	Paths []ConnectorTrialExplanationPathsItem `json:"paths"`

	// Where it went no further first.
	Stopped *ConnectorTrialExplanationStopped `json:"stopped,omitempty"`

	// Whether something was left out because it is too long.
	IsCut bool `json:"is_cut"`
}

// ConnectorTrial: What one poll has found, of which nothing was stored.
type ConnectorTrial struct {
	Status string `json:"status"`

	Error *ConnectorTrialError `json:"error,omitempty"`

	Warnings []ClientDiagnosticsClientWarningsItem `json:"warnings"`

	Complete bool `json:"complete"`

	Found int64 `json:"found"`

	Devices []ConnectorTrialDevicesItem `json:"devices"`

	Requests []ConnectorTrialRequestsItem `json:"requests"`

	Explanation *ConnectorTrialExplanation `json:"explanation,omitempty"`
}

type ConnectorType struct {
	Name string `json:"name"`

	Description string `json:"description"`

	Category *string `json:"category,omitempty"`

	Steps []ChangedConnectorTypeStepsItem `json:"steps"`

	Translations map[string]map[string]string `json:"translations"`

	TypeID string `json:"type_id"`

	Version int64 `json:"version"`

	Created string `json:"created"`

	// Its address; empty without one.
	Logo string `json:"logo"`

	Connector Reference `json:"connector"`

	// The description of the API without its secrets.
	Configuration map[string]any `json:"configuration"`

	// JSON Pointers of the secrets that are stored.
	Secrets []string `json:"secrets"`
}

type ConnectorTypePatch struct {
	// The retained version to use again.
	Version int64 `json:"version"`
}

type ConnectorTypeVersion struct {
	Version int64 `json:"version"`

	Created string `json:"created"`

	Name string `json:"name"`

	IsCurrent bool `json:"is_current"`
}

type CopiedEnvironment struct {
	// Those that descriptions define.
	ConnectorTypes []CopyOutcome `json:"connector_types"`

	ConnectorInstances []CopyOutcome `json:"connector_instances"`

	Branding string `json:"branding"`

	Retention string `json:"retention"`
}

type CopyOutcome struct {
	ConnectorTypeID string `json:"connector_type_id"`

	// `exists`: the environment has the same already, secrets aside. `differs`: it has another one, which only `replace` changes. `secrets_needed`: repeat the request with these secrets.
	Status string `json:"status"`

	// JSON Pointers of the secrets to enter.
	Secrets []string `json:"secrets,omitempty"`

	// Why it was refused.
	Detail *string `json:"detail,omitempty"`
}

type Created struct {
	// The id of what was created.
	ID string `json:"id"`
}

type CreatedAgent struct {
	ID string `json:"id"`

	Subject Reference `json:"subject"`

	Name string `json:"name"`

	// `unpaired` until it has proved its key with a pairing code, then `online` or `offline`.
	State string `json:"state"`

	// Since when it is in this state.
	Since string `json:"since"`

	PairingExpires *string `json:"pairing_expires,omitempty"`

	// SHA-256 of its public key (base64url), which the agent shows, too.
	Key *string `json:"key,omitempty"`

	Report *AgentReport `json:"report,omitempty"`

	// Present if its program is old: it is to be updated, and Trellis refuses it two major versions later.
	Outdated any `json:"outdated,omitempty"`

	// The round trip to it, measured last (ms).
	RoundTripMs *float64 `json:"round_trip_ms,omitempty"`

	Created string `json:"created"`

	Href string `json:"href"`

	Pairing PairingCode `json:"pairing"`
}

type CreatedConnectorClient struct {
	// The id of the connector client.
	ClientID string `json:"client_id"`
}

// DataSchema: A data schema of the Thing Description 1.1.
type DataSchema struct {
	AtType any `json:"@type,omitempty"`

	Title *string `json:"title,omitempty"`

	Titles map[string]string `json:"titles,omitempty"`

	Description *string `json:"description,omitempty"`

	Descriptions map[string]string `json:"descriptions,omitempty"`

	Type *string `json:"type,omitempty"`

	// Any JSON value.
	Const any `json:"const,omitempty"`

	// Any JSON value.
	Default any `json:"default,omitempty"`

	Unit *string `json:"unit,omitempty"`

	Enum []any `json:"enum,omitempty"`

	ReadOnly *bool `json:"readOnly,omitempty"`

	WriteOnly *bool `json:"writeOnly,omitempty"`

	Format *string `json:"format,omitempty"`

	MinItems *int64 `json:"minItems,omitempty"`

	MaxItems *int64 `json:"maxItems,omitempty"`

	Required []string `json:"required,omitempty"`

	Minimum *float64 `json:"minimum,omitempty"`

	Maximum *float64 `json:"maximum,omitempty"`

	ExclusiveMinimum *float64 `json:"exclusiveMinimum,omitempty"`

	ExclusiveMaximum *float64 `json:"exclusiveMaximum,omitempty"`

	MultipleOf *float64 `json:"multipleOf,omitempty"`

	MinLength *int64 `json:"minLength,omitempty"`

	MaxLength *int64 `json:"maxLength,omitempty"`

	Pattern *string `json:"pattern,omitempty"`

	ContentEncoding *string `json:"contentEncoding,omitempty"`

	ContentMediaType *string `json:"contentMediaType,omitempty"`

	OneOf []DataSchema `json:"oneOf,omitempty"`

	Items any `json:"items,omitempty"`

	Properties map[string]DataSchema `json:"properties,omitempty"`
}

type Debugging struct {
	Until *string `json:"until"`
}

type Delivery struct {
	ID string `json:"id"`

	Type string `json:"type"`

	Thing *Reference `json:"thing,omitempty"`

	Client *Reference `json:"client,omitempty"`

	Interaction *Reference `json:"interaction,omitempty"`

	// The name of the event of the thing, or of the requested action.
	Event *string `json:"event,omitempty"`

	Status string `json:"status"`

	Attempts int64 `json:"attempts"`

	ResponseStatus *int64 `json:"response_status,omitempty"`

	Error *string `json:"error,omitempty"`

	Created string `json:"created"`

	Attempted *string `json:"attempted,omitempty"`

	Href string `json:"href"`
}

// DeliveryWithPayloadLastAttemptsItemAnswer: The first 8 KiB of the answer, as the app has sent it and decoded as UTF-8. Never interpret it: show it as text.
type DeliveryWithPayloadLastAttemptsItemAnswer struct {
	Text string `json:"text"`

	// The `Content-Type` that the app states.
	Type *string `json:"type,omitempty"`

	// Whether it is only the beginning.
	Cut bool `json:"cut"`
}

type DeliveryWithPayloadLastAttemptsItem struct {
	// When it began.
	At string `json:"at"`

	// Where the message was sent.
	URL string `json:"url"`

	// Until the answer was complete, or the attempt was given up.
	DurationMs *int64 `json:"duration_ms,omitempty"`

	ResponseStatus *int64 `json:"response_status,omitempty"`

	Error *string `json:"error,omitempty"`

	// The first 8 KiB of the answer, as the app has sent it and decoded as UTF-8. Never interpret it: show it as text.
	Answer *DeliveryWithPayloadLastAttemptsItemAnswer `json:"answer,omitempty"`
}

type DeliveryWithPayload struct {
	ID string `json:"id"`

	Type string `json:"type"`

	Thing *Reference `json:"thing,omitempty"`

	Client *Reference `json:"client,omitempty"`

	Interaction *Reference `json:"interaction,omitempty"`

	// The name of the event of the thing, or of the requested action.
	Event *string `json:"event,omitempty"`

	Status string `json:"status"`

	Attempts int64 `json:"attempts"`

	ResponseStatus *int64 `json:"response_status,omitempty"`

	Error *string `json:"error,omitempty"`

	Created string `json:"created"`

	Attempted *string `json:"attempted,omitempty"`

	// Any JSON value.
	Payload any `json:"payload"`

	LastAttempts []DeliveryWithPayloadLastAttemptsItem `json:"last_attempts"`

	Href string `json:"href"`
}

type EnvironmentDeletion struct {
	Requested string `json:"requested"`

	Erases string `json:"erases"`
}

type Environment struct {
	// The claim `sub` of its access tokens.
	ID string `json:"id"`

	Name string `json:"name"`

	Created string `json:"created"`

	Deletion *EnvironmentDeletion `json:"deletion,omitempty"`
}

type EnvironmentCopy struct {
	// The id of the environment to copy from.
	From string `json:"from"`

	// The secrets of configurations, by `connector_type_id`.
	Secrets map[string]map[string]any `json:"secrets,omitempty"`

	// Changes connector types and instances that differ; their own secrets stay.
	Replace *bool `json:"replace,omitempty"`
}

type EnvironmentToken struct {
	AccessToken string `json:"access_token"`

	TokenType string `json:"token_type"`

	ExpiresIn int64 `json:"expires_in"`

	Scope string `json:"scope"`
}

type EnvironmentUsage struct {
	// The day (UTC), if figures are grouped by it.
	Day *string `json:"day,omitempty"`

	// Absent for what belongs to no connector: things of apps, units, and messages.
	ConnectorTypeID *string `json:"connector_type_id,omitempty"`

	// `erased:…` for a subject that was erased; absent for none.
	Subject *string `json:"subject,omitempty"`

	// The connector clients that did something, on the day that had most.
	Clients int64 `json:"clients"`

	// The most things that these clients and subjects had on one day.
	Things int64 `json:"things"`

	// Polls of remote technologies, also those that failed.
	Polls int64 `json:"polls"`

	// Writes and actions that were carried out.
	Writes int64 `json:"writes"`

	// Changes and events in `GET /changes` and `GET /events`.
	Events int64 `json:"events"`

	// Messages that callbacks and subscriptions accepted.
	Deliveries int64 `json:"deliveries"`

	// The size of the values in the events, as JSON.
	Bytes int64 `json:"bytes"`

	// A day has not ended, or is not counted to its end.
	Partial any `json:"partial,omitempty"`

	// The id of the environment.
	Environment string `json:"environment"`
}

type Erasure struct {
	ID string `json:"id"`

	Status string `json:"status"`

	// Present while it is running.
	Subject *Reference `json:"subject,omitempty"`

	Requested string `json:"requested"`

	Ended *string `json:"ended,omitempty"`

	// The connector clients that are still to be removed.
	ClientsLeft int64 `json:"clients_left"`

	// How many of each kind were deleted or changed so far.
	Erased map[string]int64 `json:"erased"`

	// Why the last attempt failed; it is repeated.
	LastError *ClientDiagnosticsClientRemovalLastError `json:"last_error,omitempty"`

	Href string `json:"href"`

	// Once it is completed: a JSON Web Signature (compact, EdDSA) of its id, times and counts. Verify it with the keys at `/api/v1/erasures/keys`.
	Receipt *string `json:"receipt,omitempty"`
}

type EventsTicket struct {
	Ticket string `json:"ticket"`

	// The stream, with the ticket.
	Href string `json:"href"`

	// Seconds in which a stream can be opened.
	ExpiresIn int64 `json:"expires_in"`
}

type HistoricIntervalSharesItem struct {
	// Any JSON value.
	Value any `json:"value"`

	Share float64 `json:"share"`
}

type HistoricInterval struct {
	Start string `json:"start"`

	End string `json:"end"`

	// The share of the interval in which the value was known, 0 to 1.
	Coverage float64 `json:"coverage"`

	// How many values began in the interval.
	Count *int64 `json:"count,omitempty"`

	Min *float64 `json:"min,omitempty"`

	Max *float64 `json:"max,omitempty"`

	// Weighted by time.
	Mean *float64 `json:"mean,omitempty"`

	// The value that was known last in the interval.
	Last any `json:"last,omitempty"`

	// The shares of values other than numbers of the time that is known.
	Shares []HistoricIntervalSharesItem `json:"shares,omitempty"`
}

type HistoricSeries struct {
	Thing Reference `json:"thing"`

	Intervals []HistoricInterval `json:"intervals"`
}

type HistoricValue struct {
	// When the property came to have the value.
	Time string `json:"time"`

	// When it had it no more; left out while it has it.
	Until *string `json:"until,omitempty"`

	// The value; left out of a time in which it was not known.
	Value any `json:"value,omitempty"`
}

type InstanceActivityHoursItem struct {
	// When the hour begins.
	From string `json:"from"`

	// Polls that the technology answered, or that failed.
	Polls int64 `json:"polls"`

	// Those that failed.
	FailedPolls int64 `json:"failed_polls"`

	// Those that began more than a minute after they were due.
	LatePolls int64 `json:"late_polls"`

	// How long after it was due a poll began at most.
	MaxLatenessSeconds float64 `json:"max_lateness_seconds"`

	// How long a poll took on average.
	MeanDurationSeconds float64 `json:"mean_duration_seconds"`

	// How long a poll took at most.
	MaxDurationSeconds float64 `json:"max_duration_seconds"`
}

type InstanceActivity struct {
	// The last 24 hours. The last one ends with the ten minutes that have begun.
	Hours []InstanceActivityHoursItem `json:"hours"`
}

type Interaction struct {
	ID string `json:"id"`

	Thing Reference `json:"thing"`

	Operation string `json:"operation"`

	Name *string `json:"name,omitempty"`

	Status string `json:"status"`

	// Any JSON value.
	Output any `json:"output,omitempty"`

	Problem *Problem `json:"problem,omitempty"`

	Requested string `json:"requested"`

	QueuedUntil *string `json:"queued_until,omitempty"`

	Ended *string `json:"ended,omitempty"`

	Href string `json:"href"`
}

type InteractionBatchProgress struct {
	Pending int64 `json:"pending"`

	Running int64 `json:"running"`

	Completed int64 `json:"completed"`

	Failed int64 `json:"failed"`

	Cancelled int64 `json:"cancelled"`
}

// InteractionBatch: A write or an action of many things.
type InteractionBatch struct {
	ID string `json:"id"`

	Operation string `json:"operation"`

	Name *string `json:"name,omitempty"`

	Status string `json:"status"`

	Progress InteractionBatchProgress `json:"progress"`

	Requested string `json:"requested"`

	Expires string `json:"expires"`

	Ended *string `json:"ended,omitempty"`

	Href string `json:"href"`

	Results Reference `json:"results"`
}

type InteractionBatchPreviewThingsItem struct {
	Thing Reference `json:"thing"`

	// The reason why it would be refused.
	Problem *Problem `json:"problem,omitempty"`
}

type InteractionBatchPreview struct {
	Things []InteractionBatchPreviewThingsItem `json:"things"`
}

// InteractionBatchResult: What has become of one thing of a batch.
type InteractionBatchResult struct {
	ID string `json:"id"`

	Thing Reference `json:"thing"`

	// Any JSON value.
	Output any `json:"output,omitempty"`

	Problem *Problem `json:"problem,omitempty"`

	Ended *string `json:"ended,omitempty"`

	Status string `json:"status"`

	Href string `json:"href"`
}

type Invitation struct {
	ID string `json:"id"`

	Email string `json:"email"`

	Role string `json:"role"`

	InvitedBy *string `json:"invited_by,omitempty"`

	Expires string `json:"expires"`

	// The page that accepts it, unless it was sent; shown only now.
	Link *string `json:"link,omitempty"`
}

// Limits: The quotas of an account.
type Limits struct {
	Quotas []Quota `json:"quotas"`
}

type Link struct {
	// The id, in any form that answers show.
	ID string `json:"id"`
}

type ListedConnectorClientRemoval struct {
	Since string `json:"since"`

	Attempts int64 `json:"attempts"`

	LastError *ClientDiagnosticsClientRemovalLastError `json:"last_error,omitempty"`
}

type ListedConnectorClient struct {
	ID string `json:"id"`

	Instance Reference `json:"instance"`

	Connector Reference `json:"connector"`

	Subject Reference `json:"subject"`

	Name *string `json:"name,omitempty"`

	// Texts of the app: up to 50 members of up to 500 characters.
	Attributes map[string]string `json:"attributes,omitempty"`

	// Whose it is at the vendor, as far as that is known: of an account, a bridge or a home.
	Account *ClientDiagnosticsClientAccount `json:"account,omitempty"`

	// The agent through which its technology is reached, in the network of that agent.
	Via *string `json:"via,omitempty"`

	Status string `json:"status"`

	Error *ClientDiagnosticsClientError `json:"error,omitempty"`

	Connection *ClientDiagnosticsClientConnection `json:"connection,omitempty"`

	LastPolled *string `json:"last_polled"`

	NextPoll *string `json:"next_poll"`

	Failures *int64 `json:"failures,omitempty"`

	RetryIn *int64 `json:"retry_in,omitempty"`

	Paused *ChangePaused `json:"paused,omitempty"`

	// How many warnings it has.
	Warnings int64 `json:"warnings"`

	// How many things it has created; 1000 means that many or more.
	Things int64 `json:"things"`

	// Whether its subject has to authorize it: `authorization` of the client says where.
	AwaitsAuthorization bool `json:"awaits_authorization"`

	Removal *ListedConnectorClientRemoval `json:"removal,omitempty"`

	Href string `json:"href"`
}

type ListedConnectorType struct {
	Name string `json:"name"`

	Description string `json:"description"`

	Category *string `json:"category,omitempty"`

	Steps []ChangedConnectorTypeStepsItem `json:"steps"`

	Translations map[string]map[string]string `json:"translations"`

	TypeID string `json:"type_id"`

	Version int64 `json:"version"`

	Created string `json:"created"`

	// Its address; empty without one.
	Logo string `json:"logo"`

	Connector Reference `json:"connector"`
}

type ListedUnit struct {
	ID string `json:"id"`

	Href string `json:"href"`

	Name string `json:"name"`

	Type string `json:"type"`

	// Units directly in it that the caller sees; 100 means that many or more.
	Children int64 `json:"children"`

	// Things directly in it that the caller sees; 100 means that many or more.
	Things int64 `json:"things"`
}

type LogbookCause struct {
	// `reported`: by the device itself; `client`: that all things of the client are or were unknown; else who requested it: an app, an end user with a token of their own, or a bulk command of either.
	Type string `json:"type"`

	// The id of the app.
	App *string `json:"app,omitempty"`

	// The e-mail address of the person who used it; not for end users.
	Person *string `json:"person,omitempty"`

	// The end user.
	Subject *string `json:"subject,omitempty"`

	// `X-Request-Id` of the request.
	RequestID *string `json:"request_id,omitempty"`

	// The id of the bulk command.
	Batch *string `json:"batch,omitempty"`

	// The id of the scene that it restored.
	Scene *string `json:"scene,omitempty"`
}

type LogbookEntry struct {
	ID string `json:"id"`

	Time string `json:"time"`

	Kind string `json:"kind"`

	// The name of the property.
	Property *string `json:"property,omitempty"`

	// The name of the event.
	Event *string `json:"event,omitempty"`

	// Left out where it was not known, or takes more than 1 KiB. Of the availability: `available`, `unavailable` or `unknown`.
	Previous any `json:"previous,omitempty"`

	// The new value; of a target the requested one. Of the availability: `available`, `unavailable` or `unknown`.
	Value any `json:"value,omitempty"`

	// What became of a target. The change of the property shows that it was confirmed.
	Status *string `json:"status,omitempty"`

	// Why the availability is unknown.
	Code *string `json:"code,omitempty"`

	// What the event carries.
	Data any `json:"data,omitempty"`

	// When the event happened.
	OccurredAt *string `json:"occurred_at,omitempty"`

	// The id of the thing that had the other device.
	With *string `json:"with,omitempty"`

	Cause LogbookCause `json:"cause"`
}

type McpClientEnvironment struct {
	ID string `json:"id"`

	Name string `json:"name"`
}

type McpClientOrganization struct {
	ID string `json:"id"`

	Name string `json:"name"`
}

type McpClient struct {
	ID string `json:"id"`

	// As it calls itself.
	Name string `json:"name"`

	// Where the browser went after it was authorized.
	RedirectHost string `json:"redirect_host"`

	Environment McpClientEnvironment `json:"environment"`

	Organization McpClientOrganization `json:"organization"`

	// Those of its access tokens, as far as the role of the person has them.
	Scopes []string `json:"scopes"`

	Created string `json:"created"`

	LastUsed string `json:"last_used"`

	// When it ends, unless it is used before.
	Expires string `json:"expires"`
}

type McpClientRequestEnvironmentsItem struct {
	ID string `json:"id"`

	Name string `json:"name"`

	Organization string `json:"organization"`

	// Those that the app wants and the role has.
	Scopes []string `json:"scopes"`
}

// McpClientRequest: Who wants to act as the person, where, and how far.
type McpClientRequest struct {
	// As it calls itself.
	Name string `json:"name"`

	// The host of its client id, if that is the address of its description.
	DescribedAt *string `json:"described_at,omitempty"`

	// Where the browser goes with the answer.
	RedirectHost string `json:"redirect_host"`

	// Whether that is this computer.
	IsLocal bool `json:"is_local"`

	// The address with which the browser denies the request.
	Denied string `json:"denied"`

	Environments []McpClientRequestEnvironmentsItem `json:"environments"`
}

type Member struct {
	ID string `json:"id"`

	Email string `json:"email"`

	Name string `json:"name"`

	Role string `json:"role"`

	// Whether signing in takes a second step, or a passkey.
	TwoFactor bool `json:"two_factor"`

	Created string `json:"created"`
}

type ModelImportFailuresItem struct {
	Iri string `json:"iri"`

	Problem Problem `json:"problem"`
}

type ModelImportProgressLinks struct {
	Added int64 `json:"added"`

	Removed int64 `json:"removed"`
}

type ModelImportProgressProperties struct {
	Added int64 `json:"added"`

	Changed int64 `json:"changed"`

	Removed int64 `json:"removed"`
}

type ModelImportProgressPoints struct {
	Matched int64 `json:"matched"`

	Unmatched int64 `json:"unmatched"`
}

type ModelImportProgressUnmappedItem struct {
	// One of unknown_class, cycle, unknown_node, unmatched_point, other_node, invalid_iri, unsupported_statement.
	Reason string `json:"reason"`

	// The class or the predicate.
	Term *string `json:"term,omitempty"`

	Count int64 `json:"count"`

	// The first node that it is about.
	Example string `json:"example"`
}

// ModelImportProgress: Absent until the model has been read.
type ModelImportProgress struct {
	// Units of the model.
	Units int64 `json:"units"`

	Created int64 `json:"created"`

	Updated int64 `json:"updated"`

	Unchanged int64 `json:"unchanged"`

	Failed int64 `json:"failed"`

	Statements int64 `json:"statements"`

	Links ModelImportProgressLinks `json:"links"`

	Properties ModelImportProgressProperties `json:"properties"`

	Points ModelImportProgressPoints `json:"points"`

	// Parts of the model that could not be mapped.
	Unmapped []ModelImportProgressUnmappedItem `json:"unmapped"`
}

// ModelImport: An import of a model of a building.
type ModelImport struct {
	ID string `json:"id"`

	Status string `json:"status"`

	Replace bool `json:"replace"`

	// The first 200 units that were not stored, with the reasons.
	Failures []ModelImportFailuresItem `json:"failures"`

	// Why the import has failed; send the model again.
	Problem *Problem `json:"problem,omitempty"`

	Requested string `json:"requested"`

	Ended *string `json:"ended,omitempty"`

	Href string `json:"href"`

	DryRun bool `json:"dry_run"`

	// Absent until the model has been read.
	Progress *ModelImportProgress `json:"progress,omitempty"`
}

type NewAgent struct {
	Name string `json:"name"`
}

type NewAlert struct {
	// As messages and the console show it.
	Name string `json:"name"`

	// When it fires.
	Condition AlertPatchConditionOrAlertPatchCondition2OrAlertPatchCondition3OrAlertPatchCondition4OrAlertPatchCondition5OrAlertPatchCondition6OrAlertPatchCondition7OrAlertPatchCondition8OrAlertPatchCondition9 `json:"condition"`

	// Addresses to which e-mails are sent; only if the installation has a mail server.
	Email []string `json:"email,omitempty"`

	// Where messages are posted, signed as Standard Webhooks.
	Webhook *string `json:"webhook,omitempty"`

	// The address of a Slack-compatible incoming webhook. It is a secret: answers show its origin.
	Slack *string `json:"slack,omitempty"`

	// How long to wait for more before a message is sent, and at least between two messages.
	GroupSeconds *int64 `json:"group_seconds,omitempty"`

	// How many of what fires a message lists.
	ListFirst *int64 `json:"list_first,omitempty"`

	// After how long a message is repeated while something fires; null for never.
	RepeatMinutes *int64 `json:"repeat_minutes,omitempty"`

	// Whether to tell that something works again.
	Recovery *bool `json:"recovery,omitempty"`

	// Until when nothing is sent; null if it is not silenced.
	SilencedUntil *string `json:"silenced_until,omitempty"`
}

type NewApp struct {
	Name string `json:"name"`

	// None that the access token does not have.
	Scopes []string `json:"scopes"`

	// Origins of web pages that may read answers to its access tokens.
	AllowedOrigins []string `json:"allowed_origins,omitempty"`
}

type NewAppSecret struct {
	// For how long the secret before it is accepted as well; a day by default.
	OverlapSeconds *int64 `json:"overlap_seconds,omitempty"`
}

type NewCallback struct {
	// Where messages are posted.
	URL string `json:"url"`

	// The events that the app subscribes to.
	Events []string `json:"events,omitempty"`

	// Makes a new secret; both sign for a day.
	RotateSecret *bool `json:"rotate_secret,omitempty"`
}

type NewConnectBranding struct {
	// The name of the app, as its end users know it.
	Name string `json:"name"`

	// Of buttons and links; made darker or lighter where it could not be read.
	Color *string `json:"color,omitempty"`
}

type NewConnectClient struct {
	// The `type_id` of a connector description, its number or its `href`.
	ConnectorTypeID string `json:"connector_type_id"`

	// Depends on the type; its description has a sample and a JSON Schema.
	Configuration map[string]any `json:"configuration"`

	// Tells it from other clients of the subject, if there can be several.
	Name *string `json:"name,omitempty"`

	// The id of an agent of the subject.
	Via *string `json:"via,omitempty"`
}

type NewConnectSession struct {
	// The connector types to offer; all that there are instances of.
	Types []string `json:"types,omitempty"`

	// The same by instances.
	Instances []string `json:"instances,omitempty"`

	// A client of the subject, to correct or to authorize again.
	Client *string `json:"client,omitempty"`

	// Where the end user goes in the end, at an origin that the app lists.
	ReturnURL *string `json:"return_url,omitempty"`

	// Who the end user is, as the page shows it: who has got the link of somebody else notices.
	SubjectName *string `json:"subject_name,omitempty"`

	// That of the page; by default that of the browser.
	Language *string `json:"language,omitempty"`

	// Seconds.
	ExpiresIn *int64 `json:"expires_in,omitempty"`
}

type NewConnectorClient struct {
	// The `type_id` of a connector description, its number or its `href`.
	ConnectorTypeID string `json:"connector_type_id"`

	// Depends on the type; its description has a sample and a JSON Schema.
	Configuration map[string]any `json:"configuration"`

	// Tells it from other clients of the subject, if there can be several.
	Name *string `json:"name,omitempty"`

	// Texts of the app: up to 50 members of up to 500 characters.
	Attributes map[string]string `json:"attributes,omitempty"`

	// The id of an agent of the subject.
	Via *string `json:"via,omitempty"`
}

type NewConnectorInstance struct {
	// The `type_id` of a connector description, its number or its `href`.
	ConnectorTypeID string `json:"connector_type_id"`

	// Depends on the type; its description has a sample and a JSON Schema.
	Configuration map[string]any `json:"configuration"`

	// How many clients a subject may have; if it is more than one, each needs a name.
	ClientsPerSubject *int64 `json:"clients_per_subject,omitempty"`
}

type NewConnectorTrialAnswersItem struct {
	// The name of the request in the description; any if left out.
	Request *string `json:"request,omitempty"`

	// The URL that is answered, or its path and query. Without it, one request is.
	URL *string `json:"url,omitempty"`

	Status *int64 `json:"status,omitempty"`

	Headers map[string]string `json:"headers,omitempty"`

	// JSON, or the whole body as a text.
	Body any `json:"body,omitempty"`
}

type NewConnectorTrial struct {
	// The `type_id` of a connector description, its number or its `href`.
	ConnectorTypeID string `json:"connector_type_id"`

	InstanceConfiguration map[string]any `json:"instance_configuration"`

	ClientConfiguration map[string]any `json:"client_configuration"`

	// The id of an agent, through which it is polled.
	Via *string `json:"via,omitempty"`

	// Answers in place of requests. With them nothing is sent, and no credentials are needed.
	Answers []NewConnectorTrialAnswersItem `json:"answers,omitempty"`
}

type NewConnectorTypeStepsItem struct {
	Title string `json:"title"`

	Description string `json:"description"`

	When string `json:"when"`
}

type NewConnectorType struct {
	// As developers and end users see it.
	Name string `json:"name"`

	// What it connects.
	Description *string `json:"description,omitempty"`

	// A kind of your own, such as `energy`.
	Category *string `json:"category,omitempty"`

	// What an end user has to do `before` filling in the form or `after`, such as finding a key.
	Steps []NewConnectorTypeStepsItem `json:"steps,omitempty"`

	// Translations of these texts, and of titles and descriptions of parameters, by language and text.
	Translations map[string]map[string]string `json:"translations,omitempty"`

	// The description of the API: a configuration of an instance of `http-json`. Its `parameters` are the form of end users.
	Configuration map[string]any `json:"configuration"`

	// Its `connector_type_id`, which never changes.
	TypeID string `json:"type_id"`
}

type NewConnectorTypeVersion struct {
	// As developers and end users see it.
	Name string `json:"name"`

	// What it connects.
	Description *string `json:"description,omitempty"`

	// A kind of your own, such as `energy`.
	Category *string `json:"category,omitempty"`

	// What an end user has to do `before` filling in the form or `after`, such as finding a key.
	Steps []NewConnectorTypeStepsItem `json:"steps,omitempty"`

	// Translations of these texts, and of titles and descriptions of parameters, by language and text.
	Translations map[string]map[string]string `json:"translations,omitempty"`

	// The description of the API: a configuration of an instance of `http-json`. Its `parameters` are the form of end users.
	Configuration map[string]any `json:"configuration"`
}

type NewInteractionBatchSelect struct {
	// Only things with this `@type`.
	Type *string `json:"type,omitempty"`

	// Only things with this capability.
	Capability *string `json:"capability,omitempty"`

	// Only things that are available, or that are not.
	Available *bool `json:"available,omitempty"`

	// Only things in the list of this subject.
	Subject *string `json:"subject,omitempty"`

	// Only things that this connector client created.
	Client *string `json:"client,omitempty"`

	// Only things that the vendor's id, a serial number or a MAC address identifies, in any notation.
	Identifier *string `json:"identifier,omitempty"`

	// Only those with these attributes, all of them: `attributes[customer_no]=4711`. Not for tokens that are bound to a subject.
	Attributes map[string]string `json:"attributes,omitempty"`

	// An expression in RSQL, such as `type==Light;values.on==true`.
	Q *string `json:"q,omitempty"`

	// The unit that it is in directly.
	In *string `json:"in,omitempty"`

	// A unit that it is in, or that is anywhere above.
	Below *string `json:"below,omitempty"`

	// Words that names or titles have, in any order, whatever their case and accents; words of four letters and more may have a typo. One or two letters are what a word begins with. The best matches come first.
	Search *string `json:"search,omitempty"`

	// The field by which the list is sorted; with `-` in descending order.
	Sort *string `json:"sort,omitempty"`

	// These things, in place of conditions.
	Things []string `json:"things,omitempty"`
}

type NewInteractionBatch struct {
	Select NewInteractionBatchSelect `json:"select"`

	// The property to write.
	Property *string `json:"property,omitempty"`

	// Any JSON value.
	Value any `json:"value,omitempty"`

	// Several properties to write, with their values.
	Properties map[string]any `json:"properties,omitempty"`

	// How long the change takes (s), of properties with `transition`; others change at once.
	Transition *float64 `json:"transition,omitempty"`

	// The action to invoke.
	Action *string `json:"action,omitempty"`

	// Any JSON value.
	Input any `json:"input,omitempty"`

	// What has not begun by then fails; within the hour, in ten minutes by default.
	Expires *string `json:"expires,omitempty"`
}

type NewInvitation struct {
	Email string `json:"email"`

	// `owner`: Everything, including members and environments. `developer`: Everything inside environments. `support`: Reads everything, including the activity and the audit log; pauses and resumes clients. `viewer`: Reads things, units and connector clients.
	Role string `json:"role"`

	// Whether to send the link by e-mail; then nobody else sees it.
	Send *bool `json:"send,omitempty"`
}

type NewLinksItemsItem struct {
	Unit string `json:"unit"`

	Parent string `json:"parent"`
}

type NewLinks struct {
	Items []NewLinksItemsItem `json:"items"`
}

type NewMcpClient struct {
	// `code`.
	ResponseType string `json:"response_type"`

	// That of the app.
	ClientID string `json:"client_id"`

	// An address that the app has registered.
	RedirectURI string `json:"redirect_uri"`

	// The SHA-256 (base64url) of the verifier.
	CodeChallenge string `json:"code_challenge"`

	// `S256`.
	CodeChallengeMethod string `json:"code_challenge_method"`

	// Sent back with the answer.
	State *string `json:"state,omitempty"`

	// The scopes that the app wants; those of the tools by default.
	Scope *string `json:"scope,omitempty"`

	// The address of `/mcp`, if any.
	Resource *string `json:"resource,omitempty"`

	Environment string `json:"environment"`
}

type NewPropertyValues = map[string]any

type NewRedelivery struct {
	// Only these.
	Status *string `json:"status,omitempty"`

	// Messages of this type.
	Type *string `json:"type,omitempty"`

	// Messages about this thing.
	Thing *string `json:"thing,omitempty"`

	// Messages of this time and later ones.
	From *string `json:"from,omitempty"`

	// Messages before this time.
	To *string `json:"to,omitempty"`

	// Messages to which the app last answered so: a status, a class such as `5xx`, or `none` without an answer.
	ResponseStatus *string `json:"response_status,omitempty"`

	// Messages whose last error has this text.
	Error *string `json:"error,omitempty"`

	// Messages with this text in an error, an answer or an address of their last ten attempts, whatever its case.
	Search *string `json:"search,omitempty"`
}

type NewScene struct {
	Name string `json:"name"`
}

// NewSubscriptionMatchValue: Only changes of values by which this condition begins or ends.
type NewSubscriptionMatchValue struct {
	// The name of the property.
	Property string `json:"property"`

	Above *float64 `json:"above,omitempty"`

	Below *float64 `json:"below,omitempty"`

	// Any JSON value.
	Equals any `json:"equals,omitempty"`

	// Reports each new value.
	Changed any `json:"changed,omitempty"`

	// How far a value must return beyond `above` or `below` before the condition ends.
	Hysteresis *float64 `json:"hysteresis,omitempty"`

	// Whether to report that the condition begins, ends, or both.
	When []string `json:"when,omitempty"`
}

// NewSubscriptionMatch: Which events: those that meet every condition.
type NewSubscriptionMatch struct {
	// Of these things.
	Things []string `json:"things,omitempty"`

	// Of things with this `@type`.
	Type *string `json:"type,omitempty"`

	// Of things with this capability.
	Capability *string `json:"capability,omitempty"`

	// Of things in the list of this subject.
	Subject *string `json:"subject,omitempty"`

	// Of things that this connector client created.
	Client *string `json:"client,omitempty"`

	// Of things that are directly in this unit.
	In *string `json:"in,omitempty"`

	// Of things in this unit or anywhere below it.
	Below *string `json:"below,omitempty"`

	// These kinds of events.
	Events []string `json:"events,omitempty"`

	// Only changes of values by which this condition begins or ends.
	Value *NewSubscriptionMatchValue `json:"value,omitempty"`
}

type NewSubscription struct {
	// Which events: those that meet every condition.
	Match NewSubscriptionMatch `json:"match"`

	// Where messages are posted. Without one, events are read as a stream.
	URL *string `json:"url,omitempty"`

	// The position after which messages begin: a `cursor`, or the id of an event; the present one by default.
	From *string `json:"from,omitempty"`
}

type NewThing struct {
	Title string `json:"title"`

	Description *string `json:"description,omitempty"`

	Properties map[string]ConnectorTrialDevicesItemPropertiesValue `json:"properties,omitempty"`

	Actions map[string]ConnectorTrialDevicesItemActionsValue `json:"actions,omitempty"`

	// What kind of thing it is, such as `Light`.
	AtType any `json:"@type,omitempty"`

	// Texts of the app: up to 50 members of up to 500 characters.
	Attributes map[string]string `json:"attributes,omitempty"`
}

type NewUnit struct {
	Name string `json:"name"`

	Type string `json:"type"`

	Properties []NewUnitProperty `json:"properties,omitempty"`
}

type NewUnitProperty struct {
	Name string `json:"name"`

	// Any JSON value.
	Value any `json:"value"`
}

type NewUnits struct {
	Items []NewUnit `json:"items"`
}

type OpenConnectSession struct {
	ID string `json:"id"`

	Subject Reference `json:"subject"`

	// The client id of the app that has created it.
	App string `json:"app"`

	// The connector types that it offers; or all.
	Types []string `json:"types,omitempty"`

	Created string `json:"created"`

	ExpiresAt string `json:"expires_at"`

	// The client that it is about.
	Client *Reference `json:"client,omitempty"`
}

type OpenedInvitation struct {
	ID string `json:"id"`

	Email string `json:"email"`

	Role string `json:"role"`

	InvitedBy *string `json:"invited_by,omitempty"`

	Expires string `json:"expires"`

	Organization string `json:"organization"`

	// Whether somebody has signed up with the address.
	HasAccount bool `json:"has_account"`
}

type OrganizationEnvironmentsItem struct {
	ID string `json:"id"`

	Name string `json:"name"`

	Created string `json:"created"`

	Deletion *EnvironmentDeletion `json:"deletion,omitempty"`
}

type Organization struct {
	ID string `json:"id"`

	Name string `json:"name"`

	Role string `json:"role"`

	Environments []OrganizationEnvironmentsItem `json:"environments"`

	RequiresTwoFactor bool `json:"requires_two_factor"`

	Created string `json:"created"`

	Deletion *EnvironmentDeletion `json:"deletion,omitempty"`
}

type OrganizationPatch struct {
	Name *string `json:"name,omitempty"`

	// Whether its environments are closed to members whose password alone signs them in.
	RequiresTwoFactor *bool `json:"requires_two_factor,omitempty"`
}

type PairingCode struct {
	// For `trellis-agent --code`; it works once.
	Code string `json:"code"`

	Expires string `json:"expires"`
}

type PendingEvent struct {
	Type string `json:"type"`

	Data ThingEvent `json:"data"`
}

type ProblemErrorsItem struct {
	Pointer string `json:"pointer"`

	Detail string `json:"detail"`
}

type ProblemExisting struct {
	Href string `json:"href"`
}

type ProblemQuota struct {
	Name string `json:"name"`

	Limit int64 `json:"limit"`

	Used int64 `json:"used"`
}

type ProblemTrialsItem struct {
	Client ProblemExisting `json:"client"`

	Found *int64 `json:"found,omitempty"`

	Error *ChangedConnectorTypeTrialsItemError `json:"error,omitempty"`
}

// ProblemFailure: What is known about the failure of a remote technology.
type ProblemFailure struct {
	// Why exactly it fails; the documentation lists what helps.
	Cause *string `json:"cause,omitempty"`

	// What the cause means, and what helps.
	Advice *string `json:"advice,omitempty"`

	// The address that failed: scheme, host, port and path, without query.
	Address *string `json:"address,omitempty"`

	// The status of the HTTP response.
	Status *int64 `json:"status,omitempty"`

	// Where in the answer, or in the description of it, as a JSONPath.
	Path *string `json:"path,omitempty"`

	// When the certificate expired, or from when it is valid.
	Until *string `json:"until,omitempty"`

	// When the remote technology takes requests again, as it says.
	RetryAt *string `json:"retry_at,omitempty"`
}

// Problem: RFC 9457
type Problem struct {
	Type string `json:"type"`

	Title string `json:"title"`

	Status int64 `json:"status"`

	Detail string `json:"detail"`

	// The id of the request, as in `X-Request-Id`.
	Instance string `json:"instance"`

	// What is wrong with the input, by JSON Pointer.
	Errors []ProblemErrorsItem `json:"errors,omitempty"`

	Existing *ProblemExisting `json:"existing,omitempty"`

	Cycle []string `json:"cycle,omitempty"`

	Written []string `json:"written,omitempty"`

	Quota *ProblemQuota `json:"quota,omitempty"`

	Remedy *string `json:"remedy,omitempty"`

	// Why, in a word: of a refused access token `missing`, `malformed`, `wrong_signature`, `expired`, `not_yet_valid`, `wrong_issuer`, `wrong_audience`, `wrong_claims`, `revoked`; of a refused sign-in the error code of better-auth in lower case.
	Reason *string `json:"reason,omitempty"`

	// What the clients that have tried a change would find.
	Trials []ProblemTrialsItem `json:"trials,omitempty"`

	// What is known about the failure of a remote technology.
	Failure *ProblemFailure `json:"failure,omitempty"`
}

type PropertyValues = map[string]any

type Quota struct {
	Name string `json:"name"`

	Limit int64 `json:"limit"`

	// How much is in use; for quotas of the account.
	Used *int64 `json:"used,omitempty"`

	// What has the quota: the account, or every single unit or connector client.
	Per string `json:"per"`

	// What is counted.
	Counts string `json:"counts"`
}

type ReceiptKeysKeysItem struct {
	Kty string `json:"kty"`

	Crv string `json:"crv"`

	X string `json:"x"`

	Kid string `json:"kid"`

	Alg string `json:"alg"`

	Use string `json:"use"`
}

type ReceiptKeys struct {
	Keys []ReceiptKeysKeysItem `json:"keys"`
}

type RecordedRequest struct {
	At string `json:"at"`

	Protocol string `json:"protocol"`

	Method string `json:"method"`

	Address string `json:"address"`

	DurationMs *float64 `json:"duration_ms,omitempty"`

	Status *int64 `json:"status,omitempty"`

	Sent *ConnectorTrialRequestsItemSent `json:"sent,omitempty"`

	Received *ConnectorTrialRequestsItemSent `json:"received,omitempty"`

	Error *string `json:"error,omitempty"`
}

type Redelivery struct {
	ID string `json:"id"`

	Status string `json:"status"`

	Redelivered int64 `json:"redelivered"`

	Created string `json:"created"`

	Ended *string `json:"ended,omitempty"`

	Href string `json:"href"`
}

type Reference struct {
	// Address of the referenced resource.
	Href string `json:"href"`
}

type RemovalLinksItem struct {
	// Address of the referenced resource.
	Href string `json:"href"`

	// The list of the unit in which the link is.
	Relation string `json:"relation"`

	// The thing in the unit, when it goes.
	Thing *Reference `json:"thing,omitempty"`
}

type Removal struct {
	Clients []Reference `json:"clients"`

	Things []Reference `json:"things"`

	Links []RemovalLinksItem `json:"links"`
}

type ReplacedWith struct {
	// The thing of the new device.
	With string `json:"with"`
}

type ReplacementProperties struct {
	// What the new device lacks.
	Missing []string `json:"missing"`

	// What only the new device has.
	Added []string `json:"added"`

	// What both have, but for example with another unit or other values.
	Changed []string `json:"changed"`
}

type Replacement struct {
	Properties ReplacementProperties `json:"properties"`

	Actions ReplacementProperties `json:"actions"`

	Events ReplacementProperties `json:"events"`
}

type ReplacementsReplacedItem struct {
	Thing Reference `json:"thing"`

	With Reference `json:"with"`
}

type Replacements struct {
	Replaced []ReplacementsReplacedItem `json:"replaced"`

	// Things for which the other client has no device.
	Left []Reference `json:"left"`
}

type Replay struct {
	From string `json:"from"`
}

// RetentionInstallation: Those of the installation, which hold where the account has chosen none (`null`).
type RetentionInstallation struct {
	HistoryDays int64 `json:"history_days"`

	ActivityDays int64 `json:"activity_days"`
}

type Retention struct {
	// Days for which past values of things are shown.
	HistoryDays *int64 `json:"history_days"`

	// Days for which the activity of clients is shown.
	ActivityDays *int64 `json:"activity_days"`

	// Those of the installation, which hold where the account has chosen none (`null`).
	Installation RetentionInstallation `json:"installation"`
}

type RetentionPatch struct {
	// Days for which past values of things are shown.
	HistoryDays *int64 `json:"history_days,omitempty"`

	// Days for which the activity of clients is shown.
	ActivityDays *int64 `json:"activity_days,omitempty"`
}

// Scene: A saved state of the things in or below a unit.
type Scene struct {
	ID string `json:"id"`

	Unit Reference `json:"unit"`

	Name string `json:"name"`

	Created string `json:"created"`

	Modified string `json:"modified"`

	Href string `json:"href"`
}

type SceneActivation struct {
	// How long the change takes (s), of properties with `transition`; others change at once.
	Transition *float64 `json:"transition,omitempty"`
}

type ScenePatchStatesItemThing struct {
	// Its id in any form.
	Href string `json:"href"`
}

type ScenePatchStatesItem struct {
	Thing ScenePatchStatesItemThing `json:"thing"`

	Properties map[string]any `json:"properties"`
}

type ScenePatch struct {
	Name *string `json:"name,omitempty"`

	// All states that the scene has from then on, of those that the caller sees.
	States []ScenePatchStatesItem `json:"states,omitempty"`
}

type SceneWithStatesStatesItem struct {
	Thing Reference `json:"thing"`

	Properties map[string]any `json:"properties"`
}

type SceneWithStates struct {
	ID string `json:"id"`

	Unit Reference `json:"unit"`

	Name string `json:"name"`

	Created string `json:"created"`

	Modified string `json:"modified"`

	Href string `json:"href"`

	States []SceneWithStatesStatesItem `json:"states"`
}

type SeeingSubject struct {
	// Address of the referenced resource.
	Href string `json:"href"`

	// `owner`: the subject created the unit. `linked`: it is in the `subjects` of the unit. `has_things`, with `include=things`: things of the subject are in the unit, which does not make it see the unit.
	Reasons []string `json:"reasons"`

	// With `include=things`: whether the subject sees the unit.
	Sees *bool `json:"sees,omitempty"`
}

type ShownConfiguration struct {
	// Its members, but for secrets and what the schema of the connector does not describe.
	Configuration map[string]any `json:"configuration"`

	// JSON Pointers of the secrets that are stored.
	Secrets []string `json:"secrets"`
}

type Subject struct {
	ID string `json:"id"`

	Units []Reference `json:"units"`

	Things []Reference `json:"things"`

	// Texts of the app: up to 50 members of up to 500 characters.
	Attributes map[string]string `json:"attributes,omitempty"`

	Clients []Reference `json:"clients"`
}

type SubjectLink struct {
	ID string `json:"id"`
}

type SubjectPatch struct {
	// Attributes to change: `null` or an empty text removes a member, `null` all.
	Attributes map[string]*string `json:"attributes,omitempty"`
}

// SubscriptionMatchValue: Only changes of values by which this condition begins or ends.
type SubscriptionMatchValue struct {
	// The name of the property.
	Property string `json:"property"`

	Above *float64 `json:"above,omitempty"`

	Below *float64 `json:"below,omitempty"`

	// Any JSON value.
	Equals any `json:"equals,omitempty"`

	// Reports each new value.
	Changed any `json:"changed,omitempty"`

	// How far a value must return beyond `above` or `below` before the condition ends.
	Hysteresis *float64 `json:"hysteresis,omitempty"`

	// Whether to report that the condition begins, ends, or both.
	When []string `json:"when,omitempty"`
}

type SubscriptionMatch struct {
	// Of these things.
	Things []string `json:"things,omitempty"`

	// Of things with this `@type`.
	Type *string `json:"type,omitempty"`

	// Of things with this capability.
	Capability *string `json:"capability,omitempty"`

	// Of things in the list of this subject.
	Subject *string `json:"subject,omitempty"`

	// Of things that this connector client created.
	Client *string `json:"client,omitempty"`

	// Of things that are directly in this unit.
	In *string `json:"in,omitempty"`

	// Of things in this unit or anywhere below it.
	Below *string `json:"below,omitempty"`

	// These kinds of events.
	Events []string `json:"events,omitempty"`

	// Only changes of values by which this condition begins or ends.
	Value *SubscriptionMatchValue `json:"value,omitempty"`
}

type SubscriptionError struct {
	Detail string `json:"detail"`

	Attempts int64 `json:"attempts"`

	Since string `json:"since"`

	NextAttempt *string `json:"next_attempt,omitempty"`
}

type Subscription struct {
	ID string `json:"id"`

	Subject *string `json:"subject,omitempty"`

	Match SubscriptionMatch `json:"match"`

	Created string `json:"created"`

	URL *string `json:"url,omitempty"`

	Status *string `json:"status,omitempty"`

	Cursor *string `json:"cursor,omitempty"`

	PreviousSecretUntil *string `json:"previous_secret_until,omitempty"`

	Error *SubscriptionError `json:"error,omitempty"`

	Href string `json:"href"`

	Events Reference `json:"events"`

	// Signs the messages (Standard Webhooks). Shown only when it is new.
	Secret *string `json:"secret,omitempty"`
}

// SubscriptionAttemptMessage: The `webhook-id` and the type of the message.
type SubscriptionAttemptMessage struct {
	ID string `json:"id"`

	Type string `json:"type"`
}

type SubscriptionAttempt struct {
	// When it began.
	At string `json:"at"`

	// Where the message was sent.
	URL string `json:"url"`

	// Until the answer was complete, or the attempt was given up.
	DurationMs *int64 `json:"duration_ms,omitempty"`

	ResponseStatus *int64 `json:"response_status,omitempty"`

	Error *string `json:"error,omitempty"`

	// The first 8 KiB of the answer, as the app has sent it and decoded as UTF-8. Never interpret it: show it as text.
	Answer *DeliveryWithPayloadLastAttemptsItemAnswer `json:"answer,omitempty"`

	// The `webhook-id` and the type of the message.
	Message SubscriptionAttemptMessage `json:"message"`
}

type SubscriptionPatch struct {
	// Changes of the conditions: a member that is null is removed.
	Match map[string]any `json:"match,omitempty"`

	// Where messages are posted from now on. Also when it is the same, those that are held up are sent at once, and one that was stopped goes on.
	URL *string `json:"url,omitempty"`
}

type SweepDecision struct {
	Action string `json:"action"`
}

type ThingPropertiesValueTarget struct {
	// Any JSON value.
	Value any `json:"value"`

	Requested string `json:"requested"`

	Status string `json:"status"`
}

type ThingPropertiesValueFormsItemHtvHeadersItem struct {
	HtvFieldName string `json:"htv:fieldName"`

	HtvFieldValue string `json:"htv:fieldValue"`
}

type ThingPropertiesValueFormsItemAdditionalResponsesItem struct {
	Success bool `json:"success"`

	ContentType string `json:"contentType"`

	Schema string `json:"schema"`
}

type ThingPropertiesValueFormsItem struct {
	Href string `json:"href"`

	ContentType string `json:"contentType"`

	Op []string `json:"op"`

	Subprotocol *string `json:"subprotocol,omitempty"`

	HtvMethodName *string `json:"htv:methodName,omitempty"`

	HtvHeaders []ThingPropertiesValueFormsItemHtvHeadersItem `json:"htv:headers,omitempty"`

	AdditionalResponses []ThingPropertiesValueFormsItemAdditionalResponsesItem `json:"additionalResponses,omitempty"`
}

type ThingPropertiesValue struct {
	AtType any `json:"@type,omitempty"`

	Title *string `json:"title,omitempty"`

	Titles map[string]string `json:"titles,omitempty"`

	Description *string `json:"description,omitempty"`

	Descriptions map[string]string `json:"descriptions,omitempty"`

	Type *string `json:"type,omitempty"`

	// Any JSON value.
	Const any `json:"const,omitempty"`

	// Any JSON value.
	Default any `json:"default,omitempty"`

	Unit *string `json:"unit,omitempty"`

	Enum []any `json:"enum,omitempty"`

	ReadOnly *bool `json:"readOnly,omitempty"`

	WriteOnly *bool `json:"writeOnly,omitempty"`

	Format *string `json:"format,omitempty"`

	MinItems *int64 `json:"minItems,omitempty"`

	MaxItems *int64 `json:"maxItems,omitempty"`

	Required []string `json:"required,omitempty"`

	Minimum *float64 `json:"minimum,omitempty"`

	Maximum *float64 `json:"maximum,omitempty"`

	ExclusiveMinimum *float64 `json:"exclusiveMinimum,omitempty"`

	ExclusiveMaximum *float64 `json:"exclusiveMaximum,omitempty"`

	MultipleOf *float64 `json:"multipleOf,omitempty"`

	MinLength *int64 `json:"minLength,omitempty"`

	MaxLength *int64 `json:"maxLength,omitempty"`

	Pattern *string `json:"pattern,omitempty"`

	ContentEncoding *string `json:"contentEncoding,omitempty"`

	ContentMediaType *string `json:"contentMediaType,omitempty"`

	OneOf []DataSchema `json:"oneOf,omitempty"`

	Items any `json:"items,omitempty"`

	Properties map[string]DataSchema `json:"properties,omitempty"`

	Role *string `json:"role,omitempty"`

	// Whether a write can say how long the change takes.
	Transition *bool `json:"transition,omitempty"`

	Observable *bool `json:"observable,omitempty"`

	// Any JSON value.
	Value any `json:"value,omitempty"`

	Changed *string `json:"changed,omitempty"`

	LastHeard *string `json:"last_heard,omitempty"`

	Target *ThingPropertiesValueTarget `json:"target,omitempty"`

	Forms []ThingPropertiesValueFormsItem `json:"forms"`
}

type ThingActionsValue struct {
	AtType any `json:"@type,omitempty"`

	Title *string `json:"title,omitempty"`

	Titles map[string]string `json:"titles,omitempty"`

	Description *string `json:"description,omitempty"`

	Descriptions map[string]string `json:"descriptions,omitempty"`

	Role *string `json:"role,omitempty"`

	Input *DataSchema `json:"input,omitempty"`

	Output *DataSchema `json:"output,omitempty"`

	Safe *bool `json:"safe,omitempty"`

	Idempotent *bool `json:"idempotent,omitempty"`

	Synchronous *bool `json:"synchronous,omitempty"`

	Forms []ThingPropertiesValueFormsItem `json:"forms"`
}

type ThingEventsValue struct {
	AtType any `json:"@type,omitempty"`

	Title *string `json:"title,omitempty"`

	Titles map[string]string `json:"titles,omitempty"`

	Description *string `json:"description,omitempty"`

	Descriptions map[string]string `json:"descriptions,omitempty"`

	Role *string `json:"role,omitempty"`

	Data *DataSchema `json:"data,omitempty"`

	Forms []ThingPropertiesValueFormsItem `json:"forms"`
}

type ThingLinksItem struct {
	Rel string `json:"rel"`

	Href string `json:"href"`

	Type string `json:"type"`
}

type ThingAvailability struct {
	State string `json:"state"`

	Reason *string `json:"reason,omitempty"`

	Code *string `json:"code,omitempty"`

	Since *string `json:"since,omitempty"`
}

type ThingCreatedBy struct {
	App string `json:"app"`
}

// Thing: W3C Web of Things Thing Description 1.1.
type Thing struct {
	AtContext []any `json:"@context"`

	// The id of the thing, as `urn:uuid:…`.
	ID string `json:"id"`

	Title string `json:"title"`

	Security []string `json:"security"`

	SecurityDefinitions map[string]map[string]string `json:"securityDefinitions"`

	AtType []string `json:"@type,omitempty"`

	Description *string `json:"description,omitempty"`

	// Names of the device: ids of its technology, MAC addresses, serial numbers.
	Identifiers []ConnectorTrialDevicesItemIdentifiersItem `json:"identifiers,omitempty"`

	Base string `json:"base"`

	Created string `json:"created"`

	Modified string `json:"modified"`

	Properties map[string]ThingPropertiesValue `json:"properties"`

	Actions map[string]ThingActionsValue `json:"actions"`

	Events map[string]ThingEventsValue `json:"events"`

	SchemaDefinitions map[string]DataSchema `json:"schemaDefinitions"`

	Forms []ThingPropertiesValueFormsItem `json:"forms"`

	Links []ThingLinksItem `json:"links"`

	Available bool `json:"available"`

	Availability ThingAvailability `json:"availability"`

	// When the device last said something, also if nothing had changed; to the minute.
	LastHeard *string `json:"last_heard,omitempty"`

	CreatedBy ReferenceOrThingCreatedBy `json:"created_by"`

	Subject *Reference `json:"subject,omitempty"`

	// Texts of the app: up to 50 members of up to 500 characters.
	Attributes map[string]string `json:"attributes,omitempty"`
}

type ThingEvent2Property struct {
	// Address of the referenced resource.
	Href string `json:"href"`

	Name string `json:"name"`
}

type ThingEvent2 struct {
	ID string `json:"id"`

	Time *string `json:"time,omitempty"`

	// Texts of the app: up to 50 members of up to 500 characters.
	Attributes map[string]string `json:"attributes,omitempty"`

	Thing Reference `json:"thing"`

	Property ThingEvent2Property `json:"property"`

	// Any JSON value.
	Value any `json:"value"`

	// Of a subscription with a condition: whether it begins or ends with this value.
	Turn *string `json:"turn,omitempty"`
}

type ThingEvent3Target struct {
	// Any JSON value.
	Value any `json:"value"`

	Requested string `json:"requested"`

	Status string `json:"status"`
}

type ThingEvent3 struct {
	ID string `json:"id"`

	Time *string `json:"time,omitempty"`

	// Texts of the app: up to 50 members of up to 500 characters.
	Attributes map[string]string `json:"attributes,omitempty"`

	Thing Reference `json:"thing"`

	Property ThingEvent2Property `json:"property"`

	Target ThingEvent3Target `json:"target"`
}

type ThingEvent4 struct {
	ID string `json:"id"`

	Time *string `json:"time,omitempty"`

	// Texts of the app: up to 50 members of up to 500 characters.
	Attributes map[string]string `json:"attributes,omitempty"`

	Thing Reference `json:"thing"`

	Event ThingEvent2Property `json:"event"`

	// Any JSON value.
	Data any `json:"data,omitempty"`

	OccurredAt string `json:"occurred_at"`
}

type ThingEvent5 struct {
	ID string `json:"id"`

	Time *string `json:"time,omitempty"`

	// Texts of the app: up to 50 members of up to 500 characters.
	Attributes map[string]string `json:"attributes,omitempty"`

	Thing Reference `json:"thing"`

	Available bool `json:"available"`
}

type ThingEvent6 struct {
	ID string `json:"id"`

	Time *string `json:"time,omitempty"`

	// Texts of the app: up to 50 members of up to 500 characters.
	Attributes map[string]string `json:"attributes,omitempty"`

	Thing Reference `json:"thing"`
}

type ThingEvent7 struct {
	ID string `json:"id"`

	Time *string `json:"time,omitempty"`

	// Texts of the app: up to 50 members of up to 500 characters.
	Attributes map[string]string `json:"attributes,omitempty"`

	Client Reference `json:"client"`

	Status string `json:"status"`

	Error *ChangeError `json:"error,omitempty"`

	Paused *ChangePaused `json:"paused,omitempty"`
}

type ThingEvent8 struct {
	ID string `json:"id"`

	Time *string `json:"time,omitempty"`

	// Texts of the app: up to 50 members of up to 500 characters.
	Attributes map[string]string `json:"attributes,omitempty"`

	Client Reference `json:"client"`
}

type ThingEvent9 struct{}

type ThingEvent = ThingEvent2OrThingEvent3OrThingEvent4OrThingEvent5OrThingEvent6OrThingEvent7OrThingEvent8OrThingEvent9

type ThingPatch struct {
	Title *string `json:"title,omitempty"`

	AtType any `json:"@type,omitempty"`

	Description *string `json:"description,omitempty"`

	Properties map[string]map[string]any `json:"properties,omitempty"`

	Actions map[string]map[string]any `json:"actions,omitempty"`

	// Attributes to change: `null` or an empty text removes a member, `null` all.
	Attributes map[string]*string `json:"attributes,omitempty"`
}

type ThingValues struct {
	ID string `json:"id"`

	Href string `json:"href"`

	Title string `json:"title"`

	AtType []string `json:"@type"`

	// In whose list the thing is; left out where it is in that of nobody.
	Subject *Reference `json:"subject,omitempty"`

	// Current values by the names of properties; those that are not known are left out. Those that users set or measure come first, and what the device says about itself last.
	Values map[string]any `json:"values"`

	// Units of these values, by the names of properties.
	Units map[string]string `json:"units,omitempty"`

	// Texts of the app: up to 50 members of up to 500 characters.
	Attributes map[string]string `json:"attributes,omitempty"`

	// Requested values that the device has not reported yet, by the names of properties.
	Targets map[string]ThingPropertiesValueTarget `json:"targets,omitempty"`

	Available bool `json:"available"`

	// Whether the values are current, and if that is not known, why.
	Availability ThingAvailability `json:"availability"`
}

type Unit struct {
	ID string `json:"id"`

	Name string `json:"name"`

	Type string `json:"type"`

	Things []Reference `json:"things"`

	Properties []UnitProperty `json:"properties"`

	Children []Reference `json:"children"`

	Parents []Reference `json:"parents"`

	Subjects []Reference `json:"subjects"`

	// The creating subject, or the developer.
	Owner string `json:"owner"`

	// Lists of which only the first entries are shown here: 1000, and properties up to 1 MiB.
	Truncated []string `json:"truncated,omitempty"`
}

type UnitPatch struct {
	Name *string `json:"name,omitempty"`

	Type *string `json:"type,omitempty"`

	// All properties that the unit has from then on; none with null.
	Properties []NewUnitProperty `json:"properties,omitempty"`
}

type UnitProperty struct {
	Name string `json:"name"`

	// Any JSON value.
	Value any `json:"value"`
}

type UnitPropertyValue struct {
	Name *string `json:"name,omitempty"`

	// Any JSON value.
	Value any `json:"value"`
}

type UnitPropertyWritesItemsItem struct {
	Name string `json:"name"`

	// Any JSON value.
	Value any `json:"value"`

	Unit string `json:"unit"`

	Method *string `json:"method,omitempty"`
}

type UnitPropertyWrites struct {
	Items []UnitPropertyWritesItemsItem `json:"items"`
}

type UnitSuggestion struct {
	// The id of the room in the remote technology.
	ID string `json:"id"`

	Name string `json:"name"`

	Type string `json:"type"`

	// The id of the room that contains it.
	Parent *string `json:"parent,omitempty"`

	Things []Reference `json:"things"`
}

type UnitSummaryUnitsTypesItem struct {
	Type string `json:"type"`

	Count int64 `json:"count"`
}

// UnitSummaryUnits: Units below the unit, by type.
type UnitSummaryUnits struct {
	Count int64 `json:"count"`

	Types []UnitSummaryUnitsTypesItem `json:"types"`
}

type UnitSummaryThingsCapabilitiesItem struct {
	Capability string `json:"capability"`

	Count int64 `json:"count"`
}

// UnitSummaryThings: Things in the unit or below it, each once; those that are unavailable, those of which nothing is known, and by capability.
type UnitSummaryThings struct {
	Count int64 `json:"count"`

	Unavailable int64 `json:"unavailable"`

	Unknown int64 `json:"unknown"`

	Capabilities []UnitSummaryThingsCapabilitiesItem `json:"capabilities"`
}

type UnitSummaryClientsItem struct {
	Href string `json:"href"`

	Code string `json:"code"`

	Since string `json:"since"`

	Things int64 `json:"things"`
}

type UnitSummaryValuesItem struct {
	Property string `json:"property"`

	Unit *string `json:"unit,omitempty"`

	Count int64 `json:"count"`

	Minimum float64 `json:"minimum"`

	Maximum float64 `json:"maximum"`

	Mean float64 `json:"mean"`
}

type UnitSummary struct {
	// Units below the unit, by type.
	Units UnitSummaryUnits `json:"units"`

	// Things in the unit or below it, each once; those that are unavailable, those of which nothing is known, and by capability.
	Things *UnitSummaryThings `json:"things,omitempty"`

	// Connector clients of these things that need attention, as far as these tell: their polls fail, could not observe some of the things, or hold a sweep. Those that are paused need none. What concerns the client alone, such as a removal that failed, is with `GET /connectors/clients?attention=true`.
	Clients []UnitSummaryClientsItem `json:"clients,omitempty"`

	// Current numbers of the properties in `of`, of things that are available, for each unit of measurement.
	Values []UnitSummaryValuesItem `json:"values,omitempty"`
}

type Usage struct {
	// The day (UTC), if figures are grouped by it.
	Day *string `json:"day,omitempty"`

	// Absent for what belongs to no connector: things of apps, units, and messages.
	ConnectorTypeID *string `json:"connector_type_id,omitempty"`

	// `erased:…` for a subject that was erased; absent for none.
	Subject *string `json:"subject,omitempty"`

	// The connector clients that did something, on the day that had most.
	Clients int64 `json:"clients"`

	// The most things that these clients and subjects had on one day.
	Things int64 `json:"things"`

	// Polls of remote technologies, also those that failed.
	Polls int64 `json:"polls"`

	// Writes and actions that were carried out.
	Writes int64 `json:"writes"`

	// Changes and events in `GET /changes` and `GET /events`.
	Events int64 `json:"events"`

	// Messages that callbacks and subscriptions accepted.
	Deliveries int64 `json:"deliveries"`

	// The size of the values in the events, as JSON.
	Bytes int64 `json:"bytes"`

	// A day has not ended, or is not counted to its end.
	Partial any `json:"partial,omitempty"`
}

type VisibleUnit struct {
	// Address of the referenced resource.
	Href string `json:"href"`

	// `owner`: the subject created the unit. `linked`: it is in the `subjects` of the unit. `has_things`, with `include=things`: things of the subject are in the unit, which does not make it see the unit.
	Reasons []string `json:"reasons"`

	// With `include=things`: whether the subject sees the unit.
	Sees *bool `json:"sees,omitempty"`
}

type DeleteConnectorClientAnswerGivenUpItem struct {
	Step string `json:"step"`

	Code string `json:"code"`

	Detail string `json:"detail"`
}

type DeleteConnectorClientAnswer struct {
	GivenUp []DeleteConnectorClientAnswerGivenUpItem `json:"given_up"`
}

type PauseConnectorClientBody struct {
	// Is shown with the client.
	Reason *string `json:"reason,omitempty"`
}

type DebugConnectorClientBody struct {
	Minutes *int64 `json:"minutes,omitempty"`
}

type BeginConnectAuthorizationBody struct {
	// Whether the account at the vendor may be another one than before.
	AcceptOtherAccount *bool `json:"accept_other_account,omitempty"`

	// Makes the vendor ask for the account again, if it supports that.
	Prompt *string `json:"prompt,omitempty"`
}

type CreateOrganizationBody struct {
	Name string `json:"name"`
}

type ListMembersAnswer struct {
	Members []Member `json:"members"`

	Invitations []Invitation `json:"invitations"`
}

type UpdateMemberBody struct {
	Role string `json:"role"`
}

type ReadInvitationBody struct {
	Secret string `json:"secret"`
}

// ListedConnectorClientOrReference: One of ListedConnectorClient, Reference, with the members of all.
type ListedConnectorClientOrReference struct {
	ID *string `json:"id,omitempty"`

	Instance *Reference `json:"instance,omitempty"`

	Connector *Reference `json:"connector,omitempty"`

	Subject *Reference `json:"subject,omitempty"`

	Name *string `json:"name,omitempty"`

	// Texts of the app: up to 50 members of up to 500 characters.
	Attributes map[string]string `json:"attributes,omitempty"`

	// Whose it is at the vendor, as far as that is known: of an account, a bridge or a home.
	Account *ClientDiagnosticsClientAccount `json:"account,omitempty"`

	// The agent through which its technology is reached, in the network of that agent.
	Via *string `json:"via,omitempty"`

	Status *string `json:"status,omitempty"`

	Error *ClientDiagnosticsClientError `json:"error,omitempty"`

	Connection *ClientDiagnosticsClientConnection `json:"connection,omitempty"`

	LastPolled *string `json:"last_polled,omitempty"`

	NextPoll *string `json:"next_poll,omitempty"`

	Failures *int64 `json:"failures,omitempty"`

	RetryIn *int64 `json:"retry_in,omitempty"`

	Paused *ChangePaused `json:"paused,omitempty"`

	// How many warnings it has.
	Warnings *int64 `json:"warnings,omitempty"`

	// How many things it has created; 1000 means that many or more.
	Things *int64 `json:"things,omitempty"`

	// Whether its subject has to authorize it: `authorization` of the client says where.
	AwaitsAuthorization *bool `json:"awaits_authorization,omitempty"`

	Removal *ListedConnectorClientRemoval `json:"removal,omitempty"`

	// Address of the referenced resource.
	Href string `json:"href"`
}

// RemovalOrDeleteConnectorClientAnswer: One of Removal, DeleteConnectorClientAnswer, with the members of all.
type RemovalOrDeleteConnectorClientAnswer struct {
	Clients []Reference `json:"clients,omitempty"`

	Things []Reference `json:"things,omitempty"`

	Links []RemovalLinksItem `json:"links,omitempty"`

	GivenUp []DeleteConnectorClientAnswerGivenUpItem `json:"given_up,omitempty"`
}

// ListedUnitOrReference: One of ListedUnit, Reference, with the members of all.
type ListedUnitOrReference struct {
	ID *string `json:"id,omitempty"`

	// Address of the referenced resource.
	Href string `json:"href"`

	Name *string `json:"name,omitempty"`

	Type *string `json:"type,omitempty"`

	// Units directly in it that the caller sees; 100 means that many or more.
	Children *int64 `json:"children,omitempty"`

	// Things directly in it that the caller sees; 100 means that many or more.
	Things *int64 `json:"things,omitempty"`
}

// ThingValuesOrReference: One of ThingValues, Reference, with the members of all.
type ThingValuesOrReference struct {
	ID *string `json:"id,omitempty"`

	// Address of the referenced resource.
	Href string `json:"href"`

	Title *string `json:"title,omitempty"`

	AtType []string `json:"@type,omitempty"`

	// In whose list the thing is; left out where it is in that of nobody.
	Subject *Reference `json:"subject,omitempty"`

	// Current values by the names of properties; those that are not known are left out. Those that users set or measure come first, and what the device says about itself last.
	Values map[string]any `json:"values,omitempty"`

	// Units of these values, by the names of properties.
	Units map[string]string `json:"units,omitempty"`

	// Texts of the app: up to 50 members of up to 500 characters.
	Attributes map[string]string `json:"attributes,omitempty"`

	// Requested values that the device has not reported yet, by the names of properties.
	Targets map[string]ThingPropertiesValueTarget `json:"targets,omitempty"`

	Available *bool `json:"available,omitempty"`

	// Whether the values are current, and if that is not known, why.
	Availability *ThingAvailability `json:"availability,omitempty"`
}

// InteractionBatchPreviewOrInteractionBatch: One of InteractionBatchPreview, InteractionBatch, with the members of all.
type InteractionBatchPreviewOrInteractionBatch struct {
	Things []InteractionBatchPreviewThingsItem `json:"things,omitempty"`

	ID *string `json:"id,omitempty"`

	Operation *string `json:"operation,omitempty"`

	Name *string `json:"name,omitempty"`

	Status *string `json:"status,omitempty"`

	Progress *InteractionBatchProgress `json:"progress,omitempty"`

	Requested *string `json:"requested,omitempty"`

	Expires *string `json:"expires,omitempty"`

	Ended *string `json:"ended,omitempty"`

	Href *string `json:"href,omitempty"`

	Results *Reference `json:"results,omitempty"`
}

// InteractionOrInteractionBatch: One of Interaction, InteractionBatch, with the members of all.
type InteractionOrInteractionBatch struct {
	ID string `json:"id"`

	Thing *Reference `json:"thing,omitempty"`

	Operation string `json:"operation"`

	Name *string `json:"name,omitempty"`

	Status string `json:"status"`

	// Any JSON value.
	Output any `json:"output,omitempty"`

	Problem *Problem `json:"problem,omitempty"`

	Requested string `json:"requested"`

	QueuedUntil *string `json:"queued_until,omitempty"`

	Ended *string `json:"ended,omitempty"`

	Href string `json:"href"`

	Progress *InteractionBatchProgress `json:"progress,omitempty"`

	Expires *string `json:"expires,omitempty"`

	Results *Reference `json:"results,omitempty"`
}

// HistoricValueOrHistoricInterval: One of HistoricValue, HistoricInterval, with the members of all.
type HistoricValueOrHistoricInterval struct {
	// When the property came to have the value.
	Time *string `json:"time,omitempty"`

	// When it had it no more; left out while it has it.
	Until *string `json:"until,omitempty"`

	// The value; left out of a time in which it was not known.
	Value any `json:"value,omitempty"`

	Start *string `json:"start,omitempty"`

	End *string `json:"end,omitempty"`

	// The share of the interval in which the value was known, 0 to 1.
	Coverage *float64 `json:"coverage,omitempty"`

	// How many values began in the interval.
	Count *int64 `json:"count,omitempty"`

	Min *float64 `json:"min,omitempty"`

	Max *float64 `json:"max,omitempty"`

	// Weighted by time.
	Mean *float64 `json:"mean,omitempty"`

	// The value that was known last in the interval.
	Last any `json:"last,omitempty"`

	// The shares of values other than numbers of the time that is known.
	Shares []HistoricIntervalSharesItem `json:"shares,omitempty"`
}

// AlertConditionOrAlertCondition2OrAlertCondition3OrAlertCondition4OrAlertCondition5OrAlertCondition6OrAlertCondition7OrAlertCondition8OrAlertCondition9: One of AlertCondition, AlertCondition2, AlertCondition3, AlertCondition4, AlertCondition5, AlertCondition6, AlertCondition7, AlertCondition8, AlertCondition9, with the members of all.
type AlertConditionOrAlertCondition2OrAlertCondition3OrAlertCondition4OrAlertCondition5OrAlertCondition6OrAlertCondition7OrAlertCondition8OrAlertCondition9 struct {
	Kind string `json:"kind"`

	// How long the agent has not been connected.
	Minutes *int64 `json:"minutes,omitempty"`

	// Only clients of this connector instance.
	Instance *string `json:"instance,omitempty"`

	// Only things that this connector client made.
	Client *string `json:"client,omitempty"`

	// More than this share is used.
	Percent *float64 `json:"percent,omitempty"`

	// How long it has been away.
	Hours *float64 `json:"hours,omitempty"`

	// Only these things.
	Things []string `json:"things,omitempty"`

	// Only agents of this subject.
	Subject *string `json:"subject,omitempty"`

	Quota *string `json:"quota,omitempty"`

	// It ends within this time.
	Days *float64 `json:"days,omitempty"`
}

// AlertPatchConditionOrAlertPatchCondition2OrAlertPatchCondition3OrAlertPatchCondition4OrAlertPatchCondition5OrAlertPatchCondition6OrAlertPatchCondition7OrAlertPatchCondition8OrAlertPatchCondition9: One of AlertPatchCondition, AlertPatchCondition2, AlertPatchCondition3, AlertPatchCondition4, AlertPatchCondition5, AlertPatchCondition6, AlertPatchCondition7, AlertPatchCondition8, AlertPatchCondition9, with the members of all.
type AlertPatchConditionOrAlertPatchCondition2OrAlertPatchCondition3OrAlertPatchCondition4OrAlertPatchCondition5OrAlertPatchCondition6OrAlertPatchCondition7OrAlertPatchCondition8OrAlertPatchCondition9 struct {
	Kind string `json:"kind"`

	// How long the agent has not been connected.
	Minutes *int64 `json:"minutes,omitempty"`

	// Only clients of this connector instance.
	Instance *string `json:"instance,omitempty"`

	// Only things that this connector client made.
	Client *string `json:"client,omitempty"`

	// More than this share is used.
	Percent *float64 `json:"percent,omitempty"`

	// How long it has been away.
	Hours *float64 `json:"hours,omitempty"`

	// Only these things.
	Things []string `json:"things,omitempty"`

	// Only agents of this subject.
	Subject *string `json:"subject,omitempty"`

	Quota *string `json:"quota,omitempty"`

	// It ends within this time.
	Days *float64 `json:"days,omitempty"`
}

// ReferenceOrThingCreatedBy: One of Reference, ThingCreatedBy, with the members of all.
type ReferenceOrThingCreatedBy struct {
	// Address of the referenced resource.
	Href *string `json:"href,omitempty"`

	App *string `json:"app,omitempty"`
}

// ThingEvent2OrThingEvent3OrThingEvent4OrThingEvent5OrThingEvent6OrThingEvent7OrThingEvent8OrThingEvent9: One of ThingEvent2, ThingEvent3, ThingEvent4, ThingEvent5, ThingEvent6, ThingEvent7, ThingEvent8, ThingEvent9, with the members of all.
type ThingEvent2OrThingEvent3OrThingEvent4OrThingEvent5OrThingEvent6OrThingEvent7OrThingEvent8OrThingEvent9 struct {
	ID *string `json:"id,omitempty"`

	Time *string `json:"time,omitempty"`

	// Texts of the app: up to 50 members of up to 500 characters.
	Attributes map[string]string `json:"attributes,omitempty"`

	Thing *Reference `json:"thing,omitempty"`

	Property *ThingEvent2Property `json:"property,omitempty"`

	// Any JSON value.
	Value any `json:"value,omitempty"`

	// Of a subscription with a condition: whether it begins or ends with this value.
	Turn *string `json:"turn,omitempty"`

	Target *ThingEvent3Target `json:"target,omitempty"`

	Event *ThingEvent2Property `json:"event,omitempty"`

	// Any JSON value.
	Data any `json:"data,omitempty"`

	OccurredAt *string `json:"occurred_at,omitempty"`

	Available *bool `json:"available,omitempty"`

	Client *Reference `json:"client,omitempty"`

	Status *string `json:"status,omitempty"`

	Error *ChangeError `json:"error,omitempty"`

	Paused *ChangePaused `json:"paused,omitempty"`
}
