import type { Caller, Thing, ThingState } from '@trellis/contracts';
import type { Database } from '../database.js';
import { registerSubject } from '../subjects/register.js';
import { fromRow } from './row.js';

export interface NewThing {
  caller: Caller;
  id: string;
  /** The app that makes the thing. */
  app: string;
  state: ThingState;
}

/** Creates a thing of an app, in the list of the caller's subject. Repeating it changes nothing. */
export async function createThing(
  { prisma }: Database,
  { caller: { developer, subject }, id, app, state }: NewThing,
): Promise<Thing> {
  const row = await prisma.$transaction(async (db) => {
    if (subject !== undefined) await registerSubject(db, { developer, subject });
    const data = {
      id,
      developer,
      subject: subject ?? null,
      app,
      title: state.title,
      description: state.description ?? null,
      properties: JSON.stringify(state.properties),
      actions: JSON.stringify(state.actions),
      values: JSON.stringify(state.values),
      available: state.available,
    };
    return db.thing.upsert({ where: { id, developer }, create: data, update: {} });
  });
  return fromRow(row);
}
