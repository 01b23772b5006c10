import { anyJson, interaction, Problem, type Caller, type Thing } from '@trellis/contracts';
import { z } from 'zod';
import { operation, type Operation, type Services } from '../http/operation.js';
import { requireConforming } from '../things/data-schema.js';
import { interact, showInteraction } from '../things/interaction.js';
import { reference } from './resources.js';

const tag = 'Things';
const read = { tag, access: 'svc.things.read', subject: 'optional' } as const;
const act = { tag, access: 'svc.things.act', subject: 'optional' } as const;

const interactionResource = interaction
  .omit({ thing: true, problem: true })
  .extend({
    href: z.url(),
    thing: reference,
    output: anyJson.optional(),
    problem: z.looseObject({}).optional().meta({ description: 'RFC 9457' }),
  })
  .meta({ id: 'Interaction' });

const accepted = {
  description:
    'It takes longer; `Location` leads to what becomes of it. `Prefer: wait=<seconds>` or ' +
    '`respond-async` (RFC 7240) says how long to wait, 5 seconds by default and 20 at the most.',
  answer: interactionResource,
};

const remoteProblems = [
  ...(['no_callback', 'not_supported', 'remote_unauthorized', 'remote_misconfigured'] as const),
  ...(['remote_rejected', 'outcome_unknown'] as const),
];

export const interactionOperations: Operation[] = [
  operation({
    ...read,
    method: 'get',
    path: '/api/v1/things/:id/properties',
    summary: 'Read all properties of a thing',
    status: 200,
    answer: z.record(z.string(), z.unknown()),
    async handle({ units, caller, params }) {
      const { values, properties } = await units('things.read', { caller, id: params.id });
      const readable = Object.entries(values).filter(([name]) => !properties[name]?.writeOnly);
      return { body: Object.fromEntries(readable) };
    },
  }),
  operation({
    ...read,
    method: 'get',
    path: '/api/v1/things/:id/properties/:name',
    summary: 'Read a property of a thing',
    description: 'The value alone. One that is not known is not found.',
    status: 200,
    answer: anyJson,
    async handle({ units, caller, params: { id, name } }) {
      const { values, properties } = await units('things.read', { caller, id });
      if (!Object.hasOwn(values, name) || properties[name]?.writeOnly) {
        throw noSuch('value of this property');
      }
      return { body: values[name] };
    },
  }),
  operation({
    tag,
    access: 'svc.things.admin',
    subject: 'optional',
    method: 'put',
    path: '/api/v1/things/:id/properties/:name',
    summary: 'Write a property of a thing',
    description:
      "Of a connector's thing the value goes to the remote technology. The app that made a thing " +
      'writes what it knows of it, read-only properties too.',
    body: anyJson,
    status: 204,
    otherAnswers: { 202: accepted },
    problems: ['not_writable', ...remoteProblems],
    async handle({ params: { id, name }, body: value, ...request }) {
      const { units, caller, bearer } = request;
      const thing = await units('things.read', { caller, id });
      const property = Object.hasOwn(thing.properties, name) ? thing.properties[name] : undefined;
      if (!property) throw noSuch('property');
      const byMaker = thing.creator.kind === 'app' && thing.creator.id === bearer.app;
      if (property.readOnly && !byMaker) throw new Problem('not_writable', 'It is read-only.');
      requireConforming(value, property);
      if (thing.creator.kind === 'app') {
        await units('things.write', { caller, id, values: { [name]: value } });
        return {};
      }
      const asked = { operation: 'writeproperty', name, input: value, idempotent: false } as const;
      return interact(request, thing, asked);
    },
  }),
  operation({
    ...act,
    method: 'post',
    path: '/api/v1/things/:id/actions/:name',
    summary: 'Invoke an action of a thing',
    description: 'The body is the input of the action; the answer is its output.',
    body: anyJson,
    optionalBody: true,
    status: 200,
    answer: anyJson,
    problems: remoteProblems,
    otherAnswers: { 202: accepted, 204: { description: 'It is done and has no output' } },
    async handle({ params: { id, name }, body: input, ...request }) {
      return interact(request, ...(await actionOf(request, { id, name, input })));
    },
  }),
  operation({
    ...act,
    method: 'post',
    path: '/api/v1/connectors/callback',
    summary: 'Take an action request for a thing of a connector',
    description: 'What `GET /connectors/callbackurl` names: routes the request to the connector.',
    body: z.object({ thing_id: z.string(), action: z.string(), input: anyJson.optional() }),
    status: 200,
    answer: anyJson,
    problems: remoteProblems,
    otherAnswers: { 202: accepted, 204: { description: 'It is done and has no output' } },
    async handle({ body: { thing_id: id, action: name, input }, ...request }) {
      return interact(request, ...(await actionOf(request, { id, name, input })));
    },
  }),
  operation({
    ...read,
    method: 'get',
    path: '/api/v1/interactions/:id',
    summary: 'Retrieve what has become of a write or an action',
    description: 'Kept for a day after it has ended.',
    status: 200,
    answer: interactionResource,
    async handle({ connectors, caller, params: { id }, hrefs }) {
      return {
        body: showInteraction(await connectors('interactions.read', { caller, id }), hrefs),
      };
    },
  }),
];

/** The thing, and what is asked of it: one of its actions, with an input that it takes. */
async function actionOf(
  { units, caller }: Pick<Services, 'units'> & { caller: Caller },
  { id, name, input }: { id: string; name: string; input: unknown },
) {
  const thing: Thing = await units('things.read', { caller, id });
  const action = Object.hasOwn(thing.actions, name) ? thing.actions[name] : undefined;
  if (!action) throw noSuch('action');
  if (action.input && (input !== undefined || action.input.required)) {
    requireConforming(input, action.input);
  }
  const idempotent = action.idempotent ?? false;
  return [thing, { operation: 'invokeaction', name, input, idempotent }] as const;
}

const noSuch = (what: string) => new Problem('not_found', `The thing has no such ${what}.`);
