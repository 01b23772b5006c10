import { isObject } from '@trellis/connector-sdk';
import { topicsOf, type Announcement, type Described } from './outputs.js';

/** The most sensors of a device, and the deepest nesting of their values. */
const maxSensors = 200;
const maxDepth = 3;

/** Members that are not measurements, or belong to an output. */
const notMeasured = /^(?:Time|\w*Unit|Switch\d+|Shutter\d+)$/;

/** The members with the units of temperatures and of pressures. */
const temperature = 'TempUnit';
const pressure = 'PressureUnit';

/** The device classes and units by Tasmota's names; derived values, such as the energy of today, have no class. */
const measurements: Record<string, { device_class?: string; unit?: string }> = {
  Temperature: { device_class: 'temperature', unit: temperature },
  DewPoint: { unit: temperature },
  Humidity: { device_class: 'humidity', unit: '%' },
  Pressure: { device_class: 'atmospheric_pressure', unit: pressure },
  SeaPressure: { unit: pressure },
  Illuminance: { device_class: 'illuminance', unit: 'lx' },
  CarbonDioxide: { device_class: 'carbon_dioxide', unit: 'ppm' },
  eCO2: { unit: 'ppm' },
  TVOC: { unit: 'ppb' },
  'PM2.5': { device_class: 'pm25', unit: 'µg/m³' },
  PM10: { device_class: 'pm10', unit: 'µg/m³' },
  Distance: { unit: 'cm' },
  Power: { device_class: 'power', unit: 'W' },
  ApparentPower: { device_class: 'apparent_power', unit: 'VA' },
  ReactivePower: { device_class: 'reactive_power', unit: 'var' },
  Voltage: { device_class: 'voltage', unit: 'V' },
  Current: { device_class: 'current', unit: 'A' },
  Frequency: { device_class: 'frequency', unit: 'Hz' },
  Factor: { device_class: 'power_factor' },
  Total: { device_class: 'energy', unit: 'kWh' },
  Today: { unit: 'kWh' },
  Yesterday: { unit: 'kWh' },
};

/** Describes the sensors in `tasmota/discovery/<MAC>/sensors`, an example of the telemetry with some of the units. */
export function describeSensors(device: Announcement, listed: unknown): Described[] {
  const example = isObject(listed) ? listed.sn : undefined;
  if (!isObject(example)) return [];
  return leavesOf(example, [])
    .slice(0, maxSensors)
    .map(({ path, value }) => ({
      kind: 'sensor',
      key: path.join('_'),
      options: {
        name: path.join(' '),
        state_topic: topicsOf(device).telemetry('SENSOR'),
        // Some messages have only the changes.
        value_template: `{{ value_json${path.map((part) => `[${JSON.stringify(part)}]`).join('')} | is_defined }}`,
        ...unitsOf(path, value, example),
      },
    }));
}

interface Leaf {
  path: (string | number)[];
  value: unknown;
}

/** Returns the numbers and texts within a value. */
function leavesOf(value: unknown, path: (string | number)[]): Leaf[] {
  if (typeof value === 'number' || typeof value === 'string') return [{ path, value }];
  if (path.length >= maxDepth || typeof value !== 'object' || value === null) return [];
  const members: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()].slice(0, maxSensors)
    : Object.entries(value).slice(0, maxSensors);
  return members
    .filter(([name]) => !notMeasured.test(String(name)))
    .flatMap(([name, member]) => leavesOf(member, [...path, name]))
    .slice(0, maxSensors);
}

function unitsOf(
  path: (string | number)[],
  value: unknown,
  { TempUnit, PressureUnit }: Record<string, unknown>,
): Record<string, unknown> {
  const name = path.findLast((part) => typeof part === 'string') ?? '';
  const known = Object.hasOwn(measurements, name) ? measurements[name] : undefined;
  if (!known) return typeof value === 'number' ? { state_class: 'measurement' } : {};
  const units: Record<string, string> = {
    [temperature]: TempUnit === 'F' ? '°F' : '°C',
    [pressure]: typeof PressureUnit === 'string' ? PressureUnit : 'hPa',
  };
  const { device_class, unit = '' } = known;
  return { state_class: 'measurement', device_class, unit_of_measurement: units[unit] ?? unit };
}
