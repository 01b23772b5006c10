import { connectorClient, type ConnectorClient } from '@trellis/contracts';
import type { z } from 'zod';
import type { Hrefs } from '../http/hrefs.js';
import { reference } from './reference.js';

export const connectorClientResource = connectorClient
  .omit({ authorization_ticket: true, version: true })
  .extend({
    instance: reference,
    connector: reference,
    subject: reference,
    authorization: reference.optional().meta({
      description:
        "Where the subject's browser has to go to authorize the client, while that is needed.",
    }),
  })
  .meta({ id: 'ConnectorClient' });

export function connectorClientToJson(
  { authorization_ticket: ticket, version: _version, ...client }: ConnectorClient,
  hrefs: Hrefs,
): z.output<typeof connectorClientResource> {
  return {
    ...client,
    ...(ticket !== undefined && { authorization: { href: hrefs.authorization(ticket) } }),
    instance: { href: hrefs.instance(client.instance) },
    connector: { href: hrefs.description(client.connector) },
    subject: { href: hrefs.subject(client.subject) },
  };
}
