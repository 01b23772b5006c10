import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { installed, newAccount, waitFor, type Account } from '@trellis/testing';
import { connectAsync } from 'mqtt';
import { createClients } from '../../clients.js';
import { mqttDiscovery, startBroker } from '../../homes.js';
import { startFleet, type Fleet } from '../fleet.js';

/** How often a value is written and the button pressed (ms). */
const intervalMs = 250;

const device = { identifiers: ['oven'], name: 'Oven' };
const announcements = {
  'number/level': {
    name: 'Level',
    unique_id: 'level',
    device,
    command_topic: 'level/set',
    min: 0,
    max: 1e6,
  },
  'button/start': { name: 'Start', unique_id: 'start', device, command_topic: 'start/set' },
};

/** An oven on a broker that counts its messages. */
async function startOven() {
  const broker = await startBroker();
  const client = await connectAsync(broker.url.replace('localhost', '127.0.0.1'));
  const levels: number[] = [];
  let presses = 0;
  client.on('message', (topic, payload) => {
    if (topic === 'level/set') levels.push(Number(payload));
    else presses += 1;
  });
  await client.subscribeAsync(['level/set', 'start/set'], { qos: 1 });
  for (const [name, content] of Object.entries(announcements)) {
    const topic = `homeassistant/${name}/config`;
    await client.publishAsync(topic, JSON.stringify(content), { retain: true, qos: 1 });
  }
  return {
    url: broker.url,
    levels,
    presses: () => presses,
    async stop() {
      await client.endAsync(true);
      await broker.stop();
    },
  };
}

/** Requests an interaction; returns how it has ended. */
async function interact(account: Account, method: string, path: string, body?: unknown) {
  const answer = await account.request(method, path, { ...(body !== undefined && { body }) });
  if (answer.status !== 202) return answer.status < 300 ? 'completed' : 'failed';
  const { headers } = answer;
  const ended = await waitFor(
    async () => {
      const { body } = await account.request('GET', headers.get('location')!);
      return body.status !== 'pending' && (body.status as string);
    },
    { within: 120_000, every: 500, what: 'the end of an interaction' },
  );
  return ended;
}

/** Writes and presses until `stop`, which returns the outcomes. */
function startTraffic(account: Account, thing: string) {
  const writes: Promise<{ level: number; outcome: string }>[] = [];
  const presses: Promise<string>[] = [];
  let isRunning = true;
  const running = (async () => {
    for (let level = 1; isRunning; level += 1) {
      const writing = interact(account, 'PUT', `${thing}/properties/level`, level);
      writes.push(writing.then((outcome) => ({ level, outcome })));
      presses.push(interact(account, 'POST', `${thing}/actions/start`));
      await pause(intervalMs);
    }
  })();
  return async () => {
    isRunning = false;
    await running;
    return { writes: await Promise.all(writes), presses: await Promise.all(presses) };
  };
}

async function killEachWorker(fleet: Fleet): Promise<void> {
  for (const _ of [1, 2]) {
    await pause(3_000);
    await fleet.kill('connector-runtime', 1);
    await pause(3_000);
    await fleet.scale('connector-runtime', 2);
  }
}

(installed('redis-server') && installed('mosquitto') ? test : test.skip)(
  'while workers are killed, what has completed was performed, and no action twice',
  async () => {
    const logs = mkdtempSync(join(tmpdir(), 'trellis-fleet-logs-'));
    const oven = await startOven();
    const fleet = await startFleet({
      sizes: {
        'api-gateway': 1,
        'units-service': 1,
        'connector-runtime': 2,
        'accounts-service': 1,
      },
      termination: { endpointLeavesMs: 300, preStopMs: 1_000 },
      logs,
    });
    try {
      const { address, servers } = fleet;
      const account = newAccount({ address, jwtSecret: servers.jwtSecret });
      await createClients(account, {
        connector: mqttDiscovery,
        instance: { broker_url: oven.url },
        count: 1,
        name: 'subject',
        configurationOf: () => ({}),
      });
      const href = await waitFor(
        async () => (await account.request('GET', '/things')).body[0]?.href as string | undefined,
        { within: 60_000 },
      );
      await waitFor(
        async () => (await interact(account, 'PUT', `${href}/properties/level`, 0)) === 'completed',
      );
      const stop = startTraffic(account, href);
      await killEachWorker(fleet);
      const { writes, presses } = await stop();
      const written = writes.filter(({ outcome }) => outcome === 'completed');
      const lost = written.filter(({ level }) => !oven.levels.includes(level));
      expect(lost).toEqual([]);
      const completed = presses.filter((outcome) => outcome === 'completed').length;
      expect(oven.presses()).toBeGreaterThanOrEqual(completed);
      expect(oven.presses()).toBeLessThanOrEqual(presses.length);
      // Another worker has taken over.
      expect(await interact(account, 'PUT', `${href}/properties/level`, 0)).toBe('completed');
    } finally {
      await fleet.stop();
      await oven.stop();
    }
    rmSync(logs, { recursive: true });
  },
  300_000,
);
