import type { IQueueBackend, Job, JobJson } from 'bullmq';
import {
  firstDueAt,
  type ClaimedJob,
  type ClaimOptions,
  type ClaimResult,
  type DelayedJob,
  type JobClaims,
} from './job-claims.js';

/** Most jobs that are claimed before the first of them starts: each takes a statement. */
const maxClaimed = 16;

/** Length of one wait for a job (s). */
const waitSeconds = 5;

/** A queue in PostgreSQL has one shard. */
const shardCounts = [1];

/** Statements on the jobs of a queue that BullMQ lacks. */
interface Statements {
  /** Clears the mark of a job that is to run again; returns whether it had one. */
  clearRunAgain(id: string): Promise<boolean>;
  end: JobClaims['end'];
}

/** Creates claims on the jobs of a queue in PostgreSQL, where BullMQ claims and delays them one by one. */
export const postgresClaims = (
  backend: IQueueBackend,
  { clearRunAgain, end }: Statements,
): JobClaims => ({
  end,
  claim: (options) => claim(backend, options),
  async claimNext({ token }) {
    await backend.waitForJob(waitSeconds);
    // If more jobs are due, the next wait returns immediately.
    return (await claim(backend, { token, limit: 1 })).jobs;
  },
  wake: () => backend.disconnectBlocking(),
  async delay(jobs) {
    const lost = await Promise.all(jobs.map((job) => delay(backend, job, clearRunAgain)));
    return lost.flat();
  },
  async remove(jobs) {
    // It only looks at the id of the job.
    const removed = jobs.map(({ id, token }) =>
      backend.moveToCompleted({ id } as Job, null, true, token, false),
    );
    await Promise.all(removed);
  },
});

async function claim(backend: IQueueBackend, { token, limit }: ClaimOptions): Promise<ClaimResult> {
  const jobs: ClaimedJob[] = [];
  while (jobs.length < Math.min(limit, maxClaimed)) {
    const [json, id, , nextAt] = (await backend.moveToActive(token)) as [
      json: JobJson | null,
      id: string,
      limitedMs: number,
      nextAt: number,
    ];
    if (!json) return { jobs, nextAt, shardCounts };
    const { stalledCounter = 0, priority = 0 } = json;
    const data = JSON.parse(json.data) as object;
    jobs.push({ id, token, data, stalledCounter, priority, dueAt: dueAtOf(json) });
  }
  return { jobs, nextAt: Date.now(), shardCounts };
}

/** BullMQ forgets when a job was due once its time has come, so `delay` stores that as its last failure. */
const dueAtOf = ({ failedReason, timestamp, opts }: JobJson): number =>
  failedReason ? Number(failedReason) : firstDueAt(timestamp, opts);

async function delay(
  backend: IQueueBackend,
  { job, dueAt }: DelayedJob,
  clearRunAgain: Statements['clearRunAgain'],
): Promise<string[]> {
  const { id, token, priority } = job;
  try {
    if (priority > 0) await backend.changePriority(id, 0);
    const now = Date.now();
    const delayMs = Math.max(0, dueAt - now);
    const fieldsToUpdate = { failedReason: String(dueAt) };
    await backend.moveToDelayed(id, now, delayMs, token, { skipAttempt: true, fieldsToUpdate });
  } catch {
    return [id];
  }
  if (await clearRunAgain(id).catch(() => false)) await backend.promote(id).catch(() => undefined);
  return [];
}
