import type { components, Trellis } from '@trellis/client';
import { explainCause } from '@trellis/client/causes';
import { idOf } from './named.js';

export type Connector = components['schemas']['ConnectorDescription'];

export async function readConnectors(trellis: Trellis): Promise<Connector[]> {
  const found: Connector[] = [];
  for await (const one of trellis.list('/connectors/descriptions')) found.push(one);
  return found;
}

/** Returns the type of the connector that an instance or client refers to. */
export const typeOf = (
  connectors: readonly Connector[],
  { connector }: { connector: { href: string } },
): string => {
  const number = connector.href.split('/').at(-1)!;
  return connectors.find(({ id }) => String(id) === number)?.type_id ?? number;
};

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
  const { cause } = error ?? {};
  if (cause === 'agent_removed') {
    return `Let it use another agent, or none: trellis clients configure ${id} --via <agent>`;
  }
  if (cause?.startsWith('agent_')) return explainCause(cause)!.advice;
  switch (error?.remedy) {
    case 'reauthorize':
      return `Have the end user authorize it again: trellis clients authorize ${id}`;
    case 'fix-configuration':
      return `Correct the configuration: trellis clients configure ${id} --set <name>=<value>`;
    case 'wait':
      return 'Wait: Trellis goes on by itself when the remote technology takes requests again.';
    case 'resume':
      return `Resume it: trellis clients resume ${id}`;
    default:
      return `Trellis retries automatically; to retry now: trellis clients poll ${id}`;
  }
}
