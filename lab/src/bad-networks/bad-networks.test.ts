import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newAccount, startStack, waitFor, type Account, type Stack } from '@trellis/testing';
import { startNetwork, type Network } from '../system/network.js';
import { startHome, type Home } from './home.js';
import { whyNoNamespaces } from './namespaces.js';

const reason = whyNoNamespaces();
const name = 'homes behind routers that translate addresses';
const group = reason === undefined ? describe : describe.skip;

/** How long each chunk takes in each direction (ms), and the share of the packets that are lost. */
const badNetwork = { delayMs: 100, lost: 0.02 };

/** Shorter than the time in which routers forget, longer than that between two checks of a connection (s). */
const forgetsAfter = 30;

group(reason === undefined ? name : `${name} (${reason.split('\n')[0]})`, () => {
  let stack: Stack;
  let account: Account;
  /** The way to the product, which can be slow. */
  let way: Network;
  let homes: [Home, Home];
  beforeAll(async () => {
    stack = await startStack({ environment: { EGRESS_PRIVATE: 'deny' } });
    account = newAccount(stack);
    way = await startNetwork(() => Number(new URL(stack.address).port), '0.0.0.0');
    const start = (number: number) => startHome({ number, account, port: way.port });
    homes = [await start(1), await start(2)];
  }, 120_000);
  afterAll(async () => {
    for (const home of homes ?? []) await home.stop();
    await way.close();
    await stack.stop();
    stack.clear();
  });

  const write = async (home: Home, title: string, property: string, body: unknown) => {
    const base = (await home.things())[title];
    const { status } = await account.request('PUT', `${base}properties/${property}`, { body });
    return status;
  };

  const lamps = [
    ['hue', 'Desk lamp', 'brightness', [40, 60, 80]],
    ['home-assistant', 'Reading lamp', 'on', [true, false, true]],
    ['mqtt', 'MQTT lamp', 'on', [true, false, true]],
    ['wot', 'Thing of home-1', 'on', [true, false, true]],
  ] as const;

  /**
   * Writes to all devices of the first home, and expects the commands there. Each is confirmed within a time (ms), by default at
   * once: after an outage that takes until it is listened to again.
   */
  async function writeToAll(round: number, within = 0): Promise<void> {
    const [home] = homes;
    for (const [device, title, property, values] of lamps) {
      const before = home.arrivals.length;
      const isConfirmed = async () => (await write(home, title, property, values[round])) === 204;
      await waitFor(isConfirmed, { within, what: `the confirmation by ${title}` });
      const isThere = () => home.arrivals.slice(before).some((one) => one.device === device);
      await waitFor(isThere, { what: `the command at ${title}` });
    }
  }

  test('are polled, listened to and controlled, and do not see each other at the same address', async () => {
    const [one, other] = homes;
    await Promise.all([
      one.connect(['hue', 'home-assistant', 'mqtt', 'wot'], 2_000),
      other.connect(['wot'], 3_600_000),
    ]);
    expect(Object.keys(await one.things())).toEqual(
      expect.arrayContaining(['Desk lamp', 'Reading lamp', 'MQTT lamp', 'Thing of home-1']),
    );
    expect(Object.keys(await other.things())).toEqual(['Thing of home-2']);
    await writeToAll(0);
    expect(other.arrivals).toEqual([]);
    expect(await write(other, 'Thing of home-2', 'on', true)).toBe(204);
    expect(other.arrivals).toEqual([{ device: 'wot', value: true }]);
  }, 60_000);

  test('work with a round trip of 200 ms and lost packets', async () => {
    way.become({ delayMs: badNetwork.delayMs });
    for (const { network } of homes) network.lose(badNetwork.lost);
    await writeToAll(1);
    homes[0].tellMqtt();
    const base = (await homes[0].things())['MQTT lamp'];
    const isOn = async () => (await account.request('GET', `${base}properties/on`)).body === true;
    await waitFor(isOn, { within: 20_000, what: 'the change of the lamp' });
    await homes[0].works();
  }, 60_000);

  test('stay connected through a router that forgets, and come back with another address', async () => {
    const [one, other] = homes;
    const { since } = (await other.readAgent()) as { since: string };
    other.network.forgetIdleAfter(forgetsAfter);
    one.network.changeAddress();
    const changedAt = performance.now();
    const isBack = async () => one.agent.output().split('Connected to').length > 2;
    await waitFor(isBack, { within: 60_000, what: 'the agent with another address' });
    await one.works();
    await writeToAll(2, 30_000);
    const rest = changedAt + (forgetsAfter + 10) * 1_000 - performance.now();
    await pause(Math.max(0, rest));
    expect(await write(other, 'Thing of home-2', 'on', false)).toBe(204);
    expect(await other.readAgent()).toMatchObject({ state: 'online', since });
  }, 120_000);
});
