import type { components, Trellis } from '@trellis/client';
import { idOf } from './ids.js';

export type Client = components['schemas']['ConnectorClient'];

export type ListedClient = components['schemas']['ListedConnectorClient'];

export const readClient = async (trellis: Trellis, id: string): Promise<Client> =>
  (await trellis.get('/connectors/clients/{id}', { path: { id: idOf(id) } })).data;

/** Returns a sentence on what to do about a client that fails or is paused. */
export function adviceFor({
  id: given,
  paused,
  error,
}: Pick<ListedClient, 'id' | 'paused' | 'error'>): string {
  const id = idOf(given);
  if (paused) return `Resume it: trellis clients resume ${id}`;
  switch (error?.remedy) {
    case 'reauthorize':
      return `Have the end user authorize it again: trellis clients authorize ${id}`;
    case 'fix-configuration':
      return `Correct the configuration: trellis clients configure ${id} --set <name>=<value>`;
    case 'resume':
      return `Resume it: trellis clients resume ${id}`;
    default:
      return `Trellis retries automatically; to retry now: trellis clients poll ${id}`;
  }
}
