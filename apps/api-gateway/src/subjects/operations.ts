import {
  attributesPatch,
  subject,
  subjectVersion,
  visibility,
  type Visibility,
} from '@trellis/contracts';
import {
  answerPatch,
  changedAnswer,
  expectedBy,
  idForm,
  listAnswer,
  pageOf,
  pageQuery,
  requireSubject,
  tagOf,
} from '@trellis/operations';
import { z } from 'zod';
import { attributesQuery, requireOwnAttributes, withOwnAttributes } from '../access/attributes.js';
import { operation, type Operation, type OperationRequest, problemsOf } from '../operation.js';
import { reference, references, toReferences } from '../resources/reference.js';

const read = { tag: 'Subjects', access: { scope: 'svc.units.read', subject: 'optional' } } as const;

const subjectResource = subject
  .extend({ units: references, things: references, clients: references })
  .meta({ id: 'Subject' });

const why = {
  reasons: visibility.shape.reasons.describe(
    '`owner`: the subject created the unit. `linked`: it is in the `subjects` of the unit. `has_things`, with ' +
      '`include=things`: things of the subject are in the unit, which does not make it see the unit.',
  ),
  sees: z
    .boolean()
    .optional()
    .describe('With `include=things`: whether the subject sees the unit.'),
};

const seeingSubject = reference.extend(why).meta({ id: 'SeeingSubject' });

const visibleUnit = reference.extend(why).meta({ id: 'VisibleUnit' });

/** Returns the reasons why a subject sees a unit, and whether it does where others are listed, too. */
const reasonsToJson = ({ reasons }: Visibility, include: 'things' | undefined) => ({
  reasons,
  ...(include && { sees: reasons.some((reason) => reason !== 'has_things') }),
});

const includeQuery = {
  include: z
    .enum(['things'])
    .optional()
    .describe(
      'With `things`, the reason `has_things` says that things of the subject are in the unit, which alone shows ' +
        'it nothing of the unit: such pairs are listed, too, with `sees: false`. The first 10,000 things are looked at.',
    ),
};

/** The subjects of an account, and who of them sees what. */
export const subjectOperations: Operation[] = [
  operation.get('/api/v1/subjects', {
    ...read,
    id: 'listSubjects',
    summary: 'Retrieve subjects',
    description: 'Every subject known to the account.',
    input: { query: z.strictObject({ ...pageQuery, ...attributesQuery }) },
    answer: { status: 200, body: references },
    async handle({ units, caller, bearer, query, hrefs, url }) {
      const { attributes } = query;
      requireOwnAttributes(bearer, attributes);
      const page = await units('subjects.list', { caller, page: pageOf(query), attributes });
      return listAnswer(page, { base: hrefs.base, url }, (id) => ({ href: hrefs.subject(id) }));
    },
  }),
  operation.get('/api/v1/subjects/:id', {
    ...read,
    id: 'getSubject',
    summary: 'Retrieve subject',
    description: 'Its units, things and clients, the first 1000 of each.',
    answer: { status: 200, body: subjectResource },
    handle: ({ params: { id }, ...request }) => readSubject(request, id),
  }),
  operation.patch('/api/v1/subjects/:id', {
    tag: 'Subjects',
    access: { scope: 'svc.units.admin' },
    id: 'updateSubject',
    summary: 'Change subject',
    description: 'A JSON Merge Patch (RFC 7396) of its attributes.',
    input: {
      body: z
        .strictObject({ attributes: attributesPatch.optional() })
        .meta({ id: 'SubjectPatch', example: { attributes: { customer_no: '4711' } } }),
    },
    answer: {
      status: 204,
      others: changedAnswer(subjectResource),
      problems: problemsOf('subjects.update'),
    },
    audit: { resource: 'subject' },
    async handle({ params: { id }, body: { attributes }, ...request }) {
      const { change, caller, header } = request;
      const input = { caller, id, attributes, ...expectedBy(header) };
      const changed = await change('subjects.update', input);
      return answerPatch(header, changed, () => readSubject(request, id));
    },
  }),
  operation.get('/api/v1/units/:id/visibility', {
    ...read,
    tag: 'Units',
    id: 'listSeeingSubjects',
    summary: 'Retrieve subjects that see unit',
    description:
      'The owner first, then the linked subjects, each with the reasons why it sees the unit.',
    input: {
      query: z.strictObject({
        ...pageQuery,
        subject: idForm
          .optional()
          .describe('Only this subject; the list is empty where it does not see the unit.'),
        ...includeQuery,
      }),
    },
    answer: { status: 200, body: z.array(seeingSubject) },
    async handle({ units, caller, params: { id }, query, hrefs, idForms, url }) {
      const subject =
        query.subject === undefined
          ? undefined
          : requireSubject(idForms, query.subject, '/query/subject');
      const page = await units('subjects.seeing_unit', {
        caller,
        id,
        subject,
        page: pageOf(query),
        things: query.include === 'things',
      });
      return listAnswer(page, { base: hrefs.base, url }, (item) => ({
        href: hrefs.subject(item.id),
        ...reasonsToJson(item, query.include),
      }));
    },
  }),
  operation.get('/api/v1/subjects/:id/visibility', {
    ...read,
    id: 'listVisibleUnits',
    summary: 'Retrieve units that subject sees',
    description: 'Each with the reasons why the subject sees it.',
    input: {
      query: z.strictObject({
        ...pageQuery,
        unit: idForm
          .optional()
          .describe('Only this unit; the list is empty where the subject does not see it.'),
        ...includeQuery,
      }),
    },
    answer: { status: 200, body: z.array(visibleUnit) },
    async handle({ units, caller, params: { id }, query, hrefs, idForms, url }) {
      const unit = query.unit === undefined ? undefined : idForms.resource(query.unit);
      const page = await units('subjects.visible_units', {
        caller,
        id,
        unit,
        page: pageOf(query),
        things: query.include === 'things',
      });
      return listAnswer(page, { base: hrefs.base, url }, (item) => ({
        href: hrefs.unit(item.id),
        ...reasonsToJson(item, query.include),
      }));
    },
  }),
];

type Reading = Pick<OperationRequest, 'units' | 'connectors' | 'caller' | 'bearer' | 'hrefs'>;

async function readSubject({ units, connectors, caller, bearer, hrefs }: Reading, id: string) {
  const found = withOwnAttributes(bearer, await units('subjects.read', { caller, id }));
  // Subjects share units and things, never clients or attributes.
  const isOwn = caller.subject === undefined || caller.subject === id;
  const clients = isOwn
    ? await connectors('clients.list', { caller: { ...caller, subject: id }, page: {} })
    : { items: [] };
  const attributes = isOwn ? found.attributes : undefined;
  const body = {
    id: found.id,
    ...(attributes && { attributes }),
    units: toReferences(found.units, hrefs.unit),
    things: toReferences(found.things, hrefs.thing),
    clients: toReferences(clients.items, hrefs.client),
  };
  return { body, etag: tagOf(subjectVersion({ attributes }), body) };
}
