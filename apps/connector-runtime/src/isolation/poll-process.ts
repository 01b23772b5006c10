import { raceSignal, type Discovery } from '@trellis/connector-sdk';
import { forkProgram } from '@trellis/platform/processes';
import { createBirpc } from 'birpc';
import type { CheckedEntity } from './check-entities.js';
import type { Performed } from './device-request.js';
import { variable } from '../load-connectors.js';
import { watchHeartbeat } from './heartbeat.js';
import { fromSentError, fromSentFailure, toSentError, type Outcome } from './failures.js';
import {
  type Context,
  type ContextFunction,
  type PerformTask,
  type PollFunctions,
  type PollTask,
  type ServiceFunctions,
} from './messages.js';

/** A child process that polls. It has a limit of memory, and is killed when it hangs. */
export interface PollProcess {
  /** How many polls run in it. */
  jobs(): number;
  isEnded(): boolean;
  /** Polls a connector in the process. Throws {@link ProcessEnded} when it ends meanwhile. */
  poll(task: PollTask, context: Context): Promise<WeighedDiscovery>;
  /** Performs a request of a device in the same way. */
  perform(task: PerformTask, context: Context): Promise<Performed>;
  /** Kills the process. */
  end(): void;
}

/** The outcome of a poll, with the processor time (ms) and the received bytes that it took. */
export interface WeighedDiscovery extends Discovery {
  cpuMs: number;
  bytes: number;
}

/** Why a process ended: it exceeded a limit, had an uncaught error, or could not be started. */
export type EndOfProcess = 'limit' | 'error' | 'not started';

/** The end of a process while it polled. */
export class ProcessEnded extends Error {
  readonly why: EndOfProcess;
  /** Whether this poll ran last, and is probably the cause. */
  readonly isSuspect: boolean;

  constructor(why: EndOfProcess, { isSuspect }: { isSuspect: boolean }) {
    super(`The process of a poll has ended: ${why}.`);
    this.why = why;
    this.isSuspect = isSuspect;
  }
}

export interface ProcessOptions {
  /** Limit of the processor time that it may use without answering (ms). */
  maxBusyMs: number;
  /** Limit of its heap (MiB); it needs 50 to start. */
  maxHeapMebibytes: number;
  /** Called when the process ends unexpectedly, with the end of its output. */
  onFailure: (why: EndOfProcess, written: string) => void;
}

/** Number of characters of the output of a process that are stored. */
const maxWritten = 4_000;

interface Job {
  context: Context;
  found: CheckedEntity[];
  /** Errors that functions of the context have thrown. */
  errors: unknown[];
}

export function startPollProcess(options: ProcessOptions): PollProcess {
  const { maxBusyMs, onFailure } = options;
  const child = forkProgram({
    program: new URL('./poll.worker.js', import.meta.url),
    maxHeapMb: options.maxHeapMebibytes,
    passedVariables: [variable],
  });
  const jobs = new Map<number, Job>();
  let lastJob = 0;
  let resumed = 0;
  let isEnded = false;
  const watch = watchHeartbeat(child.pid, maxBusyMs, () => child.kill('SIGKILL'));

  const remote = createBirpc<PollFunctions, ServiceFunctions>(
    {
      async call(id, name, given) {
        const job = jobs.get(id);
        if (!job) return { error: toSentError(new Error('The poll has ended.')) };
        return answer(job, name, given);
      },
      recorded(id, requests) {
        for (const request of requests) jobs.get(id)?.context.record?.add(request);
      },
      explained: (id, explained) => jobs.get(id)?.context.explain?.take(explained),
      found: (id, entities) => void jobs.get(id)?.found.push(...entities),
      resumed: (id) => void (resumed = id),
      alive: () => undefined,
    },
    {
      // A message to a process that has just ended is lost with it.
      post: (message) => void child.send(message as object, () => undefined),
      on: (receive) =>
        void child.on('message', (message) => {
          watch.received();
          receive(message);
        }),
      timeout: -1,
    },
  );

  let why: EndOfProcess = 'limit';
  let written = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    written = `${written}${text}`.slice(-maxWritten);
  });
  const conclude = (found: EndOfProcess) => {
    watch.stop();
    why = found;
    if (!isEnded) onFailure(why, written);
    isEnded = true;
    remote.$close();
  };
  // Node.js ends with a signal, or with 134, when the heap is full.
  child.once('close', (code, signal) =>
    conclude(signal !== null || code === 134 ? 'limit' : 'error'),
  );
  child.once('error', () => child.pid === undefined && conclude('not started'));

  async function valueOf<T>(id: number, job: Job, sent: Promise<Outcome<T>>): Promise<T> {
    const outcome = await sent.catch(() => {
      throw new ProcessEnded(why, { isSuspect: id === resumed });
    });
    if ('value' in outcome) return outcome.value;
    const { origin } = outcome.error;
    throw origin === undefined ? fromSentError(outcome.error) : job.errors[origin];
  }

  /** Runs a job in the process until the signal of its context is aborted. */
  async function run<T>(context: Context, send: (id: number) => Promise<Outcome<T>>) {
    const { signal } = context;
    signal.throwIfAborted();
    const id = (lastJob += 1);
    const job: Job = { context, found: [], errors: [] };
    const onAbort = () => void remote.abort.asEvent(id, toSentError(signal.reason));
    signal.addEventListener('abort', onAbort, { once: true });
    jobs.set(id, job);
    watch.setPolling(true);
    try {
      const value = await raceSignal(signal, valueOf(id, job, send(id)));
      return { value, found: job.found };
    } finally {
      signal.removeEventListener('abort', onAbort);
      jobs.delete(id);
      watch.setPolling(jobs.size > 0);
    }
  }

  return {
    jobs: () => jobs.size,
    isEnded: () => isEnded,
    async poll(task, context) {
      const { value, found } = await run(context, (id) => remote.poll(id, task));
      const problems = value.problems.map(({ device, failure }) => ({
        device,
        failure: fromSentFailure(failure),
      }));
      return { ...value, problems, entities: found };
    },
    async perform(task, context) {
      return (await run(context, (id) => remote.perform(id, task))).value;
    },
    end() {
      isEnded = true;
      child.kill('SIGKILL');
    },
  };
}

/** Calls a function of a poll's context for its process. */
async function answer(
  { context, errors }: Job,
  name: ContextFunction,
  [first = '', second = '', third]: string[],
): Promise<Outcome<unknown>> {
  const { memory } = context;
  const functions: Record<ContextFunction, () => Promise<unknown>> = {
    resolve: () => context.resolve(first, Number(second)),
    acquire: () => context.acquire(),
    accessToken: () => context.accessToken(),
    get: () => memory.get(first),
    set: () => memory.set(first, second),
    replace: () => memory.replace(first, second, third),
    delete: () => memory.delete(first),
  };
  try {
    return { value: await functions[name]() };
  } catch (error) {
    return { error: toSentError(error, errors.push(error) - 1) };
  }
}
