import type { Acquire } from './limits.js';
import type { Memory } from './memory.js';
import type { ResolveHost } from './net/lookup.js';
import type { Http } from './net/request.js';

/** Everything that a connector works with. */
export interface ConnectorContext<Instance = unknown, Client = unknown> {
  /** The parsed configuration of the developer's instance. */
  instance: Instance;
  /** The parsed configuration of the subject's client. */
  client: Client;
  /** An id of the client, for example as the client id at a broker. */
  clientId: string;
  /** Aborted when the time for the poll or the command is up, or the service stops. */
  signal: AbortSignal;
  /** HTTP within bounds: egress policy, rate limits, size and time of responses, no redirects. */
  http: Http;
  /** For other protocols: look up every host that a user named with it before connecting. */
  resolve: ResolveHost;
  /** For other protocols: await it before each request. `http` does so itself. */
  acquire: Acquire;
  memory: Memory;
  /**
   * Whether a connection is established on which another process, or this one, listens for the client. What
   * it has heard may be more than a poll can see.
   */
  isListening: boolean;
  /**
   * An access token that is valid for the next request; only for connectors with `oauth2`. Throws
   * `Unauthorized` when the end user has to authorize the client again.
   */
  accessToken(): Promise<string>;
}
