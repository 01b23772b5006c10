import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  eventually,
  installed,
  newAccount,
  startMosquitto,
  waitFor,
  type Account,
  type TestMosquitto,
} from '@trellis/testing';
import { connectAsync, type MqttClient } from 'mqtt';
import { isReached, unfounded, unreported, untrue } from './hostile/check.js';
import { startDevice, type Model } from './hostile/device.js';
import { hostileModels, wellBehaved } from './hostile/models.js';
import { observe, type Observed } from './hostile/observe.js';
import { writeMany } from './hostile/write.js';
import { oneStack } from './one-stack.js';

/** The number of writes to each device. More with HOSTILE_WRITES; a thousand take about 20 minutes on two busy cores. */
const writes = Number(process.env.HOSTILE_WRITES ?? 60);

const timeoutMs = 60_000 + writes * 10_000;

(installed('mosquitto') ? describe : describe.skip)('the value of a property', () => {
  const stack = oneStack({ environment: { RATE_LIMIT_PER_MINUTE: '0' } });
  let broker: TestMosquitto;
  let home: MqttClient;
  let account: Account;
  beforeAll(async () => {
    broker = (await startMosquitto())!;
    home = await connectAsync(broker.url);
    account = newAccount(stack(), { lifetimeSeconds: 3600 });
    await account.request('POST', '/connectors/instances', {
      body: { connector_type_id: 'mqtt-discovery', configuration: { broker_url: broker.url } },
    });
  });
  afterAll(async () => {
    await home.endAsync();
    await broker.stop();
  });

  async function connect(model: Model): Promise<Observed> {
    const device = await startDevice(home, model);
    return observe({ stack: stack(), account, device });
  }

  test(
    'is only ever one that the device has reported, and no write is confirmed without a report',
    async () => {
      const all = await Promise.all(hostileModels.map(connect));
      const answers = await Promise.all(
        all.map((observed) => writeMany(account, observed, writes)),
      );
      await waitFor(() => all.every(({ device }) => device.isIdle()), { what: 'the last reports' });
      for (const [index, observed] of all.entries()) {
        const { device, targets } = observed;
        const { title: name, reports, model } = device;
        await eventually(() => expectSettled(observed));
        const done = answers[index]!.filter(({ status }) => status === 204);
        const found = {
          name,
          unreported: unreported(observed.values, reports),
          unfounded: unfounded(targets, reports),
          untrue: untrue(done, reports),
        };
        expect(found).toEqual({ name, unreported: [], unfounded: [], untrue: [] });
        const confirmed = targets.filter(({ status }) => status === 'confirmed').length;
        if (model.follows === 'never') expect([confirmed, done.length]).toEqual([0, 0]);
        else expect(confirmed).toBeGreaterThan(0);
      }
    },
    timeoutMs,
  );

  test(
    'is confirmed soon by a device that follows',
    async () => {
      const observed = await connect(wellBehaved);
      const times: number[] = [];
      for (let n = 1; n <= writes; n += 1) {
        const startedAt = performance.now();
        const { subject, href } = observed;
        const answer = await account.request('PUT', href, { subject, body: (n * 37) % 101 });
        times.push(performance.now() - startedAt);
        expect(answer.status).toBe(204);
      }
      if (process.env.HOSTILE_WRITES) {
        const at = (share: number) => times.toSorted((a, b) => a - b)[Math.floor(share * writes)];
        process.stderr.write(`${writes} writes: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms\n`);
      }
    },
    timeoutMs,
  );
});

/** Expects the last report as the value, and a target only while the device has not reported it. */
async function expectSettled({ device, shown }: Observed): Promise<void> {
  const last = device.reports.findLast(({ value }) => value !== undefined)!;
  const { value, target } = await shown();
  expect(isReached(value, last.value!)).toBe(true);
  if (device.model.follows === 'always') expect(target).toBeUndefined();
  if (!target) return;
  expect(['pending', 'unconfirmed']).toContain(target.status);
  expect(Date.now() - Date.parse(target.requested)).toBeLessThan(5 * 60_000);
  expect(isReached(value, target.value)).toBe(false);
}
