import { connectorInstance, type ConnectorInstance } from '@trellis/contracts';
import type { z } from 'zod';
import type { Hrefs } from '../resources/hrefs.js';
import { reference, references, toReferences } from '../resources/reference.js';

export const connectorInstanceResource = connectorInstance
  .omit({ version: true })
  .extend({ clients: references, connector: reference })
  .meta({ id: 'ConnectorInstance' });

export function connectorInstanceToJson(
  { id, clients, connector, version: _version, ...shown }: ConnectorInstance,
  hrefs: Hrefs,
): z.output<typeof connectorInstanceResource> {
  return {
    id,
    clients: toReferences(clients, hrefs.client),
    ...shown,
    connector: { href: hrefs.description(connector) },
  };
}
