import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { discover, Unavailable, writeProperty } from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { httpJson } from './connector.js';
import { heatPump, startHeatPump, type HeatPump } from './testing/heat-pump.js';

let api: HeatPump;
beforeAll(async () => {
  api = await startHeatPump();
});
afterAll(() => api.stop());

const context = (instance: object = heatPump) =>
  contextFor(httpJson, { instance, client: { parameters: { host: api.host } } });

test('expressions make entities of lists that belong together, and values of several members', async () => {
  const { entities, complete } = await discover(httpJson, context());
  expect(complete).toBe(true);
  expect(entities.map(({ id, values }) => ({ id, values }))).toEqual([
    { id: 'flow', values: { temperature: 41.2 } },
    { id: 'outside', values: { temperature: -3.5 } },
    { id: 'a', values: { speed: 40, faulty: true } },
  ]);
  expect(entities[2]!.properties).not.toHaveProperty('hint');
});

test('an expression makes the body of a write', async () => {
  await writeProperty(httpJson, context(), { device: 'a', property: 'speed', value: 20 });
  expect(api.pumps).toEqual([{ id: 'a', running: 1, speed: 51 }]);
  await writeProperty(httpJson, context(), { device: 'a', property: 'speed', value: 0 });
  expect(api.pumps).toEqual([{ id: 'a', running: 0, speed: 0 }]);
});

test('a transformation that makes nothing of an answer is an error of the client', async () => {
  const { answer } = api;
  api.answer = () => ({ json: [] });
  const instance = structuredClone(heatPump);
  instance.requests.status!.transform = 'status.pumps';
  try {
    await expect(discover(httpJson, context(instance))).rejects.toBeInstanceOf(Unavailable);
  } finally {
    api.answer = answer;
  }
});
