import type { Trellis } from '@trellis/client';
import type { Command } from 'commander';
import { collect } from '../input/value.js';
import { findThing, findUnit } from '../lookup/named.js';
import { usageError } from '../output/failure.js';
import type { Context, Run } from '../session/context.js';

interface LinkOptions {
  child?: string[];
  parent?: string[];
  thing?: string[];
  toSubject?: string[];
}

type List = 'children' | 'parents' | 'things' | 'subjects';

export function registerLinks(units: Command, run: Run): void {
  const add = (name: string, description: string) =>
    units
      .command(`${name} <unit>`)
      .description(description)
      .option('--child <unit>', 'child to link', collect)
      .option('--parent <unit>', 'parent to link', collect)
      .option('--thing <thing>', 'thing in the unit', collect)
      .option('--to-subject <id>', 'subject that may see the unit', collect);
  add('link', 'link a unit with other units, things and subjects').action(run(link));
  add('unlink', 'remove links of a unit').action(run(unlink));
}

async function readLinks(
  trellis: Trellis,
  { child = [], parent = [], thing = [], toSubject = [] }: LinkOptions,
): Promise<[List, string][]> {
  const find = (list: List, given: string[], look: (one: string) => Promise<string>) =>
    Promise.all(given.map(async (one): Promise<[List, string]> => [list, await look(one)]));
  const found = await Promise.all([
    find('children', child, (one) => findUnit(trellis, one)),
    find('parents', parent, (one) => findUnit(trellis, one)),
    find('things', thing, (one) => findThing(trellis, one)),
    find('subjects', toSubject, async (one) => one),
  ]);
  const links = found.flat();
  if (links.length > 0) return links;
  throw usageError('Nothing to link given.', 'Use --child, --parent, --thing or --to-subject.');
}

async function link({ printer, trellis }: Context, given: string, options: LinkOptions) {
  const id = await findUnit(trellis, given);
  const links = await readLinks(trellis, options);
  for (const [list, other] of links) {
    await trellis.post(`/units/{id}/${list}`, { path: { id }, body: { id: other } });
  }
  printer.note(links.length === 1 ? 'Linked.' : `${links.length} links created.`);
}

async function unlink({ printer, trellis }: Context, given: string, options: LinkOptions) {
  const id = await findUnit(trellis, given);
  const links = await readLinks(trellis, options);
  for (const [list, other] of links) {
    await trellis.delete(`/units/{id}/${list}/{other}`, { path: { id, other } });
  }
  printer.note(links.length === 1 ? 'Unlinked.' : `${links.length} links removed.`);
}
