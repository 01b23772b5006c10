import { z } from 'zod';
import { idForm, listAnswer, pageOf, pageQuery, requireSubject } from '@trellis/operations';
import { operation, type Operation } from '../context/operation.js';
import { reasonsToJson, seeingSubject, visibleUnit } from './visibility-resource.js';

const includeQuery = {
  include: z
    .enum(['things'])
    .optional()
    .describe(
      'With `things`, the reason `has_things` says that things of the subject are in the unit, which alone shows ' +
        'it nothing of the unit: such pairs are listed, too, with `sees: false`. The first 10,000 things are looked at.',
    ),
};

const read = { access: { scope: 'svc.units.read', subject: 'optional' } } as const;

/** The operations that explain who sees what. */
export const visibilityOperations: Operation[] = [
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
    tag: 'Subjects',
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
        ...{ caller, id, unit, page: pageOf(query) },
        things: query.include === 'things',
      });
      return listAnswer(page, { base: hrefs.base, url }, (item) => ({
        href: hrefs.unit(item.id),
        ...reasonsToJson(item, query.include),
      }));
    },
  }),
];
