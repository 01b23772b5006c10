import { shownAs, type ThingFilter } from '@trellis/contracts';
import { NIL } from 'uuid';
import { toId } from '../batches/call-columns.js';

/** Returns the conditions of a list of things as columns, with null for missing ones. */
export function filterColumns({ type, capability, available, subject, client }: ThingFilter) {
  const shown = capability === undefined ? undefined : shownAs(capability);
  return [
    type ?? null,
    shown?.type ?? null,
    shown?.property ?? null,
    available ?? null,
    subject ?? null,
    // A malformed id is a condition that no client meets.
    client === undefined ? null : (toId(client) ?? NIL),
  ];
}

export const hasConditions = (filter: ThingFilter): boolean =>
  Object.values(filter).some((condition) => condition !== undefined);
