import { Problem, type Caller } from '@trellis/contracts';
import type { Database } from '../database.js';
import { findThing } from './visible.js';

/**
 * Removes a thing that an app made, from every unit too. What a connector client made goes with the
 * client: removed here, it would be back with the next poll.
 */
export async function removeThing(
  { prisma }: Database,
  { caller, id }: { caller: Caller; id: string },
): Promise<Record<string, never>> {
  const { key, clientId } = await findThing(prisma, caller, id);
  if (clientId) {
    throw new Problem('made_by_connector', 'It goes when its connector client is deleted.', {
      existing: { kind: 'client', id: clientId },
    });
  }
  await prisma.thing.deleteMany({ where: { key } });
  return {};
}
