import { hash } from 'node:crypto';
import type { Broker } from '@trellis/messaging';
import { withTimeout } from '@trellis/platform/concurrency';
import type { Runtime } from '../runtime.js';
import type { ConnectionState, Leases } from './leases.js';
import type { VacantRow } from './leases.sql.js';
import type { Listener, ListenerEvents } from './listener.js';

/** The times of leases (ms). */
export const leaseTimes = {
  /** How long a lease lasts unless it is renewed. */
  leaseMs: 15_000,
  /** How often leases are renewed and vacant clients claimed. */
  intervalMs: 3_000,
  /** Time after its last heartbeat when a worker counts as gone. */
  absentAfterMs: 10_000,
  /** How long clients wait whose developer has too many listeners. */
  postponeMs: 60_000,
};

type LeaseTimes = typeof leaseTimes;

/**
 * The most clients that move to a new worker per interval: as many as it can connect in that time, even if all have
 * the same remote host. The others stay with their worker until then.
 */
const maxMoves = 90;

/** The most vacant clients that are considered per interval. */
const maxVacant = 2_000;

/** How long releasing the leases may take at shutdown (ms). */
const maxReleaseMs = 5_000;

/** The topic of hints that clients have become vacant. */
const vacantTopic = 'listening.vacant';

interface Needs extends Pick<Runtime, 'subscribe' | 'log'> {
  worker: string;
  leases: Leases;
  limits: { perWorker: number; perDeveloper: number };
  times: LeaseTimes;
  start(client: VacantRow, events: ListenerEvents): Listener;
  broker: Broker;
}

export interface Listening {
  /** Counts the clients of this worker by the states of their connections. */
  counts(): Map<ConnectionState, number>;
  /** Stops listening and releases all clients to other workers. */
  stop(): Promise<void>;
}

interface Lease {
  listener: Listener;
  state: ConnectionState;
  /** Digest of the configurations with which the listener was started. */
  configuration: string | undefined;
}

/**
 * Listens for this worker's share of the clients. Each client belongs to one worker (rendezvous hashing), which leases
 * it in the database. A worker that cannot renew its leases stops listening before they expire.
 */
export function startListening(needs: Needs): Listening {
  const { worker, leases, limits, times, broker, log } = needs;
  const leased = new Map<string, Lease>();
  let renewedAt = performance.now();
  let movedAt = -Infinity;
  let isStopped = false;
  let isFull = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isHinted = false;

  const publishVacant = () => broker.hints.publish(vacantTopic).catch(() => undefined);

  function open(client: VacantRow): void {
    const listener = needs.start(client, {
      onState(state) {
        const mine = leased.get(client.key);
        if (mine?.listener !== listener || mine.state === state) return;
        mine.state = state;
        leases.storeState(client.key, state).catch(() => undefined);
      },
      onFloods(devices) {
        if (leased.get(client.key)?.listener !== listener) return;
        leases.storeFlooding(client.key, devices).catch(() => undefined);
      },
    });
    leased.set(client.key, { listener, state: 'connecting', configuration: undefined });
  }

  /** Stops listeners whose leases have ended. */
  async function close(keys: string[]): Promise<void> {
    const listeners = keys.flatMap((key) => leased.get(key)?.listener ?? []);
    for (const key of keys) leased.delete(key);
    await Promise.all(listeners.map((listener) => listener.stop()));
  }

  async function release(keys: string[]): Promise<void> {
    if (keys.length === 0) return;
    await close(keys);
    await leases.release(keys);
    await publishVacant();
  }

  async function renew(): Promise<void> {
    const startedAt = performance.now();
    const keys = [...leased.keys()];
    const renewed = await leases.renew(keys);
    renewedAt = startedAt;
    await close(keys.filter((key) => !renewed.has(key)));
    for (const [key, configuration] of renewed) {
      const mine = leased.get(key);
      if (!mine) continue;
      const hasChanged = mine.configuration !== undefined && mine.configuration !== configuration;
      mine.configuration = configuration;
      if (!hasChanged) continue;
      const { listener } = mine;
      await close([key]);
      open(listener);
    }
  }

  /** Releases some clients that belong to another worker, at most once per interval whatever hints arrive. */
  async function move(workers: string[]): Promise<void> {
    if (performance.now() - movedAt < times.intervalMs) return;
    const foreign = [...leased.values()].filter(
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
    for (const { listener } of leased.values()) increase(counts, listener.developer);
    const mine = vacant.filter(({ id }) => workerFor(id, workers) === worker);
    const isTooMany = mine.map(({ developer }) => increase(counts, developer) > perDeveloper);
    const wanted = mine
      .filter((_client, index) => !isTooMany[index])
      .slice(0, limits.perWorker - leased.size);
    const others = mine.filter((_client, index) => isTooMany[index]).map(({ key }) => key);
    await leases.postpone(others, times.postponeMs);
    const claimed = new Set(await leases.claim(wanted.map(({ key }) => key)));
    for (const client of wanted) if (claimed.has(client.key)) open(client);
  }

  async function update(): Promise<void> {
    // A full worker withdraws until a tenth of its capacity is free.
    isFull = leased.size >= limits.perWorker * (isFull ? 0.9 : 1);
    const workers = isFull ? [] : await leases.report();
    if (isFull) await leases.withdraw();
    await renew();
    if (isFull) return;
    await move(workers);
    await claim(workers);
  }

  async function updateAndWait(): Promise<void> {
    try {
      await update();
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
    running ??= updateAndWait();
  }

  // When leases cannot be renewed, other workers may claim them.
  const guard = setInterval(() => {
    if (performance.now() - renewedAt < times.leaseMs - times.intervalMs) return;
    void close([...leased.keys()]);
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
      for (const { state } of leased.values()) increase(counts, state);
      return counts;
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      clearInterval(guard);
      (await subscription)?.end();
      await running;
      const releaseAll = async () => {
        await leases.withdraw();
        await release([...leased.keys()]);
      };
      // Without the database the leases expire by themselves.
      await withTimeout(releaseAll(), maxReleaseMs).catch(() => undefined);
    },
  };
}

function increase<Key>(counts: Map<Key, number>, key: Key): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

/**
 * Returns the worker that a client belongs to: the one with the highest score (rendezvous hashing, Thaler and
 * Ravishankar 1998). When a worker comes or goes, only its own clients move.
 */
export function workerFor(client: string, workers: readonly string[]): string | undefined {
  let best: { worker: string; score: string } | undefined;
  for (const worker of workers) {
    const score = hash('sha256', `${worker} ${client}`);
    if (!best || score > best.score) best = { worker, score };
  }
  return best?.worker;
}
