import { v5 as uuidFrom } from 'uuid';
import type { Runtime } from '../../runtime.js';
import type { PartRow } from './run.sql.js';

/** Returns the group of an app's things. The group of a client's things is the id of its instance. */
export const groupOfApp = (developer: string, app: string): string =>
  uuidFrom(JSON.stringify([developer, app]), uuidFrom.URL);

export async function runGroups(groups: Runtime['groups'], ids: string[]): Promise<void> {
  await groups.start(ids.map((group) => ({ id: group, data: { group } })));
  for (const id of ids) await groups.runNow(id);
}

/** Decrypts the input of a bulk command; undefined without one. */
export function openInput(
  { sealing }: Pick<Runtime, 'sealing'>,
  { developer, batch: id }: Pick<PartRow, 'developer' | 'batch'>,
  sealed: string | null,
): unknown {
  const binding = { purpose: 'interaction_batches.input', developer, id } as const;
  return sealed === null ? undefined : sealing.open(binding, sealed);
}
