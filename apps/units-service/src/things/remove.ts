import { Problem, type Handler } from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { entriesOf } from '../audit/record.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { findThing } from '../visibility/things.js';
import { hintOf, type PublishThingsHint } from './hints.js';
import { deleteThing } from './remove.sql.js';

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
  { caller, id, audit },
  deadline,
) => {
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
  await query(pool, deleteThing, [key, entriesOf([{ input: { audit } }])], deadline);
  publishThingsHint(caller.developer, hintOf([id], caller.subject));
  return {};
};
