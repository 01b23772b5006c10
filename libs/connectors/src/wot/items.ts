import { ConnectorFailure, Unauthorized, type HttpRequest } from '@trellis/connector-sdk';
import pMap from 'p-map';
import { byOwnName } from './address.js';
import { addressOf, pageOf, type Directory, type Page } from './listing.js';
import type { Remote } from './remote.js';
import { readDescription, type DescribedThing } from './thing.js';

/** The most things that one address may lead to, and the most pages of a list. */
const mostThings = 1_000;
const mostPages = 200;

/** So many descriptions are fetched at once, each in so much time (ms). */
const atOnce = 8;
const longestAnswer = 5_000;

const accept = 'application/td+json, application/ld+json;q=0.9, application/json;q=0.8';

/** What came of an item of a list: a thing, nothing to use, or that its description is not to be had. */
export type Item = DescribedThing | 'odd' | 'refused' | 'unreachable';

/** A list of things from its first page on. */
export interface Listing {
  address: string;
  page: Page;
  directory?: Directory;
}

/** The things of a list, page by page, and whether nothing between them and the end was missed. */
export async function* itemsOf(
  remote: Remote,
  { address, page: first }: Listing,
): AsyncGenerator<{ items: Item[]; complete: boolean }, void> {
  const visited = new Set([address]);
  let [page, at, count] = [first, address, 0];
  while (true) {
    const taken = page.items.slice(0, mostThings - count);
    count += taken.length;
    const items = await pMap(taken, (item) => thingOf(remote, item, at), { concurrency: atOnce });
    const { next } = page;
    const isLast = next === undefined || visited.has(next);
    const isFull = taken.length < page.items.length || (!isLast && count >= mostThings);
    if (isLast || isFull || visited.size >= mostPages) {
      yield { items, complete: isLast && !isFull };
      return;
    }
    visited.add(next);
    const following = remote.isSpent() ? undefined : await followingPage(remote, next);
    yield { items, complete: following !== undefined };
    if (!following) return;
    [page, at] = [following, next];
  }
}

/** Pages that were seen count, even when a later one is not to be had. */
async function followingPage(remote: Remote, next: string): Promise<Page | undefined> {
  try {
    const { body, link } = await fetchDocument(remote, next);
    return pageOf(body, link, next);
  } catch (error) {
    if (remote.context.signal.aborted || !(error instanceof ConnectorFailure)) throw error;
    return undefined;
  }
}

async function thingOf(remote: Remote, item: unknown, address: string): Promise<Item> {
  const elsewhere = addressOf(item, address);
  if (elsewhere !== undefined) return itemAt(remote, elsewhere);
  return readDescription(item, { address, home: remote.home, isListed: true }) ?? 'odd';
}

/** The thing that is described at an address of its own. */
export async function itemAt(remote: Remote, address: string): Promise<Item> {
  if (remote.isSpent()) return 'unreachable';
  try {
    const bounds = { accept: [404, 410], timeout: longestAnswer };
    const { body } = await fetchDocument(remote, address, bounds);
    return readDescription(body, { address, home: remote.home }) ?? 'odd';
  } catch (error) {
    if (remote.context.signal.aborted || !(error instanceof ConnectorFailure)) throw error;
    return error instanceof Unauthorized ? 'refused' : 'unreachable';
  }
}

export async function fetchDocument(
  { home, send }: Remote,
  address: string,
  bounds: Pick<HttpRequest, 'accept' | 'timeout'> = {},
) {
  const href = byOwnName(address, home);
  const answer = await send({ href, headers: { accept }, ...bounds });
  // A description that is gone is nothing, whatever is said of that.
  const body = answer.status < 300 ? answer.json() : undefined;
  return { body, link: answer.headers.link };
}
