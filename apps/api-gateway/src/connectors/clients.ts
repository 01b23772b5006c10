import {
  attributedVersion,
  clientId,
  movableVersion,
  plainText,
  Problem,
} from '@trellis/contracts';
import { answerPatch, changedAnswer, expectedBy, tagOf } from '@trellis/operations';
import { z } from 'zod';
import { requireOwnAttributes, withOwnAttributes } from '../access/attributes.js';
import { requesterOf } from '../access/requester.js';
import { clientListOperation } from './client-list.js';
import {
  connectorClientResource,
  connectorClientToJson,
  unitSuggestionResource,
  unitSuggestionToJson,
} from './client-resource.js';
import { clientPatch, newClient, withBareType } from './inputs.js';
import { operation, type Operation, type OperationRequest, problemsOf } from '../operation.js';
import { clientRemovalAnswer, clientRemovalQuery, removalToJson } from '../resources/removal.js';

const connector = { tag: 'Connectors', access: { scope: 'svc.connector' } } as const;
const clients = { ...connector, access: { ...connector.access, subject: 'optional' } } as const;
const reading = { ...clients, access: { ...clients.access, scope: 'svc.connector.read' } } as const;
const pausing = {
  ...clients,
  access: { ...clients.access, scope: 'svc.connector.pause' },
} as const;

export const createdClient = z
  .object({ client_id: clientId })
  .meta({ id: 'CreatedConnectorClient' });

export const connectorClientOperations: Operation[] = [
  operation.post('/api/v1/connectors/clients', {
    ...connector,
    id: 'createConnectorClient',
    summary: 'Create connector client',
    description:
      'Links something of the subject in a remote technology, whose devices then appear as things in the ' +
      'list of the subject; needs an instance of the type (400). It is `STARTING` until its first poll has ' +
      'succeeded; with 303 the subject has to authorize it in a browser first. A subject has one client of ' +
      'a type unless the instance allows more (409).',
    access: { ...connector.access, subject: 'required' },
    input: { body: newClient, bareIds: withBareType },
    answer: {
      status: 201,
      body: createdClient,
      others: {
        303: {
          description:
            "The subject's browser must go to `Location`, which leads to the authorization server",
          body: createdClient,
        },
      },
      problems: problemsOf('clients.create'),
    },
    audit: { resource: 'connector_client' },
    async handle({ connectors, sealing, caller, bearer, body, hrefs, newId }) {
      requireOwnAttributes(bearer, body.attributes);
      const id = newId();
      const { developer } = caller;
      const purpose = 'clients.configuration';
      const { authorization_ticket: ticket } = await connectors('clients.create', {
        ...body,
        id,
        caller: { developer, subject: caller.subject! },
        configuration: sealing.seal({ purpose, developer, id }, body.configuration),
        ...(bearer.subject !== undefined && { by_end_user: true }),
      });
      return {
        status: ticket === undefined ? 201 : 303,
        body: { client_id: id },
        headers: {
          Location: ticket === undefined ? hrefs.client(id) : hrefs.authorization(ticket),
        },
      };
    },
  }),
  clientListOperation,
  operation.get('/api/v1/connectors/clients/:id', {
    ...reading,
    id: 'getConnectorClient',
    summary: 'Retrieve connector client',
    description:
      'Its status, with the error of the last poll if that failed, and the things that it created.',
    answer: { status: 200, body: connectorClientResource },
    handle: ({ params, ...request }) => readClient(request, params.id),
  }),
  operation.patch('/api/v1/connectors/clients/:id', {
    ...clients,
    id: 'updateConnectorClient',
    summary: 'Change connector client',
    description:
      'Changes the configuration and the attributes by a JSON Merge Patch (RFC 7396), once a poll with a new ' +
      'configuration has succeeded; until then, and if it fails, all stays as it is. Its things keep their ids and places.',
    input: { body: clientPatch },
    answer: {
      status: 204,
      others: changedAnswer(connectorClientResource),
      problems: problemsOf('clients.update'),
    },
    audit: { resource: 'connector_client' },
    async handle({ params: { id }, body, ...request }) {
      const { connectors, sealing, caller, bearer, header } = request;
      const { developer } = caller;
      const { attributes, configuration, via } = body;
      if (via !== undefined && bearer.subject !== undefined) throw notByEndUsers();
      requireOwnAttributes(bearer, attributes);
      // A patch of nothing, too, accepts another device at the address.
      const given =
        attributes === undefined || via !== undefined ? (configuration ?? {}) : configuration;
      const binding = { purpose: 'clients.configuration', developer, id } as const;
      const changed = await connectors('clients.update', {
        caller,
        id,
        ...(given && { patch: sealing.seal(binding, given) }),
        attributes,
        via,
        requester: requesterOf(request),
        ...(bearer.subject !== undefined && { by_end_user: true }),
        ...expectedBy(header),
      });
      return answerPatch(header, changed, () => readClient(request, id));
    },
  }),
  operation.post('/api/v1/connectors/clients/:id/sweep', {
    ...clients,
    id: 'settleConnectorClientSweep',
    summary: 'Accept a sweep, or wait',
    description:
      'When more than half of the devices of a client, and more than five, are missing at once, they are not ' +
      'marked as vanished for an hour (warning `sweep_held`). `accept` marks them now; `wait` leaves them as ' +
      'they are until they return or it is accepted.',
    input: {
      body: z.strictObject({ action: z.enum(['accept', 'wait']) }).meta({ id: 'SweepDecision' }),
    },
    answer: {
      status: 200,
      body: connectorClientResource,
      problems: problemsOf('clients.resolve_missing'),
    },
    audit: { resource: 'connector_client' },
    async handle({ params: { id }, body: { action }, ...request }) {
      const { connectors, caller } = request;
      await connectors('clients.resolve_missing', { caller, id, action });
      return readClient(request, id);
    },
  }),
  operation.post('/api/v1/connectors/clients/:id/poll', {
    ...pausing,
    id: 'pollConnectorClient',
    summary: 'Poll connector client now',
    description:
      'The poll begins at once, and ends after the answer; `last_polled` shows it. At most once in ten seconds ' +
      'after the last poll began (429).',
    answer: { status: 202, body: connectorClientResource, problems: problemsOf('clients.poll') },
    audit: { resource: 'connector_client' },
    async handle({ params: { id }, ...request }) {
      const { connectors, caller } = request;
      await connectors('clients.poll', { caller, id, requester: requesterOf(request) });
      return readClient(request, id);
    },
  }),
  operation.post('/api/v1/connectors/clients/:id/pause', {
    ...pausing,
    id: 'pauseConnectorClient',
    summary: 'Pause connector client',
    description:
      'Neither polls the client nor listens for it until it is resumed, and refuses writes and actions of its things ' +
      '(`client_paused`). Its things stay, and their values become unknown. A client that is already paused stays as ' +
      'it is.',
    input: {
      body: z.strictObject({
        reason: plainText.optional().meta({
          description: 'Is shown with the client.',
          example: 'The subscription has ended.',
        }),
      }),
      optionalBody: true,
    },
    answer: { status: 200, body: connectorClientResource },
    audit: { resource: 'connector_client' },
    async handle({ params: { id }, body, ...request }) {
      const { connectors, caller } = request;
      const requester = requesterOf(request);
      await connectors('clients.pause', { caller, id, ...body, requester });
      return readClient(request, id);
    },
  }),
  operation.post('/api/v1/connectors/clients/:id/resume', {
    ...pausing,
    id: 'resumeConnectorClient',
    summary: 'Resume connector client',
    description:
      'Polls a paused client at once; the first poll that succeeds makes the values of its things known again. Any ' +
      'other client stays as it is.',
    answer: { status: 200, body: connectorClientResource },
    audit: { resource: 'connector_client' },
    async handle({ params: { id }, ...request }) {
      const { connectors, caller } = request;
      await connectors('clients.resume', { caller, id, requester: requesterOf(request) });
      return readClient(request, id);
    },
  }),
  operation.get('/api/v1/connectors/clients/:id/unit_suggestions', {
    ...reading,
    id: 'listUnitSuggestions',
    summary: 'Retrieve suggestions for units',
    description:
      'The rooms, floors and homes of the remote technology: `name` and `type` for a new unit, and the ' +
      'things that belong in it.',
    answer: { status: 200, body: z.array(unitSuggestionResource) },
    async handle({ connectors, caller, params: { id }, hrefs }) {
      const rooms = await connectors('clients.rooms', { caller, id });
      return { body: rooms.map((room) => unitSuggestionToJson(room, hrefs)) };
    },
  }),
  operation.delete('/api/v1/connectors/clients/:id', {
    ...clients,
    id: 'deleteConnectorClient',
    summary: 'Delete connector client',
    description:
      'Also removes the things that the client created. While that fails, `GET` of the client has `removal`. ' +
      'What the remote technology refuses, such as to revoke a grant, is given up; with `force=true` the ' +
      'answer is 200 and says so.',
    input: { query: clientRemovalQuery },
    answer: { status: 204, others: clientRemovalAnswer, problems: problemsOf('clients.remove') },
    audit: {
      resource: 'connector_client',
      operationOf: ({ force }) => (force === 'true' ? 'forceDeleteConnectorClient' : undefined),
    },
    async handle({ params: { id }, query, ...request }) {
      const { connectors, caller, hrefs, newId, header } = request;
      if (query.dry_run) {
        const preview = await connectors('clients.preview_removal', { caller, id });
        return { status: 200, body: removalToJson(preview, hrefs) };
      }
      const requester = requesterOf(request);
      const removal = { caller, id, request: newId(), requester };
      const { given_up = [] } = await connectors('clients.remove', {
        ...removal,
        ...(query.force && { force: true }),
        ...expectedBy(header),
      });
      return query.force ? { status: 200, body: { given_up } } : {};
    },
  }),
];

/** Their agent could read secrets of somebody else that are sent through it. */
function notByEndUsers(): Problem {
  const detail = 'It cannot be changed with a token that is bound to a subject.';
  return new Problem('invalid_request', detail, { errors: [{ pointer: '/via', detail }] });
}

/** How long the address of an authorization stays the same (ms); it is valid for an hour. */
const ticketRenewalMs = 15 * 60_000;

async function readClient(
  {
    connectors,
    caller,
    bearer,
    hrefs,
  }: Pick<OperationRequest, 'connectors' | 'caller' | 'bearer' | 'hrefs'>,
  id: string,
) {
  const client = withOwnAttributes(bearer, await connectors('clients.read', { caller, id }));
  const { authorization_ticket: ticket, ...rest } = client;
  // Tickets are never the same, and one that is kept has to be replaced before it expires.
  const issued = ticket !== undefined && Math.floor(Date.now() / ticketRenewalMs);
  const { version, attributes, via } = client;
  const own =
    bearer.subject === undefined
      ? movableVersion(attributedVersion(version, attributes), via)
      : version;
  const etag = tagOf(own, [rest, issued]);
  return { body: connectorClientToJson(client, hrefs), etag };
}
