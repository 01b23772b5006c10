import { publishHint, type Broker, type SubscribeHints } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import { withTimeout } from '@trellis/platform/concurrency';
import type { ConnectionState, Leases } from './leases.js';
import type { VacantRow } from './leases.sql.js';
import type { Listener, ListenerEvents } from './listener.js';
import { workerFor } from './rendezvous.js';

/** The times of leases (ms). */
export const leaseTimes = {
  /** How long a lease lasts unless it is renewed. */
  leaseMs: 15_000,
  /** How often leases are renewed, and vacant clients looked for. */
  intervalMs: 3_000,
  /** How long after its last report a worker counts as gone. */
  absentAfterMs: 10_000,
  /** How long clients are only polled before they are looked at again, where their developer has too many listeners. */
  postponeMs: 60_000,
};

export type LeaseTimes = typeof leaseTimes;

/**
 * How many clients move to a worker that has come within one interval: as many as it connects for in that time, even if
 * all are of one remote host. The others stay where they are listened for.
 */
const maxMoves = 90;

/** How many vacant clients are looked at within one interval; of a developer, as many as it may have. */
const maxVacant = 2_000;

/** How long handing over may take at the end (ms). */
const maxHandOverMs = 5_000;

/** The topic of hints that clients have become vacant. */
const vacantTopic = 'listening.vacant';

interface Needs {
  /** This worker. */
  worker: string;
  leases: Leases;
  limits: { perWorker: number; perDeveloper: number };
  times: LeaseTimes;
  /** Starts to listen for a client. */
  start(client: VacantRow, events: ListenerEvents): Listener;
  broker: Broker;
  subscribe: SubscribeHints;
  log: Pick<Logger, 'warn'>;
}

/** What listens in this process. */
export interface Listening {
  /** How many clients this worker listens for, by the states of their connections. */
  counts(): Map<ConnectionState, number>;
  /** Stops listening and hands all clients over to other workers. */
  stop(): Promise<void>;
}

/** A lease that this worker holds. */
interface Held {
  listener: Listener;
  state: ConnectionState;
  /** The digest of the configurations with which it listens. */
  configuration: string | undefined;
}

/**
 * Listens for the share of this worker of all clients whose connectors listen: each client belongs to one of
 * the workers that are there (rendezvous hashing), which leases it for a while in the database. A worker that
 * cannot renew its leases stops listening before they end.
 */
export function startListening(needs: Needs): Listening {
  const { worker, leases, limits, times, broker, log } = needs;
  const held = new Map<string, Held>();
  let renewedAt = performance.now();
  let movedAt = -Infinity;
  let isStopped = false;
  let isFull = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isHinted = false;

  const publishVacant = () => publishHint(broker, vacantTopic).catch(() => undefined);

  function open(client: VacantRow): void {
    const listener = needs.start(client, {
      onState(state) {
        const mine = held.get(client.key);
        if (mine?.listener !== listener || mine.state === state) return;
        mine.state = state;
        leases.storeState(client.key, state).catch(() => undefined);
      },
      onFloods(devices) {
        if (held.get(client.key)?.listener !== listener) return;
        leases.storeFlooding(client.key, devices).catch(() => undefined);
      },
    });
    held.set(client.key, { listener, state: 'connecting', configuration: undefined });
  }

  /** Stops listeners whose leases are over already. */
  async function close(keys: string[]): Promise<void> {
    const listeners = keys.flatMap((key) => held.get(key)?.listener ?? []);
    for (const key of keys) held.delete(key);
    await Promise.all(listeners.map((listener) => listener.stop()));
  }

  async function release(keys: string[]): Promise<void> {
    if (keys.length === 0) return;
    await close(keys);
    await leases.release(keys);
    await publishVacant();
  }

  async function renew(): Promise<void> {
    const askedAt = performance.now();
    const keys = [...held.keys()];
    const renewed = await leases.renew(keys);
    renewedAt = askedAt;
    await close(keys.filter((key) => !renewed.has(key)));
    for (const [key, configuration] of renewed) {
      const mine = held.get(key);
      if (!mine) continue;
      const hasChanged = mine.configuration !== undefined && mine.configuration !== configuration;
      mine.configuration = configuration;
      if (!hasChanged) continue;
      const { listener } = mine;
      await close([key]);
      open(listener);
    }
  }

  /** Hands over some of those that another worker is to have, once in an interval: hints of others come in between. */
  async function move(workers: string[]): Promise<void> {
    if (performance.now() - movedAt < times.intervalMs) return;
    const foreign = [...held.values()].filter(
      ({ listener }) => workerFor(listener.id, [...workers, worker]) !== worker,
    );
    if (foreign.length === 0) return;
    movedAt = performance.now();
    const share = Math.ceil(maxMoves / Math.max(1, workers.length - 1));
    await release(foreign.slice(0, share).map(({ listener }) => listener.key));
  }

  async function claim(workers: string[]): Promise<void> {
    const { perDeveloper } = limits;
    const vacant = await leases.findVacant({ total: maxVacant, perDeveloper });
    const counts = new Map<string, number>();
    for (const { listener } of held.values()) increase(counts, listener.developer);
    const mine = vacant.filter(({ id }) => workerFor(id, workers) === worker);
    const isTooMany = mine.map(({ developer }) => increase(counts, developer) > perDeveloper);
    const wanted = mine
      .filter((_client, index) => !isTooMany[index])
      .slice(0, limits.perWorker - held.size);
    const others = mine.filter((_client, index) => isTooMany[index]).map(({ key }) => key);
    await leases.postpone(others, times.postponeMs);
    const claimed = new Set(await leases.claim(wanted.map(({ key }) => key)));
    for (const client of wanted) if (claimed.has(client.key)) open(client);
  }

  async function look(): Promise<void> {
    // A worker that is full says so by its absence, until a tenth of its places is free.
    isFull = held.size >= limits.perWorker * (isFull ? 0.9 : 1);
    const workers = isFull ? [] : await leases.report();
    if (isFull) await leases.withdraw();
    await renew();
    if (isFull) return;
    await move(workers);
    await claim(workers);
  }

  async function lookAndWait(): Promise<void> {
    try {
      await look();
    } catch (error) {
      log.warn({ err: error }, 'leases of listeners were not renewed');
    } finally {
      running = undefined;
    }
    if (isStopped) return;
    const isSoon = isHinted;
    isHinted = false;
    timer = setTimeout(next, isSoon ? 0 : times.intervalMs);
  }

  function next(): void {
    clearTimeout(timer);
    running ??= lookAndWait();
  }

  // While the database is away, others may claim what is leased to this worker.
  const guard = setInterval(() => {
    if (performance.now() - renewedAt < times.leaseMs - times.intervalMs) return;
    void close([...held.keys()]);
  }, 1_000);

  const onHint = () => {
    if (running) isHinted = true;
    else if (!isStopped) next();
  };
  const subscription = needs.subscribe(vacantTopic, onHint).catch(() => undefined);
  next();

  return {
    counts() {
      const counts = new Map<ConnectionState, number>();
      for (const { state } of held.values()) increase(counts, state);
      return counts;
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      clearInterval(guard);
      (await subscription)?.end();
      await running;
      const handOver = async () => {
        await leases.withdraw();
        await release([...held.keys()]);
      };
      // Without the database nothing can be handed over: the leases end by themselves.
      await withTimeout(handOver(), maxHandOverMs).catch(() => undefined);
    },
  };
}

/** Increases a count and returns it. */
function increase<Key>(counts: Map<Key, number>, key: Key): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}
