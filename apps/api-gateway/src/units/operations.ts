import { type Caller, relation, summarizedProperties, unitVersion } from '@trellis/contracts';
import {
  answerPatch,
  changedAnswer,
  expectedBy,
  requireScope,
  tagOf,
  walkQuery,
  pagesOf,
} from '@trellis/operations';
import { z } from 'zod';
import {
  operation,
  type Operation,
  type OperationRequest,
  problemsOf,
  type Services,
} from '../operation.js';
import { createdId } from '../resources/reference.js';
import { previewAnswer, removalQuery, type RemovalResource } from '../resources/removal.js';
import { checkListQuery, withinQuery } from '../things/filter.js';
import { answerUnits, listUnitsBy, unitFilterQuery, unitList } from './list.js';
import {
  newUnit,
  relatedReference,
  unitPatch,
  unitResource,
  unitSummaryResource,
  unitSummaryToJson,
  unitToJson,
} from './resource.js';

const read = { tag: 'Units', access: { scope: 'svc.units.read', subject: 'optional' } } as const;
const admin = { tag: 'Units', access: { scope: 'svc.units.admin', subject: 'optional' } } as const;

export const unitOperations: Operation[] = [
  operation.post('/api/v1/units', {
    ...admin,
    id: 'createUnit',
    summary: 'Create unit',
    description:
      'A unit without parents, children, subjects or things. Its owner is the subject, or the developer ' +
      'without one.',
    input: { body: newUnit },
    answer: { status: 201, body: createdId, problems: problemsOf('units.create') },
    audit: { resource: 'unit' },
    async handle({ change, caller, body, hrefs, newId }) {
      const id = newId();
      await change('units.create', { caller, id, ...body }, id);
      return { body: { id }, headers: { Location: hrefs.unit(id) } };
    },
  }),
  operation.get('/api/v1/units', {
    ...read,
    id: 'listUnits',
    summary: 'Retrieve units',
    description:
      'References to the units that the subject owns or is linked to, or to all of the account without a ' +
      'subject; with `view=summary` their names and types. Conditions select units that meet all of them.',
    input: {
      query: z
        .strictObject({ ...walkQuery, ...unitFilterQuery, ...withinQuery, ...unitList.query })
        .superRefine(checkListQuery),
    },
    answer: { status: 200, body: unitList.answer, problems: problemsOf('units.ordered') },
    async handle({ query, ...request }) {
      return answerUnits(request, await listUnitsBy(request, query), query.view);
    },
  }),
  operation.get('/api/v1/units/:id', {
    ...read,
    id: 'getUnit',
    summary: 'Retrieve unit',
    description: 'With its properties, and the first 1000 entries of each of its lists.',
    answer: { status: 200, body: unitResource },
    handle: ({ params, ...request }) => readUnit(request, params.id),
  }),
  operation.get('/api/v1/units/:id/summary', {
    ...read,
    id: 'summarizeUnit',
    summary: 'Summarize unit',
    description:
      'Counts everything below the unit that the caller sees; the values of things need `svc.things.read`. Lists have the ' +
      'thousand largest entries.',
    input: {
      query: z.strictObject({
        of: z
          .string()
          .transform((names) => names.split(','))
          .pipe(summarizedProperties)
          .optional()
          .meta({
            type: 'string',
            description:
              'Names of properties whose current numbers are summed up, separated by commas, such as ' +
              '`temperature,power`: those of capabilities, or others.',
          }),
      }),
    },
    answer: { status: 200, body: unitSummaryResource, problems: problemsOf('units.summary') },
    async handle({ units, caller, bearer, params: { id }, query: { of }, hrefs }) {
      const mayReadThings = bearer.scopes.includes('svc.things.read');
      if (of !== undefined) requireScope('svc.things.read', bearer);
      const summary = await units('units.summary', { caller, id, of });
      return { body: unitSummaryToJson(summary, { hrefs, mayReadThings }) };
    },
  }),
  operation.patch('/api/v1/units/:id', {
    ...admin,
    id: 'updateUnit',
    summary: 'Change unit',
    description: 'A JSON Merge Patch (RFC 7396): `properties` replaces all properties of the unit.',
    input: { body: unitPatch },
    answer: {
      status: 204,
      others: changedAnswer(unitResource),
      problems: problemsOf('units.update'),
    },
    audit: { resource: 'unit' },
    async handle({ params: { id }, body, ...request }) {
      const { change, caller, header } = request;
      const { name, type, properties } = body;
      const changed = await change('units.update', {
        caller,
        id,
        name,
        type,
        properties: properties === null ? [] : properties,
        ...expectedBy(header),
      });
      return answerPatch(header, changed, () => readUnit(request, id));
    },
  }),
  operation.delete('/api/v1/units/:id', {
    ...admin,
    id: 'deleteUnit',
    summary: 'Delete unit',
    description: 'Removes the unit and its links, and nothing else.',
    input: { query: removalQuery },
    answer: { status: 204, others: previewAnswer, problems: problemsOf('units.remove') },
    audit: { resource: 'unit' },
    async handle({ units, change, caller, params: { id }, query, hrefs, header }) {
      if (query.dry_run) {
        const links = await readLinks({ units, caller, hrefs }, id);
        return { status: 200, body: { clients: [], things: [], links } };
      }
      await change('units.remove', { caller, id, ...expectedBy(header) });
    },
  }),
];

async function readUnit(
  { units, caller, hrefs }: Pick<OperationRequest, 'units' | 'caller' | 'hrefs'>,
  id: string,
) {
  const unit = await units('units.read', { caller, id });
  const { things, children, parents, subjects, truncated } = unit;
  const etag = tagOf(unitVersion(unit), [things, children, parents, subjects, truncated]);
  return { body: unitToJson(unit, hrefs), etag };
}

/** Returns all links of a unit, page by page. */
async function readLinks(
  { units, caller, hrefs }: Pick<Services, 'units' | 'hrefs'> & { caller: Caller },
  id: string,
): Promise<RemovalResource['links']> {
  const links: RemovalResource['links'] = [];
  for (const list of relation.options) {
    const pages = pagesOf((page) =>
      units('units.references', { caller, id, relation: list, page }),
    );
    for await (const others of pages) {
      for (const other of others) {
        links.push({ relation: list, ...relatedReference(list, other, hrefs) });
      }
    }
  }
  return links;
}
