import { propertyAffordance, thingDefinition } from '@trellis/contracts';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { count, listAnswer, pageOf, pageQuery } from '../http/list.js';
import { operation, type Operation } from '../http/operation.js';
import { describeThing } from '../things/thing-description.js';
import { references } from './resources.js';

const tag = 'Things';
const read = { tag, access: 'svc.things.read', subject: 'optional' } as const;
const admin = { tag, access: 'svc.things.admin', subject: 'optional' } as const;

const thingDescription = z
  .looseObject({ id: z.string(), title: z.string() })
  .meta({ id: 'ThingDescription', description: 'W3C Web of Things Thing Description 1.1.' });

const values = z.record(z.string(), z.unknown());

const newThing = thingDefinition
  .extend({
    properties: z
      .record(z.string(), propertyAffordance.extend({ value: z.unknown() }).loose())
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
    async handle({ units, caller, query, hrefs, url, header }) {
      const input = { caller, page: pageOf(query) };
      const address = { base: hrefs.base, url };
      if (!header('Accept')?.includes('application/ld+json')) {
        const page = await units('things.list', input);
        return listAnswer(page, address, (id) => ({ href: hrefs.thing(id) }));
      }
      const page = await units('things.describe', input);
      const answer = listAnswer(page, address, (thing) => describeThing(thing, hrefs));
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
    async handle({ units, caller, bearer, body, hrefs }) {
      const id = newId();
      const { properties, ...definition } = body;
      const thing = await units('things.create', {
        caller,
        id,
        app: bearer.app,
        state: { ...definition, ...apart(properties) },
      });
      return { body: describeThing(thing, hrefs), headers: { Location: hrefs.thing(id) } };
    },
  }),
  operation({
    ...read,
    method: 'get',
    path: '/api/v1/things/:id',
    summary: 'Retrieve thing',
    status: 200,
    answer: thingDescription,
    async handle({ units, caller, params, hrefs, header }) {
      const thing = await units('things.read', { caller, id: params.id });
      return { body: describeThing(thing, hrefs), type: mediaType(header('Accept')) };
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
    ...read,
    method: 'get',
    path: '/api/v1/things/:id/properties',
    summary: 'Read all properties of a thing',
    status: 200,
    answer: values,
    async handle({ units, caller, params }) {
      return { body: (await units('things.read', { caller, id: params.id })).values };
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
