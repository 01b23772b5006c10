import { setTimeout as pause } from 'node:timers/promises';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startStack, type ServiceName, type Stack } from '@trellis/testing';
import getPort, { portNumbers } from 'get-port';
import { attacks } from './bench/neighbors/attacks.js';
import { connectorAttacks } from './bench/neighbors/connector-attacks.js';
import { crowds } from './bench/neighbors/crowds.js';
import { start } from './bench/processes.js';

/** How long the load of a group of attacks is learned, and then observed (ms). */
const learningMs = 2_000;
const observedMs = 5_000;

/** How often it is observed at most: on a busy machine a process may have to wait for a processor. */
const maxObservations = 3;

/** How long an event loop may be delayed (s). What these attacks are about would block it for longer each time. */
const maxDelay = 2;

/** Crowds whose answers or connections take a gateway's processor altogether; `npm run bench -- neighbors` has them. */
const isVast = /readers of pages|event streams|long polls/;

const services: readonly ServiceName[] = [
  'api-gateway',
  'units-service',
  'connector-runtime',
  'accounts-service',
];

let firstPort: number;
let stack: Stack;
beforeAll(async () => {
  firstPort = await getPort({ port: portNumbers(21_000, 29_000) });
  stack = await startStack({
    environment: {
      HEALTH_PORT: String(firstPort),
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_LEVEL: 'silent',
    },
  });
});
afterAll(async () => {
  await stack.stop();
  stack.clear();
});

/** Returns the longest delay of the event loop of a service since the last look (s). */
async function delayOf(service: ServiceName): Promise<number> {
  const port = firstPort + services.indexOf(service);
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds(?:{.*})? (\S+)$/m.exec(text)![1]);
}

async function readDelays(): Promise<Record<string, number>> {
  const read = services.map(async (service) => [service, await delayOf(service)] as const);
  return Object.fromEntries(await Promise.all(read));
}

/** Observes the services until the event loops of all are delayed by little; returns the longer delays otherwise. */
async function observe(): Promise<Record<string, number>[]> {
  const tooLong = [];
  for (let count = 0; count < maxObservations; count += 1) {
    await readDelays();
    await pause(observedMs);
    const delays = await readDelays();
    if (Object.values(delays).every((delay) => delay < maxDelay)) return [];
    tooLong.push(delays);
  }
  return tooLong;
}

const isIn = (group: typeof attacks) => (attack: (typeof attacks)[number]) =>
  group.includes(attack);

test.each([
  ['connector work', connectorAttacks],
  ['crowds', crowds.filter(({ name }) => !isVast.test(name))],
  ['costly requests', attacks.filter((one) => !isIn(connectorAttacks)(one) && !isIn(crowds)(one))],
])('the attacks by %s delay no event loop for long', async (_name, group) => {
  const { child: attacker } = await start('attacker', {
    ADDRESS: stack.address,
    JWT_SECRET: stack.jwtSecret,
    ATTACKS: JSON.stringify(group.map(({ name }) => name)),
  });
  try {
    attacker.send('begin');
    await pause(learningMs);
    expect(await observe()).toEqual([]);
    attacker.send('report');
    const [answers] = (await once(attacker, 'message')) as [Record<string, object>];
    expect(Object.keys(answers)).toEqual(group.map(({ name }) => name));
  } finally {
    attacker.disconnect();
  }
});
