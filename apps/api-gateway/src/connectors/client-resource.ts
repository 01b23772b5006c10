import {
  connectorClient,
  type ConnectorClient,
  listedClient,
  type ListedClient,
  maxCountedThings,
  room,
  type Room,
} from '@trellis/contracts';
import { z } from 'zod';
import type { Hrefs } from '../resources/hrefs.js';
import { reference, references, toReferences } from '../resources/reference.js';

export const connectorClientResource = connectorClient
  .omit({ authorization_ticket: true, version: true })
  .extend({
    instance: reference,
    connector: reference,
    subject: reference,
    authorization: reference
      .optional()
      .describe(
        "Where the subject's browser has to go to authorize the client, while that is needed.",
      ),
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

export const listedClientResource = listedClient
  .extend({
    href: z.url(),
    instance: reference,
    connector: reference,
    subject: reference,
    warnings: listedClient.shape.warnings.describe('How many warnings it has.'),
    things: listedClient.shape.things.describe(
      `How many things it has created; ${maxCountedThings} means that many or more.`,
    ),
    awaits_authorization: listedClient.shape.awaits_authorization.describe(
      'Whether its subject has to authorize it: `authorization` of the client says where.',
    ),
  })
  .meta({ id: 'ListedConnectorClient' });

export const listedClientToJson = (
  client: ListedClient,
  hrefs: Hrefs,
): z.output<typeof listedClientResource> => ({
  ...client,
  href: hrefs.client(client.id),
  instance: { href: hrefs.instance(client.instance) },
  connector: { href: hrefs.description(client.connector) },
  subject: { href: hrefs.subject(client.subject) },
});

/** A room of the remote technology, as a suggestion for a unit. */
export const unitSuggestionResource = room
  .extend({
    id: room.shape.id.describe('The id of the room in the remote technology.'),
    parent: room.shape.parent.describe('The id of the room that contains it.'),
    things: references,
  })
  .meta({ id: 'UnitSuggestion' });

export const unitSuggestionToJson = (
  { things, ...room }: Room,
  hrefs: Hrefs,
): z.output<typeof unitSuggestionResource> => ({
  ...room,
  things: toReferences(things, hrefs.thing),
});
