import type { Caller, CallInSet, Page } from '@trellis/contracts';
import { pageRange } from '@trellis/database';
import { validate as isUuid } from 'uuid';

/** The callers of a set as columns for `unnest`. */
export const callerColumns = (calls: readonly CallInSet<{ caller: Caller }>[]) => ({
  developers: calls.map(({ input }) => input.caller.developer),
  subjects: calls.map(({ input }) => input.caller.subject ?? null),
});

/** The ids that a set asks for; a text that is no id becomes null, which names nothing. */
export const idColumn = (calls: readonly CallInSet<{ id: string }>[]) =>
  calls.map(({ input: { id } }) => (isUuid(id) ? id : null));

/** The pages that a set asks for. */
export function pageColumns(calls: readonly CallInSet<{ page: Page }>[]) {
  const ranges = calls.map(({ input }) => pageRange(input.page));
  return { after: ranges.map(({ after }) => after), take: ranges.map(({ take }) => take) };
}
