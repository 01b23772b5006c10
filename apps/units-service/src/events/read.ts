import {
  formatEventCursor,
  thingEvent,
  thingEventKind,
  type Handler,
  type ThingEvent,
} from '@trellis/contracts';
import type pg from 'pg';
import { positionOf, readPage } from './page.js';
import type { ChangeRow } from './read.sql.js';

/**
 * Reads the events of the things that the caller sees, in the order of commits. An event is deferred while an earlier
 * transaction is in progress, so that a cursor never skips an event that is committed later.
 */
export const readEvents: Handler<'events.read', { pool: pg.Pool }> = async (
  { pool },
  { kinds = thingEventKind.options, ...input },
) => {
  const { rows, ...page } = await readPage(pool, { kinds, ...input });
  return { events: rows.map(toEvent), ...page };
};

export function toEvent({ kind, name, value, occurred, ...row }: ChangeRow): ThingEvent {
  const { resource: thing, created } = row;
  const cursor = formatEventCursor(positionOf({ kind, name, value, occurred, ...row }));
  const event = { cursor, time: created.toISOString(), thing, kind };
  if (kind === 'thing_updated') return thingEvent.parse({ ...event, available: value === 'true' });
  if (kind === 'property_changed') {
    return thingEvent.parse({ ...event, name, value: JSON.parse(value!) as unknown });
  }
  if (kind === 'thing_event') {
    const carried = value === null ? {} : { data: JSON.parse(value) as unknown };
    return thingEvent.parse({ ...event, name, occurred: occurred!.toISOString(), ...carried });
  }
  if (kind === 'client_status_changed') {
    const status = value === null ? 'STARTED' : 'ERROR';
    return thingEvent.parse({ ...event, status, ...(value !== null && { error: value }) });
  }
  return thingEvent.parse(event);
}
