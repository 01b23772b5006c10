import { type Page, type Relation, type Role, unitInput } from '@trellis/contracts';
import {
  idForm,
  type IdForms,
  integerParameter,
  isListCursor,
  listAnswer,
  pageOf,
  pageQuery,
  requireSubject,
  walkQuery,
  flagParameter,
} from '@trellis/operations';
import { z } from 'zod';
import { operation, type Operation, problemsOf } from '../operation.js';
import { reference, references } from '../resources/reference.js';
import { answerThings, thingList } from '../things/list.js';
import { answerUnits, unitList } from './list.js';
import { relatedReference } from './resource.js';

const read = { tag: 'Units', access: { scope: 'svc.units.read', subject: 'optional' } } as const;
const admin = { tag: 'Units', access: { scope: 'svc.units.admin', subject: 'optional' } } as const;

/** The kind of resource in each list of a unit, and the name of one entry in the ids of operations. */
const singular = {
  parents: { kind: 'unit', entry: 'Parent' },
  children: { kind: 'unit', entry: 'Child' },
  subjects: { kind: 'subject', entry: 'Subject' },
  things: { kind: 'thing', entry: 'Thing' },
} as const;

const isRole = (relation: Relation): relation is Role =>
  relation === 'parents' || relation === 'children';

const otherId = z
  .strictObject({ id: z.string().describe('The id, in any form that answers show.') })
  .meta({ id: 'Link', example: { id: '0b6fbd0a-6f8c-4a5c-9a53-1a4b7c6e2d10' } });
const touches = ({ id }: { id: string }) => ({ ids: [id] });

/** Returns the id in the body, of a subject or of anything else. */
const bareIds =
  (relation: Relation) =>
  ({ id }: { id: string }, forms: IdForms) => ({
    id: relation === 'subjects' ? forms.subject(id) : forms.resource(id),
  });

/** The lists of references that a unit holds, and the traversal of the graph of units. */
export const unitReferenceOperations: Operation[] = [
  ...traversals(),
  ...(['parents', 'children'] as const).flatMap((role) => [
    listingUnits(role),
    linking(role),
    ...removing(role),
  ]),
  listingSubjects(),
  operation.post('/api/v1/units/:id/subjects', {
    ...admin,
    id: 'linkSubject',
    summary: 'Add subject reference',
    description:
      'The subject sees the unit from then on, but not what is below it. One that is linked already stays ' +
      'linked once.',
    input: {
      body: z
        .strictObject({ id: idForm })
        .meta({ id: 'SubjectLink', example: { id: 'customer-42' } }),
      bareIds: ({ id }, forms) => ({ id: requireSubject(forms, id, '/id') }),
    },
    answer: { status: 201, body: reference },
    audit: { resource: 'unit', touches },
    async handle({ change, caller, params, body, hrefs }) {
      await change('units.add_subject', { caller, id: params.id, subject: body.id });
      return { body: relatedReference('subjects', body.id, hrefs) };
    },
  }),
  ...removing('subjects'),
  ...thingReferences(),
];

function traversals(): Operation[] {
  return (['descendants', 'ancestors'] as const).map((direction) =>
    operation.get(`/api/v1/units/:id/${direction}`, {
      ...read,
      id: direction === 'descendants' ? 'listDescendants' : 'listAncestors',
      summary: `Get ${direction}`,
      description:
        'Every unit that can be reached, each once, in the order of a walk that goes deep first and follows ' +
        'links in the order of their creation.',
      input: {
        query: z.strictObject({
          ...walkQuery,
          depth: integerParameter(1, 1_000_000).optional().describe('How many links to follow.'),
          type: unitInput.shape.type.optional().describe('Only units of this type.'),
          ...unitList.query,
        }),
      },
      answer: { status: 200, body: unitList.answer },
      async handle({ params, query, ...request }) {
        const { units, caller } = request;
        const { depth, type, view } = query;
        const input = { caller, id: params.id, direction, depth, type, page: pageOf(query) };
        return answerUnits(request, await units('units.traverse', input), view);
      },
    }),
  );
}

/** Returns the members that the lists of references of a unit share. */
function listed(relation: Relation) {
  return {
    ...read,
    summary: `Get ${singular[relation].kind} references: ${relation}`,
    description: `References to the ${relation} of the unit, as far as the caller sees them.`,
  } as const;
}

function listingUnits(role: Role): Operation {
  return operation.get(`/api/v1/units/:id/${role}`, {
    ...listed(role),
    id: role === 'parents' ? 'listParents' : 'listChildren',
    input: { query: z.strictObject({ ...pageQuery, ...unitList.query }) },
    answer: { status: 200, body: unitList.answer },
    async handle({ params, query, ...request }) {
      const { units, caller } = request;
      const input = { caller, id: params.id, relation: role, page: pageOf(query) };
      return answerUnits(request, await units('units.references', input), query.view);
    },
  });
}

function listingSubjects(): Operation {
  return operation.get('/api/v1/units/:id/subjects', {
    ...listed('subjects'),
    id: 'listUnitSubjects',
    input: { query: z.strictObject(pageQuery) },
    answer: { status: 200, body: references },
    async handle({ units, caller, params, query, hrefs, url }) {
      const input = { caller, id: params.id, relation: 'subjects', page: pageOf(query) } as const;
      const page = await units('units.references', input);
      return listAnswer(page, { base: hrefs.base, url }, (id) => ({ href: hrefs.subject(id) }));
    },
  });
}

function linking(role: Role): Operation {
  return operation.post(`/api/v1/units/:id/${role}`, {
    ...admin,
    id: `link${singular[role].entry}`,
    summary: `Add unit reference: ${role}`,
    description:
      'The link appears on the other unit in the opposite role. One that is there already stays as it is; one ' +
      'that would close a cycle is 409, with the path of the cycle.',
    input: { body: otherId, bareIds: bareIds(role) },
    answer: { status: 201, body: reference, problems: problemsOf('units.link') },
    audit: { resource: 'unit', touches },
    async handle({ change, caller, params, body, hrefs }) {
      await change('units.link', { caller, id: params.id, role, other: body.id });
      return { body: relatedReference(role, body.id, hrefs) };
    },
  });
}

/** With the id in the body, as the interface has it, or in the path, since proxies may drop the body. */
function removing(relation: Relation): Operation[] {
  const row = {
    ...admin,
    summary: `Remove ${singular[relation].kind} reference: ${relation}`,
  } as const;
  const effect = isRole(relation)
    ? 'The link disappears from the other unit, too.'
    : `The ${singular[relation].kind} itself stays.`;
  return [
    operation.delete(`/api/v1/units/:id/${relation}`, {
      ...row,
      id: `unlink${singular[relation].entry}InBody`,
      description:
        `${effect} The id is in the body, which some clients and proxies drop: ` +
        `\`DELETE /units/{id}/${relation}/{other}\` does the same.`,
      input: { body: otherId, bareIds: bareIds(relation) },
      answer: { status: 204 },
      audit: { resource: 'unit', touches },
      async handle({ change, caller, params, body }) {
        const input = { caller, id: params.id, relation, other: body.id };
        await change('units.remove_reference', input);
      },
    }),
    operation.delete(`/api/v1/units/:id/${relation}/:other`, {
      ...row,
      id: `unlink${singular[relation].entry}`,
      description: `${effect} One that is not linked is 404.`,
      answer: { status: 204 },
      audit: { resource: 'unit' },
      async handle({ change, caller, params }) {
        const input = { caller, id: params.id, relation, other: params.other };
        await change('units.remove_reference', input);
      },
    }),
  ];
}

function thingReferences(): Operation[] {
  return [
    operation.get('/api/v1/units/:id/things', {
      ...read,
      id: 'listUnitThings',
      summary: 'Get thing references',
      description:
        'References to the things in the unit, with `below=true` also to those in all units below it. With ' +
        '`Accept: application/ld+json` the Thing Descriptions themselves.',
      input: {
        query: z
          .strictObject({
            ...walkQuery,
            below: flagParameter('Whether to include the things of all units below, each once.'),
            ...thingList.query,
          })
          .refine(({ below, cursor }) => below === true || isListCursor(cursor), {
            path: ['cursor'],
            error: 'Is not a cursor of this list.',
          }),
      },
      answer: { status: 200, body: thingList.answer, otherMediaTypes: thingList.otherMediaTypes },
      handle({ params: { id }, query: { view, role, below, ...query }, ...request }) {
        const { units, caller } = request;
        const list = (page: Page) =>
          below
            ? units('units.things_below', { caller, id, page })
            : units('units.references', { caller, id, relation: 'things', page });
        return answerThings(request, { page: pageOf(query), view, role, list });
      },
    }),
    operation.post('/api/v1/units/:id/things', {
      ...admin,
      id: 'linkThing',
      summary: 'Add thing reference',
      description:
        'A thing can be in several units. One that is in the unit already stays in it once.',
      input: { body: otherId, bareIds: bareIds('things') },
      answer: { status: 201, body: reference, problems: problemsOf('units.add_thing') },
      audit: { resource: 'unit', touches },
      async handle({ change, caller, params, body, hrefs }) {
        await change('units.add_thing', { caller, id: params.id, thing: body.id });
        return { body: relatedReference('things', body.id, hrefs) };
      },
    }),
    ...removing('things'),
  ];
}
