import { Problem, requireExpected, thingVersion, type Handler } from '@trellis/contracts';
import { inTransaction, query } from '@trellis/database';
import type pg from 'pg';
import { entriesOf } from '../audit/record.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { callColumns } from '../visibility/call-columns.js';
import { findThing, noSuchThing } from '../visibility/things.js';
import { hintOf, type PublishThingsHint } from './hints.js';
import { deleteThing } from './remove.sql.js';
import { toThing } from './row.js';
import { lockThing } from './update.sql.js';

interface Needs {
  prisma: PrismaClient;
  pool: pg.Pool;
  publishThingsHint: PublishThingsHint;
}

/**
 * Removes a thing of an app, also from every unit. A thing of a connector client is refused, because
 * the next poll would create it again; it is removed with the client.
 */
export const removeThing: Handler<'things.remove', Needs> = async (
  { prisma, pool, publishThingsHint },
  input,
  deadline,
) => {
  const { caller, id, audit, expected } = input;
  const { key, clientId } = await findThing(prisma, caller, id);
  if (clientId) {
    throw new Problem(
      'made_by_connector',
      'The thing is deleted when its connector client is deleted.',
      {
        existing: { kind: 'client', id: clientId },
      },
    );
  }
  const values = [key, entriesOf([{ input: { audit } }])];
  await inTransaction(
    pool,
    async (db) => {
      if (expected) {
        const { ids, developers, subjects } = callColumns([{ input, ...deadline }]);
        const [row] = await query(db, lockThing, [ids, developers, subjects]);
        if (!row) throw noSuchThing();
        requireExpected(thingVersion(toThing(row)), expected);
      }
      await query(db, deleteThing, values);
    },
    deadline,
  );
  publishThingsHint(caller.developer, hintOf([id], caller.subject));
  return {};
};
