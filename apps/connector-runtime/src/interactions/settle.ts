import type { Problem } from '@trellis/contracts';
import type { Database } from '../database.js';

export interface SettleNeeds {
  database: Database;
  /** Publishes to whoever waits for an interaction that it has ended. */
  publishEnded(interaction: string): Promise<void>;
}

/** Records that an interaction is completed; `output` is left out where there is none. */
export async function completeInteraction(
  needs: SettleNeeds,
  id: string,
  output?: unknown,
): Promise<void> {
  await settle(needs, id, {
    status: 'completed',
    ...(output !== undefined && { output: JSON.stringify(output) }),
  });
}

/** Records that an interaction has failed, and why. */
export async function failInteraction(
  needs: SettleNeeds,
  id: string,
  problem: Problem,
): Promise<void> {
  await settle(needs, id, { status: 'failed', problem: JSON.stringify(problem.toData()) });
}

/** The first outcome counts. The input is deleted: it may be a secret, such as the code of a lock. */
async function settle(
  { database, publishEnded }: SettleNeeds,
  id: string,
  outcome: { status: string; output?: string; problem?: string },
): Promise<void> {
  await database.interaction.updateMany({
    where: { id, status: { in: ['pending', 'running'] } },
    data: { ...outcome, input: null, ended: new Date() },
  });
  await publishEnded(id);
}
