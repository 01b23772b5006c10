import { clientError, clientStatus, mapping } from '@trellis/contracts';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { listAnswer, pageOf, pageQuery } from '../http/list.js';
import { operation, type Operation } from '../http/operation.js';
import { newConnector } from './connectors.js';
import { reference, references, removal, removalQuery, showRemoval } from './resources.js';

const connector = { tag: 'Connectors', access: 'svc.connector' } as const;
const clients = { ...connector, subject: 'optional' } as const;

const clientResource = z
  .object({
    id: z.string(),
    instance: reference,
    connector: reference,
    mappings: z.array(mapping),
    status: clientStatus,
    error: clientError.optional(),
    subject: reference,
    authorization: reference.optional().meta({
      description:
        "Where the subject's browser has to go to authorize the client, while that is needed.",
    }),
  })
  .meta({ id: 'ConnectorClient' });

const suggestion = z
  .object({
    id: z.string().meta({ description: 'The id of the place in the remote technology.' }),
    name: z.string(),
    type: z.string(),
    parent: z.string().optional().meta({ description: 'The id of the place around it.' }),
    things: references,
  })
  .meta({ id: 'UnitSuggestion' });

export const connectorClientOperations: Operation[] = [
  operation({
    ...connector,
    subject: 'required',
    method: 'post',
    path: '/api/v1/connectors/clients',
    summary: 'Create connector client',
    body: newConnector,
    status: 201,
    answer: z.object({ client_id: z.string() }),
    otherAnswers: {
      303: {
        description: "The subject's browser must go to `Location` and authorize the client",
        answer: z.object({ client_id: z.string() }),
      },
    },
    problems: [
      'unknown_connector_type',
      'invalid_configuration',
      'no_connector_instance',
      'already_exists',
    ],
    async handle({ connectors, sealing, caller, body, hrefs }) {
      const id = newId();
      const { location } = await connectors('clients.create', {
        ...body,
        id,
        caller: { developer: caller.developer, subject: caller.subject! },
        configuration: sealing.seal(body.configuration),
        redirect_uri: hrefs.authorized,
      });
      return {
        status: location === undefined ? 201 : 303,
        body: { client_id: id },
        headers: { Location: location ?? hrefs.client(id) },
      };
    },
  }),
  operation({
    ...clients,
    method: 'get',
    path: '/api/v1/connectors/clients',
    summary: 'Retrieve connector clients',
    query: z.strictObject(pageQuery),
    status: 200,
    answer: references,
    async handle({ connectors, caller, query, hrefs, url }) {
      const page = await connectors('clients.list', { caller, page: pageOf(query) });
      return listAnswer(page, { base: hrefs.base, url }, (id) => ({ href: hrefs.client(id) }));
    },
  }),
  operation({
    ...clients,
    method: 'get',
    path: '/api/v1/connectors/clients/:id',
    summary: 'Retrieve connector client',
    status: 200,
    answer: clientResource,
    async handle({ connectors, caller, params, hrefs }) {
      const { authorization_ticket: ticket, ...client } = await connectors('clients.read', {
        caller,
        id: params.id,
      });
      return {
        body: {
          ...client,
          ...(ticket !== undefined && { authorization: { href: hrefs.authorization(ticket) } }),
          instance: { href: hrefs.instance(client.instance) },
          connector: { href: hrefs.description(client.connector) },
          subject: { href: hrefs.subject(client.subject) },
        },
      };
    },
  }),
  operation({
    ...clients,
    method: 'get',
    path: '/api/v1/connectors/clients/:id/unit_suggestions',
    summary: 'Retrieve suggestions for units',
    description:
      'The rooms and the like of the remote technology: `name` and `type` for a new unit, and the ' +
      'things that belong in it.',
    status: 200,
    answer: z.array(suggestion),
    async handle({ connectors, caller, params: { id }, hrefs }) {
      const places = await connectors('clients.places', { caller, id });
      return {
        body: places.map(({ things, ...place }) => ({
          ...place,
          things: things.map((thing) => ({ href: hrefs.thing(thing) })),
        })),
      };
    },
  }),
  operation({
    ...clients,
    method: 'delete',
    path: '/api/v1/connectors/clients/:id',
    summary: 'Delete connector client',
    description: 'Removes the things that the client created, too.',
    query: removalQuery,
    status: 204,
    otherAnswers: { 200: { description: 'What would go (`dry_run`)', answer: removal } },
    problems: ['removal_failed'],
    async handle({ connectors, caller, params: { id }, query, hrefs }) {
      if (query.dry_run === 'true') {
        const removed = await connectors('clients.preview_removal', { caller, id });
        return { status: 200, body: showRemoval(removed, hrefs) };
      }
      await connectors('clients.remove', { caller, id }, { deadline: removalDeadline });
      return {};
    },
  }),
];

/** Time for one attempt to remove a client and its things (ms). */
const removalDeadline = 12_000;
