import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startLocalPostgres, type LocalPostgres } from '@trellis/local-postgres';
import {
  newAccount,
  request as anonymousRequest,
  startRedis,
  startStack,
  waitFor,
  type Account,
  type Stack,
  type TestRedis,
} from '@trellis/testing';
import pg from 'pg';
import { usageMeter, type Usage } from './usage.js';

/** One call, one statement. */
const ofCall: Usage = { statements: 1, commands: 27, bytes: 1_700 };
const ofSharedCall: Usage = { statements: 0.5, commands: 12, bytes: 1_200 };
/**
 * A change carries its entry of the audit log, which the same statement stores, and tells those who follow the changes
 * of the account.
 */
const ofChange: Usage = { ...ofCall, commands: 31, bytes: 2_100 };
/** Nothing; there is room for what the services do meanwhile. */
const fromMemory: Usage = { statements: 0, commands: 4, bytes: 200 };

/**
 * Budgets of requests and polls, in units that do not depend on the machine:
 * statements in PostgreSQL, commands in Redis (those of scripts included) and bytes sent to Redis, where
 * the jobs and replies are. `alone`: one after the other. `burst`: 64 at once, which share jobs and
 * statements; how many share depends on the machine, so these budgets have more room. What the services use at rest,
 * which on a slow machine is more for each request, is left out.
 *
 * A change that makes one cheaper lowers its budget here.
 */
const budgets: Record<string, { alone: Usage; burst?: Usage }> = {
  'GET unit': { alone: ofCall, burst: ofSharedCall },
  'GET units': { alone: { ...ofCall, bytes: 3_000 }, burst: { ...ofSharedCall, bytes: 3_000 } },
  'GET property': { alone: ofCall, burst: ofSharedCall },
  'GET thing': { alone: ofCall, burst: ofSharedCall },
  'POST unit': { alone: ofChange, burst: { ...ofSharedCall, bytes: 2_000 } },
  // A transaction under the lock of the account: its begin and end count as statements, too.
  'POST parent': { alone: { ...ofChange, statements: 6 } },
  'GET descriptions': { alone: ofCall, burst: ofSharedCall },
  'GET public descriptions': { alone: fromMemory, burst: fromMemory },
};
/** Allowance for background work of the services, such as pruning events. */
const tolerance = 0.1;

const pollBudget: Usage = { statements: 1, commands: 28, bytes: 800 };

/** The tests have to see every poll: a Thing Description that is the same each time. */
async function startDevices(): Promise<{ server: Server; address: string; polls: () => number }> {
  let polls = 0;
  const server = createServer((request, response) => {
    polls += 1;
    response.setHeader('content-type', 'application/td+json');
    response.end(
      JSON.stringify({
        '@context': 'https://www.w3.org/2022/wot/td/v1.1',
        id: `urn:example:${request.url}`,
        title: 'Device',
        security: ['none'],
        securityDefinitions: { none: { scheme: 'nosec' } },
        properties: {},
      }),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, address, polls: () => polls };
}

(process.env.TEST_REDIS_URL ? describe : describe.skip)('the cost', () => {
  let directory: string;
  let postgres: LocalPostgres;
  let redis: TestRedis;
  let stack: Stack;
  let account: Account;
  let database: pg.Client;
  let measure: ReturnType<typeof usageMeter>;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'trellis-budget-'));
    const settings = { shared_preload_libraries: 'pg_stat_statements' };
    postgres = await startLocalPostgres({ directory, password: 'test', durable: false, settings });
    redis = (await startRedis())!;
    database = new pg.Client(postgres.url);
    await database.connect();
    await database.query('CREATE EXTENSION pg_stat_statements');
    stack = await startStack({ environment: { DATABASE_URL: postgres.url, REDIS_URL: redis.url } });
    account = newAccount(stack);
    measure = usageMeter({ database, redisUrl: redis.url });
    await measure.learnRest(5_000);
  });
  afterAll(async () => {
    await measure.close();
    await stack.stop();
    stack.clear();
    await database.end();
    await redis.stop();
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  async function create(path: string, body: object): Promise<string> {
    const { status, body: created } = await account.request('POST', path, { body });
    expect(status).toBe(201);
    return String(created.id).replace('urn:uuid:', '');
  }
  const newUnit = { name: 'Kitchen', type: 'room', properties: [{ name: 'area', value: 12 }] };

  describe('of a request', () => {
    type Send = (n: number) => Promise<{ status: number }>;
    let sends: Record<string, Send>;
    beforeAll(async () => {
      const { request } = account;
      const units: string[] = [];
      for (let n = 0; n < 40; n += 1) units.push(await create('/units', newUnit));
      const thing = await create('/things', { title: 'Lamp' });
      const [unit] = units;
      sends = {
        'GET unit': () => request('GET', `/units/${unit}`),
        'GET units': () => request('GET', '/units?limit=50'),
        'GET property': () => request('GET', `/units/${unit}/properties/area`),
        'GET thing': () => request('GET', `/things/${thing}`),
        'POST unit': () => request('POST', '/units', { body: newUnit }),
        'POST parent': (n) =>
          request('POST', `/units/${units[n % 20]}/parents`, {
            body: { id: units[20 + Math.floor(n / 20)] },
          }),
        'GET descriptions': () => request('GET', '/connectors/descriptions'),
        'GET public descriptions': () => anonymousRequest(stack, 'GET', '/connectors/descriptions'),
      };
    });

    test.each(Object.entries(budgets))('%s stays in its budget', async (name, budget) => {
      let sent = 0;
      const send = async () => expect((await sends[name]!(sent++)).status).toBeLessThan(300);
      const alone = async () => {
        for (let n = 0; n < 50; n += 1) await send();
        return 50;
      };
      const burst = async () => {
        for (let n = 0; n < 2; n += 1) await Promise.all(Array.from({ length: 64 }, send));
        return 128;
      };
      await send();
      expect(await measure.perUnit(alone)).toBeWithin(budget.alone);
      if (budget.burst) expect(await measure.perUnit(burst)).toBeWithin(budget.burst);
    });
  });

  test('of an unchanged poll stays in its budget', async () => {
    const devices = await startDevices();
    const { request } = account;
    await request('POST', '/connectors/instances', {
      body: { connector_type_id: 'wot', configuration: {} },
    });
    for (let n = 0; n < 20; n += 1) {
      const configuration = { url: `${devices.address}/${n}`, interval_ms: 1000 };
      const body = { connector_type_id: 'wot', configuration };
      const subject = `subject-${n}`;
      expect((await request('POST', '/connectors/clients', { subject, body })).status).toBe(201);
    }
    const polled = (total: number) =>
      waitFor(() => devices.polls() >= total, { what: `${total} polls` });
    await polled(100);
    const usage = await measure.perUnit(async () => {
      const before = devices.polls();
      await polled(before + 100);
      return devices.polls() - before;
    });
    devices.server.closeAllConnections();
    devices.server.close();
    expect(usage).toBeWithin(pollBudget);
  });
});

expect.extend({
  toBeWithin(usage: Usage, budget: Usage) {
    const over = (Object.keys(budget) as (keyof Usage)[]).filter(
      (name) => usage[name] > budget[name] + tolerance,
    );
    return {
      pass: over.length === 0,
      message: () =>
        `Over budget in ${over.join(' and ')}.\nUsed:   ${JSON.stringify(usage)}\nBudget: ${JSON.stringify(budget)}`,
    };
  },
});

declare module 'expect' {
  interface Matchers<R> {
    toBeWithin(budget: Usage): R;
  }
}
