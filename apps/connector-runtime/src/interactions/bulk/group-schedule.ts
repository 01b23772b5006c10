import type { Schedule, Scheduler } from '@trellis/messaging';
import { v5 as uuidFrom } from 'uuid';
import { z } from 'zod';

export interface GroupData {
  group: string;
}

/**
 * One schedule per group: the things of one instance, or of one app, whatever batches they are in. As it never
 * overlaps itself, what is asked of a remote technology at once is bounded across all processes.
 */
export const groupSchedule: Schedule<GroupData> = {
  queue: 'batches',
  data: z.object({ group: z.string() }),
};

/** The group of the things of an app; that of the things of a client is the id of its instance. */
export const groupOfApp = (developer: string, app: string): string =>
  uuidFrom(JSON.stringify([developer, app]), uuidFrom.URL);

/** Has groups begin with what they have, now. */
export async function runGroups(groups: Scheduler<GroupData>, ids: string[]): Promise<void> {
  await groups.start(ids.map((group) => ({ id: group, data: { group } })));
  for (const id of ids) await groups.runNow(id);
}
