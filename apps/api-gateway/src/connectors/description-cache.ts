import { isDeepStrictEqual } from 'node:util';
import type { ConnectorDescription, Page } from '@trellis/contracts';

/** The descriptions of all connectors, in the order of their ids; those of the types of an account come last. */
export type ReadDescriptions = (developer?: string) => Promise<readonly ConnectorDescription[]>;

/** The age at which descriptions are fetched again in the background (ms). */
const refreshAfterMs = 30_000;

/** The age at which requests wait for new ones (ms). A deployment may go unnoticed for that time. */
const maxAgeMs = 60_000;

/**
 * Caches the descriptions, which change only with a deployment. Unchanged ones stay the same object. While they
 * cannot be fetched, the old ones are returned.
 */
export function cacheDescriptions(
  fetch: () => Promise<ConnectorDescription[]>,
  now: () => number = Date.now,
): () => Promise<readonly ConnectorDescription[]> {
  let cached: ConnectorDescription[] | undefined;
  let fetchedAt = 0;
  let fetching: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    try {
      const fetched = await fetch();
      if (!isDeepStrictEqual(fetched, cached)) cached = fetched;
    } catch (error) {
      if (!cached) throw error;
    } finally {
      fetchedAt = now();
      fetching = undefined;
    }
  }

  return async () => {
    const age = now() - fetchedAt;
    if (!cached || age >= refreshAfterMs) fetching ??= refresh();
    if (!cached || age >= maxAgeMs) await fetching;
    return cached!;
  };
}

export function pageOfDescriptions(
  all: readonly ConnectorDescription[],
  { limit, cursor }: Page,
): { items: readonly ConnectorDescription[]; next?: string } {
  const rest = cursor === undefined ? all : all.filter(({ id }) => id > Number(cursor));
  if (rest.length <= limit) return { items: rest };
  const items = rest.slice(0, limit);
  return { items, next: String(items.at(-1)!.id) };
}

interface Sources {
  /** The descriptions as connector-runtime has them: a picture of ours is named. */
  read: () => Promise<ConnectorDescription[]>;
  logo: (name: string) => string;
}

/** Fetches the descriptions of all connectors. What names a picture of ours gets its address. */
export const fetchDescriptions =
  ({ read, logo }: Sources) =>
  async (): Promise<ConnectorDescription[]> =>
    (await read()).map((description) => ({
      ...description,
      logo: /^[a-z]+$/.test(description.logo) ? logo(description.logo) : description.logo,
    }));

interface OwnSources {
  /** The types of an account: a logo is named. */
  readOwn: (developer: string) => Promise<ConnectorDescription[]>;
  typeLogo: (id: string) => string;
}

/** Adds the descriptions of the types of an account, which are not cached. */
export const withOwnTypes =
  (all: ReadDescriptions, { readOwn, typeLogo }: OwnSources): ReadDescriptions =>
  async (developer) => {
    if (developer === undefined) return all();
    const [known, own] = await Promise.all([all(), readOwn(developer)]);
    if (own.length === 0) return known;
    return [
      ...known,
      ...own.map(({ logo, ...type }) => ({ ...type, logo: logo === '' ? '' : typeLogo(logo) })),
    ];
  };
