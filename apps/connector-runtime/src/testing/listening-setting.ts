import { randomUUID } from 'node:crypto';
import { property, type Connector, type Emit } from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import type { Broker } from '@trellis/messaging';
import { createMetrics } from '@trellis/platform';
import { createConnections } from '../listening/connections.js';
import { createOffers } from '../listening/offers.js';
import { createLeases } from '../listening/leases.js';
import { startListener } from '../listening/listener.js';
import { startListening, type Listening } from '../listening/start-listening.js';
import { createSteps } from '../listening/report-buffer.js';
import { metricRows } from '../metrics.js';
import { createOutbox } from '../delivery/outbox.js';
import { ensureListener } from '../polling/outcomes.js';
import { createClientReader } from '../polling/read.js';
import { createPollStore } from '../polling/store.js';
import { uncounted } from './activity.js';
import { insertClient } from './clients.js';
import { testConnector } from './connector.js';
import type { TestDatabase } from './database.js';
import { gate } from './gate.js';
import { silentLog } from './log.js';
import { lamp } from './polled-client.js';
import { recordingQueue, recordingScheduler } from './queues.js';
import { sessionNeeds } from './session.js';
import { recordingUnits } from './units.js';

interface OpenConnection {
  worker: string;
  emit: Emit;
  fail: (reason: Error) => void;
  /** Offers itself again. */
  offer: () => void;
}

const switchedLamp = lamp(false, {
  abilities: [property('on', { type: 'boolean' }, { write: (on: unknown) => on })],
});

/** A technology that remembers who listens to it. */
function technology() {
  const open = new Map<string, OpenConnection[]>();
  const writes = gate();
  const connectorOf = (worker: string): Connector => ({
    ...testConnector({
      poll: async () => ({ devices: [lamp(false)] }),
      send: () => writes.opened,
    }),
    async listen(remote, emit, offer) {
      const { clientId, signal } = remote;
      await new Promise<void>((resolve, reject) => {
        const find = (id: string) => (id === 'lamp' ? switchedLamp : undefined);
        const mine = { worker, emit, fail: reject, offer: () => offer({ find, remote }) };
        open.set(clientId, [...(open.get(clientId) ?? []), mine]);
        const end = () =>
          open.set(
            clientId,
            open.get(clientId)!.filter((one) => one !== mine),
          );
        signal.addEventListener('abort', () => (end(), resolve()));
        emit({});
        mine.offer();
      });
    },
  });
  return {
    connectorOf,
    /** Completes all writes. */
    completeWrites: writes.open,
    listenersOf: (client: string) => open.get(client) ?? [],
  };
}

const times = { leaseMs: 3_000, intervalMs: 200, absentAfterMs: 1_500, postponeMs: 500 };

interface Surroundings {
  testing: TestDatabase;
  broker: Broker;
  /** Where it leaves what the test has to stop. */
  running: Listening[];
}

/** A technology with clients, and processes that listen for them. */
export function createListeningSetting(
  { testing, broker, running }: Surroundings,
  limits = { perWorker: 1_000, perDeveloper: 1_000 },
) {
  const remote = technology();
  const session = sessionNeeds(testing, [remote.connectorOf('')]);
  let isFailing = false;
  const { units, upserts } = recordingUnits(() => {
    if (!isFailing) return;
    isFailing = false;
    throw new Problem('unavailable', 'It fails once.');
  });
  let isLosing = false;
  const losingUnits: typeof units = async (name, input) => {
    const answer = await units(name, input);
    if (!isLosing) return answer;
    isLosing = false;
    throw new Problem('timeout', 'Its answer is lost once.');
  };
  const polls = recordingScheduler<{ client: string }>();
  return {
    ...remote,
    upserts,
    loseAnswerOnce: () => void (isLosing = true),
    failOnce: () => void (isFailing = true),
    polls,
    async client() {
      const row = await insertClient(session, 'test');
      await ensureListener(testing.pool, { row, listener: null }, true);
      return row;
    },
    /** Adds clients of the same developer, which have waited for longer than any other. */
    addSiblings: (key: bigint, count: number) =>
      testing.pool.query(
        `WITH added AS (
          INSERT INTO clients (id, developer, subject, connector_type, instance_key, configuration)
          SELECT gen_random_uuid(), developer, 'sibling ' || n, connector_type, instance_key, configuration
          FROM clients, generate_series(1, $2::int) n WHERE key = $1 RETURNING key
        )
        INSERT INTO listeners (client_key, until) SELECT key, now() - interval '1 hour' FROM added`,
        [key, count],
      ),
    /** A process that listens; `isStuck` cuts it off from the database. */
    worker({ isCutOff = () => false }: { isCutOff?: () => boolean } = {}) {
      const worker = randomUUID();
      const offers = createOffers();
      const own = sessionNeeds(testing, [remote.connectorOf(worker)]);
      const needs = {
        ...own,
        sealing: session.sealing,
        configurations: session.configurations,
        readClient: createClientReader({ pool: testing.pool, log: silentLog }),
        store: createPollStore({
          pool: testing.pool,
          units: losingUnits,
          activity: uncounted,
          outbox: createOutbox({
            sealing: session.sealing,
            deliveries: recordingQueue(),
            log: silentLog,
          }),
        }),
        connections: createConnections({
          perHost: 100,
          hostsPerClient: 100,
          connectingPerHost: 10,
          connecting: 10,
          turnMs: { min: 0, max: 60_000 },
          maxConnectingMs: 60_000,
        }),
        offers,
        runInStep: createSteps(10),
        polls,
        metrics: createMetrics(metricRows, { ofProcess: false }),
        log: silentLog,
      };
      const leases = createLeases(testing.pool, { worker, ...times });
      const renew: typeof leases.renew = (keys) =>
        isCutOff() ? Promise.reject(new Error('away')) : leases.renew(keys);
      const report: typeof leases.report = () =>
        isCutOff() ? Promise.reject(new Error('away')) : leases.report();
      const listening = startListening({
        worker,
        leases: { ...leases, renew, report },
        limits,
        times,
        start: (client, events) => startListener(needs, { ...client, ...events }),
        broker,
        subscribe: broker.hints.subscribe,
        log: silentLog,
      });
      running.push(listening);
      return { worker, listening, offers };
    },
  };
}

export type ListeningSetting = ReturnType<typeof createListeningSetting>;
