import type { Acquire } from './limits.js';
import type { Memory } from './memory.js';
import type { ResolveHost } from './net/lookup.js';
import type { Http } from './net/request.js';

/** The environment of a connector. */
export interface ConnectorContext<Instance = unknown, Client = unknown> {
  instance: Instance;
  client: Client;
  /** The id of the client, such as for a broker. */
  clientId: string;
  /** Aborted when the poll or the command times out, or the service stops. */
  signal: AbortSignal;
  /** HTTP with limits: egress policy, rate limits, size and duration of responses, no redirects. */
  http: Http;
  /** For other protocols: resolve every host that a user named with it before connecting. */
  resolve: ResolveHost;
  /** For other protocols: await it before each request. `http` does so itself. */
  acquire: Acquire;
  memory: Memory;
  /** Whether a process is listening for this client. Its reports may say more than a poll can find. */
  isListening: boolean;
  /**
   * Returns an access token that is valid for the next request; only for connectors with `oauth2`. Throws
   * `Unauthorized` when the end user has to authorize the client again.
   */
  accessToken(): Promise<string>;
}
