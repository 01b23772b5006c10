import { unitFilter, unitSortFields, type PageOfIds } from '@trellis/contracts';
import { z } from 'zod';
import { createIdForms, idForm, pageOf, requireScope, requireSubject } from '@trellis/operations';
import type { OperationRequest } from '../context/operation.js';
import {
  expressionQuery,
  orderOf,
  orderQuery,
  refuseBelow,
  type withinQuery,
} from '../things/filter.js';

/** The conditions of a list of units, as query parameters. */
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
