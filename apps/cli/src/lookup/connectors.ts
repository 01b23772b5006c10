import type { components, Trellis } from '@trellis/client';

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
