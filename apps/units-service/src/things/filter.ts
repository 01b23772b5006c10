import { shownAs, type ThingFilter } from '@trellis/contracts';
import { NIL } from 'uuid';
import { toId } from '../visibility/call-columns.js';

/** The conditions of a list of things as columns; null for each that is not given. */
export function filterColumns({ type, capability, available, subject, client }: ThingFilter) {
  const shown = capability === undefined ? undefined : shownAs(capability);
  return [
    type ?? null,
    shown?.type ?? null,
    shown?.property ?? null,
    available ?? null,
    subject ?? null,
    // What is no id names no client, and is a condition all the same.
    client === undefined ? null : (toId(client) ?? NIL),
  ];
}

/** Whether a list has any condition. */
export const hasConditions = (filter: ThingFilter): boolean =>
  Object.values(filter).some((condition) => condition !== undefined);
