import { maxCountedEntries, listedUnit, type PageOfIds } from '@trellis/contracts';
import { z } from 'zod';
import { listAnswer } from '@trellis/operations';
import type { OperationRequest } from '../context/operation.js';
import { references } from '../resources/reference.js';

const upTo = (what: string) => ({
  description: `${what} directly in it that the caller sees; ${maxCountedEntries} are so many or more.`,
});

/** A unit in a list. */
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
