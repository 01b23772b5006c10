import {
  conformsTo,
  maxEventDataBytes,
  type EventAffordance,
  type Received,
  type UnitsContract,
} from '@trellis/contracts';
import { columnsOf, query } from '@trellis/database';
import type pg from 'pg';
import { insertOccurrences, readDescribedEvents } from './occurrences.sql.js';

type Input = Pick<
  Received<UnitsContract, 'things.upsert'>,
  'client' | 'developer' | 'subject' | 'occurrences'
>;

/** The maximum number of steps for checking the data of one occurrence. */
const maxSteps = 5_000;

/**
 * Stores occurrences that connector clients report, in their order. Returns the ids of those that were dropped, because
 * their thing does not describe such an event or such data.
 */
export async function storeOccurrences(
  db: pg.PoolClient,
  inputs: readonly Input[],
): Promise<string[]> {
  const reported = inputs.flatMap(({ client, developer, subject, occurrences = [] }) =>
    occurrences.map(({ data, ...one }) =>
      Object.assign(one, { client, developer, subject, data, text: toText(data) }),
    ),
  );
  if (reported.length === 0) return [];
  const things = await describedEvents(db, [...new Set(reported.map(({ thing }) => thing))]);
  const fitting = reported.filter((one) => {
    const thing = things.get(one.thing);
    return thing?.client === one.client && fits(one, thing.events);
  });
  const columns = columnsOf(
    fitting,
    ...(['id', 'developer', 'subject', 'thing', 'name', 'text', 'occurred', 'client'] as const),
  );
  await query(db, insertOccurrences, columns);
  const stored = new Set(fitting);
  return reported.filter((one) => !stored.has(one)).map(({ id }) => id);
}

const toText = (data: unknown): string | null => (data === undefined ? null : JSON.stringify(data));

/** Reads the described events of things by id, with the clients that made the things. */
async function describedEvents(db: pg.PoolClient, ids: string[]) {
  const rows = await query(db, readDescribedEvents, [ids]);
  return new Map(
    rows.map(({ id, client, events }) => [
      id,
      { client, events: JSON.parse(events) as Record<string, EventAffordance> },
    ]),
  );
}

/** Returns whether an occurrence is one of the described events, with the described data. */
function fits(
  { name, data, text }: { name: string; data: unknown; text: string | null },
  events: Record<string, EventAffordance>,
): boolean {
  if (!Object.hasOwn(events, name) || Buffer.byteLength(text ?? '') > maxEventDataBytes)
    return false;
  const schema = events[name]!.data;
  return schema === undefined || conformsTo(data, schema, maxSteps);
}
