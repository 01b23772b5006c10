import { useQuery } from '@tanstack/react-query';
import { descriptionsQuery, type ConnectorDescription } from '../api/connectors.js';
import { idOf } from '../api/references.js';
import { useTrellis } from '../session/session-context.js';

/** Returns a lookup of connector descriptions by reference. */
export function useConnectors(): (reference: { href: string }) => ConnectorDescription | undefined {
  const { data } = useQuery(descriptionsQuery(useTrellis()));
  return ({ href }) => data?.find(({ id }) => String(id) === idOf(href));
}
