import { propertyAffordance, thingDefinition, type Thing } from '@trellis/contracts';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { count, listAnswer, pageOf, pageQuery } from '../http/list.js';
import { operation, type Operation, type OperationRequest } from '../http/operation.js';
import { describeDirectory } from '../things/directory.js';
import { describeThing } from '../things/thing-description.js';
import { issueTicket } from '../things/ticket.js';
import { references } from './resources.js';

const tag = 'Things';
const read = { tag, access: 'svc.things.read', subject: 'optional' } as const;
const admin = { tag, access: 'svc.things.admin', subject: 'optional' } as const;

const thingDescription = z
  .looseObject({ id: z.string(), title: z.string() })
  .meta({ id: 'ThingDescription', description: 'W3C Web of Things Thing Description 1.1.' });

const newThing = thingDefinition
  .extend({
    properties: z
      .record(z.string(), propertyAffordance.safeExtend({ value: z.unknown().optional() }))
      .default({}),
  })
  .meta({
    id: 'NewThing',
    example: {
      title: 'Letter box',
      properties: { full: { type: 'boolean', readOnly: true, value: false } },
    },
  });

/** Things are Thing Descriptions, whichever of the two media types is asked for. */
const mediaType = (accept: string | undefined) =>
  accept?.includes('application/td+json') ? 'application/td+json' : 'application/json';

/** Describes things to a caller, for whom their streams are open as long as its token is good. */
const describe =
  ({ hrefs, sealing, caller, bearer }: Asking) =>
  (thing: Thing) =>
    describeThing(thing, {
      hrefs,
      ticket: issueTicket(sealing, { ...caller, thing: thing.id, expires: bearer.expires }),
    });
type Asking = Pick<
  OperationRequest<string, unknown, unknown>,
  'hrefs' | 'sealing' | 'caller' | 'bearer'
>;

export const thingOperations: Operation[] = [
  operation({
    ...read,
    method: 'get',
    path: '/api/v1/things',
    summary: 'Retrieve things',
    description:
      'References; asked for `application/ld+json`, the Thing Descriptions themselves, as the ' +
      'listing of a W3C WoT Discovery directory.',
    query: z.strictObject({ ...pageQuery, limit: count(1, 1000).optional() }),
    status: 200,
    answer: references,
    async handle({ query, url, header, ...request }) {
      const { units, caller, hrefs } = request;
      const input = { caller, page: pageOf(query) };
      const address = { base: hrefs.base, url };
      if (!header('Accept')?.includes('application/ld+json')) {
        const page = await units('things.list', input);
        return listAnswer(page, address, (id) => ({ href: hrefs.thing(id) }));
      }
      const page = await units('things.describe', input);
      const answer = listAnswer(page, address, describe(request));
      return { ...answer, type: 'application/ld+json' };
    },
  }),
  operation({
    ...admin,
    method: 'post',
    path: '/api/v1/things',
    summary: 'Create thing',
    description: 'A thing of the calling app, in the list of the subject.',
    body: newThing,
    status: 201,
    answer: thingDescription,
    async handle({ body, ...request }) {
      const { units, caller, bearer, hrefs } = request;
      const id = newId();
      const { properties, ...definition } = body;
      const thing = await units('things.create', {
        caller,
        id,
        app: bearer.app,
        state: { ...definition, ...apart(properties) },
      });
      return { body: describe(request)(thing), headers: { Location: hrefs.thing(id) } };
    },
  }),
  operation({
    ...read,
    method: 'get',
    path: '/api/v1/things/:id',
    summary: 'Retrieve thing',
    status: 200,
    answer: thingDescription,
    async handle({ params, header, ...request }) {
      const { units, caller } = request;
      const thing = await units('things.read', { caller, id: params.id });
      return { body: describe(request)(thing), type: mediaType(header('Accept')) };
    },
  }),
  operation({
    ...admin,
    method: 'delete',
    path: '/api/v1/things/:id',
    summary: 'Delete thing',
    description: 'Only what an app created; a client takes its things along when it is deleted.',
    status: 204,
    problems: ['made_by_connector'],
    async handle({ units, caller, params }) {
      await units('things.remove', { caller, id: params.id });
      return {};
    },
  }),
  operation({
    tag,
    access: 'public',
    method: 'get',
    path: '/.well-known/wot',
    summary: 'Retrieve the Thing Description of the directory of things',
    description: 'W3C WoT Discovery, section 6.3.',
    status: 200,
    answer: thingDescription,
    async handle({ hrefs }) {
      return { body: describeDirectory(hrefs), type: 'application/td+json' };
    },
  }),
];

/** An affordance carries its value where an app creates it; within Trellis the two are apart. */
function apart(properties: Record<string, { value?: unknown }>) {
  const entries = Object.entries(properties);
  return {
    properties: Object.fromEntries(
      entries.map(([name, { value: _value, ...affordance }]) => [name, affordance]),
    ),
    values: Object.fromEntries(
      entries.flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])),
    ),
  };
}
