import type { Schedule, Scheduler } from '@trellis/messaging';
import type { Sealing } from '@trellis/sealing';
import { v5 as uuidFrom } from 'uuid';
import { z } from 'zod';
import type { PartRow } from './run.sql.js';

export interface GroupData {
  group: string;
}

/**
 * One schedule per group: the things of one instance or of one app, in all bulk commands. A schedule never overlaps
 * itself, so the load on a remote technology is bounded across all processes.
 */
export const groupSchedule: Schedule<GroupData> = {
  queue: 'batches',
  data: z.object({ group: z.string() }),
};

/** Returns the group of an app's things. The group of a client's things is the id of its instance. */
export const groupOfApp = (developer: string, app: string): string =>
  uuidFrom(JSON.stringify([developer, app]), uuidFrom.URL);

/** Runs groups now. */
export async function runGroups(groups: Scheduler<GroupData>, ids: string[]): Promise<void> {
  await groups.start(ids.map((group) => ({ id: group, data: { group } })));
  for (const id of ids) await groups.runNow(id);
}

/** Decrypts the input of a bulk command; undefined without one. */
export function openInput(
  { sealing }: { sealing: Sealing },
  { developer, batch: id }: Pick<PartRow, 'developer' | 'batch'>,
  sealed: string | null,
): unknown {
  const binding = { purpose: 'interaction_batches.input', developer, id } as const;
  return sealed === null ? undefined : sealing.open(binding, sealed);
}
