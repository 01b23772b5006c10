import { isIP } from 'node:net';
import { Unauthorized, Unavailable } from '@trellis/connector-sdk';
import { fetchDocument, itemAt, itemsOf, type Item, type Listing } from './items.js';
import { directoryOf, pageOf } from './listing.js';
import type { Remote } from './remote.js';
import { readDescription, type DescribedThing } from './thing.js';

/** What was found, and whether that is all there is. */
export interface Discovered {
  things: DescribedThing[];
  complete: boolean;
}

/** Everything that the user's address leads to: one thing, a list of things, a directory. */
export async function discover(remote: Remote): Promise<Discovered> {
  const source = await openSource(remote);
  if ('thing' in source) return { things: [source.thing], complete: true };
  const known = new Map<string, DescribedThing>();
  const items: Item[] = [];
  let complete = true;
  for await (const page of itemsOf(remote, source)) {
    items.push(...page.items);
    complete &&= page.complete;
    for (const item of page.items) {
      // Of things with one id the first counts.
      if (typeof item === 'object' && !known.has(item.id)) known.set(item.id, item);
    }
  }
  if (known.size === 0) refuseNothing(items);
  const isMissing = items.some((item) => item === 'unreachable' || item === 'refused');
  return { things: [...known.values()], complete: complete && !isMissing };
}

/** One thing, by the shortest way there is. How to reach it may have changed since the last poll. */
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
  if (!isWhole) throw new Unavailable('Not all descriptions can be had at the moment.');
  return undefined;
}

async function openSource(remote: Remote): Promise<{ thing: DescribedThing } | Listing> {
  const { url } = remote.context.client;
  const answer = await fetchDocument(remote, url);
  await learnOwnAddress(remote);
  const page = pageOf(answer.body, answer.link, url);
  if (page) return { address: url, page };
  const directory = directoryOf(answer.body, url, remote.home);
  if (directory) {
    const first = await fetchDocument(remote, directory.first);
    const page = pageOf(first.body, first.link, directory.first);
    if (!page) throw nothingThere();
    return { address: directory.first, page, directory };
  }
  const thing = readDescription(answer.body, { address: url, home: remote.home });
  if (!thing) throw nothingThere();
  return { thing };
}

/** Forms may name the server by its IP address; see `byOwnName`. */
async function learnOwnAddress({ context, home }: Remote): Promise<void> {
  const host = new URL(home.origin).hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host)) return;
  home.ip = await context.resolve(host).then(
    ({ address }) => address,
    () => undefined,
  );
}

/** A list may be empty; one with nothing to use in it is no list of things. */
function refuseNothing(items: Item[]): void {
  if (items.includes('refused')) throw new Unauthorized('The descriptions are refused to us.');
  if (items.includes('unreachable')) throw new Unavailable('No description can be fetched.');
  if (items.length > 0) throw nothingThere();
}

const nothingThere = () => new Unavailable('There is no Thing Description at the address.');
