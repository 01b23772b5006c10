import {
  anyJson,
  type Caller,
  withOnlyRole,
  Problem,
  requireExpected,
  type Thing,
  versionOf,
  wrongExistence,
} from '@trellis/contracts';
import {
  entityTagOf,
  prefersRepresentation,
  representation,
  requiredBy,
  waitPreference,
  writePreference,
} from '@trellis/operations';
import { z } from 'zod';
import {
  interact,
  interactionTimeoutMs,
  propertyValues,
  requireAllWritable,
  requireInvocable,
  requireTransitions,
  requireWritable,
  transitionQuery,
} from './interact.js';
import { batchResource, batchToJson, interactionResource, interactionToJson } from './resource.js';
import { requesterOf } from '../access/requester.js';
import { operation, type Operation, problemsOf, type Services } from '../operation.js';
import { roleQuery } from '../things/list.js';
import { lastModified } from '../things/thing-description.js';

const tag = 'Things';
const read = { tag, access: { scope: 'svc.things.read', subject: 'optional' } } as const;
const act = { tag, access: { scope: 'svc.things.act', subject: 'optional' } } as const;

const accepted = {
  description:
    'It takes longer; `Location` leads to the outcome. `Prefer: wait=<seconds>` or `respond-async` ' +
    '(RFC 7240) sets how long to wait, 5 seconds by default and 20 at most.',
  body: interactionResource,
};
const unconfirmed = {
  description:
    'Not reported by the device yet. If the interaction is `completed`, the technology has accepted the write; the ' +
    '`target` of the property and the event `target_changed` say whether the device follows. ' +
    '`Prefer: wait=<seconds>` or `respond-async` (RFC 7240) sets how long to wait, 5 seconds by default and 20 at most.',
  body: interactionResource,
};
const noOutput = { description: 'Done, without output' };

/** The problems with which a remote technology, or an app, can end an interaction. */
const remoteProblems = [
  'device_unavailable',
  'remote_unauthorized',
  'remote_misconfigured',
  'another_device',
  'remote_rejected',
  'outcome_unknown',
] as const;
const actionProblems = [...problemsOf('interactions.start'), ...remoteProblems] as const;

const writeProblems = [
  ...problemsOf('things.write'),
  ...(['not_writable', 'not_supported', 'client_paused', 'quota_exceeded'] as const),
  ...remoteProblems,
] as const;

const knownValues = z.record(z.string(), anyJson).meta({ id: 'PropertyValues' });

const actionRequest = z
  .strictObject({ thing_id: z.string(), action: z.string(), input: anyJson.optional() })
  .meta({ id: 'ActionRequest' });

export const interactionOperations: Operation[] = [
  operation.get('/api/v1/things/:id/properties', {
    ...read,
    id: 'readThingProperties',
    summary: 'Read all properties of a thing',
    description:
      'Current values by the names of properties, as they were last observed. Those that are not known, or ' +
      'can only be written, are left out.',
    input: { query: z.strictObject(roleQuery) },
    answer: { status: 200, body: knownValues },
    async handle({ units, caller, params, query }) {
      const thing = withOnlyRole(await units('things.read', { caller, id: params.id }), query.role);
      const body = knownValuesOf(thing);
      return { body, headers: lastModified(thing, Object.keys(body)) };
    },
  }),
  operation.put('/api/v1/things/:id/properties', {
    ...act,
    id: 'writeThingProperties',
    summary: 'Write several properties of a thing',
    description:
      'Values by the names of properties; others stay as they are. Nothing is sent if one is refused. They go to the ' +
      'remote technology in one request where it can take them together, otherwise one after the other; a problem ' +
      'then names those that were `written` before it. Each is the `target` of its property until the device reports ' +
      'it; 204 means that it has reported all.',
    input: {
      query: z.strictObject(transitionQuery),
      body: propertyValues.meta({ id: 'NewPropertyValues', example: { on: true, brightness: 40 } }),
      headers: { Prefer: writePreference },
    },
    answer: {
      status: 204,
      others: {
        200: {
          description: 'The values that are known, with `Prefer: return=representation`',
          body: knownValues,
        },
        202: unconfirmed,
      },
      problems: writeProblems,
    },
    limits: { timeoutMs: interactionTimeoutMs },
    audit: { resource: 'thing' },
    async handle({ params: { id }, body: values, query: { transition }, ...request }) {
      const { units, change, caller, bearer, header } = request;
      const thing = await units('things.read', { caller, id });
      await requireAllWritable(thing, { values, app: bearer.app });
      requireTransitions(thing, Object.keys(values), transition);
      const { exists, expected } = requiredBy(header);
      if (exists === false) throw wrongExistence(true);
      const tag = entityTagOf({ isVersioned: true }, JSON.stringify(knownValuesOf(thing)));
      requireExpected(tag!, expected);
      if (thing.creator.kind === 'app') {
        await change('things.write', { caller, id, values, requester: requesterOf(request) });
      } else {
        const operation = 'writemultipleproperties';
        const answer = await interact(request, thing, {
          operation,
          input: values,
          transitionSeconds: transition,
          idempotent: false,
        });
        if (answer.status === 202) return answer;
      }
      if (!prefersRepresentation(header)) return;
      return representation(knownValuesOf(await units('things.read', { caller, id })));
    },
  }),
  operation.get('/api/v1/things/:id/properties/:name', {
    ...read,
    id: 'readThingProperty',
    summary: 'Read a property of a thing',
    description:
      'The value alone; `Last-Modified` is when it was first observed. A property without a known value is ' +
      'not found.',
    answer: { status: 200, body: anyJson },
    async handle({ units, caller, params: { id, name } }) {
      const thing = await units('things.read', { caller, id });
      const headers = lastModified(thing, [name]);
      if (isKnown(thing, name)) return { ...valueAnswer(thing, name), headers };
      throw new Problem('not_found', 'The property does not exist or has no known value.');
    },
  }),
  operation.put('/api/v1/things/:id/properties/:name', {
    ...act,
    id: 'writeThingProperty',
    summary: 'Write a property of a thing',
    description:
      "The value for a connector's thing goes to the remote technology. It is the `target` of the property until the " +
      'device reports it; 204 means that it has. The app that created a thing writes what it knows of it, read-only properties included.',
    input: {
      query: z.strictObject(transitionQuery),
      body: anyJson,
      headers: { Prefer: writePreference },
    },
    answer: {
      status: 204,
      others: {
        200: {
          description: 'The current value, with `Prefer: return=representation`',
          body: anyJson,
        },
        202: unconfirmed,
      },
      problems: writeProblems,
    },
    limits: { timeoutMs: interactionTimeoutMs },
    audit: { resource: 'thing' },
    async handle({ params: { id, name }, body: input, query, ...request }) {
      const { units, change, caller, bearer, header } = request;
      const { transition: transitionSeconds } = query;
      const thing = await units('things.read', { caller, id });
      requireWritable(thing, { name, value: input, app: bearer.app });
      requireTransitions(thing, [name], transitionSeconds);
      const { exists, expected } = requiredBy(header);
      const known = isKnown(thing, name);
      if (exists !== undefined && exists !== known) throw wrongExistence(known);
      requireExpected(known ? versionOf(thing.values[name]) : '', expected);
      if (thing.creator.kind === 'app') {
        const requester = requesterOf(request);
        const values = { [name]: input };
        await change('things.write', { caller, id, values, expected, requester });
      } else {
        const answer = await interact(request, thing, {
          operation: 'writeproperty',
          name,
          input,
          transitionSeconds,
          idempotent: false,
        });
        if (answer.status === 202) return answer;
      }
      if (!prefersRepresentation(header)) return;
      const written = await units('things.read', { caller, id });
      if (!isKnown(written, name)) return;
      const { body, etag } = valueAnswer(written, name);
      return { ...representation(body), etag };
    },
  }),
  operation.post('/api/v1/things/:id/actions/:name', {
    ...act,
    id: 'invokeAction',
    summary: 'Invoke an action of a thing',
    description:
      'The body is the input of the action; the answer is its output. One that takes longer goes on after ' +
      '202; without an `Idempotency-Key`, a repetition performs it again.',
    input: { body: anyJson, headers: { Prefer: waitPreference }, optionalBody: true },
    answer: {
      status: 200,
      body: anyJson,
      problems: actionProblems,
      others: { 202: accepted, 204: noOutput },
    },
    limits: { timeoutMs: interactionTimeoutMs },
    audit: { resource: 'thing' },
    async handle({ params: { id, name }, body: input, ...request }) {
      const { thing, requested } = await prepareAction(request, { id, name, input });
      return interact(request, thing, requested);
    },
  }),
  operation.post('/api/v1/connectors/callback', {
    ...act,
    id: 'requestAction',
    summary: 'Take an action request for a thing of a connector',
    description:
      'The address in `GET /connectors/callbackurl`: routes the request to the connector.',
    input: {
      body: actionRequest,
      headers: { Prefer: waitPreference },
      bareIds: ({ thing_id, ...body }, { resource }) => ({ thing_id: resource(thing_id), ...body }),
    },
    answer: {
      status: 200,
      body: anyJson,
      // Not found: the thing or its action, which the body names.
      problems: ['not_found', ...actionProblems],
      others: { 202: accepted, 204: noOutput },
    },
    limits: { timeoutMs: interactionTimeoutMs },
    audit: { resource: 'thing', touches: ({ thing_id, action }) => ({ ids: [thing_id, action] }) },
    async handle({ body: { thing_id: id, action: name, input }, ...request }) {
      const { thing, requested } = await prepareAction(request, { id, name, input });
      return interact(request, thing, requested);
    },
  }),
  operation.get('/api/v1/interactions/:id', {
    tag,
    access: { scope: ['svc.things.read', 'svc.things.act'], subject: 'optional' },
    id: 'getInteraction',
    summary: 'Retrieve the outcome of a write or an action',
    description: 'Kept for a day after it has ended. Of many things, how far they have come.',
    answer: { status: 200, body: z.union([interactionResource, batchResource]) },
    async handle({ connectors, caller, params: { id }, hrefs }) {
      const interaction = await connectors('interactions.read', { caller, id }).catch(
        noneIfUnknown,
      );
      if (interaction) return { body: interactionToJson(interaction, hrefs) };
      return { body: batchToJson(await connectors('batches.read', { caller, id }), hrefs) };
    },
  }),
];

function knownValuesOf({ values, properties }: Thing): Record<string, unknown> {
  const readable = Object.entries(values).filter(([name]) => !properties[name]?.writeOnly);
  return Object.fromEntries(readable);
}

const isKnown = ({ values, properties }: Thing, name: string): boolean =>
  Object.hasOwn(values, name) && !properties[name]?.writeOnly;

const valueAnswer = ({ values }: Thing, name: string) => ({
  body: values[name],
  etag: versionOf(values[name]),
});

/** Finds the thing and its action, and checks the input by the action's data schema. */
async function prepareAction(
  { units, caller }: Pick<Services, 'units'> & { caller: Caller },
  { id, name, input }: { id: string; name: string; input: unknown },
) {
  const thing = await units('things.read', { caller, id });
  const { idempotent } = requireInvocable(thing, { name, input });
  return { thing, requested: { operation: 'invokeaction' as const, name, input, idempotent } };
}

function noneIfUnknown(error: unknown): undefined {
  if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
}
