import { Problem } from '@trellis/contracts';
import type { Queries } from '../database.js';
import type { Runtime } from '../runtime.js';
import type { Outcome } from './send.js';

export type SettleNeeds = Pick<Runtime, 'database' | 'publishEnded'>;

export interface Settlement {
  status: 'completed' | 'failed';
  /** JSON. */
  output?: string | undefined;
  /** JSON. */
  problem?: string;
}

export const completed = (output?: unknown): Settlement => ({
  status: 'completed',
  output: output === undefined ? undefined : JSON.stringify(output),
});

export const failed = (problem: Problem): Settlement => ({
  status: 'failed',
  problem: JSON.stringify(problem.toData()),
});

export const completeInteraction = (
  needs: SettleNeeds,
  id: string,
  output?: unknown,
): Promise<void> => settle(needs, id, completed(output));

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
 * Records how interactions have ended; the first outcome counts. Deletes the input, which may be a secret such as the
 * code of a lock. Call `publishEnded` after the commit.
 */
export async function storeSettlement(
  queries: Queries,
  ids: string[],
  settlement: Settlement,
): Promise<void> {
  const { status, output = null, problem = null } = settlement;
  // Not by Prisma, which compiles each query: this one runs for each part of a bulk command.
  await queries.$executeRaw`
    UPDATE interactions SET status = ${status}, output = ${output}, problem = ${problem}, input = NULL, ended = now()
    WHERE id = ANY(${ids}::uuid[]) AND status IN ('waiting', 'pending', 'running', 'queued')`;
}

/** Returns how the interaction of a delivery has ended. */
export const settlementOf = (outcome: Outcome): Settlement =>
  outcome.status === 'delivered' ? completed(outputOf(outcome)) : failed(toProblem(outcome));

/** Returns the JSON of the app's response, if any. */
function outputOf({ response }: Outcome): unknown {
  const type = response?.headers['content-type'];
  if (!response || response.text === '' || !String(type).includes('json')) return undefined;
  try {
    return JSON.parse(response.text) as unknown;
  } catch {
    return undefined;
  }
}

function toProblem({ isUncertain, responseStatus, error = '' }: Outcome): Problem {
  if (isUncertain) return new Problem('outcome_unknown', error);
  const rejected = responseStatus !== undefined && responseStatus >= 400 && responseStatus < 500;
  return new Problem(rejected ? 'remote_rejected' : 'unavailable', error);
}
