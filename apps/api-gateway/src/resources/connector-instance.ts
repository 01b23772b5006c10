import { connectorInstance, type ConnectorInstance } from '@trellis/contracts';
import type { z } from 'zod';
import type { Hrefs } from '../http/hrefs.js';
import { reference, references, toReferences } from './reference.js';

export const connectorInstanceResource = connectorInstance
  .omit({ version: true })
  .extend({ clients: references, connector: reference })
  .meta({ id: 'ConnectorInstance' });

export function connectorInstanceToJson(
  { id, clients, clients_per_subject, connector }: ConnectorInstance,
  hrefs: Hrefs,
): z.output<typeof connectorInstanceResource> {
  return {
    id,
    clients: toReferences(clients, hrefs.client),
    clients_per_subject,
    connector: { href: hrefs.description(connector) },
  };
}
