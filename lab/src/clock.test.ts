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
import { startSystem, type System } from './system/system.js';

const dayMs = 24 * 60 * 60_000;

let logs: string;
let system: System;
let database: pg.Client;
let account: ReturnType<typeof newAccount>;
beforeAll(async () => {
  logs = mkdtempSync(join(tmpdir(), 'trellis-clock-logs-'));
  system = await startSystem('PostgreSQL', logs);
  database = new pg.Client(system.postgres.url());
  await database.connect();
  account = newAccount(system);
  await account.request('POST', '/connectors/instances', { body: simulatorInstance });
  const body = simulatorClient();
  const client = await account.request('POST', '/connectors/clients', { subject: 'alice', body });
  expect(client.status).toBe(201);
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

test.each([
  ['units-service', 0.01],
  ['units-service', 9],
  ['units-service', 100],
  ['units-service', 40 * 365],
  ['units-service', -100],
  ['connector-runtime', 9],
  ['connector-runtime', -100],
] as const)(
  'a %s whose clock is %d days off deletes nothing and says so',
  async (service, days) => {
    const before = await stored();
    await restart(service, days);
    const after = await stored();
    expect(after.map((count, index) => count >= before[index]!)).toEqual(before.map(() => true));
    await restart(service, 0);
  },
  120_000,
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
