import type { ConnectorsContract, UnitsContract } from '@trellis/contracts';
import type { Broker, RpcClient, SubscribeHints } from '@trellis/messaging';
import type { Sealing } from '@trellis/sealing';
import type { StreamRegistry } from '@trellis/operations';
import type { ReadDescriptions } from '../descriptions/cache.js';
import type { ModelProcessor } from '../model-processor/processor.js';
import type { BrowserCookies } from '../access/browser-cookie.js';
import type { Hrefs } from './hrefs.js';
import type { IssueToken } from '../access/issue-token.js';
import type { Origins } from '@trellis/operations';
import type { IsRevoked } from '../access/revocations.js';

/** The services that operations use. */
export interface Services {
  /** Calls units-service. */
  units: RpcClient<UnitsContract>;
  /** Calls connector-runtime. */
  connectors: RpcClient<ConnectorsContract>;
  /** The connection to the message queue. */
  queue: Pick<Broker, 'check' | 'clock'>;
  /** The descriptions of all connectors. */
  descriptions: ReadDescriptions;
  /** Subscribes to hints of events that operations wait for. */
  subscribeHints: SubscribeHints;
  /** The addresses of resources. */
  hrefs: Hrefs;
  /** Recognize the browsers of end users. */
  browserCookies: BrowserCookies;
  /** Encrypts secrets before they are put on a queue. */
  sealing: Sealing;
  /** The event streams that are open at this gateway. */
  streams: StreamRegistry;
  /** Reads and writes models of buildings. */
  models: ModelProcessor;
  /** Whether an app lists an origin of web pages. */
  allowOrigin: Origins['allow'];
  /** Whether an app was revoked. */
  isRevoked: IsRevoked;
  /** Issues access tokens; undefined when an external issuer does. */
  issueToken: IssueToken | undefined;
  /** The address of the external issuer, if there is one that has an address. */
  issuer?: string | undefined;
}
