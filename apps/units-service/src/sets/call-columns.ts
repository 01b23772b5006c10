import type { Caller, CallInSet, Page } from '@trellis/contracts';
import { pageRange } from '@trellis/database';
import { validate as isUuid } from 'uuid';

/** Returns the calls of a set as columns for `unnest`; a malformed id becomes null, which matches nothing. */
export function callColumns(calls: readonly CallInSet<{ caller: Caller; id?: string }>[]) {
  return {
    ids: calls.map(({ input: { id } }) => toId(id)),
    developers: calls.map(({ input }) => input.caller.developer),
    subjects: calls.map(({ input }) => input.caller.subject ?? null),
  };
}

export const toId = (text: string | undefined): string | null =>
  text !== undefined && isUuid(text) ? text : null;

/** Returns the requested pages of a set of calls as columns for `unnest`. */
export function pageColumns(calls: readonly CallInSet<{ page: Page }>[]) {
  return {
    after: calls.map(({ input }) => pageRange(input.page).after),
    max: calls.map(({ input }) => input.page.limit),
  };
}
