import { Problem, type Handler } from '@trellis/contracts';
import { writeInTurn } from '../database.js';
import { isRemoved } from '../polling/failure.js';
import { publishChanges } from '../polling/publish.js';
import { isDeferred } from '../polling/reconcile.js';
import type { Runtime } from '../runtime.js';
import { noSuchClient, requireVisibleClient } from './visible.js';

type Needs = Pick<Runtime, 'database' | 'readClient' | 'store'>;

/**
 * Decides what happens to the missing devices of a client. Polls that started earlier cannot undo this; a device that
 * they find is back after the next one.
 */
export const resolveMissing: Handler<'clients.resolve_missing', Needs> = async (
  { database, readClient, store },
  { action, ...on },
  deadline,
) => {
  const { key: clientKey, id, developer } = await requireVisibleClient(database, on);
  if (action === 'wait') {
    const { count } = await writeInTurn(database, { developer, deadline }, (tx) =>
      tx.missingDevices.updateMany({ where: { clientKey }, data: { waits: true } }),
    );
    if (count === 0) {
      throw new Problem('no_sweep_held', 'No devices are missing that are not marked as vanished.');
    }
    return {};
  }
  const client = await readClient(id);
  if (!client) throw noSuchClient();
  const { known, missing } = client;
  const row = { ...client.row, isReported: true };
  const vanished = known.filter(isDeferred);
  const none = { changed: [], rehandled: [], unobserved: [] };
  try {
    await publishChanges({ store }, row, { known, changes: { ...none, vanished } });
    if (missing) await store.storeMissing(row, null);
  } catch (error) {
    throw isRemoved(error) ? noSuchClient() : error;
  }
  return {};
};
