import { randomUUID } from 'node:crypto';
import type { Caller } from '@trellis/contracts';
import { answerOne } from '@trellis/testing';
import { upsertThings } from '../things/upsert.js';
import type { TestDatabase } from './database.js';
import { needsOf } from './needs.js';

/** A thing of a client, whose values are found at the times that are given (milliseconds since the epoch). */
export function observedThing(
  database: TestDatabase,
  properties: Record<string, object>,
  { client, developer } = { client: randomUUID() as string, developer: randomUUID() as string },
) {
  const id = randomUUID();
  const at = (ms: number) => new Date(ms).toISOString();
  const thing = {
    id,
    title: 'Sensor',
    types: [],
    properties,
    actions: {},
    events: {},
    available: true,
  };
  const upsert = (ms: number, more: object) =>
    answerOne(upsertThings, needsOf(database), {
      client,
      developer,
      subject: 'alice',
      polled: at(ms),
      reported: true,
      things: [],
      vanished: [],
      ...more,
    });
  return {
    id,
    client,
    caller: { developer } as Caller,
    find: (ms: number, values: object) => upsert(ms, { things: [{ ...thing, values }] }),
    vanish: (ms: number) => upsert(ms, { vanished: [id] }),
    tell: (ms: number, error: 'unavailable' | null) =>
      upsert(ms, { status: { error, since: at(ms) } }),
  };
}
