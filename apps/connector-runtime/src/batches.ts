import { databaseProblem } from '@trellis/database';
import type { Tracer } from '@trellis/messaging';
import { createBatcher } from '@trellis/platform/concurrency';

interface SetOptions<Item> {
  /** The most items of a batch. */
  maxItems: number;
  /** The most batches in flight at once; further items wait for the next batch. */
  maxInFlight: number;
  /** Returns the owner of an item. When more items wait than fit in a batch, owners take turns. */
  ownerOf?: (item: Item) => string;
  tracer?: Tracer | undefined;
}

/**
 * Processes items that arrive together as one batch, for instance with one statement. A failed batch is halved, so
 * that one item cannot fail the others, unless the database is unavailable. `work` resolves to one result per item and
 * must change nothing when it rejects.
 */
export function inBatches<Item, Result>(
  work: (items: Item[]) => Promise<readonly Result[]>,
  { ownerOf = () => '', ...options }: SetOptions<Item>,
): (item: Item) => Promise<Result> {
  async function settle(items: Item[]): Promise<PromiseSettledResult<Result>[]> {
    try {
      return (await work(items)).map((value) => ({ status: 'fulfilled', value }));
    } catch (reason) {
      if (items.length === 1 || databaseProblem(reason)) {
        return items.map(() => ({ status: 'rejected', reason }));
      }
      const middle = items.length >> 1;
      return [...(await settle(items.slice(0, middle))), ...(await settle(items.slice(middle)))];
    }
  }

  return unsettled(createBatcher(settle, { ...limits, ...options, ownerOf }));
}

/** Processes every item by itself, as many at once as fit in a batch. Owners take turns as in {@link inBatches}. */
export function individually<Item, Result>(
  work: (item: Item) => Promise<Result>,
  { ownerOf = () => '', ...options }: SetOptions<Item>,
): (item: Item) => Promise<Result> {
  const { tracer } = options;
  const settle = (batch: Turn<Item>[]) =>
    Promise.allSettled(
      batch.map(({ item, cause }) =>
        tracer ? tracer.runFor([cause], () => work(item)) : work(item),
      ),
    );
  const settleTurn = createBatcher(settle, {
    ...limits,
    ...options,
    ownerOf: ({ item }: Turn<Item>) => ownerOf(item),
  });
  return unsettled((item) => settleTurn({ item, cause: tracer?.capture() }));
}

/** An item with the trace that caused it. */
interface Turn<Item> {
  item: Item;
  cause: unknown;
}

/** Only the number of items limits a batch; batches that are slow count, as they use the same database. */
const limits = { maxBytes: Infinity, sizeOf: () => 0, slowAfterMs: 60_000, maxSlow: 0 };

const unsettled =
  <Item, Result>(settle: (item: Item) => Promise<PromiseSettledResult<Result>>) =>
  async (item: Item): Promise<Result> => {
    const outcome = await settle(item);
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
