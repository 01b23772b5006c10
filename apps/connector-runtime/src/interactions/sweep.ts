import { Problem } from '@trellis/contracts';
import type { Runtime } from '../runtime.js';

/** So long the outcome of an interaction can be read (ms). */
const kept = 24 * 60 * 60_000;

/** What is still pending then has been lost, as when Redis loses its data (ms). */
const lost = 15 * 60_000;

const lostProblem = new Problem('outcome_unknown', 'It has been lost by the service.');

/** Forgets interactions that ended long ago, and ends those that nobody will. */
export async function sweepInteractions({ database, log }: Runtime): Promise<void> {
  const ago = (age: number) => new Date(Date.now() - age);
  try {
    await database.interaction.updateMany({
      where: { status: { in: ['pending', 'running'] }, requested: { lt: ago(lost) } },
      data: {
        status: 'failed',
        problem: JSON.stringify(lostProblem.toData()),
        input: null,
        ended: new Date(),
      },
    });
    await database.interaction.deleteMany({ where: { ended: { lt: ago(kept) } } });
    await database.authorization.deleteMany({ where: { expires: { lt: new Date() } } });
  } catch (error) {
    log.warn({ err: error }, 'sweeping interactions failed');
  }
}
