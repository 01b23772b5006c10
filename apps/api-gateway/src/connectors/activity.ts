import {
  clientOperation,
  maxDebugMinutes,
  operationKind,
  operationOutcome,
  operationRequest,
  plainText,
  type ClientOperation,
  type OperationFilter,
} from '@trellis/contracts';
import {
  canonicalId,
  idForm,
  lastEventId,
  listAnswer,
  pageOf,
  requireSubject,
  scanQuery,
} from '@trellis/operations';
import { z } from 'zod';
import { requesterFor } from '../access/requester.js';
import { operation, type Operation, type OperationRequest } from '../operation.js';
import { reference } from '../resources/reference.js';
import { streamOperations } from './stream-operations.js';

const activity = {
  tag: 'Activity',
  access: { scope: 'svc.connector.read', subject: 'optional' },
} as const;

const { shape } = clientOperation;

export const operationResource = clientOperation
  .omit({ position: true, client: true })
  .extend({
    client: reference.optional().describe('Absent for a trial.'),
    code: shape.code.describe('Why it failed.'),
    count: shape.count.describe('How often it ran on this day (UTC) and ended in this way.'),
    runs: shape.runs.describe('The last runs, newest first.'),
    has_requests: shape.has_requests.describe('Whether `GET /activity/{id}` shows its requests.'),
  })
  .meta({
    id: 'ClientOperation',
    description:
      'Something that was done for a connector client. Repetitions on the same day that end in the same way are one ' +
      'operation, unless the client is debugged.',
  });

export const operationWithRequests = operationResource
  .extend({
    requests: z
      .array(operationRequest.meta({ id: 'RecordedRequest' }))
      .describe(
        'What was sent to the technology and received in the last run that was recorded, without secrets: the first 10 ' +
          'and the last 20 requests, and the last message of each topic.',
      ),
  })
  .meta({ id: 'ClientOperationWithRequests' });

export const operationToJson = (
  { position: _position, client, runs, ...shown }: ClientOperation,
  { hrefs, bearer }: Pick<OperationRequest, 'hrefs' | 'bearer'>,
): z.output<typeof operationResource> => ({
  ...shown,
  runs: runs.map((run) => ({ ...run, started_by: requesterFor(bearer, run.started_by) })),
  ...(client !== undefined && { client: { href: hrefs.client(client) } }),
});

const instant = z.iso
  .datetime({ offset: true })
  .transform((time) => Date.parse(time))
  .optional();

const ofClientQuery = {
  kind: operationKind.optional().describe('Operations of this kind.'),
  outcome: operationOutcome.optional().describe('Operations that ended in this way.'),
  code: plainText.optional().describe('Operations that failed with this code.'),
  q: plainText.max(200).optional().describe('A text in an address or an error.'),
  from: instant.meta({ description: 'Operations of this time and later ones.', type: 'string' }),
  to: instant.meta({ description: 'Operations before this time.', type: 'string' }),
};

const ofAccountQuery = {
  ...ofClientQuery,
  client: idForm.optional().describe('Operations of this client.'),
  subject: idForm.optional().describe('Operations of the clients of this subject.'),
  connector_type_id: plainText.optional().describe('Operations of clients of this type.'),
};

type AccountQuery = z.output<z.ZodObject<typeof ofAccountQuery>>;

function toFilter(
  { q, client, subject, ...query }: AccountQuery,
  { idForms }: Pick<OperationRequest, 'idForms'>,
): OperationFilter {
  return {
    ...query,
    ...(q !== undefined && { text: q }),
    ...(client !== undefined && { client: canonicalId(idForms.named(client)) }),
    ...(subject !== undefined && { subject: requireSubject(idForms, subject, '/query/subject') }),
  };
}

export const activityOperations: Operation[] = [
  operation.get('/api/v1/activity', {
    ...activity,
    id: 'listOperations',
    summary: 'Retrieve activity',
    description:
      'The polls, listening sessions, writes, actions and other operations of connector clients, the last ones first: ' +
      'failures with their requests, successes as counters with the last few. Kept for 14 days unless the operator ' +
      'decides otherwise.',
    input: { query: z.strictObject({ ...ofAccountQuery, ...scanQuery }) },
    answer: { status: 200, body: z.array(operationResource) },
    async handle({ connectors, caller, query, hrefs, bearer, url, ...request }) {
      const { limit: _limit, cursor: _cursor, ...conditions } = query;
      const filter = toFilter(conditions, request);
      const found = await connectors('operations.list', { caller, page: pageOf(query), filter });
      return listAnswer(found, { base: hrefs.base, url }, (one) =>
        operationToJson(one, { hrefs, bearer }),
      );
    },
  }),
  operation.get('/api/v1/activity/stream', {
    ...activity,
    id: 'followOperations',
    summary: 'Follow activity',
    description:
      'Server-sent events: each operation as it is stored, and again when it is repeated. `Last-Event-ID` continues ' +
      'after one of the latest 200.',
    input: { headers: { 'Last-Event-ID': lastEventId }, query: z.strictObject(ofAccountQuery) },
    answer: { status: 200, events: operationResource },
    handle: async ({ query, ...request }) => {
      const filter = toFilter(query, request);
      return {
        stream: streamOperations(request, filter, (one) => operationToJson(one, request)),
      };
    },
  }),
  operation.get('/api/v1/activity/:id', {
    ...activity,
    id: 'getOperation',
    summary: 'Retrieve an operation',
    description: 'With what was sent to the technology and received.',
    answer: { status: 200, body: operationWithRequests },
    handle: async ({ params: { id }, ...request }) => ({
      body: await readOperationOf(request, id),
    }),
  }),
  operation.get('/api/v1/connectors/clients/:id/activity', {
    ...activity,
    id: 'listClientOperations',
    summary: 'Retrieve activity of a connector client',
    description: 'As `GET /activity`, also of a client that was deleted.',
    input: { query: z.strictObject({ ...ofClientQuery, ...scanQuery }) },
    answer: { status: 200, body: z.array(operationResource) },
    async handle({ connectors, caller, params: { id }, query, hrefs, bearer, url, ...request }) {
      const { limit: _limit, cursor: _cursor, ...conditions } = query;
      const filter = { ...toFilter(conditions, request), client: id };
      const found = await connectors('operations.list', { caller, page: pageOf(query), filter });
      return listAnswer(found, { base: hrefs.base, url }, (one) =>
        operationToJson(one, { hrefs, bearer }),
      );
    },
  }),
  operation.post('/api/v1/connectors/clients/:id/debug', {
    ...activity,
    access: { scope: 'svc.connector', subject: 'optional' },
    id: 'debugConnectorClient',
    summary: 'Debug connector client',
    description:
      'Records each operation of the client on its own, with all requests, for some minutes; 0 ends that.',
    input: {
      body: z.strictObject({
        minutes: z.number().int().min(0).max(maxDebugMinutes).default(maxDebugMinutes),
      }),
    },
    answer: {
      status: 200,
      body: z.object({ until: z.iso.datetime().nullable() }).meta({ id: 'Debugging' }),
    },
    audit: { resource: 'connector_client' },
    async handle({ connectors, caller, params: { id }, body: { minutes } }) {
      return { body: await connectors('clients.debug', { caller, id, minutes }) };
    },
  }),
];

/** Reads an operation with its requests, as the interface shows it. */
export async function readOperationOf(
  {
    connectors,
    caller,
    ...shown
  }: Pick<OperationRequest, 'connectors' | 'caller' | 'hrefs' | 'bearer'>,
  id: string,
): Promise<z.output<typeof operationWithRequests>> {
  const { requests, ...found } = await connectors('operations.read', { caller, id });
  return { ...operationToJson(found, shown), requests };
}
