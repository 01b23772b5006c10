import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { discover } from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { modbus } from './connector.js';
import { hasPymodbus, startPymodbus, type Pymodbus } from './testing/pymodbus.js';
import { float32 } from './testing/registers.js';

const group = hasPymodbus ? describe : describe.skip;

group('with a server of pymodbus,', () => {
  let server: Pymodbus;
  beforeAll(async () => {
    server = await startPymodbus({
      1: {
        input: {
          0: [...float32(230.2), ...float32(231), ...float32(229.5)],
          48: float32(5.5),
          52: float32(-1200),
          70: [...float32(50.01), ...float32(1234.5), ...float32(0)],
        },
      },
    });
  });
  afterAll(() => server.stop());
  const context = () =>
    contextFor(modbus, {
      client: { host: `${server.host}:${server.port}`, model: 'sdm630', interval_ms: 1000 },
    });

  test('the meter of the sample has its values', async () => {
    const { entities, problems, complete } = await discover(modbus, context());
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
});
