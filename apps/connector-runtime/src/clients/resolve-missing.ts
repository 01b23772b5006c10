import { Problem, type Handler } from '@trellis/contracts';
import { writeInTime, type Database } from '../database.js';
import { isRemoved } from '../polling/publish-result.js';
import { publishChanges } from '../polling/publish.js';
import type { ReadClient } from '../polling/read.js';
import { isHeld } from '../polling/reconcile.js';
import type { PollStore } from '../polling/store.js';
import { noSuchClient, requireVisibleClient } from './visible.js';

interface Needs {
  database: Database;
  readClient: ReadClient;
  store: PollStore;
}

/**
 * Decides on the sweep of a client that is held. What polls find that have begun before does not undo it; a device
 * that they find is there again with the next one.
 */
export const settleSweep: Handler<'clients.settle_sweep', Needs> = async (
  { database, readClient, store },
  { action, ...on },
  deadline,
) => {
  const { key: clientKey, id } = await requireVisibleClient(database, on);
  if (action === 'wait') {
    const { count } = await writeInTime(database, deadline, (tx) =>
      tx.heldSweep.updateMany({ where: { clientKey }, data: { waits: true } }),
    );
    if (count === 0) {
      throw new Problem('no_sweep_held', 'No devices are missing that are not marked as vanished.');
    }
    return {};
  }
  const client = await readClient(id);
  if (!client) throw noSuchClient();
  const { known, sweep } = client;
  const row = { ...client.row, isHeard: true };
  const vanished = known.filter(isHeld);
  const none = { changed: [], rehandled: [], unobserved: [], warnings: [], rooms: undefined };
  try {
    await publishChanges({ store }, row, { known, findings: { ...none, vanished } });
    if (sweep) await store.storeSweep(row, null);
  } catch (error) {
    throw isRemoved(error) ? noSuchClient() : error;
  }
  return {};
};
