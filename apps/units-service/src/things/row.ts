import type { Thing, ThingState } from '@trellis/contracts';
import type { Thing as ThingRow } from '../generated/prisma/client.js';

/** The columns that hold the state of a thing. */
export const toColumns = (state: ThingState) => ({
  title: state.title,
  types: JSON.stringify(state.types),
  description: state.description ?? null,
  properties: JSON.stringify(state.properties),
  actions: JSON.stringify(state.actions),
  values: JSON.stringify(state.values),
  available: state.available,
});

/** A thing in the form of the contract. */
export function toThing(row: ThingRow): Thing {
  return {
    id: row.id,
    ...(row.subject !== null && { subject: row.subject }),
    creator: row.clientId
      ? { kind: 'client', id: row.clientId }
      : { kind: 'app', id: row.app ?? '' },
    title: row.title,
    types: JSON.parse(row.types),
    ...(row.description !== null && { description: row.description }),
    properties: JSON.parse(row.properties),
    actions: JSON.parse(row.actions),
    values: JSON.parse(row.values),
    available: row.available,
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
  };
}
