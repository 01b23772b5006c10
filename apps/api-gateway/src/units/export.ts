import { Problem, type Caller, type UnitLine } from '@trellis/contracts';
import type { Services } from '../http/operation.js';

/** The most units in one answer of the service, and in the next one after it was too large. */
const maxUnits = 500;
const fewerUnits = (limit: number) => Math.ceil(limit / 4);

interface Export extends Pick<Services, 'units'> {
  caller: Caller;
  /** The id of the unit at which to begin; at the first one by default. */
  from: string | undefined;
}

/** The lines of all units of a caller, fetched as they are sent. */
export async function* exportLines(
  { units, caller, from }: Export,
  { signal, end }: { signal: AbortSignal; end(): void },
): AsyncGenerator<UnitLine> {
  try {
    let limit = maxUnits;
    let cursor: string | undefined;
    for (;;) {
      const page = await fetchPage(limit, cursor);
      if (page === 'too large') {
        limit = fewerUnits(limit);
        continue;
      }
      yield* page.lines;
      if (page.next === undefined) return;
      cursor = page.next;
      limit = maxUnits;
      // The connection is broken off, so that a file that ends early does not look whole.
      signal.throwIfAborted();
    }
  } finally {
    end();
  }

  async function fetchPage(limit: number, cursor: string | undefined) {
    try {
      return await units('units.export', { caller, limit, cursor, from });
    } catch (error) {
      const isTooLarge = error instanceof Problem && error.code === 'answer_too_large';
      if (isTooLarge && limit > 1) return 'too large';
      throw error;
    }
  }
}
