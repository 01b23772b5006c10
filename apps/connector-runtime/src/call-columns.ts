import type { Caller, BatchedCall, Page } from '@trellis/contracts';
import { pageRange } from '@trellis/database';
import { validate as isUuid } from 'uuid';

/** Returns the callers of a batch of calls as columns for `unnest`. */
export const callerColumns = (calls: readonly BatchedCall<{ caller: Caller }>[]) => ({
  developers: calls.map(({ input }) => input.caller.developer),
  subjects: calls.map(({ input }) => input.caller.subject ?? null),
});

/** Returns the requested ids as a column. A text that is not an id becomes null, which matches nothing. */
export const idColumn = (calls: readonly BatchedCall<{ id: string }>[]) =>
  calls.map(({ input: { id } }) => (isUuid(id) ? id : null));

/** Returns the requested pages as columns. */
export function pageColumns(calls: readonly BatchedCall<{ page: Page }>[]) {
  const ranges = calls.map(({ input }) => pageRange(input.page));
  return { after: ranges.map(({ after }) => after), take: ranges.map(({ take }) => take) };
}
