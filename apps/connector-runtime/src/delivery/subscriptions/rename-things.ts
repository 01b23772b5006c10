import { eventMatch } from '@trellis/contracts';
import type { Database } from '../../database.js';

/**
 * Renames things that are gone in subscriptions: to those that show their devices now. With `mayReturn`, the subscriptions
 * are to both from now on.
 */
export async function renameThings(
  database: Database,
  developer: string,
  renamed: readonly { from: string; into: string }[],
  { mayReturn = false }: { mayReturn?: boolean } = {},
): Promise<void> {
  const into = new Map(renamed.map((one) => [one.from, one.into]));
  const rows = await database.subscription.findMany({
    where: { developer, match: { contains: '"things"' } },
    select: { key: true, match: true },
  });
  for (const { key, match } of rows) {
    const before = eventMatch.parse(JSON.parse(match));
    if (!before.things?.some((thing) => into.has(thing))) continue;
    const present = before.things.map((thing) => into.get(thing) ?? thing);
    const things = [...new Set(mayReturn ? [...before.things, ...present] : present)];
    const data = { match: JSON.stringify({ ...before, things }) };
    // One that was changed meanwhile names what it was changed to.
    await database.subscription.updateMany({ where: { key, match }, data });
  }
}
