import { ConnectorFailure, Unauthorized, type HttpRequest } from '@trellis/connector-sdk';
import pMap from 'p-map';
import { byOwnName } from './address.js';
import { addressOf, pageOf, type Directory, type Page } from './listing.js';
import type { Remote } from './remote.js';
import { readDescription, type DescribedThing } from './thing.js';

/** The maximum number of things at one address, and of pages of a list. */
const maxThings = 1_000;
const maxPages = 200;

const concurrency = 8;
const descriptionTimeoutMs = 5_000;

const accept = 'application/td+json, application/ld+json;q=0.9, application/json;q=0.8';

/** An item of a list: a thing, or the reason why there is none. */
export type Item = DescribedThing | 'invalid' | 'refused' | 'unreachable';

/** A list of things, with its first page. */
export interface Listing {
  address: string;
  page: Page;
  directory?: Directory;
}

/** Yields the things of a list page by page, and whether the page was read completely. */
export async function* itemsOf(
  remote: Remote,
  { address, page: first }: Listing,
): AsyncGenerator<{ items: Item[]; complete: boolean }, void> {
  const visited = new Set([address]);
  let [page, at, count] = [first, address, 0];
  while (true) {
    const taken = page.items.slice(0, maxThings - count);
    count += taken.length;
    const items = await pMap(taken, (item) => thingOf(remote, item, at), { concurrency });
    const { next } = page;
    const isLast = next === undefined || visited.has(next);
    const isFull = taken.length < page.items.length || (!isLast && count >= maxThings);
    if (isLast || isFull || visited.size >= maxPages) {
      yield { items, complete: isLast && !isFull };
      return;
    }
    visited.add(next);
    const following = remote.quota.isExhausted() ? undefined : await followingPage(remote, next);
    yield { items, complete: following !== undefined };
    if (!following) return;
    [page, at] = [following, next];
  }
}

/** Fetches the next page; undefined on failure, which does not invalidate the others. */
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
  return readDescription(item, { address, home: remote.home, isListed: true }) ?? 'invalid';
}

/** Fetches the description of a thing at its own address. */
export async function itemAt(remote: Remote, address: string): Promise<Item> {
  if (remote.quota.isExhausted()) return 'unreachable';
  try {
    const bounds = { accept: [404, 410], timeoutMs: descriptionTimeoutMs };
    const { body } = await fetchDocument(remote, address, bounds);
    return readDescription(body, { address, home: remote.home }) ?? 'invalid';
  } catch (error) {
    if (remote.context.signal.aborted || !(error instanceof ConnectorFailure)) throw error;
    return error instanceof Unauthorized ? 'refused' : 'unreachable';
  }
}

export async function fetchDocument(
  { home, send }: Remote,
  address: string,
  bounds: Pick<HttpRequest, 'accept' | 'timeoutMs'> = {},
) {
  const href = byOwnName(address, home);
  const answer = await send({ href, headers: { accept }, ...bounds });
  // The body of a 404 or 410 is an error message, not a description.
  const body = answer.status < 300 ? answer.json() : undefined;
  return { body, link: answer.headers.link };
}
