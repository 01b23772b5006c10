import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { discover, Rejected, writeProperties, writeProperty } from '@trellis/connector-sdk';
import { contextFor, emptyMemory } from '@trellis/connector-sdk/testing';
import type { RecordedRequest } from '@trellis/connector-sdk';
import { modbus } from '../connector.js';
import { hasPymodbus, startPymodbus, type Pymodbus } from '../testing/pymodbus.js';
import { sunspecMap, sunspecRegisters } from '../testing/sunspec.js';

const group = hasPymodbus() ? describe : describe.skip;

group('a device with SunSpec behind pymodbus', () => {
  let server: Pymodbus;
  let memory = emptyMemory();
  beforeAll(async () => {
    server = await startPymodbus({});
  });
  beforeEach(() => {
    memory = emptyMemory();
    return server.change({ 1: sunspecMap('inverter') });
  });
  afterAll(() => server.stop());

  const context = (sunspec: 'read' | 'control' = 'read') =>
    contextFor(modbus, {
      instance: { sunspec },
      client: { host: `${server.host}:${server.port}` },
      memory,
    });

  async function poll() {
    const requests: RecordedRequest[] = [];
    const record = { add: (one: RecordedRequest) => void requests.push(one), addMessage() {} };
    const { entities, problems } = await discover(modbus, { ...context(), record });
    expect(problems).toEqual([]);
    return { entities, requests: requests.length };
  }

  test('is an inverter with the values of its models, and its battery', async () => {
    const { entities } = await poll();
    expect(entities).toMatchObject([
      {
        id: '1/inverter',
        title: 'Example Symbol 10.0-3 (inverter)',
        description: 'Version 1.2.3',
        identifiers: expect.arrayContaining([{ type: 'serial', value: '34119102' }]),
        values: {
          power: -3287,
          energy: 12_345.678,
          current: 14.32,
          frequency: 49.98,
          voltage_l1: 230.1,
          power_factor: -99.9,
          dc_power: 3401,
          cabinet_temperature: 41.3,
          state: 'running',
          rated_power: 10_000,
          power_limit: 100,
          dc_power_1: 2058,
          dc_power_2: 1343,
          dc_energy_2: 601.23,
          dc_state_1: 'running',
        },
      },
      {
        id: '1/battery',
        values: { battery: 87.5, charge_state: 'charging', battery_voltage: 402.1, reserve: 5 },
      },
    ]);
    const { properties } = entities[0]!;
    // The device has neither a heat sink nor a DC voltage.
    expect(properties).not.toHaveProperty('heat_sink_temperature');
    expect(properties).not.toHaveProperty('dc_voltage');
    expect(properties).not.toHaveProperty('dc_temperature_2');
    expect(properties.power_limit).toMatchObject({ readOnly: true, role: 'configuration' });
  });

  test.each([0, 40_000, 50_000])('is found at %d', async (base) => {
    await server.change({ 1: sunspecMap('meter', base) });
    const { entities } = await poll();
    expect(entities).toMatchObject([
      {
        id: '1/meter',
        title: 'Example Meter TS 65A',
        values: {
          power: -1754,
          power_l3: -574,
          energy: 4567.89,
          energy_exported: 987.654,
          voltage: 230.1,
          current_l2: 2.8,
        },
      },
    ]);
  });

  test('may have floats', async () => {
    await server.change({ 1: sunspecMap('float') });
    const { entities } = await poll();
    expect(entities).toMatchObject([
      {
        values: { power: -1899.5, voltage: 231.5, energy: 4567.89, dc_voltage: 401.25 },
      },
    ]);
    expect(entities[0]!.properties).not.toHaveProperty('current_l2');
  });

  test('may have the models of IEEE 1547', async () => {
    await server.change({ 1: sunspecMap('der') });
    const { entities } = await poll();
    expect(entities).toMatchObject([
      {
        id: '1/inverter',
        values: {
          power: -5500,
          power_l1: -1830,
          energy: 9_876_543.21,
          frequency: 50.01,
          voltage: 231,
          state: 'running',
          rated_power: 7600,
          power_limit: 100,
          dc_power_1: 5600,
          dc_voltage_2: 390,
        },
      },
      {
        id: '1/battery',
        values: { battery: 68, health: 98.5, cycles: 412, energy_available: 9.18, power: 1950 },
      },
    ]);
  });

  test('is read in two requests once its models are known', async () => {
    expect((await poll()).requests).toBe(12);
    expect((await poll()).requests).toBe(2);
  });

  test('has other addresses after an update of its firmware', async () => {
    const before = await poll();
    const [first, second, ...rest] = sunspecRegisters('inverter');
    // A model that nobody knows, before all others.
    const updated = [first!, second!, 64_999, 3, 1, 2, 3, ...rest];
    await server.change({ 1: { holding: { 40_000: updated } } });
    const after = await poll();
    expect(after.entities).toEqual(before.entities);
    expect((await poll()).requests).toBe(2);
  });

  test('is the same device at night, when it has no values', async () => {
    const before = await poll();
    const registers = sunspecRegisters('inverter');
    // The power, the current and the energy of model 103, which follows the common model.
    for (const offset of [2, 14]) registers[70 + offset] = offset === 14 ? 0x8000 : 0xffff;
    await server.change({ 1: { holding: { 40_000: registers } } });
    const { entities } = await poll();
    expect(entities[0]!.properties).toEqual(before.entities[0]!.properties);
    expect(entities[0]!.values).not.toHaveProperty('power');
    expect(entities[0]!.values).toHaveProperty('frequency');
  });

  test('that is replaced by another one is neither shown nor written', async () => {
    await poll();
    const registers = sunspecRegisters('inverter');
    registers[2 + 50] = 0x3939;
    await server.change({ 1: { holding: { 40_000: registers } } });
    await expect(poll()).rejects.toMatchObject({ facts: { cause: 'another_device' } });
  });

  test('without a map is misconfigured, with what to check', async () => {
    await server.change({ 1: { holding: { 40_000: [1, 2, 3] } } });
    await expect(poll()).rejects.toThrow(
      'Unit 1 has no SunSpec map at 40000, 0, 50000. Check the unit, and whether SunSpec is switched on',
    );
  });

  test.each<[string, number[]]>([
    ['does not end', [1, 66, ...Array.from({ length: 66 }, () => 0)]],
    ['has a model that is longer than all registers', [103, 65_000, 1]],
    ['has models without registers', Array.from({ length: 400 }, (_, at) => (at % 2 ? 0 : 103))],
    ['has a model of MPPT with 3,000 modules', [160, 60_008, 0, 0, 0, 0, 0, 0, 3000, 0]],
  ])('whose map %s is read in bounded time', async (_, models) => {
    await server.change({ 1: { holding: { 40_000: [0x5375, 0x6e53, ...models] } } });
    const polled = await discover(modbus, context()).catch((error: unknown) => error);
    expect(JSON.stringify(polled).length).toBeLessThan(100_000);
  });

  test('is controlled only where the instance allows it', async () => {
    const limit = { device: '1/inverter', property: 'power_limit', value: 60 };
    await expect(writeProperty(modbus, context(), limit)).rejects.toBeInstanceOf(Rejected);
    const values = { power_limit: 62.5, power_limit_enabled: true };
    await writeProperties(modbus, context('control'), { device: '1/inverter', values });
    await writeProperties(modbus, context('control'), {
      device: '1/battery',
      values: { reserve: 20, charge_source: 'grid', limits: 'both' },
    });
    const { entities } = await poll();
    expect(entities[0]!.values).toMatchObject(values);
    expect(entities[1]!.values).toMatchObject({
      reserve: 20,
      charge_source: 'grid',
      limits: 'both',
    });
    const beyond = writeProperty(modbus, context('control'), { ...limit, value: 101 });
    await expect(beyond).rejects.toBeInstanceOf(Rejected);
  });
});
