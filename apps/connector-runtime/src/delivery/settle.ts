import type { Problem } from '@trellis/contracts';
import type { Database, Queries } from '../database.js';

export interface SettleNeeds {
  database: Database;
  /** Publishes to whoever waits for an interaction that it has ended. */
  publishEnded(interaction: string): Promise<void>;
}

/** How an interaction has ended. */
export interface Settlement {
  status: 'completed' | 'failed';
  /** JSON. */
  output?: string;
  /** JSON. */
  problem?: string;
}

/** `output` is left out where there is none. */
export const completed = (output?: unknown): Settlement => ({
  status: 'completed',
  ...(output !== undefined && { output: JSON.stringify(output) }),
});

export const failed = (problem: Problem): Settlement => ({
  status: 'failed',
  problem: JSON.stringify(problem.toData()),
});

/** Records that an interaction is completed; `output` is left out where there is none. */
export const completeInteraction = (
  needs: SettleNeeds,
  id: string,
  output?: unknown,
): Promise<void> => settle(needs, id, completed(output));

/** Records that an interaction has failed, and why. */
export const failInteraction = (needs: SettleNeeds, id: string, problem: Problem): Promise<void> =>
  settle(needs, id, failed(problem));

async function settle(
  { database, publishEnded }: SettleNeeds,
  id: string,
  settlement: Settlement,
): Promise<void> {
  await storeSettlement(database, [id], settlement);
  await publishEnded(id);
}

/**
 * Records how interactions have ended; the first outcome counts. The input is deleted: it may be a secret,
 * such as the code of a lock. Whoever waits is told after the commit, by `publishEnded`.
 */
export async function storeSettlement(
  queries: Queries,
  ids: string[],
  settlement: Settlement,
): Promise<void> {
  await queries.interaction.updateMany({
    where: { id: { in: ids }, status: { in: ['waiting', 'pending', 'running'] } },
    data: { ...settlement, input: null, ended: new Date() },
  });
}
