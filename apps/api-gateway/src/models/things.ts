import type { Point } from '@trellis/building-models';
import { Problem, type Caller } from '@trellis/contracts';
import type { Services } from '../context/services.js';

/** The most things whose titles are compared. */
const maxThings = 20_000;
const pageSize = 1_000;

/**
 * The things of the caller by the titles that points have; a title that several things have names none.
 * Throws `invalid_request` when there are too many things.
 */
export async function findThingsByTitle(
  units: Services['units'],
  caller: Caller,
  points: readonly Point[],
): Promise<Map<string, string>> {
  const wanted = new Set(points.flatMap(({ titles }) => titles));
  const found = new Map<string, string | undefined>();
  let seen = 0;
  let cursor: string | undefined;
  while (wanted.size > 0) {
    const page = { limit: pageSize, ...(cursor !== undefined && { cursor }) };
    const { items, next } = await units('things.describe', { caller, page });
    for (const { id, title } of items) {
      if (wanted.has(title)) found.set(title, found.has(title) ? undefined : id);
    }
    seen += items.length;
    if (next === undefined) break;
    if (seen >= maxThings) {
      throw new Problem('invalid_request', `\`match\` compares at most ${maxThings} things.`);
    }
    cursor = next;
  }
  return new Map([...found].flatMap(([title, id]) => (id === undefined ? [] : [[title, id]])));
}
