import type { Problem } from '@trellis/contracts';
import type { Runtime } from '../runtime.js';

/** Notes that an interaction is done; `output` is left out where there is none. */
export async function complete(runtime: Runtime, id: string, output?: unknown): Promise<void> {
  await settle(runtime, id, {
    status: 'completed',
    ...(output !== undefined && { output: JSON.stringify(output) }),
  });
}

/** Notes that an interaction has failed, and why. */
export async function fail(runtime: Runtime, id: string, problem: Problem): Promise<void> {
  await settle(runtime, id, { status: 'failed', problem: JSON.stringify(problem.toData()) });
}

/** The first outcome counts. The input may be a secret, such as the code of a lock: it goes. */
async function settle(
  { database }: Pick<Runtime, 'database'>,
  id: string,
  outcome: { status: string; output?: string; problem?: string },
): Promise<void> {
  await database.interaction.updateMany({
    where: { id, status: { in: ['pending', 'running'] } },
    data: { ...outcome, input: null, ended: new Date() },
  });
}
