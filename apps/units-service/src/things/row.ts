import type { Thing } from '@trellis/contracts';
import type { Thing as ThingRow } from '../generated/prisma/client.js';

/** A thing as it crosses to other services. */
export function fromRow(row: ThingRow): Thing {
  return {
    id: row.id,
    ...(row.subject !== null && { subject: row.subject }),
    creator: row.clientId
      ? { kind: 'client', id: row.clientId }
      : { kind: 'app', id: row.app ?? '' },
    title: row.title,
    ...(row.description !== null && { description: row.description }),
    properties: JSON.parse(row.properties),
    actions: JSON.parse(row.actions),
    values: JSON.parse(row.values),
    available: row.available,
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
  };
}
