import type { IQueueBackend, Job, JobJson } from 'bullmq';
import {
  firstDueAt,
  type HeldJob,
  type JobSets,
  type PutOffJob,
  type TakeOptions,
  type TakenJobs,
} from './job-sets.js';

/** How many jobs are taken before the first of them starts: each is a statement of its own. */
const maxTaken = 16;

/** How long one wait for a job takes (s). */
const waitSeconds = 5;

/** A queue in PostgreSQL has one shard. */
const shardCounts = [1];

/** Whether a job is to run again at once; asked once it was put off. */
type TakeMark = (id: string) => Promise<boolean>;

/** The jobs of a queue, taken and put off by BullMQ itself. */
export const postgresJobSets = (backend: IQueueBackend, takeMark: TakeMark): JobSets => ({
  take: (options) => take(backend, options),
  async takeNext({ token }) {
    await backend.waitForJob(waitSeconds);
    // Whether there are more shows the next wait, which then ends at once.
    return (await take(backend, { token, limit: 1 })).jobs;
  },
  wake: () => backend.disconnectBlocking(),
  async putOff(jobs) {
    const lost = await Promise.all(jobs.map((job) => putOff(backend, job, takeMark)));
    return lost.flat();
  },
  async drop(jobs) {
    // Of the job, it looks at the id.
    const dropped = jobs.map(({ id, token }) =>
      backend.moveToCompleted({ id } as Job, null, true, token, false),
    );
    await Promise.all(dropped);
  },
});

async function take(backend: IQueueBackend, { token, limit }: TakeOptions): Promise<TakenJobs> {
  const jobs: HeldJob[] = [];
  while (jobs.length < Math.min(limit, maxTaken)) {
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

/** BullMQ forgets when a job was due once its time has come: it is kept as its last failure. */
const dueAtOf = ({ failedReason, timestamp, opts }: JobJson): number =>
  failedReason ? Number(failedReason) : firstDueAt(timestamp, opts);

async function putOff(
  backend: IQueueBackend,
  { job, dueAt }: PutOffJob,
  takeMark: TakeMark,
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
  if (await takeMark(id).catch(() => false)) await backend.promote(id).catch(() => undefined);
  return [];
}
