import type { Caller, BatchedCall, Page } from '@trellis/contracts';
import { pageRange } from '@trellis/database';
import { validate as isUuid } from 'uuid';

type CallerCall = BatchedCall<{ caller: Caller }>;
type ResourceCall = BatchedCall<{ caller: Caller; id?: string }>;

/** Returns the callers of a batch of calls as columns for `unnest`: developers, and subjects or nulls. */
export const callerColumns = (calls: readonly CallerCall[]) => [
  calls.map(({ input }) => input.caller.developer),
  calls.map(({ input }) => input.caller.subject ?? null),
];

/** Returns calls on resources as columns: ids, developers, and subjects or nulls. A malformed id becomes null. */
export const callColumns = (calls: readonly ResourceCall[]) => [
  calls.map(({ input: { id } }) => toId(id)),
  ...callerColumns(calls),
];

export const toId = (text: string | undefined): string | null =>
  text !== undefined && isUuid(text) ? text : null;

/** Returns the requested pages of a batch of calls as columns: the keys after which they begin, and their limits. */
export const pageColumns = (calls: readonly BatchedCall<{ page: Page }>[]) => [
  calls.map(({ input }) => pageRange(input.page).after),
  calls.map(({ input }) => input.page.limit),
];
