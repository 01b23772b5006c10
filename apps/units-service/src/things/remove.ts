import { Problem, requireExpected, thingVersion, type Handler } from '@trellis/contracts';
import { inTransaction, query } from '@trellis/database';
import type pg from 'pg';
import { entriesOf } from '../audit/record.js';
import { callColumns } from '../batches/call-columns.js';
import { noSuchThing } from '../visibility/things.js';
import { hintOf, type PublishThingsHint } from './hints.js';
import { deleteThing } from './remove.sql.js';
import { toThing } from './row.js';
import { lockThing } from './update.sql.js';

interface Needs {
  pool: pg.Pool;
  publishThingsHint: PublishThingsHint;
}

/**
 * Removes a thing of an app, also from every unit. The thing of a connector client is refused: the next poll would create
 * it again, and it is removed with the client.
 */
export const removeThing: Handler<'things.remove', Needs> = async (
  { pool, publishThingsHint },
  input,
  deadline,
) => {
  const { caller, id, audit, expected } = input;
  await inTransaction(
    pool,
    async (db) => {
      const [row] = await query(db, lockThing, callColumns([{ input, ...deadline }]));
      if (!row) throw noSuchThing();
      if (row.client) throw madeByConnector(row.client);
      requireExpected(thingVersion(toThing(row)), expected);
      await query(db, deleteThing, [row.key, entriesOf([{ input: { audit } }])]);
    },
    deadline,
  );
  publishThingsHint(caller.developer, hintOf([id], caller.subject));
  return {};
};

const madeByConnector = (client: string) =>
  new Problem('made_by_connector', 'The thing is deleted when its connector client is deleted.', {
    existing: { kind: 'client', id: client },
  });
