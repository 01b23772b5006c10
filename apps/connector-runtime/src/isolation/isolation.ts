import { Unavailable, type Connector } from '@trellis/connector-sdk';
import { connectorTypeOf } from '@trellis/contracts';
import type { Logger } from '@trellis/platform';
import { createRoundRobin, type RoundRobin } from '@trellis/platform/concurrency';
import { Overloaded } from '../limits/bulkhead.js';
import type { DeviceRequest, Performed } from './device-request.js';
import type { ClientTask, Context } from './messages.js';
import {
  ProcessEnded,
  startPollProcess,
  type EndOfProcess,
  type PollProcess,
  type ProcessOptions,
  type WeighedDiscovery,
} from './poll-process.js';

interface IsolatedWork {
  developer: string;
  /** Whether an earlier poll was heavy. */
  isHeavy: boolean;
  /** Whether its exchanges are recorded even when it succeeds. */
  isDebugged?: boolean;
}

export interface IsolatedPoll extends IsolatedWork {
  maxEntities: number;
}

/**
 * Polls in child processes with limits of memory and processor time, so that the service stays responsive. Polls share
 * one process; a poll that is known to be heavy, or may have ended the shared process, gets one of its own. Developers
 * take turns in both.
 */
export interface Isolation {
  /** Polls a connector. Throws what it throws, and {@link TooCostly}. */
  discover(
    connector: Pick<Connector, 'typeId'>,
    context: Context,
    options: IsolatedPoll,
  ): Promise<WeighedDiscovery>;
  /**
   * Performs a request of a device in the same processes, once. Throws `Unavailable` when what ran beside it has ended
   * their process: it may have been performed.
   */
  perform(
    connector: Pick<Connector, 'typeId'>,
    context: Context,
    options: IsolatedWork,
    request: DeviceRequest,
  ): Promise<Performed>;
  close(): void;
}

/** A poll that takes too much processor time at once, or too much memory. */
export class TooCostly extends Unavailable {
  constructor() {
    super('What the remote technology answers takes too much time or memory to process.', {
      cause: 'too_costly',
    });
  }
}

interface IsolationOptions {
  log: Pick<Logger, 'warn'>;
  /** Limit of the processor time that a shared process may use without a pause (ms). */
  maxSharedBusyMs?: number;
  /** The same of a process with one poll. */
  maxSeparateBusyMs?: number;
  /** Limit of the heap of each process (MiB). */
  maxHeapMebibytes?: number;
}

/** How many polls run in the shared process at once: each may need several times the size of its answers. */
const maxShared = 16;

/** How many processes have one poll each. */
const maxSeparate = 2;

/** How often the shared process of a poll may end before the poll gets a process of its own. */
const maxEnds = 2;

/** How long a poll waits for a process (ms); most polls may take 30 s. */
const maxWaitMs = 20_000;

/** How long a process is kept that does nothing (ms). */
const idleMs = 120_000;

export function openIsolation({
  log,
  maxSharedBusyMs = 2_000,
  maxSeparateBusyMs = 10_000,
  maxHeapMebibytes = 192,
}: IsolationOptions): Isolation {
  const common = {
    maxHeapMebibytes,
    onFailure(reason: EndOfProcess, written: string) {
      // When a limit is exceeded, Node.js writes about itself only.
      const err = reason === 'error' ? new Error(written) : undefined;
      log.warn({ reason, err }, 'process of polls ended');
    },
  };
  const shared = createPool({ ...common, max: 1, maxBusyMs: maxSharedBusyMs });
  const separate = createPool({ ...common, max: maxSeparate, maxBusyMs: maxSeparateBusyMs });
  const sharedSlots = createRoundRobin({ slots: maxShared, slotsPerOwner: maxShared / 2 });
  const separateSlots = createRoundRobin({ slots: maxSeparate, slotsPerOwner: 1 });

  async function runAlone<T>(context: Context, run: RunIn<T>): Promise<T> {
    const process = separate.take();
    try {
      return await run(process);
    } catch (error) {
      throw error instanceof ProcessEnded ? toFailure(error) : error;
    } finally {
      // A connector may ignore its signal, and would slow down the next poll.
      if (context.signal.aborted) process.end();
    }
  }

  const inShared = <T>(developer: string, run: RunIn<T>): Promise<T> =>
    inTurn(sharedSlots, developer, () => run(shared.take()));
  const inSeparate = <T>(developer: string, context: Context, run: RunIn<T>): Promise<T> =>
    inTurn(separateSlots, developer, () => runAlone(context, run));

  return {
    async discover(connector, context, { developer, maxEntities, isHeavy, isDebugged }) {
      const task = { ...taskOf(connector, context, isDebugged), maxEntities };
      const poll: RunIn<WeighedDiscovery> = (process) => process.poll(task, context);
      let ends = isHeavy ? maxEnds : 0;
      while (ends < maxEnds) {
        try {
          return await inShared(developer, poll);
        } catch (error) {
          if (!(error instanceof ProcessEnded)) throw error;
          ends = error.isSuspect ? maxEnds : ends + 1;
        }
      }
      return inSeparate(developer, context, poll);
    },
    perform(connector, context, { developer, isHeavy, isDebugged }, request) {
      const task = { ...taskOf(connector, context, isDebugged), request };
      const perform: RunIn<Performed> = (process) => process.perform(task, context);
      if (isHeavy) return inSeparate(developer, context, perform);
      return inShared(developer, perform).catch((error: unknown) => {
        if (!(error instanceof ProcessEnded)) throw error;
        const isOwn = error.isSuspect || error.why === 'not started';
        throw isOwn
          ? toFailure(error)
          : new Unavailable('The request was interrupted.', { cause: 'interrupted' });
      });
    },
    close() {
      shared.close();
      separate.close();
    },
  };
}

/** Runs work in a process. */
type RunIn<T> = (process: PollProcess) => Promise<T>;

const taskOf = (
  { typeId }: Pick<Connector, 'typeId'>,
  { instance, client, clientId, isListening, pasted, explain }: Context,
  isDebugged = false,
): ClientTask => ({
  connectorType: connectorTypeOf(typeId),
  instance,
  client,
  clientId,
  isListening,
  pasted,
  isDebugged,
  isExplained: explain !== undefined,
});

/** Runs work once its developer has a slot. Throws `Overloaded` when that takes too long. */
async function inTurn<T>(slots: RoundRobin, owner: string, run: () => Promise<T>): Promise<T> {
  const expiresAt = Date.now() + maxWaitMs;
  const release = await slots.acquire(owner, { expiresAt }).catch(() => {
    throw new Overloaded('Too many polls take much processor time.');
  });
  return run().finally(release);
}

function toFailure({ why }: ProcessEnded): Error {
  if (why === 'limit') return new TooCostly();
  return why === 'error'
    ? new Error('The connector had an error that nobody caught.')
    : new Overloaded('No process could be started.');
}

interface PoolOptions extends ProcessOptions {
  /** The most processes. */
  max: number;
}

/** Keeps processes for polls, and ends those that have nothing to do. */
function createPool({ max, ...options }: PoolOptions) {
  const processes = new Map<PollProcess, NodeJS.Timeout>();

  function endIdle(process: PollProcess) {
    if (process.jobs() > 0) return processes.get(process)?.refresh();
    processes.delete(process);
    process.end();
  }

  function open(): PollProcess {
    const process = startPollProcess(options);
    processes.set(process, setTimeout(() => endIdle(process), idleMs).unref());
    return process;
  }

  return {
    /** Returns the process with the fewest polls. */
    take(): PollProcess {
      for (const process of processes.keys()) if (process.isEnded()) processes.delete(process);
      const [first] = [...processes.keys()].sort((one, other) => one.jobs() - other.jobs());
      const process = first && (first.jobs() === 0 || processes.size >= max) ? first : open();
      processes.get(process)?.refresh();
      return process;
    },
    close() {
      for (const process of processes.keys()) process.end();
      processes.clear();
    },
  };
}
