import {
  listedUnit,
  maxCountedEntries,
  type PageOfIds,
  unitFilter,
  unitSortFields,
} from '@trellis/contracts';
import {
  createIdForms,
  idForm,
  listAnswer,
  pageOf,
  requireScope,
  requireSubject,
} from '@trellis/operations';
import { z } from 'zod';
import type { OperationRequest } from '../operation.js';
import { references } from '../resources/reference.js';
import {
  expressionQuery,
  orderOf,
  orderQuery,
  refuseBelow,
  type withinQuery,
} from '../things/filter.js';

const upTo = (what: string) => ({
  description: `${what} directly in it that the caller sees; ${maxCountedEntries} means that many or more.`,
});

const listedUnitResource = z
  .object({
    id: listedUnit.shape.id,
    href: z.url(),
    name: listedUnit.shape.name,
    type: listedUnit.shape.type,
    children: listedUnit.shape.children.meta(upTo('Units')),
    things: listedUnit.shape.things.meta(upTo('Things')),
  })
  .meta({ id: 'ListedUnit' });

/** The members that all lists of units share: how much of each unit they show. */
export const unitList = {
  query: {
    view: z
      .enum(['summary'])
      .optional()
      .describe('Shows the names and types of the units, and how much is directly in them.'),
  },
  // References are in part what summaries are, which are therefore looked at first.
  answer: z.union([z.array(listedUnitResource), references]),
} as const;

type ListingRequest = Pick<OperationRequest, 'units' | 'caller' | 'hrefs' | 'url'>;

/** Answers a page of units: references, or what `view` shows of them. */
export async function answerUnits(
  { units, caller, hrefs, url }: ListingRequest,
  { items: ids, next }: PageOfIds,
  view: 'summary' | undefined,
) {
  const address = { base: hrefs.base, url };
  if (view === undefined) {
    return listAnswer({ items: ids, next }, address, (id) => ({ href: hrefs.unit(id) }));
  }
  const { units: items } = ids.length > 0 ? await units('units.show', { caller, ids }) : none;
  return listAnswer({ items, next }, address, (unit) => ({ ...unit, href: hrefs.unit(unit.id) }));
}

const none = { units: [] };

export const unitFilterQuery = {
  type: unitFilter.shape.type.describe('Only units of this type.'),
  name: unitFilter.shape.name.describe('Only units of this name.'),
  subject: idForm.optional().describe('Only units that this subject owns or is linked to.'),
  capability: unitFilter.shape.capability.describe(
    'Only units in or below which is a thing with this capability.',
  ),
  parents: unitFilter.shape.parents.describe(
    'With `none`, only units that are in no other which the caller sees.',
  ),
  ...expressionQuery,
  ...orderQuery(unitSortFields),
};

type UnitQuery = z.output<z.ZodObject<typeof unitFilterQuery & typeof withinQuery>> &
  Parameters<typeof pageOf>[0];

/** Lists the ids of the units that meet the conditions of a query. */
export async function listUnitsBy(
  { units, hrefs, bearer, caller }: Pick<OperationRequest, 'units' | 'hrefs' | 'bearer' | 'caller'>,
  query: UnitQuery,
): Promise<PageOfIds> {
  const forms = createIdForms(hrefs.base);
  const { resource } = forms;
  const { type, name, capability, parents, q, in: parent, below } = query;
  // This condition reveals the capabilities of things.
  if (capability !== undefined) requireScope('svc.things.read', bearer);
  const page = pageOf(query);
  const subject =
    query.subject === undefined
      ? undefined
      : requireSubject(forms, query.subject, '/query/subject');
  const filter = { type, name, capability, subject, parents, q };
  const parentId = parent === undefined ? undefined : resource(parent);
  const order = orderOf(query);
  if (order) {
    const within = { in: parentId, below: below === undefined ? undefined : resource(below) };
    return units('units.ordered', { caller, page, order, filter: { ...filter, ...within } });
  }
  if (below !== undefined) {
    const walk = { caller, id: resource(below), direction: 'descendants', page } as const;
    return units('units.traverse', { ...walk, ...filter }).catch(refuseBelow);
  }
  const others = [parent, subject, capability, parents, q];
  const isPlain = others.every((condition) => condition === undefined);
  if (isPlain) return units('units.list', { caller, page, type, name });
  return units('units.find', { caller, page, filter: { ...filter, in: parentId } });
}
