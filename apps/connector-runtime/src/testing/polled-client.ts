import { property, type Connector, type Device } from '@trellis/connector-sdk';
import type { PreviousRun } from '@trellis/messaging';
import { createMetrics } from '@trellis/platform';
import { metricRows } from '../metrics.js';
import { createOutbox } from '../delivery/outbox.js';
import { poll } from '../polling/poll.js';
import { createClientReader } from '../polling/read.js';
import { createPollStore } from '../polling/store.js';
import { uncounted } from './activity.js';
import { roomyBulkhead } from './bulkhead.js';
import { insertClient } from './clients.js';
import { testConnector } from './connector.js';
import type { TestDatabase } from './database.js';
import { silentLog } from './log.js';
import { recordingQueue } from './queues.js';
import { sessionNeeds } from './session.js';
import { recordingUnits } from './units.js';

/** A lamp that can only be read. */
export const lamp = (on: boolean, more: Partial<Device> = {}): Device => ({
  id: 'lamp',
  title: 'Lamp',
  abilities: [property('on', { type: 'boolean' }, { value: on })],
  ...more,
});

export interface PolledSetting {
  /** Returns the devices that the connector finds. */
  find: Connector['poll'];
  listen?: Connector['listen'];
  timeoutMs?: number;
  /** May throw in place of units-service. */
  refuse?: () => void;
  /** How many things the account may have. */
  maxThings?: () => number;
  /** How many things a client may have. */
  maxClientThings?: number;
  intervalMs?: number;
  /** Whether the database cannot be reached when a client is read. */
  isDatabaseAway?: () => boolean;
  /** Whether the process stood still during the poll. */
  hasStalled?: () => boolean;
}

/** Creates the needs of polls: everything is real but units-service. */
export function pollNeeds(
  session: ReturnType<typeof sessionNeeds>,
  { units, timeoutMs, isDatabaseAway = () => false, hasStalled = () => false }: NeedsSetting = {},
) {
  const { pool, sealing } = session;
  const outbox = createOutbox({ sealing, deliveries: recordingQueue(), log: silentLog });
  const read = createClientReader({ pool, log: silentLog });
  const store = createPollStore({
    pool,
    units: units ?? recordingUnits().units,
    outbox,
    activity: uncounted,
  });
  return {
    ...session,
    async readClient(id: string) {
      if (isDatabaseAway()) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
      return read(id);
    },
    stalls: { since: hasStalled },
    store,
    outbox,
    activity: uncounted,
    renewRegistration: async () => undefined,
    log: silentLog,
    metrics: createMetrics(metricRows, { ofProcess: false }),
    bulkhead: roomyBulkhead(timeoutMs === undefined ? {} : { timeoutMs }),
    stopping: new AbortController().signal,
  };
}

interface NeedsSetting extends Pick<PolledSetting, 'timeoutMs' | 'isDatabaseAway' | 'hasStalled'> {
  units?: ReturnType<typeof recordingUnits>['units'];
}

/** A client of a connector in a test database, polled by the test. */
export async function polledClient(
  testing: TestDatabase,
  { find, listen, refuse, intervalMs, maxThings, maxClientThings, ...setting }: PolledSetting,
) {
  const session = sessionNeeds(testing, [testConnector({ poll: find, ...(listen && { listen }) })]);
  const { database, quotas } = session;
  const { units, upserts, merges } = recordingUnits(refuse, maxThings);
  const needs = pollNeeds(session, { units, ...setting });
  needs.quotas = { ...quotas, client_things: maxClientThings ?? quotas.client_things };
  const { id, key } = await insertClient(needs, 'test', {
    client: { ...(intervalMs !== undefined && { interval_ms: intervalMs }) },
  });
  return {
    id,
    key,
    upserts,
    merges,
    needs,
    again: (previous?: PreviousRun) => poll(needs, { client: id }, previous),
    /** Makes the database refuse the client's mappings until the returned function is called. */
    async forbidMappings() {
      const name = `forbidden_${key}`;
      await database.$executeRawUnsafe(
        `ALTER TABLE mappings ADD CONSTRAINT ${name} CHECK (client_key <> ${key}) NOT VALID`,
      );
      return () => database.$executeRawUnsafe(`ALTER TABLE mappings DROP CONSTRAINT ${name}`);
    },
    row: () => database.client.findUniqueOrThrow({ where: { id } }),
    mapping: () => database.mapping.findFirstOrThrow({ where: { clientKey: key } }),
    async mappings() {
      const orderBy = { key: 'asc' } as const;
      const rows = await database.mapping.findMany({ where: { clientKey: key }, orderBy });
      return rows.map(({ entity }) => entity);
    },
    missing: () => database.missingDevices.findUnique({ where: { clientKey: key } }),
    /** Moves the start of the missing devices back (ms). */
    async ageMissing(ms: number) {
      const { since } = await database.missingDevices.findUniqueOrThrow({
        where: { clientKey: key },
      });
      const earlier = new Date(since.getTime() - ms);
      await database.missingDevices.update({ where: { clientKey: key }, data: { since: earlier } });
    },
    async outcome() {
      const { status, warnings } = await database.client.findUniqueOrThrow({ where: { id } });
      return { status, warnings: JSON.parse(warnings ?? '[]') as unknown };
    },
  };
}
