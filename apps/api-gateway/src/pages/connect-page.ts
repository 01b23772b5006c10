import { Problem } from '@trellis/contracts';
import { newAgent, pairedAgent } from '../agents/resource.js';
import { expectedBy, tagOf, invalidMember } from '@trellis/operations';
import { z } from 'zod';
import { requesterOf } from '../access/requester.js';
import type { ConnectBearer, ConnectSession } from '../access/connect-session.js';
import { answerConfiguration, shownConfigurationResource } from '../connectors/configurations.js';
import { createdClient } from '../connectors/clients.js';
import { configurationPatch, newClient } from '../connectors/inputs.js';
import { operation, type Operation, type OperationRequest, problemsOf } from '../operation.js';
import {
  connectClientResource,
  connectClientToJson,
  connectPageResource,
  connectPageToJson,
  isIncluded,
  isOffered,
  maxShownThings,
} from './connect-resource.js';
import { reference } from '../resources/reference.js';

/** Attributes are those of the app, which end users do not set. */
const connectableClient = newClient.omit({ attributes: true }).meta({
  id: 'NewConnectClient',
  example: newClient.meta()!.example,
});

/** The members of operations for the page of a connect session, which has no access token. */
const page = { tag: 'Connect', access: { scope: 'connect session', subject: 'required' } } as const;

export const connectPageOperations: Operation[] = [
  operation.get('/api/v1/connect/session', {
    ...page,
    id: 'getConnectSession',
    summary: 'Retrieve what can be connected',
    description:
      'The technologies that the session offers, and what the subject has connected already.',
    answer: { status: 200, body: connectPageResource },
    async handle({ connectors, descriptions, ...request }) {
      const { session, caller } = within(request);
      const [overview, all] = await Promise.all([
        connectors('connect.overview', { caller }),
        descriptions(caller.developer),
      ]);
      return { body: connectPageToJson(session, overview, all) };
    },
  }),
  operation.post('/api/v1/connect/clients', {
    ...page,
    id: 'createConnectClient',
    summary: 'Connect a technology',
    description:
      'Creates a connector client of the subject. Where the subject has to authorize it, polls wait for that.',
    input: { body: connectableClient },
    answer: { status: 201, body: createdClient, problems: problemsOf('clients.create') },
    audit: { resource: 'connector_client' },
    async handle({ connectors, sealing, body, newId, ...request }) {
      const { session, caller } = within(request);
      if (!isOffered(session, body.connector_type_id)) {
        const detail = 'The session does not offer this technology.';
        throw invalidMember('/connector_type_id', detail, detail);
      }
      const id = newId();
      const configuration = sealing.seal(bindingOf(caller, id), body.configuration);
      const given = { ...body, caller, id, configuration };
      await connectors('clients.create', { ...given, by_end_user: true });
      return { body: { client_id: id } };
    },
  }),
  operation.post('/api/v1/connect/agents', {
    ...page,
    id: 'createConnectAgent',
    summary: 'Begin to connect a home',
    description:
      'Creates an agent of the subject, with the code with which the program in the home is paired within ten minutes. One ' +
      'that was begun under this name, and not paired, gets another code.',
    input: { body: newAgent },
    answer: { status: 201, body: pairedAgent, problems: problemsOf('agents.create') },
    audit: { resource: 'agent' },
    async handle({ connectors, body: { name }, newId, ...request }) {
      const { session, caller } = within(request);
      if (session.client !== undefined)
        throw new Problem('not_found', 'There is nothing to connect.');
      const left = { caller, state: 'unpaired', page: { limit: 20 } } as const;
      const { items } = await connectors('agents.list', left);
      const begun = items.find((agent) => agent.name === name);
      if (begun) {
        const pairing = await connectors('agents.issue_code', { caller, id: begun.id });
        return { body: { id: begun.id, name, pairing } };
      }
      const { agent, pairing } = await connectors('agents.create', { caller, id: newId(), name });
      return { body: { id: agent.id, name: agent.name, pairing } };
    },
  }),
  operation.delete('/api/v1/connect/agents/:id', {
    ...page,
    id: 'deleteConnectAgent',
    summary: 'Remove a home',
    description:
      'Ends the connection of the agent, and its key is worth nothing any more. Clients that use it stay, and reach ' +
      'nothing until they have another one.',
    answer: { status: 204 },
    audit: { resource: 'agent' },
    async handle({ connectors, params: { id }, ...request }) {
      const { session, caller } = within(request);
      if (session.client !== undefined) throw new Problem('not_found', 'There is no such agent.');
      await connectors('agents.remove', { caller, id });
    },
  }),
  operation.get('/api/v1/connect/clients/:id', {
    ...page,
    id: 'getConnectClient',
    summary: 'Retrieve the state of a connection',
    description:
      'Its status, with the error of the last poll if that failed, and the first of its things.',
    answer: { status: 200, body: connectClientResource },
    async handle({ params: { id }, ...request }) {
      return readClient(request, id);
    },
  }),
  operation.get('/api/v1/connect/clients/:id/configuration', {
    ...page,
    id: 'getConnectConfiguration',
    summary: 'Retrieve what was entered for a connection',
    description: 'Its configuration without the secrets.',
    answer: { status: 200, body: shownConfigurationResource },
    async handle({ params: { id }, ...request }) {
      await readClient(request, id);
      return answerConfiguration(request, id);
    },
  }),
  operation.patch('/api/v1/connect/clients/:id', {
    ...page,
    id: 'updateConnectClient',
    summary: 'Correct a connection',
    description:
      'Changes the configuration by a JSON Merge Patch (RFC 7396) once a poll with the new one has succeeded; ' +
      'until then, and if it fails, the old one stays.',
    input: { body: configurationPatch },
    answer: { status: 200, body: connectClientResource, problems: problemsOf('clients.update') },
    audit: { resource: 'connector_client' },
    async handle({ params: { id }, body, ...request }) {
      await readClient(request, id);
      const { caller } = within(request);
      const patch = request.sealing.seal(bindingOf(caller, id), body.configuration);
      const expected = expectedBy(request.header);
      await request.connectors('clients.update', {
        caller,
        id,
        patch,
        by_end_user: true,
        requester: requesterOf(request),
        ...expected,
      });
      return readClient(request, id);
    },
  }),
  operation.post('/api/v1/connect/clients/:id/poll', {
    ...page,
    id: 'pollConnectClient',
    summary: 'Try a connection again',
    description: 'Polls it at once; at most once in ten seconds after the last poll began (429).',
    answer: { status: 202, body: connectClientResource, problems: problemsOf('clients.poll') },
    audit: { resource: 'connector_client' },
    async handle({ params: { id }, ...request }) {
      await readClient(request, id);
      const requester = requesterOf(request);
      await request.connectors('clients.poll', { caller: request.caller, id, requester });
      return readClient(request, id);
    },
  }),
  operation.post('/api/v1/connect/clients/:id/authorization', {
    ...page,
    id: 'beginConnectAuthorization',
    summary: 'Authorize a connection',
    description:
      'Where the browser has to go so that the subject authorizes the connection, for the first time or again. It ' +
      'returns to the page with `client_id`, and `status=authorized` or `error`.',
    input: {
      body: z.strictObject({
        accept_other_account: z
          .boolean()
          .optional()
          .describe('Whether the account at the vendor may be another one than before.'),
        prompt: z
          .enum(['login'])
          .optional()
          .describe('Makes the vendor ask for the account again, if it supports that.'),
      }),
      optionalBody: true,
    },
    answer: { status: 200, body: reference, problems: problemsOf('connect.authorize') },
    async handle({ params: { id }, body, ...request }) {
      await readClient(request, id);
      const { connectors, caller, hrefs } = request;
      const return_to = hrefs.connect();
      const { ticket } = await connectors('connect.authorize', { caller, id, return_to });
      const href = new URL(hrefs.authorization(ticket));
      for (const [name, value] of Object.entries({ ...body })) {
        href.searchParams.set(name, String(value));
      }
      return { body: { href: href.href }, headers: { 'Cache-Control': 'no-store' } };
    },
  }),
];

/** Returns the session of a request, and the subject that it acts for. */
function within({ bearer, caller }: Pick<OperationRequest, 'bearer' | 'caller'>): {
  session: ConnectSession;
  caller: { developer: string; subject: string };
} {
  return {
    session: (bearer as ConnectBearer).connect,
    caller: { ...caller, subject: caller.subject! },
  };
}

const bindingOf = ({ developer }: { developer: string }, id: string) =>
  ({ purpose: 'clients.configuration', developer, id }) as const;

type ReadNeeds = Pick<
  OperationRequest,
  'bearer' | 'caller' | 'connectors' | 'units' | 'descriptions'
>;

/** Returns a client that the session includes; any other is not found. */
async function readClient(
  { connectors, units, descriptions, ...request }: ReadNeeds,
  id: string,
): Promise<{ body: z.output<typeof connectClientResource>; etag: string }> {
  const { session, caller } = within(request);
  const [client, all] = await Promise.all([
    connectors('clients.read', { caller, id }),
    descriptions(caller.developer),
  ]);
  const type = all.find((description) => description.id === client.connector)?.type_id ?? '';
  if (!isIncluded(session, { id: client.id, type })) {
    throw new Problem('not_found', 'There is no such connector client.');
  }
  const ids = client.mappings.slice(0, maxShownThings).map(({ thing_id }) => thing_id);
  const shown = ids.length > 0 && (await units('things.show', { caller, ids, view: 'values' }));
  const body = connectClientToJson(client, { type, things: shown ? shown.things : [] });
  // What a correction changes is the configuration.
  return { body, etag: tagOf(client.version, body) };
}
