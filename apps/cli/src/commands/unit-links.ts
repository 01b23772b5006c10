import type { Trellis } from '@trellis/client';
import type { Command } from 'commander';
import { collect } from '../input/value.js';
import { findThing, findUnit } from '../lookup/ids.js';
import { CliError, exitCodes } from '../output/exit-codes.js';
import type { Context, Run } from '../session/context.js';

interface LinkOptions {
  child?: string[];
  parent?: string[];
  thing?: string[];
  subject?: string[];
}

type List = 'children' | 'parents' | 'things' | 'subjects';

export function registerLinks(units: Command, run: Run): void {
  const add = (name: string, description: string) =>
    units
      .command(`${name} <unit>`)
      .description(description)
      .option('--child <unit>', 'a child of it', collect)
      .option('--parent <unit>', 'a parent of it', collect)
      .option('--thing <thing>', 'a thing in it', collect)
      .option('--to-subject <id>', 'a subject that sees it', collect);
  add('link', 'link a unit with others, things and subjects').action(run(link));
  add('unlink', 'remove such links').action(run(unlink));
}

/** What is to be linked with a unit, list by list. */
async function readLinks(
  trellis: Trellis,
  { child = [], parent = [], thing = [], toSubject = [] }: LinkOptions & { toSubject?: string[] },
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
  throw new CliError(
    'It is not said with what.',
    exitCodes.usage,
    'Give --child, --parent, --thing or --to-subject.',
  );
}

async function link({ printer, trellis: open }: Context, given: string, options: LinkOptions) {
  const trellis = await open();
  const id = await findUnit(trellis, given);
  const links = await readLinks(trellis, options);
  for (const [list, other] of links) {
    await trellis.post(`/units/{id}/${list}`, { path: { id }, body: { id: other } });
  }
  printer.note(links.length === 1 ? 'It is linked.' : `${links.length} links are there.`);
}

async function unlink({ printer, trellis: open }: Context, given: string, options: LinkOptions) {
  const trellis = await open();
  const id = await findUnit(trellis, given);
  const links = await readLinks(trellis, options);
  for (const [list, other] of links) {
    await trellis.delete(`/units/{id}/${list}/{other}`, { path: { id, other } });
  }
  printer.note(
    links.length === 1 ? 'It is not linked any more.' : `${links.length} links are gone.`,
  );
}
