/**
 * Uses of sealed texts. Each has its own key, derived from each configured key, so that a text that was sealed for one
 * purpose does not open for another. Purposes of columns are named `<table>.<column>`; each text of a column is bound to
 * the developer and the id of its row.
 */
export type Purpose =
  | 'instances.configuration'
  | 'connector_type_versions.configuration'
  | 'clients.configuration'
  | 'clients.memory'
  | 'clients.tokens'
  | 'clients.account'
  | 'authorizations.verifier'
  | 'interactions.input'
  | 'interaction_batches.input'
  | 'callbacks.secret'
  | 'callbacks.previous_secret'
  | 'deliveries.payload'
  | 'subscriptions.secret'
  | 'subscriptions.previous_secret'
  | 'alert_rules.secret'
  | 'alert_rules.previous_secret'
  | 'alert_rules.slack'
  | 'requests.answer'
  // Sent from the gateway to connector-runtime: the secret with which an app requests a token, requests of vendors, and
  // answers for a trial.
  | 'app-secret'
  | 'hook-request'
  | 'trial-answers'
  // Sent between the gateway and accounts-service: requests and answers of signing in, with passwords and cookies.
  | 'sign-in'
  // Sent to the gateway: the visible part of a configuration.
  | 'shown-configuration'
  // Sent between processes of connector-runtime, with the id of the client: requests of devices, and their outcomes.
  | 'device-request'
  | 'device-outcome'
  // Given to callers, who present them later.
  | 'authorization-ticket'
  | 'stream-ticket'
  | 'connect-session'
  | 'sign-in-code'
  // Given to processes that connect through an agent.
  | 'agent-ticket'
  // Given to MCP clients: what they registered, an authorization code, and refresh tokens.
  | 'mcp-client'
  | 'mcp-code'
  | 'mcp-refresh-token';
