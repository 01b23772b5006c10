import type { z } from 'zod';
import type { instance } from './configuration.js';

/**
 * A meter of Eastron, the SDM630 ("SDM630 Modbus Protocol Implementation V1.7"): every value is a float in two input
 * registers. Its settings are floats in holding registers; none is written here.
 */
export const instanceSample: z.input<typeof instance> = {
  devices: [
    {
      name: 'sdm630',
      title: 'Eastron SDM630',
      table: 'input',
      max_registers: 80,
      properties: [
        {
          name: 'voltage_l1',
          title: 'Voltage L1',
          type: 'number',
          unit: 'V',
          value: { address: 0, type: 'float32' },
        },
        {
          name: 'voltage_l2',
          title: 'Voltage L2',
          type: 'number',
          unit: 'V',
          value: { address: 2, type: 'float32' },
        },
        {
          name: 'voltage_l3',
          title: 'Voltage L3',
          type: 'number',
          unit: 'V',
          value: { address: 4, type: 'float32' },
        },
        { capability: 'current', value: { address: 48, type: 'float32' } },
        { capability: 'power', value: { address: 52, type: 'float32' } },
        { capability: 'frequency', value: { address: 70, type: 'float32' } },
        { capability: 'energy', value: { address: 72, type: 'float32' } },
        {
          name: 'energy_exported',
          title: 'Energy exported',
          type: 'number',
          unit: 'kWh',
          value: { address: 74, type: 'float32' },
        },
      ],
    },
  ],
};
