import { unitInput, unitProperty, type Caller, type Relation, type Unit } from '@trellis/contracts';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import type { Hrefs } from '../http/href.js';
import { listAnswer, pageOf, pageQuery } from '../http/list.js';
import { operation, type Operation, type Services } from '../http/operation.js';
import { createdId, references, removal, removalQuery } from './resources.js';
import { admin, read, target } from './unit-references.js';

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

const newUnit = unitInput.meta({
  id: 'NewUnit',
  example: { name: 'Kitchen', type: 'room', properties: [{ name: 'floor', value: 2 }] },
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

/** What goes with a unit: all of its links, of which there may be more than fit on a page. */
async function unitLinks({ units, caller, hrefs }: LinkRequest, id: string) {
  const links: { relation: Relation; href: string }[] = [];
  for (const relation of ['things', 'children', 'parents', 'subjects'] as const) {
    let cursor: string | undefined;
    do {
      const page = { ...(cursor !== undefined && { cursor }) };
      const { items, next } = await units('units.references', { caller, id, relation, page });
      links.push(...items.map((other) => ({ relation, ...target(hrefs, relation, other) })));
      cursor = next;
    } while (cursor !== undefined);
  }
  return links;
}

type LinkRequest = Pick<Services, 'units' | 'hrefs'> & { caller: Caller };

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
        const links = await unitLinks({ units, caller, hrefs }, params.id);
        return { status: 200, body: { clients: [], things: [], links } };
      }
      await units('units.remove', { caller, id: params.id });
      return {};
    },
  }),
];
