import type { z } from 'zod';
import type { device } from '../description/devices.js';
import type { UnitMap } from './pymodbus.js';
import { float32, text } from './registers.js';

/** A heat pump with every kind of register, counted from 1, and with swapped words. */
export const heatPump = {
  name: 'heat_pump',
  title: 'Heat pump',
  first_address: 1,
  order: 'CDAB',
  identity: { address: 101, type: 'string', length: 8 },
  properties: [
    {
      capability: 'thermostat.target_temperature',
      value: { address: 1, type: 'int16' },
      factor: 0.1,
      minimum: 5,
      maximum: 30,
      write: {},
    },
    {
      capability: 'thermostat.mode',
      value: { address: 2 },
      map: [
        { from: 0, to: 'off' },
        { from: 1, to: 'heat' },
        { from: 2, to: 'cool' },
      ],
      enum: ['off', 'heat', 'cool'],
      write: { multiple: true },
    },
    { capability: 'switch.on', value: { table: 'coil', address: 1 }, write: {} },
    {
      capability: 'temperature',
      value: { table: 'input', address: 1, type: 'int16', nothing: [-32_768] },
      factor: 0.1,
    },
    { capability: 'power', value: { table: 'input', address: 2, type: 'float32' } },
    {
      capability: 'energy',
      value: { table: 'input', address: 4, type: 'uint32', scale: { address: 6 } },
      remote_unit: 'Wh',
    },
    {
      name: 'defrosting',
      title: 'Defrosting',
      type: 'boolean',
      value: { table: 'discrete', address: 1 },
    },
    {
      name: 'fault',
      title: 'Fault',
      type: 'boolean',
      role: 'diagnostic',
      value: { address: 3, type: 'bits', bit: 4 },
    },
    {
      name: 'flow_limit',
      title: 'Flow limit',
      type: 'number',
      unit: 'L/min',
      role: 'configuration',
      minimum: 0,
      maximum: 60,
      value: { address: 4, type: 'float32' },
      write: {},
    },
    {
      name: 'pool_temperature',
      title: 'Pool temperature',
      type: 'number',
      unit: '°C',
      optional: true,
      value: { table: 'input', address: 400, type: 'int16' },
    },
  ],
} satisfies z.input<typeof device>;

const swapped = (value: number): number[] => float32(value).reverse();

/** The registers of the heat pump, counted from 0 as they are sent. */
export const heatPumpMap = (serial = 'HP-0001'): UnitMap => ({
  holding: {
    0: [215, 1, 0b1_0000, ...swapped(12.5)],
    100: text(serial, 8),
  },
  input: { 0: [-35 & 0xffff, ...swapped(1450.5), 0x4240, 0x000f, 1] },
  coil: { 0: [0] },
  discrete: { 0: [1] },
});
