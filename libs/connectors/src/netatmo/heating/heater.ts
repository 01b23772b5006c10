import { choice, property, sensor, type Device } from '@trellis/connector-sdk';
import { z } from 'zod';
import { heaterTypes, type Heater, type Home } from '../homes.js';
import { id, maybe } from '../lenient.js';
import { knownOr } from './affordances.js';

/** A thermostat or a valve in the body of `GET /homestatus`. */
export const heaterStatus = z.looseObject({
  id,
  reachable: maybe(z.boolean()),
  battery_state: maybe(z.string()),
  boiler_status: maybe(z.boolean()),
});
type HeaterStatus = z.infer<typeof heaterStatus>;

const batteryStates = ['full', 'high', 'medium', 'low', 'very_low'];
const lowBatteryStates = ['low', 'very_low'];

/** A thermostat or a valve, which its room is set by. */
export function heaterDevice(
  home: Home,
  { id, type, name }: Heater,
  status: HeaterStatus | undefined,
): Device<never> {
  const battery = knownOr(batteryStates, status?.battery_state);
  const boiler = property(
    'boiler_on',
    { type: 'boolean', title: 'Boiler heating' },
    { value: status?.boiler_status },
  );
  return {
    id,
    title: `${name} (${home.name})`,
    description: `Netatmo ${heaterTypes.get(type)!.toLowerCase()}`,
    abilities: [
      property('battery_state', choice('State of the battery', batteryStates), { value: battery }),
      sensor.battery_low({
        value: battery === undefined ? undefined : lowBatteryStates.includes(battery),
      }),
      ...(type === 'NRV' ? [] : [boiler]),
    ],
    available: status?.reachable ?? status !== undefined,
  };
}
