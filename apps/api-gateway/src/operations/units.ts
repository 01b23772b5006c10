import {
  subjectId,
  unitInput,
  unitProperty,
  type PageOfIds,
  type Relation,
  type Role,
  type Unit,
} from '@trellis/contracts';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import type { Hrefs } from '../http/href.js';
import { count, listAnswer, pageOf, pageQuery } from '../http/list.js';
import { operation, type Operation } from '../http/operation.js';
import {
  createdId,
  reference,
  references,
  removal,
  removalQuery,
  type Reference,
} from './resources.js';

const tag = 'Units';
const read = { tag, access: 'svc.units.read', subject: 'optional' } as const;
const admin = { tag, access: 'svc.units.admin', subject: 'optional' } as const;

const unitResource = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.string(),
    things: references,
    properties: z.array(unitProperty),
    children: references,
    parents: references,
    subjects: references,
    owner: z.string().meta({ description: 'The creating subject, or the developer.' }),
    truncated: z
      .array(z.string())
      .optional()
      .meta({ description: 'Lists of which only the first 1000 are shown here.' }),
  })
  .meta({ id: 'Unit' });

const property = unitProperty.meta({
  id: 'Property',
  example: {
    name: 'floor_area',
    value: {
      '@context': 'https://schema.org',
      '@type': 'QuantitativeValue',
      value: 42,
      unitCode: 'MTK',
    },
  },
});

const newUnit = unitInput.meta({
  id: 'NewUnit',
  example: { name: 'Kitchen', type: 'room', properties: [{ name: 'floor', value: 2 }] },
});

const singular = {
  parents: 'unit',
  children: 'unit',
  subjects: 'subject',
  things: 'thing',
} as const;

/** The address of what each list of a unit refers to. */
const target = (hrefs: Hrefs, relation: Relation, id: string): Reference => ({
  href:
    relation === 'things'
      ? hrefs.thing(id)
      : relation === 'subjects'
        ? hrefs.subject(id)
        : hrefs.unit(id),
});

function show({ truncated, things, children, parents, subjects, ...unit }: Unit, hrefs: Hrefs) {
  const list = (relation: Relation, ids: string[]) => ids.map((id) => target(hrefs, relation, id));
  return {
    ...unit,
    things: list('things', things),
    children: list('children', children),
    parents: list('parents', parents),
    subjects: list('subjects', subjects),
    ...(truncated.length > 0 && { truncated }),
  };
}

/** What goes with a unit: its links. */
function unitLinks(unit: Unit, hrefs: Hrefs) {
  const relations = ['things', 'children', 'parents', 'subjects'] as const;
  return relations.flatMap((relation) =>
    unit[relation].map((id) => ({ relation, ...target(hrefs, relation, id) })),
  );
}

export const unitOperations: Operation[] = [
  operation({
    ...admin,
    method: 'post',
    path: '/api/v1/units',
    summary: 'Create unit',
    body: newUnit,
    status: 201,
    answer: createdId,
    problems: ['invalid_json_ld'],
    async handle({ units, caller, body, hrefs }) {
      const id = newId();
      await units('units.create', { caller, id, ...body });
      return { body: { id }, headers: { Location: hrefs.unit(id) } };
    },
  }),
  operation({
    ...read,
    method: 'get',
    path: '/api/v1/units',
    summary: 'Retrieve units',
    query: z.strictObject({
      ...pageQuery,
      type: unitInput.shape.type.optional().meta({ description: 'Only units of this type.' }),
      name: unitInput.shape.name.optional().meta({ description: 'Only units of this name.' }),
    }),
    status: 200,
    answer: references,
    async handle({ units, caller, query, hrefs, url }) {
      const { type, name } = query;
      const page = await units('units.list', { caller, page: pageOf(query), type, name });
      return listAnswer(page, { base: hrefs.base, url }, (id) => ({ href: hrefs.unit(id) }));
    },
  }),
  operation({
    ...read,
    method: 'get',
    path: '/api/v1/units/:id',
    summary: 'Retrieve unit',
    status: 200,
    answer: unitResource,
    async handle({ units, caller, params, hrefs }) {
      return { body: show(await units('units.read', { caller, id: params.id }), hrefs) };
    },
  }),
  operation({
    ...admin,
    method: 'delete',
    path: '/api/v1/units/:id',
    summary: 'Delete unit',
    description: 'Removes the unit and its links, and nothing else.',
    query: removalQuery,
    status: 204,
    otherAnswers: { 200: { description: 'What would go (`dry_run`)', answer: removal } },
    async handle({ units, caller, params, query, hrefs }) {
      if (query.dry_run === 'true') {
        const unit = await units('units.read', { caller, id: params.id });
        return { status: 200, body: { clients: [], things: [], links: unitLinks(unit, hrefs) } };
      }
      await units('units.remove', { caller, id: params.id });
      return {};
    },
  }),
  ...traversals(),
  ...(['parents', 'children'] as const).flatMap((role) => [
    listing(role),
    linking(role),
    ...removing(role),
  ]),
  listing('subjects'),
  operation({
    ...admin,
    method: 'post',
    path: '/api/v1/units/:id/subjects',
    summary: 'Add subject reference',
    body: z.object({ id: subjectId }),
    status: 201,
    answer: reference,
    async handle({ units, caller, params, body, hrefs }) {
      await units('units.add_subject', { caller, id: params.id, subject: body.id });
      return { body: target(hrefs, 'subjects', body.id) };
    },
  }),
  ...removing('subjects'),
  ...things(),
  ...properties(),
];

function traversals(): Operation[] {
  return (['descendants', 'ancestors'] as const).map((direction) =>
    operation({
      ...read,
      method: 'get',
      path: `/api/v1/units/:id/${direction}`,
      summary: `Get ${direction}`,
      description: 'Every unit that can be reached, each once.',
      query: z.strictObject({
        ...pageQuery,
        depth: count(1, 1_000_000).optional().meta({ description: 'How many links to follow.' }),
        type: unitInput.shape.type.optional().meta({ description: 'Only units of this type.' }),
      }),
      status: 200,
      answer: references,
      async handle({ units, caller, params, query, hrefs, url }) {
        const { depth, type } = query;
        const input = { caller, id: params.id, direction, depth, type, page: pageOf(query) };
        const page = await units('units.traverse', input);
        return listAnswer(page, { base: hrefs.base, url }, (id) => ({ href: hrefs.unit(id) }));
      },
    }),
  );
}

function listing(relation: Exclude<Relation, 'things'>): Operation {
  return operation({
    ...read,
    method: 'get',
    path: `/api/v1/units/:id/${relation}`,
    summary: `Get ${singular[relation]} references: ${relation}`,
    query: z.strictObject(pageQuery),
    status: 200,
    answer: references,
    async handle({ units, caller, params, query, hrefs, url }) {
      const input = { caller, id: params.id, relation, page: pageOf(query) };
      return showReferences(await units('units.references', input), relation, hrefs, url);
    },
  });
}

const showReferences = (page: PageOfIds, relation: Relation, hrefs: Hrefs, url: string) =>
  listAnswer(page, { base: hrefs.base, url }, (id) => target(hrefs, relation, id));

function linking(role: Role): Operation {
  return operation({
    ...admin,
    method: 'post',
    path: `/api/v1/units/:id/${role}`,
    summary: `Add unit reference: ${role}`,
    description: 'The link appears on the other unit in the opposite role.',
    body: z.object({ id: z.string() }),
    status: 201,
    answer: reference,
    problems: ['unknown_reference', 'unit_cycle'],
    async handle({ units, caller, params, body, hrefs }) {
      await units('units.link', { caller, id: params.id, role, other: body.id });
      return { body: target(hrefs, role, body.id) };
    },
  });
}

/** The interface's form, with the id in the body, and one that no proxy can break. */
function removing(relation: Relation): Operation[] {
  const row = {
    ...admin,
    method: 'delete',
    summary: `Remove ${singular[relation]} reference: ${relation}`,
    status: 204,
  } as const;
  return [
    operation({
      ...row,
      path: `/api/v1/units/:id/${relation}`,
      body: z.object({ id: z.string() }),
      async handle({ units, caller, params, body }) {
        const input = { caller, id: params.id, relation, other: body.id };
        await units('units.remove_reference', input);
        return {};
      },
    }),
    operation({
      ...row,
      path: `/api/v1/units/:id/${relation}/:other`,
      async handle({ units, caller, params }) {
        const input = { caller, id: params.id, relation, other: params.other };
        await units('units.remove_reference', input);
        return {};
      },
    }),
  ];
}

function things(): Operation[] {
  return [
    operation({
      ...read,
      method: 'get',
      path: '/api/v1/units/:id/things',
      summary: 'Get thing references',
      query: z.strictObject({
        ...pageQuery,
        below: z
          .enum(['true', 'false'])
          .optional()
          .meta({ description: 'Whether the things of all units below count too, each once.' }),
      }),
      status: 200,
      answer: references,
      async handle({ units, caller, params, query, hrefs, url }) {
        const input = { caller, id: params.id, page: pageOf(query) };
        const page =
          query.below === 'true'
            ? await units('units.things_below', input)
            : await units('units.references', { ...input, relation: 'things' });
        return showReferences(page, 'things', hrefs, url);
      },
    }),
    operation({
      ...admin,
      method: 'post',
      path: '/api/v1/units/:id/things',
      summary: 'Add thing reference',
      body: z.object({ id: z.string() }),
      status: 201,
      answer: reference,
      problems: ['unknown_reference'],
      async handle({ units, caller, params, body, hrefs }) {
        await units('units.add_thing', { caller, id: params.id, thing: body.id });
        return { body: target(hrefs, 'things', body.id) };
      },
    }),
    ...removing('things'),
  ];
}

function properties(): Operation[] {
  const path = '/api/v1/units/:id/properties' as const;
  const one = '/api/v1/units/:id/properties/:name' as const;
  return [
    operation({
      ...read,
      method: 'get',
      path,
      summary: 'Get properties',
      query: z.strictObject(pageQuery),
      status: 200,
      answer: z.array(property),
      async handle({ units, caller, params, query, hrefs, url }) {
        const input = { caller, id: params.id, page: pageOf(query) };
        const page = await units('units.properties', input);
        return listAnswer(page, { base: hrefs.base, url }, (shown) => shown);
      },
    }),
    operation({
      ...admin,
      method: 'post',
      path,
      summary: 'Add property',
      body: property,
      status: 201,
      answer: property,
      problems: ['invalid_json_ld', 'already_exists'],
      async handle({ units, caller, params, body, hrefs }) {
        await units('units.add_property', { caller, id: params.id, property: body });
        return { body, headers: { Location: hrefs.unitProperty(params.id, body.name) } };
      },
    }),
    operation({
      ...admin,
      method: 'put',
      path,
      summary: 'Update property',
      description: 'The name selects the property.',
      body: property,
      status: 204,
      problems: ['invalid_json_ld'],
      async handle({ units, caller, params, body }) {
        await units('units.update_property', { caller, id: params.id, property: body });
        return {};
      },
    }),
    operation({
      ...read,
      method: 'get',
      path: one,
      summary: 'Get property',
      status: 200,
      answer: property,
      async handle({ units, caller, params }) {
        return {
          body: await units('units.property', { caller, id: params.id, name: params.name }),
        };
      },
    }),
    operation({
      ...admin,
      method: 'delete',
      path: one,
      summary: 'Delete property',
      status: 200,
      answer: property,
      async handle({ units, caller, params }) {
        const input = { caller, id: params.id, name: params.name };
        return { body: await units('units.remove_property', input) };
      },
    }),
  ];
}
