import type { AffordanceRole, PropertyAbility } from '../device.js';
import { lock, sensor, type SensorName } from './abilities.js';
import { vocabulary } from '../vocabulary.js';

/** The capabilities by device class (developers.home-assistant.io, "Sensor entity", "Binary sensor entity"). */
const measuredClasses: Record<string, SensorName> = {
  temperature: 'temperature',
  humidity: 'humidity',
  atmospheric_pressure: 'pressure',
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

/** Creates a sensor's ability in the capability's unit; undefined when none has its device class and unit. */
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

const rolesByCategory = new Map<unknown, AffordanceRole>([
  ['config', 'configuration'],
  ['diagnostic', 'diagnostic'],
]);

/** Returns the role for an `entity_category`; undefined without a known one (developers.home-assistant.io, "Entity"). */
export const roleOfCategory = (category: unknown): AffordanceRole | undefined =>
  rolesByCategory.get(category);

/** The meaning of `true` for further device classes (developers.home-assistant.io, "Binary sensor entity"). */
const meanings: Record<string, string> = {
  battery_charging: 'the battery is charging',
  carbon_monoxide: 'carbon monoxide is detected',
  cold: 'it is cold',
  connectivity: 'it is connected',
  heat: 'it is hot',
  light: 'light is detected',
  moving: 'it is moving',
  plug: 'it is plugged in',
  power: 'power is detected',
  problem: 'there is a problem',
  running: 'it is running',
  safety: 'it is unsafe',
  sound: 'sound is detected',
  update: 'an update is available',
};

/** Describes a binary sensor that no capability has by its device class; undefined for an unknown class. */
export const meaningOfClass = (deviceClass: unknown): string | undefined =>
  typeof deviceClass === 'string' && Object.hasOwn(meanings, deviceClass)
    ? `True: ${meanings[deviceClass]}.`
    : undefined;

/**
 * Creates the ability of a binary sensor by its device class; undefined when no capability has this class. In Home
 * Assistant `true` means unlocked for a lock, which is the opposite of `locked`.
 */
export function detectedByClass({
  deviceClass,
  value,
  title,
}: SensorOptions<boolean>): PropertyAbility<never> | undefined {
  if (deviceClass === 'lock') {
    return lock.locked({ value: typeof value === 'boolean' ? !value : value, title });
  }
  const name = nameIn(detectedClasses, deviceClass);
  return name && (sensor[name] as typeof sensor.motion)({ value, title });
}

/** A unit in terms of the base unit of its dimension: base = (value + offset) × factor. */
interface Unit {
  dimension: string;
  factor: number;
  offset?: number;
}

const units: Record<string, Unit> = {
  '°C': { dimension: 'temperature', factor: 1 },
  '°F': { dimension: 'temperature', factor: 5 / 9, offset: -32 },
  K: { dimension: 'temperature', factor: 1, offset: -273.15 },
  hPa: { dimension: 'pressure', factor: 1 },
  mbar: { dimension: 'pressure', factor: 1 },
  Pa: { dimension: 'pressure', factor: 0.01 },
  kPa: { dimension: 'pressure', factor: 10 },
  bar: { dimension: 'pressure', factor: 1000 },
  mmHg: { dimension: 'pressure', factor: 1.333224 },
  inHg: { dimension: 'pressure', factor: 33.86389 },
  psi: { dimension: 'pressure', factor: 68.94757 },
  W: { dimension: 'power', factor: 1 },
  kW: { dimension: 'power', factor: 1000 },
  MW: { dimension: 'power', factor: 1_000_000 },
  mW: { dimension: 'power', factor: 0.001 },
  kWh: { dimension: 'energy', factor: 1 },
  Wh: { dimension: 'energy', factor: 0.001 },
  MWh: { dimension: 'energy', factor: 1000 },
  V: { dimension: 'voltage', factor: 1 },
  mV: { dimension: 'voltage', factor: 0.001 },
  A: { dimension: 'current', factor: 1 },
  mA: { dimension: 'current', factor: 0.001 },
  Hz: { dimension: 'frequency', factor: 1 },
  'km/h': { dimension: 'speed', factor: 1 },
  'm/s': { dimension: 'speed', factor: 3.6 },
  mph: { dimension: 'speed', factor: 1.609344 },
  kn: { dimension: 'speed', factor: 1.852 },
  mm: { dimension: 'length', factor: 1 },
  cm: { dimension: 'length', factor: 10 },
  in: { dimension: 'length', factor: 25.4 },
};

/** Replaces the Greek mu (U+03BC) by the micro sign (U+00B5): both occur in units. */
const normalized = (unit: string): string => unit.replace('\u03bc', '\u00b5');

export function isConvertible(from: string, to: string): boolean {
  if (normalized(from) === normalized(to)) return true;
  return dimensionOf(from) !== undefined && dimensionOf(from) === dimensionOf(to);
}

const dimensionOf = (unit: string): string | undefined =>
  Object.hasOwn(units, unit) ? units[unit]!.dimension : undefined;

/**
 * Converts a value, without the digits that are rounding errors: temperatures keep three decimal places, others at least
 * six significant digits. The units must be convertible.
 */
export function convertUnit(value: number, from: string, to: string): number {
  const [source, target] = [units[from], units[to]];
  if (normalized(from) === normalized(to) || !source || !target) return value;
  const base = (value + (source.offset ?? 0)) * source.factor;
  const result = base / target.factor - (target.offset ?? 0);
  const isSum = source.offset !== undefined || target.offset !== undefined;
  return Number(result.toFixed(isSum || result === 0 ? 3 : decimalsOf(result))) + 0;
}

/** Returns the decimal places of at least six significant digits. */
const decimalsOf = (value: number): number =>
  Math.min(100, Math.max(3, 5 - Math.floor(Math.log10(Math.abs(value)))));
