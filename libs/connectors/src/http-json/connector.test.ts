import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  discover,
  invokeAction,
  Misconfigured,
  Rejected,
  DeviceUnavailable,
  Unavailable,
  writeProperty,
} from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { httpJson } from './connector.js';
import { greenhouse, startGreenhouse, type Greenhouse } from './testing/greenhouse.js';

let api: Greenhouse;
beforeAll(async () => {
  api = await startGreenhouse();
});
afterAll(() => api.stop());

const context = (instance: object = greenhouse, parameters: object = {}) =>
  contextFor(httpJson, {
    instance,
    client: { parameters: { host: api.host, key: api.key, ...parameters } },
  });

describe('a poll', () => {
  test('reads all pages, and the state of each device', async () => {
    const { entities, complete } = await discover(httpJson, context());
    expect(complete).toBe(true);
    expect(entities.map(({ id, title, available }) => ({ id, title, available }))).toEqual([
      { id: '1', title: 'Bench A', available: true },
      { id: '2', title: 'Grow light', available: true },
      { id: '3', title: 'Roof vent', available: false },
    ]);
    expect(entities.map(({ values }) => values)).toEqual([
      { temperature: 20, humidity: 41.5 },
      { on: true, brightness: 50 },
      { position: 25 },
    ]);
    expect(entities[1]!.types).toEqual(['Light', 'OnOffSwitch']);
  });

  test('leaves out the device whose state cannot be read, so that its thing stays as it is', async () => {
    const state = api.states.get(3)!;
    api.states.delete(3);
    try {
      const { entities, complete, problems } = await discover(httpJson, context());
      expect(entities.map(({ id }) => id)).toEqual(['1', '2']);
      expect(complete).toBe(false);
      expect(problems).toMatchObject([
        { device: '3', failure: { message: expect.stringContaining('status 404') } },
      ]);
    } finally {
      api.states.set(3, state);
    }
  });

  test('without a value for a parameter is Misconfigured', async () => {
    const wrong = contextFor(httpJson, { instance: greenhouse, client: { parameters: {} } });
    const polled = discover(httpJson, wrong);
    await expect(polled).rejects.toThrow(new Misconfigured('The parameter host: Is required.'));
  });

  test('does not follow a page to another server', async () => {
    const { answer } = api;
    const { controller } = api;
    const next = 'http://elsewhere.test/v1/equipment';
    api.answer = () => ({ json: { controller, items: [], next } });
    try {
      const { problems } = await discover(httpJson, context()).catch((error: unknown) => ({
        problems: [{ failure: error as Error }],
      }));
      expect(problems[0]!.failure.message).toContain('another server');
    } finally {
      api.answer = answer;
    }
  });

  test('leaves out what repeats a secret', async () => {
    const one = api.equipment.get(1)!;
    api.equipment.set(1, { ...one, label: `Bench ${api.key}` });
    try {
      const { entities } = await discover(httpJson, context());
      expect(entities[0]).toMatchObject({ id: '1', title: '1' });
      expect(JSON.stringify(entities)).not.toContain(api.key);
    } finally {
      api.equipment.set(1, one);
    }
  });

  test('ends with a problem when there are more pages than the description allows', async () => {
    const { answer } = api;
    api.answer = ({ url }) => {
      const offset = Number(url.searchParams.get('offset') ?? 0);
      return { json: { items: [], next: `/v1/equipment?offset=${offset + 1}` } };
    };
    const seen = api.seen.length;
    try {
      await expect(discover(httpJson, context())).rejects.toBeInstanceOf(Unavailable);
      expect(api.seen.length - seen).toBe(20);
    } finally {
      api.answer = answer;
    }
  });
});

describe('a command', () => {
  const write = (property: string, value: unknown) =>
    writeProperty(httpJson, context(), { device: '2', property, value });

  test('sends a value as the API knows it', async () => {
    await write('on', false);
    expect(api.states.get(2)).toMatchObject({ power: 'OFF' });
    await write('brightness', 25);
    expect(api.states.get(2)).toMatchObject({ level: 64 });
    const last = api.seen.at(-1)!;
    expect(last).toMatchObject({ method: 'PATCH', body: { level: 64 } });
    expect(last.url.pathname).toBe('/v1/equipment/2/state');
  });

  test('that the API answers with an error is Rejected', async () => {
    await expect(write('brightness', 99.609375)).rejects.toBeInstanceOf(Rejected);
  });

  test('that is an action returns its output', async () => {
    const blink = { action: 'blink', input: 4 };
    expect(await invokeAction(httpJson, context(), { device: '2', ...blink })).toBe(4);
  });

  test('of a device that is out of reach now is not sent', async () => {
    const before = api.seen.length;
    const blink = { device: '3', isUnavailable: false, action: 'blink', input: 4 };
    await expect(invokeAction(httpJson, context(), blink)).rejects.toBeInstanceOf(
      DeviceUnavailable,
    );
    expect(api.seen.slice(before).map(({ method }) => method)).not.toContain('POST');
  });
});
