import { isDeepStrictEqual } from 'node:util';
import type { ConnectorDescription, Page } from '@trellis/contracts';

/** The descriptions of all connectors, in the order of their ids. */
export type ReadDescriptions = () => Promise<readonly ConnectorDescription[]>;

/** The age at which descriptions are fetched again in the background (ms). */
const refreshAfterMs = 30_000;

/** The age at which requests wait for the new ones (ms): so long a deployment may go unnoticed. */
const maxAgeMs = 60_000;

/**
 * Keeps the descriptions, which change only with a deployment. Those that are the same as before stay
 * the same object. While they cannot be fetched, the old ones are returned.
 */
export function keepDescriptions(
  fetch: () => Promise<ConnectorDescription[]>,
  now: () => number = Date.now,
): ReadDescriptions {
  let kept: ConnectorDescription[] | undefined;
  let fetchedAt = 0;
  let fetching: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    try {
      const fetched = await fetch();
      if (!isDeepStrictEqual(fetched, kept)) kept = fetched;
    } catch (error) {
      if (!kept) throw error;
    } finally {
      fetchedAt = now();
      fetching = undefined;
    }
  }

  return async () => {
    const age = now() - fetchedAt;
    if (!kept || age >= refreshAfterMs) fetching ??= refresh();
    if (!kept || age >= maxAgeMs) await fetching;
    return kept!;
  };
}

/** Returns a page of the descriptions. */
export function pageOfDescriptions(
  all: readonly ConnectorDescription[],
  { limit, cursor }: Page,
): { items: readonly ConnectorDescription[]; next?: string } {
  const rest = cursor === undefined ? all : all.filter(({ id }) => id > Number(cursor));
  if (rest.length <= limit) return { items: rest };
  const items = rest.slice(0, limit);
  return { items, next: String(items.at(-1)!.id) };
}
