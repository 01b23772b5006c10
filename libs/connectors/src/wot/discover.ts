import { Unauthorized, Unavailable, type DeviceProblem } from '@trellis/connector-sdk';
import {
  fetchDocument,
  itemAt,
  itemsOf,
  type Item,
  type Listing,
  directoryOf,
  pageOf,
} from './listing.js';
import { lookUpOwnAddress, type Remote } from './remote.js';
import { readDescription, type DescribedThing } from './thing.js';

export interface Discovered {
  things: DescribedThing[];
  complete: boolean;
  problems: DeviceProblem[];
}

/** Finds the things at the user's address: one thing, a list of things, or a directory. */
export async function discover(remote: Remote): Promise<Discovered> {
  const source = await openSource(remote);
  if ('thing' in source) return { things: [source.thing], complete: true, problems: [] };
  const known = new Map<string, DescribedThing>();
  const items: Item[] = [];
  let complete = true;
  for await (const page of itemsOf(remote, source)) {
    items.push(...page.items);
    complete &&= page.complete;
    for (const item of page.items) {
      // Of several things with the same id the first counts.
      if (typeof item === 'object' && !known.has(item.id)) known.set(item.id, item);
    }
  }
  const problems = problemsOf(items);
  const [first] = problems;
  if (known.size === 0 && first) throw first.failure;
  if (known.size === 0 && items.length > 0) throw noDescription();
  return { things: [...known.values()], complete: complete && !first, problems };
}

/** Finds one thing by its current description, with as few requests as possible. */
export async function findThing(remote: Remote, id: string): Promise<DescribedThing | undefined> {
  const source = await openSource(remote);
  if ('thing' in source) return source.thing.id === id ? source.thing : undefined;
  const direct = source.directory?.of(id);
  if (direct !== undefined) {
    const found = await itemAt(remote, direct);
    if (typeof found === 'object' && found.id === id) return found;
  }
  let isWhole = true;
  for await (const { items, complete } of itemsOf(remote, source)) {
    const found = items.find((item) => typeof item === 'object' && item.id === id);
    if (typeof found === 'object') return found;
    isWhole &&= complete && !items.includes('unreachable');
  }
  if (!isWhole) throw new Unavailable('Some descriptions cannot be fetched at the moment.');
  return undefined;
}

async function openSource(remote: Remote): Promise<{ thing: DescribedThing } | Listing> {
  const { url } = remote.context.client;
  const answer = await fetchDocument(remote, url);
  await lookUpOwnAddress(remote);
  const page = pageOf(answer.body, answer.link, url);
  if (page) return { address: url, page };
  const directory = directoryOf(answer.body, url, remote.home);
  if (directory) {
    const first = await fetchDocument(remote, directory.first);
    const page = pageOf(first.body, first.link, directory.first);
    if (!page) throw noDescription();
    return { address: directory.first, page, directory };
  }
  const thing = readDescription(answer.body, { address: url, home: remote.home });
  if (!thing) throw noDescription();
  return { thing };
}

function problemsOf(items: Item[]): DeviceProblem[] {
  const count = (wanted: Item) => items.filter((item) => item === wanted).length;
  const [refused, unreachable] = [count('refused'), count('unreachable')];
  return [
    ...(refused > 0
      ? [{ failure: new Unauthorized(`The credentials are refused for ${descriptions(refused)}.`) }]
      : []),
    ...(unreachable > 0
      ? [{ failure: new Unavailable(`It is not possible to fetch ${descriptions(unreachable)}.`) }]
      : []),
  ];
}

const descriptions = (count: number) => (count === 1 ? 'a description' : `${count} descriptions`);

const noDescription = () => new Unavailable('There is no Thing Description at the address.');
