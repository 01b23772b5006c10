import { ConnectorFailure, Unauthorized, Unavailable } from '@trellis/connector-sdk';
import { z } from 'zod';
import { absolute, formFor } from './form.js';
import { send, type Context } from './remote.js';
import { readDescription, type DescribedThing } from './thing.js';

/** What was found, and whether that is all there is. */
export interface Discovered {
  things: DescribedThing[];
  complete: boolean;
}

/** The most things that one address may lead to, and the most pages of a directory. */
const mostThings = 1_000;
const mostPages = 50;

/** So many descriptions are fetched at once. */
const atOnce = 8;

const accept = 'application/td+json, application/ld+json;q=0.9, application/json;q=0.8';

/** What an address leads to: a Thing Description, a list of them or of their addresses, a directory. */
export async function discover(context: Context): Promise<Discovered> {
  const { url } = context.client;
  const answer = await fetchPage(context, url);
  if (Array.isArray(answer.body)) return listed(context, url, answer.body, answer.next);
  const directory = directoryOf(answer.body, url);
  if (directory !== undefined) {
    const first = await fetchPage(context, directory);
    if (!Array.isArray(first.body)) throw nothingThere();
    return listed(context, directory, first.body, first.next);
  }
  const thing = readDescription(answer.body, url);
  if (!thing) throw nothingThere();
  return { things: [thing], complete: true };
}

const nothingThere = () => new Unavailable('There is no Thing Description at the address.');

/** A directory describes itself as a thing with a property `things` (W3C WoT Discovery, 7.3.2). */
function directoryOf(body: unknown, address: string): string | undefined {
  const directory = z.looseObject({
    '@type': z.union([z.string(), z.array(z.string())]),
    base: z.string().optional(),
    properties: z.looseObject({ things: z.looseObject({ forms: z.unknown().optional() }) }),
  });
  const { data } = directory.safeParse(body);
  if (!data || ![data['@type']].flat().some((type) => type.endsWith('ThingDirectory'))) {
    return undefined;
  }
  const base = absolute(data.base ?? '', address) ?? address;
  const { forms } = data.properties.things;
  return formFor('readproperty', forms, { base, defaults: ['readproperty'] })?.href;
}

async function listed(
  context: Context,
  address: string,
  first: unknown[],
  next: string | undefined,
): Promise<Discovered> {
  const items = [...first];
  let following = next;
  for (let page = 1; following !== undefined; page += 1) {
    if (page === mostPages || items.length > mostThings) {
      throw new Unavailable(`The directory has more than ${mostThings} things.`);
    }
    const answer = await fetchPage(context, following);
    if (!Array.isArray(answer.body)) throw nothingThere();
    items.push(...(answer.body as unknown[]));
    following = answer.next;
  }
  if (items.length > mostThings) {
    throw new Unavailable(`The directory has more than ${mostThings} things.`);
  }
  const outcomes = await inBatches(items, (item) => thingOf(context, item, address));
  const things = outcomes.filter((outcome) => typeof outcome === 'object');
  if (things.length === 0 && items.length > 0) throw nothingThere();
  return { things: unique(things), complete: !outcomes.includes('unreachable') };
}

/** A thing from an item of a list, which is its description or the address of that. */
async function thingOf(
  context: Context,
  item: unknown,
  address: string,
): Promise<DescribedThing | 'unreachable' | undefined> {
  if (typeof item !== 'string') return readDescription(item, address);
  if (!/^https?:/.test(item)) return undefined;
  try {
    const { body } = await fetchPage(context, item);
    return readDescription(body, item);
  } catch (error) {
    if (error instanceof Unauthorized || !(error instanceof ConnectorFailure)) throw error;
    return 'unreachable';
  }
}

async function fetchPage(context: Context, href: string) {
  const answer = await send(context, { href, headers: { accept } });
  const link = [answer.headers.link ?? []].flat().join(',');
  const next = /<([^>]*)>\s*;[^,]*rel="?next"?/.exec(link)?.[1];
  return { body: answer.json(), next: next === undefined ? undefined : absolute(next, href) };
}

export async function inBatches<T, U>(items: T[], map: (item: T) => Promise<U>): Promise<U[]> {
  const mapped: U[] = [];
  for (let start = 0; start < items.length; start += atOnce) {
    mapped.push(...(await Promise.all(items.slice(start, start + atOnce).map(map))));
  }
  return mapped;
}

/** Of things with one id the first counts. */
function unique(things: DescribedThing[]): DescribedThing[] {
  const known = new Map<string, DescribedThing>();
  for (const thing of things) if (!known.has(thing.id)) known.set(thing.id, thing);
  return [...known.values()];
}
