import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import {
  discover,
  invokeAction,
  listen,
  Unavailable,
  writeProperties,
  writeProperty,
  type EntityReport,
} from '@trellis/connector-sdk';
import { contextFor, emptyMemory } from '@trellis/connector-sdk/testing';
import { waitFor } from '@trellis/testing';
import { simulator } from './connector.js';

const { schema } = simulator.client;
const still = { devices: 6, change_rate: 0 };

/** A client of its own; each call has a context of its own, as if another worker made it. */
function newClient(client: object = still) {
  const memory = emptyMemory();
  const context = (signal = AbortSignal.timeout(20_000)) =>
    contextFor(simulator, { client, memory, signal });
  const poll = () => discover(simulator, context());
  return {
    memory,
    poll,
    valuesOf: async (id: string) =>
      (await poll()).entities.find((entity) => entity.id === id)!.values,
    write: (device: string, property: string, value: unknown, signal?: AbortSignal) =>
      writeProperty(simulator, context(signal), { device, property, value }),
    writeAll: (device: string, values: Record<string, unknown>, transitionMs?: number) =>
      writeProperties(simulator, context(), { device, values, transitionMs }),
    invoke: (device: string, action: string, input?: unknown) =>
      invokeAction(simulator, context(), { device, action, input }),
  };
}

describe('the configuration of a client', () => {
  test('needs the number of devices alone', () => {
    expect(schema.parse({ devices: 1 })).toEqual({
      devices: 1,
      interval_ms: 5000,
      change_rate: 0.5,
    });
  });

  test.each([
    { devices: 0 },
    { devices: 1001 },
    { devices: 1.5 },
    { devices: 1, interval_ms: 999 },
    { devices: 1, change_rate: 1.1 },
  ])('cannot be %j', (configuration) => {
    expect(schema.safeParse(configuration).success).toBe(false);
  });
});

describe('the simulator', () => {
  test('writes several properties of a device at once', async () => {
    const { memory, valuesOf, writeAll } = newClient();
    const values = { brightness: 40, on: true, color: { hue: 120, saturation: 50 } };
    let changes = 0;
    const { replace } = memory;
    memory.replace = (...given) => ((changes += 1), replace(...given));
    await writeAll('lamp-1', values);
    expect(await valuesOf('lamp-1')).toMatchObject(values);
    expect(changes).toBe(1);
  });

  test.each([1, 2, 7, 1000])('has as many devices as it is asked for: %i', async (devices) => {
    const { entities } = await newClient({ devices, change_rate: 0 }).poll();
    expect(new Set(entities.map(({ id }) => id)).size).toBe(devices);
  });

  test('does not change by itself with a change rate of 0', async () => {
    const { poll } = newClient({ devices: 12, change_rate: 0, interval_ms: 1000 });
    expect(await poll()).toEqual(await poll());
  });

  test('tells by itself that values change and buttons are pressed, where it is configured to', async () => {
    const { listens } = simulator;
    expect(listens!(schema.parse(still))).toBe(false);
    const client = { devices: 12, changes_every_ms: 500, change_rate: 1 };
    expect(listens!(schema.parse(client))).toBe(true);
    const stopping = new AbortController();
    const reports: EntityReport[] = [];
    const context = contextFor(simulator, { client, signal: stopping.signal });
    const listening = listen(simulator, context, (one) => reports.push(one));
    const emitted = () => reports.flatMap(({ events = [] }) => events);
    await waitFor(() => emitted().length > 0);
    stopping.abort();
    await listening;
    const temperatures = reports.map(({ entities }) => entities[0]!.values.temperature);
    expect(new Set(temperatures).size).toBeGreaterThan(1);
    const [pressed] = emitted();
    const plug = reports[0]!.entities.find(({ id }) => id === pressed!.device)!;
    const { event_type: type } = plug.events[pressed!.name]!.data!.properties!;
    expect(type!.enum).toContain((pressed!.data as { event_type: string }).event_type);
  });

  test('lets a weather station blink', async () => {
    const { invoke } = newClient();
    const blinking = { blinking_until: expect.stringMatching(/Z$/) };
    await expect(invoke('station-1', 'identify', { seconds: 1 })).resolves.toEqual(blinking);
    await expect(invoke('station-1', 'identify')).resolves.toEqual(blinking);
  });

  test('remembers what is written to a lamp', async () => {
    const { write, valuesOf } = newClient();
    await write('lamp-1', 'on', true);
    await write('lamp-1', 'brightness', 40.5);
    await write('lamp-1', 'color_temperature', 4000);
    expect(await valuesOf('lamp-1')).toEqual({
      on: true,
      brightness: 40.5,
      color_mode: 'color_temperature',
      color_temperature: 4000,
    });
    await write('lamp-1', 'color', { hue: 240, saturation: 50 });
    expect(await valuesOf('lamp-1')).toEqual({
      on: true,
      brightness: 40.5,
      color_mode: 'color',
      color: { hue: 240, saturation: 50 },
    });
    await write('lamp-1', 'on', false);
    expect(await valuesOf('lamp-1')).toMatchObject({ on: false, brightness: 40.5 });
  });

  test.each([
    ['brightness', 10],
    ['color_temperature', 4000],
    ['color', { hue: 240, saturation: 50 }],
  ])('switches a lamp on with its %s', async (property, value) => {
    const { write, valuesOf } = newClient();
    expect(await valuesOf('lamp-1')).toMatchObject({ on: false });
    await write('lamp-1', property, value);
    expect(await valuesOf('lamp-1')).toMatchObject({ on: true, [property]: value });
  });

  test('switches a lamp off at a brightness of 0, and on again at the level before', async () => {
    const { write, valuesOf } = newClient();
    await write('lamp-1', 'brightness', 30);
    await write('lamp-1', 'brightness', 0);
    expect(await valuesOf('lamp-1')).toMatchObject({ on: false });
    await write('lamp-1', 'on', true);
    expect(await valuesOf('lamp-1')).toMatchObject({ on: true, brightness: 30 });
  });

  test('changes a lamp in the time that a write says, by way of the values between', async () => {
    const { valuesOf, writeAll } = newClient();
    await writeAll('lamp-1', { brightness: 100 });
    const start = Date.now();
    await writeAll('lamp-1', { brightness: 10, color: { hue: 90, saturation: 80 } }, 1_500);
    const seen: number[] = [];
    for (;;) {
      const { brightness, on } = (await valuesOf('lamp-1')) as { brightness: number; on: boolean };
      expect(on).toBe(true);
      if (brightness !== seen.at(-1)) seen.push(brightness);
      if (brightness === 10) break;
    }
    expect(Date.now() - start).toBeGreaterThanOrEqual(1_500);
    expect(seen.length).toBeGreaterThan(4);
    expect(seen).toEqual(seen.toSorted((one, other) => other - one));
    expect(await valuesOf('lamp-1')).toMatchObject({ color: { hue: 90, saturation: 80 } });
  });

  test('fades a lamp until it is off, which has its level again when it is on', async () => {
    const { valuesOf, writeAll } = newClient();
    await writeAll('lamp-1', { brightness: 80 });
    await writeAll('lamp-1', { on: false }, 1_000);
    expect(await valuesOf('lamp-1')).toMatchObject({ on: true });
    await waitFor(async () => (await valuesOf('lamp-1')).on === false);
    await writeAll('lamp-1', { on: true });
    expect(await valuesOf('lamp-1')).toMatchObject({ on: true, brightness: 80 });
  });

  test('lets a lamp continue on its way when something else of it is written', async () => {
    const { valuesOf, writeAll } = newClient();
    await writeAll('lamp-1', { brightness: 100 });
    await writeAll('lamp-1', { brightness: 10 }, 60_000);
    await writeAll('lamp-1', { color_temperature: 5000 });
    const { brightness, color_temperature } = await valuesOf('lamp-1');
    expect(brightness).toBeGreaterThan(90);
    expect(color_temperature).toBe(5000);
    await writeAll('lamp-1', { on: false });
    expect(await valuesOf('lamp-1')).toMatchObject({ on: false });
  });

  test('changes the lamps at once of which too many change gradually', async () => {
    const { memory, writeAll } = newClient({ devices: 1000, change_rate: 0 });
    for (let lamp = 1; lamp <= 60; lamp += 1) {
      await writeAll(`lamp-${lamp}`, { brightness: 33.333 }, 600_000);
    }
    const states = (await memory.get('states'))!.split(';');
    expect(states.filter((one) => one.split(':').length > 2)).toHaveLength(50);
  });

  test('draws no power through a plug that is off', async () => {
    const { write, valuesOf } = newClient();
    expect((await valuesOf('plug-1')).power).toBeGreaterThan(0);
    await write('plug-1', 'on', false);
    expect(await valuesOf('plug-1')).toMatchObject({ on: false, power: 0 });
  });

  test('moves a blind at once', async () => {
    const { write, invoke, valuesOf } = newClient();
    await write('blind-1', 'position', 30);
    await invoke('blind-1', 'stop');
    expect(await valuesOf('blind-1')).toEqual({ position: 30, cover_state: 'open' });
    await invoke('blind-1', 'close');
    expect(await valuesOf('blind-1')).toEqual({ position: 0, cover_state: 'closed' });
    await invoke('blind-1', 'open');
    expect(await valuesOf('blind-1')).toEqual({ position: 100, cover_state: 'open' });
  });

  test('heats to the target of a thermostat', async () => {
    const { write, valuesOf } = newClient();
    await write('thermostat-1', 'target_temperature', 24.5);
    const heated = await valuesOf('thermostat-1');
    expect(heated).toMatchObject({ target_temperature: 24.5, mode: 'heat' });
    expect(Math.abs((heated.temperature as number) - 24.5)).toBeLessThanOrEqual(0.5);
    await write('thermostat-1', 'mode', 'off');
    const cold = await valuesOf('thermostat-1');
    expect(cold).toMatchObject({ target_temperature: 24.5, mode: 'off' });
    expect(cold.temperature).toBeLessThan(20);
  });

  test('loses no write of several at once', async () => {
    const { write, valuesOf } = newClient();
    await Promise.all([
      write('lamp-1', 'on', true),
      write('lamp-1', 'brightness', 10),
      write('blind-1', 'position', 20),
      write('plug-1', 'on', false),
      write('thermostat-1', 'mode', 'off'),
    ]);
    expect(await valuesOf('lamp-1')).toMatchObject({ on: true, brightness: 10 });
    expect(await valuesOf('blind-1')).toMatchObject({ position: 20 });
    expect(await valuesOf('plug-1')).toMatchObject({ on: false });
    expect(await valuesOf('thermostat-1')).toMatchObject({ mode: 'off' });
  });

  test('fails when others come first until it has no more time', async () => {
    const { memory, write, valuesOf } = newClient();
    await write('lamp-1', 'on', true);
    memory.replace = () => pause(5, false);
    const writing = write('lamp-1', 'on', false, AbortSignal.timeout(50));
    await expect(writing).rejects.toBeInstanceOf(Unavailable);
    expect(await valuesOf('lamp-1')).toMatchObject({ on: true });
  });
});
