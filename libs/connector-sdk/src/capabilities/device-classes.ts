import type { PropertyAbility } from '../device.js';
import { sensor, type SensorName } from './abilities.js';
import { convertUnit, isConvertible } from './units.js';
import { vocabulary } from '../vocabulary.js';

/**
 * The capabilities of sensors by the device classes of Home Assistant, which many other systems use as well
 * (developers.home-assistant.io, "Sensor entity" and "Binary sensor entity").
 */
const measuredClasses: Record<string, SensorName> = {
  temperature: 'temperature',
  humidity: 'humidity',
  atmospheric_pressure: 'pressure',
  pressure: 'pressure',
  carbon_dioxide: 'carbon_dioxide',
  pm25: 'particulate_matter',
  sound_pressure: 'noise',
  illuminance: 'illuminance',
  power: 'power',
  energy: 'energy',
  voltage: 'voltage',
  current: 'current',
  frequency: 'frequency',
  wind_speed: 'wind_speed',
  precipitation: 'rain',
  battery: 'battery',
};

const detectedClasses: Record<string, SensorName> = {
  battery: 'battery_low',
  motion: 'motion',
  occupancy: 'occupancy',
  presence: 'occupancy',
  door: 'open',
  garage_door: 'open',
  opening: 'open',
  window: 'open',
  smoke: 'smoke',
  moisture: 'leak',
  gas: 'gas',
  vibration: 'vibration',
  tamper: 'tamper',
};

const nameIn = (classes: Record<string, SensorName>, deviceClass: unknown) =>
  typeof deviceClass === 'string' && Object.hasOwn(classes, deviceClass)
    ? classes[deviceClass]
    : undefined;

interface SensorOptions<Value> {
  deviceClass: unknown;
  value: Value | null | undefined;
  title?: string | undefined;
}

/**
 * Creates the ability of a measuring sensor by its device class, with the value converted to the unit of the
 * capability. Returns undefined when no capability has this class in such a unit.
 */
export function measuredByClass({
  deviceClass,
  unit,
  value,
  title,
}: SensorOptions<number> & { unit: string | undefined }): PropertyAbility<never> | undefined {
  const name = nameIn(measuredClasses, deviceClass);
  if (name === undefined || unit === undefined) return undefined;
  const { unit: standard } = Object.values(vocabulary[name].properties)[0] as { unit: string };
  if (!isConvertible(unit, standard)) return undefined;
  return (sensor[name] as typeof sensor.temperature)({
    value: typeof value === 'number' ? convertUnit(value, unit, standard) : value,
    title,
  });
}

/** Creates the ability of a binary sensor by its device class; undefined when no capability has this class. */
export function detectedByClass({
  deviceClass,
  value,
  title,
}: SensorOptions<boolean>): PropertyAbility<never> | undefined {
  const name = nameIn(detectedClasses, deviceClass);
  return name && (sensor[name] as typeof sensor.motion)({ value, title });
}
