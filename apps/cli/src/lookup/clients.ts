import type { components, Trellis } from '@trellis/client';
import { idOf } from './ids.js';

export type Client = components['schemas']['ConnectorClient'];

/** A client as a list shows it. */
export type ListedClient = components['schemas']['ListedConnectorClient'];

export const readClient = async (trellis: Trellis, id: string): Promise<Client> =>
  (await trellis.get('/connectors/clients/{id}', { path: { id: idOf(id) } })).data;

/** What somebody can do about a client that fails or is paused, as a sentence. */
export function adviceFor({
  id: given,
  paused,
  error,
}: Pick<ListedClient, 'id' | 'paused' | 'error'>): string {
  const id = idOf(given);
  if (paused) return `Resume it: trellis clients resume ${id}`;
  switch (error?.remedy) {
    case 'reauthorize':
      return `Have it authorized again: trellis clients authorize ${id}`;
    case 'fix-configuration':
      return `Correct it: trellis clients configure ${id} --set <name>=<value>`;
    case 'resume':
      return `Resume it: trellis clients resume ${id}`;
    default:
      return `It is tried again by itself; at once: trellis clients poll ${id}`;
  }
}
