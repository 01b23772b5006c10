
import { z } from 'zod';
import { defineConnector, light, pollInterval, thermostat } from '../../index.js';
import { testConnector } from '../index.js';

const write = (value) => value;
const devices = [
  { id: 'lamp', title: 'Lamp', abilities: [light.on({ value: true })] },
  {
    id: 'thermostat',
    title: 'Thermostat',
    abilities: [
      thermostat.mode({ value: 'heat', enum: ['heat'], write }),
      thermostat.target_temperature({ value: 20, minimum: 10, maximum: 30, write }),
    ],
  },
];
const connector = defineConnector({
  id: 1, typeId: 'vacuous', name: 'Vacuous', description: '', logo: '',
  instance: { schema: z.strictObject({}), sample: {} },
  client: { schema: z.strictObject({ interval_ms: pollInterval(1000) }), sample: {} },
  poll: async () => ({ devices }),
  send: async () => undefined,
});
const start = (unwritten) => async () => ({
  reach: { client: {} }, secrets: [], stop: async () => undefined, unwritten,
});
const options = {
  without: ['credentials', 'address', 'vanishing devices', 'identity'],
  capabilities: ['light', 'thermostat'],
};
testConnector(connector, start(), options);
const reasons = { light: 'Its lamps are only read.', 'thermostat.mode': 'There is one.' };
testConnector({ ...connector, typeId: 'with-reasons' }, start(reasons), options);
const more = { ...reasons, 'thermostat.target_temperature': 'It is written.' };
testConnector({ ...connector, typeId: 'with-more' }, start(more), options);
