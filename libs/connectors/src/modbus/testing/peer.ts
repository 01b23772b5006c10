import type { KitOptions, TestPeer } from '@trellis/connector-sdk/testing';
import { heatPump, heatPumpMap } from './heat-pump.js';
import { hasPymodbus, startPymodbus } from './pymodbus.js';
import { sunspecMap } from './sunspec.js';

export const capabilities: KitOptions['capabilities'] = ['switch', 'thermostat'];

/** Modbus has no credentials. */
export const without: KitOptions['without'] = ['credentials'];

export const isAvailable = hasPymodbus();

/** A gateway with an inverter, a meter and a heat pump. */
export async function startPeer(): Promise<TestPeer> {
  const server = await startPymodbus({
    1: sunspecMap('inverter'),
    2: sunspecMap('meter'),
    3: heatPumpMap(),
  });
  const instance = { devices: [heatPump] };
  const clientOf = ({ host, port }: { host: string; port: number }) => ({
    host: `${host}:${port}`,
    units: [{ unit_id: 2 }, { unit_id: 3, model: heatPump.name }],
  });
  const reach = { instance, client: clientOf(server) };
  return {
    reach,
    at: (address) => ({ instance, client: clientOf(address) }),
    async vanish() {
      await server.change({ 3: null });
      return '3';
    },
    restore: () => server.change({ 3: heatPumpMap() }),
    identity: {
      reach: { instance, client: { host: reach.client.host, unit_id: 3, model: heatPump.name } },
      replace: () => server.change({ 3: heatPumpMap('HP-0002') }),
      restore: () => server.change({ 3: heatPumpMap() }),
    },
    secrets: [],
    stop: () => server.stop(),
  };
}
