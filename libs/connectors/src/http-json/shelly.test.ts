import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { discover, Unauthorized, writeProperty } from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { httpJson } from './connector.js';
import { shelly, startShelly, type ShellyServer } from './testing/shelly.js';

let relay: ShellyServer;
beforeAll(async () => {
  relay = await startShelly('right');
});
beforeEach(() => void relay.seen.splice(0));
afterAll(() => relay.stop());

const contextOf = (password = 'right') =>
  contextFor(httpJson, {
    instance: shelly,
    client: { parameters: { host: relay.host, password } },
  });

test('a relay with digest authentication is read and written', async () => {
  const context = contextOf();
  await writeProperty(httpJson, context, { device: 'switch:0', property: 'on', value: true });
  expect(relay.state.output).toBe(true);
  const { entities } = await discover(httpJson, context);
  expect(entities.map(({ id, values }) => [id, values])).toEqual([
    ['switch:0', { on: true, power: 8.9 }],
  ]);
  // One challenge serves all requests of a client.
  expect(relay.seen.filter(({ headers }) => !headers.authorization)).toHaveLength(1);
});

test('a nonce that has expired is replaced', async () => {
  const context = contextOf();
  await discover(httpJson, context);
  relay.expire();
  const { entities } = await discover(httpJson, context);
  expect(entities).toHaveLength(1);
});

test('a wrong password is refused after one challenge', async () => {
  await expect(discover(httpJson, contextOf('wrong'))).rejects.toBeInstanceOf(Unauthorized);
  expect(relay.seen).toHaveLength(2);
});
