import {
  ConnectorFailure,
  requireSameDevice,
  shownAddress,
  Unavailable,
  type DeviceProblem,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import { storableId } from './identity.js';
import {
  fetchDocument,
  itemAt,
  itemsOf,
  isThing,
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
      if (isThing(item) && !known.has(item.id)) known.set(item.id, item);
    }
  }
  const problems = problemsOf(items);
  const [first] = problems;
  if (known.size === 0 && first) throw first.failure;
  if (known.size === 0 && items.length > 0) throw noDescription(remote.context.client.url);
  return { things: [...known.values()], complete: complete && !first, problems };
}

/** Finds one thing by its current description, with as few requests as possible. */
export async function findThing(remote: Remote, id: string): Promise<DescribedThing | undefined> {
  const source = await openSource(remote);
  if ('thing' in source) return source.thing.id === id ? source.thing : undefined;
  const direct = source.directory?.of(id);
  if (direct !== undefined) {
    const found = await itemAt(remote, direct);
    if (isThing(found) && found.id === id) return found;
  }
  let isWhole = true;
  for await (const { items, complete } of itemsOf(remote, source)) {
    const found = items.filter(isThing).find((item) => item.id === id);
    if (found) return found;
    isWhole &&= complete && items.every((item) => isThing(item) || item === 'invalid');
  }
  if (!isWhole)
    throw new Unavailable('Some descriptions cannot be fetched at the moment.', {
      cause: 'unreachable',
    });
  return undefined;
}

async function openSource(remote: Remote): Promise<{ thing: DescribedThing } | Listing> {
  const { url } = remote.context.client;
  const answer = await fetchDocument(remote, url);
  await lookUpOwnAddress(remote);
  const page = pageOf(answer.body, answer.link, url);
  if (page) return { address: url, page };
  await requireSameThing(remote, answer.body);
  const directory = directoryOf(answer.body, url, remote.home);
  if (directory) {
    const first = await fetchDocument(remote, directory.first);
    const page = pageOf(first.body, first.link, directory.first);
    if (!page) throw noDescription(directory.first);
    return { address: directory.first, page, directory };
  }
  const thing = readDescription(answer.body, { address: url, home: remote.home });
  if (!thing) throw noDescription(url);
  return { thing };
}

const identified = z.looseObject({ id: z.string().min(1) });

/** Throws `AnotherDevice` when a thing or a directory describes itself that has another `id` than the one before. */
async function requireSameThing({ context }: Remote, description: unknown): Promise<void> {
  const { data } = identified.safeParse(description);
  if (data) await requireSameDevice(context.memory, 'thing', storableId(data.id));
}

/** The most descriptions whose failures are told one by one. */
const maxDetails = 10;

/** Returns a problem for each description that cannot be fetched, and one for those that were not tried. */
function problemsOf(items: Item[]): DeviceProblem[] {
  const failures = items.filter((item) => item instanceof ConnectorFailure);
  const unread = items.filter((item) => item === 'unread').length;
  const others = Math.max(0, failures.length - maxDetails) + unread;
  return [
    ...failures.slice(0, maxDetails).map((failure) => ({ failure })),
    ...(others > 0
      ? [
          {
            failure: new Unavailable(`It is not possible to fetch ${descriptions(others)}.`, {
              cause: 'too_much_to_read',
            }),
          },
        ]
      : []),
  ];
}

const descriptions = (count: number) => (count === 1 ? 'a description' : `${count} descriptions`);

const noDescription = (address: string) =>
  new Unavailable('There is no Thing Description at the address.', {
    cause: 'unexpected_form',
    address: shownAddress(new URL(address)),
  });
