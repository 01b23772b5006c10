import {
  ConnectorFailure,
  isObject,
  nextLink,
  Unavailable,
  type HttpRequest,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import { absolute, byOwnName, type Home } from './address.js';
import { formsFor } from './form.js';
import type { Found } from './identity.js';
import { securityOf } from './security.js';
import { expand } from './uri-variables.js';
import pMap from 'p-map';
import type { Remote } from './remote.js';
import { readDescription, type DescribedThing } from './thing.js';

interface Page {
  /** Thing Descriptions, or addresses of them. */
  items: unknown[];
  next: string | undefined;
}

/** A directory of things (W3C WoT Discovery, section 7). */
interface Directory {
  first: string;
  /** Returns the address of the description with this id, if the directory defines one. */
  of(id: string): string | undefined;
}

const collection = z.looseObject({
  members: z.array(z.unknown()),
  next: z.string().optional().catch(undefined),
});

/** Parses a list of WoT Discovery: an array with a `Link` header, or a `ThingCollection`. */
export function pageOf(
  body: unknown,
  link: string | string[] | undefined,
  address: string,
): Page | undefined {
  if (Array.isArray(body)) return { items: body, next: nextOf(link, address) };
  const { data } = collection.safeParse(body);
  if (!data) return undefined;
  const next = data.next === undefined ? nextOf(link, address) : absolute(data.next, address);
  return { items: data.members, next };
}

export function nextOf(link: string | string[] | undefined, address: string): string | undefined {
  const href = nextLink(link);
  return href === undefined ? undefined : absolute(href, address);
}

const affordance = z.looseObject({
  forms: z.unknown().optional(),
  uriVariables: z
    .record(z.string(), z.looseObject({ default: z.unknown().optional() }))
    .optional()
    .catch({}),
});

const described = z.looseObject({
  '@type': z.union([z.string(), z.array(z.string())]),
  base: z.string().optional().catch(undefined),
  properties: z.looseObject({ things: affordance }),
  actions: z.looseObject({ retrieveThing: affordance.optional() }).optional().catch(undefined),
});

const firstForm = z.tuple([z.looseObject({ href: z.string() })], z.unknown());

/** Parses a directory, which describes itself as a thing with a property `things` (section 7.3.2.1). */
export function directoryOf(body: unknown, address: string, home: Home): Directory | undefined {
  const { data } = described.safeParse(body);
  const types = data ? [data['@type']].flat() : [];
  if (!data || !types.some((type) => /(^|[:#/])ThingDirectory$/.test(type))) {
    return undefined;
  }
  const base = absolute(data.base ?? '', address) ?? address;
  const around = { base, home, security: securityOf(data.securityDefinitions, data.security) };
  const { things } = data.properties;
  const defaults = Object.entries(things.uriVariables ?? {}).map(([name, one]) => [
    name,
    one.default,
  ]);
  const variables = Object.fromEntries(defaults) as Record<string, unknown>;
  const forms = formsFor('readproperty', things.forms, { ...around, variables }, ['readproperty']);
  if (!forms[0]) return undefined;
  const template = firstForm.safeParse(data.actions?.retrieveThing?.forms).data?.[0].href;
  return {
    first: forms[0].href,
    of(id) {
      const href = template === undefined ? undefined : expand(template, { id });
      const resolved = href === undefined ? undefined : absolute(href, base);
      return resolved === undefined ? undefined : byOwnName(resolved, home);
    },
  };
}

const linked = z.looseObject({
  '@type': z.union([z.string(), z.array(z.string())]),
  links: z.array(z.looseObject({ rel: z.string(), href: z.string() })),
});

/** Returns the address in an item that refers to a description, such as a `ThingLink`. */
export function addressOf(item: unknown, address: string): string | undefined {
  if (typeof item === 'string') {
    return /^(https?:\/)?\//i.test(item) ? absolute(item, address) : undefined;
  }
  const { data } = linked.safeParse(item);
  if (!data || ![data['@type']].flat().some((type) => /(^|[:#/])ThingLink$/.test(type))) {
    return undefined;
  }
  const described = data.links.find(({ rel }) => rel === 'describedby');
  return described && absolute(described.href, address);
}

/** The maximum number of things at one address, and of pages of a list. */
const maxThings = 1_000;
const maxPages = 200;

const concurrency = 8;
const descriptionTimeoutMs = 5_000;

const accept = 'application/td+json, application/ld+json;q=0.9, application/json;q=0.8';

/** An item of a list: a thing, or the reason why there is none. */
export type Item = DescribedThing | ConnectorFailure | 'invalid' | 'unread';

export const isThing = (item: Item): item is DescribedThing =>
  typeof item === 'object' && !(item instanceof ConnectorFailure);

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
  return describe(remote, item, { address, isListed: true });
}

/** The steps of reading a description, and of each affordance in it. */
const stepsPerThing = 200;
const stepsPerAffordance = 50;

/** Reads a description. Throws `Unavailable` when that is too much for this process. */
function describe(
  { context: { effort }, home }: Remote,
  item: unknown,
  found: Omit<Found, 'home'>,
): Item {
  const { properties, actions, events } = isObject(item) ? item : {};
  const counts = [properties, actions, events].map((all) => Object.keys(Object(all)).length);
  const steps = stepsPerThing + counts.reduce((sum, count) => sum + count * stepsPerAffordance, 0);
  if (effort?.take('steps', steps) === false) {
    throw new Unavailable('There are too many things to describe.', { cause: 'too_much_to_read' });
  }
  return readDescription(item, { ...found, home }) ?? 'invalid';
}

export async function itemAt(remote: Remote, address: string): Promise<Item> {
  if (remote.quota.isExhausted()) return 'unread';
  try {
    const bounds = { accept: [404, 410], timeoutMs: descriptionTimeoutMs };
    const { body } = await fetchDocument(remote, address, bounds);
    return describe(remote, body, { address });
  } catch (error) {
    if (remote.context.signal.aborted || !(error instanceof ConnectorFailure)) throw error;
    return error;
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
