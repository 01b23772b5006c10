import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  newAccount,
  simulatorClient,
  simulatorInstance,
  waitFor,
  type ServiceName,
} from '@trellis/testing';
import pg from 'pg';
import { movableClock } from './system/faketime.js';
import { startSystem, type System } from './system/system.js';

/** Services that delete what has expired. */
const databaseServices = ['units-service', 'connector-runtime'] as const;

const dayMs = 24 * 60 * 60_000;

let logs: string;
let system: System;
let database: pg.Client;
let account: ReturnType<typeof newAccount>;
let client: string;
beforeAll(async () => {
  logs = mkdtempSync(join(tmpdir(), 'trellis-clock-logs-'));
  system = await startSystem('PostgreSQL', logs);
  database = new pg.Client(system.postgres.url());
  await database.connect();
  account = newAccount(system, { lifetimeSeconds: 3_600 });
  await account.request('POST', '/connectors/instances', { body: simulatorInstance });
  const body = simulatorClient();
  const created = await account.request('POST', '/connectors/clients', { subject: 'alice', body });
  expect(created.status).toBe(201);
  client = (created.body as { client_id: string }).client_id;
  await account.request('PUT', '/callback', {
    body: { url: 'https://example.com/trellis', events: ['thing_created'] },
  });
  await waitFor(async () => (await stored()).every((count) => count > 0), {
    within: 60_000,
    what: 'an entry of each kind',
  });
}, 120_000);
afterAll(async () => {
  await database.end();
  await system.stop();
  rmSync(logs, { recursive: true });
});

/** Counts rows that have a retention, and partitions. */
async function stored(): Promise<number[]> {
  const { rows } = await database.query<{ counts: number[] }>(
    `SELECT ARRAY[
      (SELECT count(*) FROM units.audit_entries),
      (SELECT count(*) FROM units.changes),
      (SELECT count(*) FROM units.thing_history),
      (SELECT count(*) FROM connectors.activity),
      (SELECT count(*) FROM pg_inherits WHERE inhparent = 'units.changes'::regclass),
      (SELECT count(*) FROM pg_inherits WHERE inhparent = 'units.thing_history'::regclass)
    ]::int[] AS counts`,
  );
  return rows[0]!.counts;
}

async function healthOf(service: ServiceName) {
  const response = await fetch(`${system.address}/health`);
  const { services } = (await response.json()) as { services: Record<ServiceName, Health> };
  return services[service];
}
interface Health {
  status: string;
  clock_skew_ms: number;
  purging_paused?: { reason: string };
}

/** Restarts a service with its clock off by some days, and waits until it is as healthy as expected. */
async function restart(service: ServiceName, days: number) {
  const pause = days === 0 ? undefined : { reason: 'clock_skew', resumes_at: null };
  system.services[service].setClock(days * dayMs);
  system.services[service].kill('SIGKILL');
  await waitFor(
    async () => {
      const { status, clock_skew_ms, purging_paused } = await healthOf(service);
      const isRestarted = Math.abs(clock_skew_ms - days * dayMs) < 60_000;
      if (status !== 'ok' || !isRestarted) return false;
      expect(purging_paused).toEqual(pause);
      return true;
    },
    { within: 60_000, what: `${service} with its clock ${days} days off` },
  );
}

/** Waits until a poll of the client has ended. */
async function waitForPoll(): Promise<void> {
  const starts = new Set<unknown>();
  const hasEnded = async () => {
    const path = `/connectors/clients/${client}`;
    const { body } = await account.request('GET', path, { subject: 'alice' });
    const { last_polled } = body as { last_polled?: string };
    if (last_polled) starts.add(last_polled);
    // A poll starts when the one before has ended; the first time may be that of a poll that was killed.
    return starts.size >= 3;
  };
  await waitFor(hasEnded, { within: 60_000, what: 'the end of a poll' });
}

test.each([
  ['units-service', 0.01],
  ['units-service', 9],
  ['units-service', 100],
  ['units-service', 40 * 365],
  ['units-service', -100],
  ['connector-runtime', 9],
  ['connector-runtime', -100],
] as const)(
  'a %s whose clock is %d days off deletes nothing, says so and leaves the polls as they are',
  async (service, days) => {
    const before = await stored();
    await restart(service, days);
    const after = await stored();
    expect(after.map((count, index) => count >= before[index]!)).toEqual(before.map(() => true));
    await restart(service, 0);
    await waitForPoll();
  },
  120_000,
);

/** Sets the clock of PostgreSQL, and restarts the services once they have noticed, so that they purge at once. */
async function setDatabaseClock(days: number) {
  const areHealthy = (isExpected: (health: Health) => boolean) => async () =>
    (await Promise.all(databaseServices.map(healthOf))).every(isExpected);
  system.postgres.setClock!(days * dayMs);
  // Jobs that are locked meanwhile must not stay so. A poll that is killed three times is set aside.
  const signal = days === 0 ? 'SIGTERM' : 'SIGKILL';
  for (const service of databaseServices) system.services[service].kill(signal);
  await waitFor(
    areHealthy(({ clock_skew_ms }) => Math.abs(clock_skew_ms + days * dayMs) < 60_000),
    { within: 60_000, what: `a skew of ${days} days` },
  );
  for (const service of databaseServices) system.services[service].kill('SIGTERM');
  // Set right, a clock that was behind has jumped ahead.
  const reasons = days === 0 ? [undefined, 'clock_jump'] : ['clock_skew'];
  await waitFor(
    areHealthy(
      ({ status, purging_paused }) => status === 'ok' && reasons.includes(purging_paused?.reason),
    ),
    { within: 60_000, what: days === 0 ? 'health' : 'the pause' },
  );
}

const withMovableClock = movableClock('/dev/null') ? test.each : test.skip.each;

withMovableClock([0.01, 100, 40 * 365, -100])(
  'a PostgreSQL whose clock is %d days off makes the services delete nothing',
  async (days) => {
    const before = await stored();
    await setDatabaseClock(days);
    await setDatabaseClock(0);
    const after = await stored();
    expect(after.map((count, index) => count >= before[index]!)).toEqual(before.map(() => true));
    await waitForPoll();
  },
  180_000,
);

test('after a jump of the clock of PostgreSQL nothing is deleted for a day', async () => {
  // To the services, a time that was observed long ago looks like a jump.
  await database.query(`UPDATE units.purge_clock SET observed = observed - interval '100 days'`);
  system.services['units-service'].kill('SIGKILL');
  await waitFor(
    async () => (await healthOf('units-service')).purging_paused?.reason === 'clock_jump',
    { within: 60_000, what: 'the pause' },
  );
}, 120_000);
