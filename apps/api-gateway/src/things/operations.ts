import {
  type AffordanceRole,
  type Thing,
  withOnlyRole,
  jsonPointer,
  thingVersion,
} from '@trellis/contracts';
import {
  answerPatch,
  changedAnswer,
  expectedBy,
  pageOf,
  tagOf,
  walkQuery,
  invalidMember,
} from '@trellis/operations';
import { z } from 'zod';
import { requireOwnAttributes, withOwnAttributes } from '../access/attributes.js';
import { operation, type Operation, type OperationRequest, problemsOf } from '../operation.js';
import { directoryOf } from './directory.js';
import { checkListQuery, hasConditions, listThingsBy, thingFilterQuery } from './filter.js';
import {
  answerThings,
  descriptionsAnswer,
  roleQuery,
  taggedThingToJson,
  thingList,
  thingToJson,
  wantsDescriptions,
} from './list.js';
import { directoryResource, newThing, postedThing, thingPatch, thingResource } from './resource.js';

const tag = 'Things';
const read = { tag, access: { scope: 'svc.things.read', subject: 'optional' } } as const;
const admin = { tag, access: { scope: 'svc.things.admin', subject: 'optional' } } as const;

/** Media type of Thing Descriptions (section 8). */
const tdJson = 'application/td+json';

export const thingOperations: Operation[] = [
  operation.get('/api/v1/things', {
    ...read,
    id: 'listThings',
    summary: 'Retrieve things',
    description:
      'References; with `Accept: application/ld+json` the Thing Descriptions themselves, as the ' +
      'listing of a W3C WoT Discovery directory. Conditions select things that meet all of them.',
    input: {
      query: z
        .strictObject({ ...walkQuery, ...thingFilterQuery, ...thingList.query })
        .superRefine(checkListQuery),
    },
    answer: {
      status: 200,
      body: thingList.answer,
      otherMediaTypes: thingList.otherMediaTypes,
      problems: problemsOf('units.things_below'),
    },
    async handle({ query, ...request }) {
      const { units, caller, header, bearer } = request;
      const { view, role } = query;
      const page = pageOf(query);
      if (wantsDescriptions(header, view) && !hasConditions(query)) {
        const { items, next } = await units('things.describe', { caller, page });
        const shown = items.map((thing) => withOwnAttributes(bearer, withOnlyRole(thing, role)));
        return descriptionsAnswer(request, { items: shown, next });
      }
      return answerThings(request, { page, view, role, list: listThingsBy(request, query) });
    },
  }),
  operation.post('/api/v1/things', {
    ...admin,
    id: 'createThing',
    summary: 'Create thing',
    description:
      'A thing of the calling app, in the list of the subject. Further terms of Thing Descriptions, and those with a ' +
      'prefix, are ignored.',
    input: { body: postedThing, describedBody: newThing },
    answer: { status: 201, body: thingResource, problems: problemsOf('things.create') },
    audit: { resource: 'thing' },
    async handle({ body, ...request }) {
      const { change, caller, bearer, hrefs } = request;
      const id = request.newId();
      const { '@type': types = [], properties, attributes, ...definition } = body;
      requireOwnAttributes(bearer, attributes);
      const state = {
        ...definition,
        types: [...new Set([types].flat())],
        ...splitValues(properties),
      };
      const input = { caller, id, app: bearer.app, state, attributes };
      const thing = await change('things.create', input, id);
      return { body: thingToJson(thing, request), headers: { Location: hrefs.thing(id) } };
    },
  }),
  operation.get('/api/v1/things/:id', {
    ...read,
    id: 'getThing',
    summary: 'Retrieve thing',
    description:
      'Its Thing Description (W3C Web of Things 1.1), with current values and the forms by which to read, ' +
      'write and observe them. The media type is `application/td+json` for those who accept that.',
    input: { query: z.strictObject(roleQuery) },
    answer: { status: 200, body: thingResource, otherMediaTypes: { [tdJson]: thingResource } },
    async handle({ params, query, header, ...request }) {
      const thing = await readThing(request, params.id, query.role);
      return header('Accept')?.includes(tdJson) ? { ...thing, mediaType: tdJson } : thing;
    },
  }),
  operation.patch('/api/v1/things/:id', {
    ...admin,
    id: 'updateThing',
    summary: 'Change thing',
    description:
      'A JSON Merge Patch (RFC 7396) of its definition and attributes. Of a thing of a connector only the title and the ' +
      'attributes can change; `null` restores the title reported by the device. Values are written one by one.',
    input: { body: thingPatch },
    answer: {
      status: 204,
      others: changedAnswer(thingResource),
      problems: problemsOf('things.update'),
    },
    audit: { resource: 'thing' },
    async handle({ params: { id }, body: { attributes, ...definition }, ...request }) {
      const { change, caller, header, bearer } = request;
      requireOwnAttributes(bearer, attributes);
      const input = { caller, id, patch: toDefinitionPatch(definition), attributes };
      const changed = await change('things.update', { ...input, ...expectedBy(header) });
      return answerPatch(header, changed, () => readThing(request, id));
    },
  }),
  operation.delete('/api/v1/things/:id', {
    ...admin,
    id: 'deleteThing',
    summary: 'Delete thing',
    description: 'Only things that apps created; those of a connector client go with the client.',
    answer: { status: 204, problems: problemsOf('things.remove') },
    audit: { resource: 'thing' },
    async handle({ change, caller, params: { id }, header }) {
      await change('things.remove', { caller, id, ...expectedBy(header) });
    },
  }),
  operation.get('/.well-known/wot', {
    tag,
    id: 'getThingDirectory',
    summary: 'Retrieve the Thing Description of the directory of things',
    description:
      'Describes the list of all things and its events to stock consumers (W3C WoT Discovery, section 6.3). ' +
      'Needs no access token.',
    access: { scope: 'public' },
    answer: { status: 200, body: directoryResource, mediaType: tdJson, isConstant: true },
    async handle({ hrefs }) {
      return { body: directoryOf(hrefs) };
    },
  }),
];

/** Reads a thing; its tag includes the expiry of the access token, since tickets in it expire with the token. */
async function readThing(
  request: Pick<
    OperationRequest,
    'units' | 'connectors' | 'hrefs' | 'sealing' | 'caller' | 'bearer'
  >,
  id: string,
  role?: AffordanceRole,
) {
  const { units, caller, bearer } = request;
  const read = withOwnAttributes(bearer, await units('things.read', { caller, id }));
  const thing = await withLastPoll(request, read);
  const { values, value_times, targets, events, availability, modified } = thing;
  const { expiresAt } = bearer;
  const seen = [thing.seen, thing.last_polled];
  const rest = [
    values,
    value_times,
    targets,
    events,
    availability,
    modified,
    expiresAt,
    role,
    seen,
  ];
  const version = thingVersion(thing, bearer.subject === undefined ? 'app' : 'end-user');
  const etag = tagOf(version, rest);
  return { body: taggedThingToJson(withOnlyRole(thing, role), { ...request, etag }), etag };
}

/**
 * Adds when a thing was polled if its device answered that itself. An available thing was seen by the last poll of its
 * client; one that is away until it went.
 */
async function withLastPoll(
  { connectors, caller }: Pick<OperationRequest, 'connectors' | 'caller'>,
  thing: Thing,
): Promise<Thing> {
  const { answers, availability, creator } = thing;
  if (!answers || creator.kind !== 'client') return thing;
  if (availability?.state !== 'available') {
    return availability?.since ? { ...thing, last_polled: availability.since } : thing;
  }
  const { id } = creator;
  // The time is only left out when it cannot be read now.
  const polls = await connectors('clients.last_polls', { caller, ids: [id] }).catch(
    () => undefined,
  );
  const at = polls?.[id];
  // To the minute, so that an unchanged thing keeps its tag for a while.
  return at === undefined ? thing : { ...thing, last_polled: `${at.slice(0, 16)}:00.000Z` };
}

/** Returns a patch of a Thing Description as one of the definition that is stored. */
function toDefinitionPatch({
  '@type': types,
  ...patch
}: Omit<z.output<typeof thingPatch>, 'attributes'>) {
  for (const [name, affordance] of Object.entries(patch.properties ?? {})) {
    if (affordance === null || !('value' in affordance)) continue;
    const detail = 'Values are written with PUT, one by one.';
    const pointer = jsonPointer(['properties', name, 'value']);
    throw invalidMember(pointer, detail, detail);
  }
  if (types === undefined) return patch;
  return { types: types === null ? null : [...new Set([types].flat())], ...patch };
}

/** Splits the properties of a new thing into affordances and values, which are stored separately. */
function splitValues<Affordance extends { value?: unknown }>(
  properties: Record<string, Affordance>,
) {
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
