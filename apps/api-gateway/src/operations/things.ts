import {
  anyJson,
  Problem,
  propertyAffordance,
  thingDefinition,
  type Caller,
} from '@trellis/contracts';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { count, listAnswer, pageOf, pageQuery } from '../http/list.js';
import { operation, type Answer, type Operation, type Services } from '../http/operation.js';
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
      .record(z.string(), propertyAffordance.extend({ value: z.unknown().optional() }).loose())
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
  operation({
    ...read,
    method: 'get',
    path: '/api/v1/things/:id/properties/:name',
    summary: 'Read a property of a thing',
    description: 'The value alone. One that is not known is not found.',
    status: 200,
    answer: anyJson,
    async handle({ units, caller, params: { id, name } }) {
      const { values } = await units('things.read', { caller, id });
      if (!Object.hasOwn(values, name)) throw noSuch('value of this property');
      return { body: values[name] };
    },
  }),
  operation({
    ...admin,
    method: 'put',
    path: '/api/v1/things/:id/properties/:name',
    summary: 'Write a property of a thing',
    description:
      "Of a connector's thing the value goes to the remote technology. The app that made a thing " +
      'writes what it knows of it, read-only properties too.',
    body: anyJson,
    status: 204,
    problems: ['not_writable', 'not_supported', 'remote_unauthorized', 'remote_misconfigured'],
    async handle({ units, connectors, caller, bearer, params: { id, name }, body: value }) {
      const { creator, properties } = await units('things.read', { caller, id });
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (!property) throw noSuch('property');
      const byMaker = creator.kind === 'app' && creator.id === bearer.app;
      if (property.readOnly && !byMaker) throw new Problem('not_writable', 'It is read-only.');
      if (creator.kind === 'app') {
        await units('things.write', { caller, id, values: { [name]: value } });
      } else {
        const thing = { developer: caller.developer, client: creator.id, thing: id };
        await connectors('things.write', { ...thing, property: name, value }, { deadline });
      }
      return {};
    },
  }),
  operation({
    tag,
    access: 'svc.things.act',
    subject: 'optional',
    method: 'post',
    path: '/api/v1/things/:id/actions/:name',
    summary: 'Invoke an action of a thing',
    description: 'The body is the input of the action; the answer is its output.',
    body: anyJson,
    optionalBody: true,
    status: 200,
    answer: anyJson,
    problems: ['no_callback', 'not_supported', 'remote_unauthorized', 'remote_misconfigured'],
    otherAnswers: { 204: { description: 'The action is done and has no output' } },
    async handle({ params: { id, name }, body: input, ...request }) {
      return invoke(request, { id, name, input });
    },
  }),
  operation({
    tag,
    access: 'svc.things.act',
    subject: 'optional',
    method: 'post',
    path: '/api/v1/connectors/callback',
    summary: 'Take an action request for a thing of a connector',
    description: 'What `GET /connectors/callbackurl` names: routes the request to the connector.',
    body: z.object({ thing_id: z.string(), action: z.string(), input: anyJson.optional() }),
    status: 200,
    answer: anyJson,
    problems: ['no_callback', 'not_supported', 'remote_unauthorized', 'remote_misconfigured'],
    otherAnswers: { 204: { description: 'The action is done and has no output' } },
    async handle({ body: { thing_id: id, action: name, input }, ...request }) {
      return invoke(request, { id, name, input });
    },
  }),
];

/** Has the service that made a thing do one of its actions. */
async function invoke(
  { units, connectors, caller }: Pick<Services, 'units' | 'connectors'> & { caller: Caller },
  { id, name, input }: { id: string; name: string; input: unknown },
): Promise<Answer> {
  const { creator, actions } = await units('things.read', { caller, id });
  if (!Object.hasOwn(actions, name)) throw noSuch('action');
  if (creator.kind === 'app') {
    throw new Problem('no_callback', 'The app that made it has registered no callback address.');
  }
  const thing = { developer: caller.developer, client: creator.id, thing: id };
  const done = await connectors('things.invoke', { ...thing, action: name, input }, { deadline });
  return done.output === undefined ? { status: 204 } : { body: done.output };
}

/** Time for the remote technology to take a value or to act, and for the way there and back (ms). */
const deadline = 10_000;

const noSuch = (what: string) => new Problem('not_found', `The thing has no such ${what}.`);

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
