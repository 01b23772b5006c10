import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { installed } from '@trellis/testing';
import { discover, Rejected, writeProperties, writeProperty } from '@trellis/connector-sdk';
import { contextFor, emptyMemory } from '@trellis/connector-sdk/testing';
import { modbus } from './connector.js';
import { heatPump, heatPumpMap } from './testing/heat-pump.js';
import { hasPymodbus, startPymodbus, type Pymodbus, type UnitMap } from './testing/pymodbus.js';
import { float32 } from './testing/registers.js';

const group = hasPymodbus() ? describe : describe.skip;
const hasMbpoll = installed('mbpoll');

const meterMap = {
  input: {
    0: [...float32(230.2), ...float32(231), ...float32(229.5)],
    48: float32(5.5),
    52: float32(-1200),
    70: [...float32(50.01), ...float32(1234.5), ...float32(0)],
  },
};

group('with a server of pymodbus,', () => {
  let server: Pymodbus;
  beforeAll(async () => {
    server = await startPymodbus({});
  });
  beforeEach(() => server.change({ 1: meterMap, 3: heatPumpMap(), 6: { holding: { 0: [1] } } }));
  afterAll(() => server.stop());
  const reach = (client: object, devices?: object[]) => ({
    ...(devices && { instance: { devices } }),
    client: { host: `${server.host}:${server.port}`, ...client },
  });
  const context = (...given: Parameters<typeof reach>) => contextFor(modbus, reach(...given));
  const ofHeatPump = () => context({ unit_id: 3, model: 'heat_pump' }, [heatPump]);

  test('the meter of the sample has its values', async () => {
    const { entities, problems, complete } = await discover(modbus, context({ model: 'sdm630' }));
    expect({ problems, complete }).toEqual({ problems: [], complete: true });
    expect(entities).toMatchObject([
      {
        id: '1',
        title: 'Eastron SDM630',
        values: {
          voltage_l1: 230.2,
          voltage_l2: 231,
          voltage_l3: 229.5,
          current: 5.5,
          power: -1200,
          frequency: 50.01,
          energy: 1234.5,
          energy_exported: 0,
        },
      },
    ]);
  });

  test('a heat pump has values of every kind of register', async () => {
    const { entities } = await discover(modbus, ofHeatPump());
    expect(entities).toMatchObject([
      {
        id: '3',
        values: {
          target_temperature: 21.5,
          mode: 'heat',
          on: false,
          temperature: -3.5,
          power: 1450.5,
          // 0x000f4240 at the power 1 of ten, in Wh.
          energy: 10_000,
          defrosting: true,
          fault: true,
          flow_limit: 12.5,
        },
      },
    ]);
    expect(entities[0]!.properties).not.toHaveProperty('pool_temperature');
  });

  test('an optional property that had a value once stays when it has none', async () => {
    const memory = emptyMemory();
    const pool = { capability: 'temperature', optional: true };
    const properties = [
      { ...pool, value: { table: 'input', address: 400, nothing: [9] } },
      { capability: 'power', value: { table: 'input', address: 0 } },
    ];
    const poll = async (value: number[]) => {
      const pool400: UnitMap['input'] = value.length > 0 ? { 400: value } : {};
      await server.change({ 5: { input: { 0: [1], ...pool400 } } });
      const given = {
        ...reach({ unit_id: 5, model: 'pool' }, [{ name: 'pool', properties }]),
        memory,
      };
      const { entities } = await discover(modbus, contextFor(modbus, given));
      return entities.map(({ values, properties: all }) => [Object.keys(all), values]);
    };
    expect(await poll([])).toEqual([[['power'], { power: 1 }]]);
    expect(await poll([25])).toEqual([[['temperature', 'power'], { temperature: 25, power: 1 }]]);
    expect(await poll([9])).toEqual([[['temperature', 'power'], { power: 1 }]]);
    expect(await poll([])).toEqual([[['temperature', 'power'], { power: 1 }]]);
  });

  test('registers that are refused are a warning that names them, and the others have values', async () => {
    const property = (address: number, name: string) => ({
      name,
      type: 'number',
      value: { table: 'input', address },
    });
    const properties = [property(0, 'a'), property(10, 'b'), property(53, 'c'), property(6, 'd')];
    const given = { unit_id: 1, model: 'odd' };
    const found = await discover(
      modbus,
      context(given, [{ name: 'odd', properties, max_gap: 50 }]),
    );
    expect(found).toMatchObject({ complete: true, entities: [{ id: '1' }] });
    expect(Object.keys(found.entities[0]!.values)).toEqual(['a', 'c']);
    expect(found.problems.map(({ failure }) => failure)).toMatchObject([
      {
        message:
          'Unit 1 refuses the registers of properties[1], properties[3] (exception 2, illegal data address).',
        facts: { cause: 'value_not_there', path: 'properties[1]' },
      },
    ]);
  });

  test('a device without any of its registers is misconfigured', async () => {
    const wrong = context({ unit_id: 6, model: 'sdm630' });
    await expect(discover(modbus, wrong)).rejects.toMatchObject({
      facts: { cause: 'value_not_there' },
      message: expect.stringMatching(
        /^Unit 6 refuses the registers of properties\[0\], .* and 3 more/,
      ),
    });
  });

  test('a unit that the gateway does not reach is away, and the others are read', async () => {
    const given = context({ model: 'sdm630', units: [{ unit_id: 4, model: 'sdm630' }] });
    const { entities, problems, complete } = await discover(modbus, given);
    expect(entities.map(({ id }) => id)).toEqual(['1']);
    expect(complete).toBe(true);
    expect(problems).toMatchObject([
      { device: '4', failure: { facts: { cause: 'device_unreachable' } } },
    ]);
  });

  test('a model that the instance does not describe any more is misconfigured', async () => {
    const given = context({ model: 'sdm72', units: [{ unit_id: 3, model: 'sunspec' }] });
    const off = { ...given, instance: { ...given.instance, sunspec: 'off' as const } };
    for (const model of ['sdm72', 'sunspec']) {
      const one = { ...off, client: { ...off.client, model, units: [] } };
      await expect(discover(modbus, one)).rejects.toMatchObject({
        message: `The instance does not describe the model ${model} any more.`,
        facts: { cause: 'configuration_invalid' },
      });
    }
  });

  test('a client with a single unit that is away fails', async () => {
    const given = context({ unit_id: 4, model: 'sdm630' });
    await expect(discover(modbus, given)).rejects.toMatchObject({
      message:
        'The gateway does not reach unit 4 (exception 11, gateway target device failed to respond).',
    });
  });

  test('a host that does not answer harms no other', async () => {
    const units = [{ unit_id: 1, model: 'sdm630', host: '127.0.0.1:1' }];
    const found = await discover(modbus, context({ model: 'sdm630', units }));
    expect(found.entities.map(({ id }) => id)).toEqual(['1']);
    expect(found.complete).toBe(false);
    expect(found.problems).toMatchObject([
      { device: '127.0.0.1:1/1', failure: { facts: { cause: 'connection_refused' } } },
    ]);
  });

  test('values out of bounds, and texts that mean nothing, are refused', async () => {
    for (const [property, value] of [
      ['flow_limit', 61],
      ['mode', 'dry'],
      ['temperature', 20],
    ] as const) {
      const written = writeProperty(modbus, ofHeatPump(), { device: '3', property, value });
      await expect(written).rejects.toBeInstanceOf(Rejected);
    }
    const { entities } = await discover(modbus, ofHeatPump());
    expect(entities[0]!.values).toMatchObject({
      flow_limit: 12.5,
      mode: 'heat',
      temperature: -3.5,
    });
  });

  const withMbpoll = hasMbpoll ? test : test.skip;
  withMbpoll('what is written is read by another client of Modbus', async () => {
    const values = { target_temperature: 24.5, mode: 'cool', on: true, flow_limit: 30.25 };
    await writeProperties(modbus, ofHeatPump(), { device: '3', values });
    expect(mbpoll(server, ['-t', '4:hex', '-r', '1', '-c', '5'])).toEqual([
      '0x00F5',
      '0x0002',
      '0x0010',
      // 30.25 with its registers swapped.
      '0x0000',
      '0x41F2',
    ]);
    expect(mbpoll(server, ['-t', '0', '-r', '1'])).toEqual(['1']);
    await writeProperty(modbus, ofHeatPump(), { device: '3', property: 'on', value: false });
    expect(mbpoll(server, ['-t', '0', '-r', '1'])).toEqual(['0']);
  });
});

/** Reads values of unit 3 with mbpoll, which counts from 1. */
function mbpoll({ host, port }: Pymodbus, args: string[]): string[] {
  const all = ['-m', 'tcp', '-p', String(port), '-a', '3', ...args, '-1', '-q', host];
  const { stdout } = spawnSync('mbpoll', all, { encoding: 'utf8' });
  return [...stdout.matchAll(/^\[\d+\]:\s+(\S+)/gm)].map(([, value]) => value!);
}
