import { booleanProperty, type Device } from '@trellis/connector-sdk';
import { z } from 'zod';
import { batteryAbilities } from '../battery.js';
import { heaterTypes, type Heater, type Home } from '../homes.js';
import { id, maybe } from '../lenient.js';

/** A thermostat or a valve in the body of `GET /homestatus`. */
export const heaterStatus = z.looseObject({
  id,
  reachable: maybe(z.boolean()),
  battery_state: maybe(z.string()),
  boiler_status: maybe(z.boolean()),
  cooler_status: maybe(z.boolean()),
});
type HeaterStatus = z.infer<typeof heaterStatus>;

/** Returns the device of a thermostat or a valve; setpoints belong to the room. */
export function heaterDevice(
  home: Home,
  { id, type, name }: Heater,
  status: HeaterStatus | undefined,
): Device<never> {
  return {
    id,
    title: `${name} (${home.name})`,
    description: `Netatmo ${heaterTypes.get(type)!.toLowerCase()}`,
    abilities: [
      ...(type === 'BNS' ? [] : batteryAbilities(status?.battery_state)),
      ...(type === 'NRV' ? [] : [running('boiler_on', 'Boiler heating', status?.boiler_status)]),
      ...(type === 'BNS' ? [running('cooler_on', 'Cooling', status?.cooler_status)] : []),
    ],
    available: status?.reachable ?? status !== undefined,
  };
}

const running = (name: string, title: string, value: boolean | undefined) =>
  booleanProperty(name, title, value);
