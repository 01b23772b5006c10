import {
  conformsTo,
  maxEventDataBytes,
  type EventAffordance,
  type Received,
  type UnitsContract,
} from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { insertOccurrences, readDescribedEvents } from './occurrences.sql.js';

type Input = Pick<
  Received<UnitsContract, 'things.upsert'>,
  'client' | 'developer' | 'subject' | 'occurrences'
>;

/** How many steps it may take to check what one event carries. */
const maxSteps = 5_000;

/**
 * Stores what connector clients say has happened to their things, in its order. Returns the ids of what was
 * dropped, because its thing has no such event, or carries something else with it.
 */
export async function storeOccurrences(
  db: pg.PoolClient,
  inputs: readonly Input[],
): Promise<string[]> {
  const told = inputs.flatMap(({ client, developer, subject, occurrences = [] }) =>
    occurrences.map(({ data, ...one }) =>
      Object.assign(one, { client, developer, subject, data, text: toText(data) }),
    ),
  );
  if (told.length === 0) return [];
  const things = await describedEvents(db, [...new Set(told.map(({ thing }) => thing))]);
  const fitting = told.filter((one) => {
    const thing = things.get(one.thing);
    return thing?.client === one.client && fits(one, thing.events);
  });
  await query(db, insertOccurrences, [
    fitting.map(({ id }) => id),
    fitting.map(({ developer }) => developer),
    fitting.map(({ subject }) => subject),
    fitting.map(({ thing }) => thing),
    fitting.map(({ name }) => name),
    fitting.map(({ text }) => text),
    fitting.map(({ occurred }) => occurred),
    fitting.map(({ client }) => client),
  ]);
  const stored = new Set(fitting);
  return told.filter((one) => !stored.has(one)).map(({ id }) => id);
}

const toText = (data: unknown): string | null => (data === undefined ? null : JSON.stringify(data));

/** The events of things by name, with the clients that made the things. */
async function describedEvents(db: pg.PoolClient, ids: string[]) {
  const rows = await query(db, readDescribedEvents, [ids]);
  return new Map(
    rows.map(({ id, client, events }) => [
      id,
      { client, events: JSON.parse(events) as Record<string, EventAffordance> },
    ]),
  );
}

/** Whether it is one of the events, and carries what that says. */
function fits(
  { name, data, text }: { name: string; data: unknown; text: string | null },
  events: Record<string, EventAffordance>,
): boolean {
  if (!Object.hasOwn(events, name) || Buffer.byteLength(text ?? '') > maxEventDataBytes)
    return false;
  const schema = events[name]!.data;
  return schema === undefined || conformsTo(data, schema, maxSteps);
}
