import { subjectId, unitInput, type PageOfIds, type Relation, type Role } from '@trellis/contracts';
import { z } from 'zod';
import type { Hrefs } from '../http/href.js';
import { count, listAnswer, pageOf, pageQuery } from '../http/list.js';
import { operation, type Operation } from '../http/operation.js';
import { reference, references, type Reference } from './resources.js';

/** Who may read units, and who may change them. */
export const read = { tag: 'Units', access: 'svc.units.read', subject: 'optional' } as const;
export const admin = { tag: 'Units', access: 'svc.units.admin', subject: 'optional' } as const;

const singular = {
  parents: 'unit',
  children: 'unit',
  subjects: 'subject',
  things: 'thing',
} as const;

/** The address of what each list of a unit refers to. */
export const target = (hrefs: Hrefs, relation: Relation, id: string): Reference => ({
  href:
    relation === 'things'
      ? hrefs.thing(id)
      : relation === 'subjects'
        ? hrefs.subject(id)
        : hrefs.unit(id),
});

/** The lists of references that a unit holds, and walks along them. */
export const unitReferenceOperations: Operation[] = [
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
