import { Problem } from '@trellis/contracts';
import { clientPaused } from '../clients/paused.js';
import type { Registry } from '../registry.js';

/** The client that created a thing. */
export interface CreatingClient {
  connectorType: string;
  /** False until the poll that found the thing has stored it. */
  isMapped: boolean;
  isPaused: boolean;
}

/** Returns why a client's thing accepts no interactions, if it does not. */
export function refusalByClient(
  registry: Registry,
  client: CreatingClient | undefined,
): Problem | undefined {
  if (!client) return new Problem('not_found', 'There is no such thing.');
  if (client.isPaused) return clientPaused();
  if (!client.isMapped) {
    return new Problem('unavailable', 'The thing has only just been found.', { retry_after: 1 });
  }
  if (!registry.get(client.connectorType).send) {
    return new Problem('not_supported', 'The connector of this thing can only read.');
  }
  return undefined;
}
