import { convertUnit, isConvertible, oneLine, thermostat } from '@trellis/connector-sdk';
import type { State, Units } from './state.js';
import { numberOf, rangeOf } from './values.js';

const celsius = '°C';

/** Returns the unit of temperatures. Climate entities use the unit of Home Assistant. */
const unitOf = ({ temperature }: Units): string => {
  const unit = oneLine(temperature, 10) ?? celsius;
  return isConvertible(unit, celsius) ? unit : celsius;
};

/** Converts a temperature from the unit of Home Assistant to °C. */
export function toCelsius(value: unknown, units: Units): number | undefined {
  const number = numberOf(value);
  return number === undefined ? undefined : convertUnit(number, unitOf(units), celsius);
}

/**
 * Converts a target temperature to the unit of Home Assistant. A converted value is rounded to tenths, Home
 * Assistant's finest precision, and clamped to the limits of the device, which refuses a value that exceeds them by a
 * rounding error.
 */
export function fromCelsius(value: number, { attributes }: State, units: Units): number {
  const unit = unitOf(units);
  if (unit === celsius) return value;
  const rounded = Math.round(convertUnit(value, celsius, unit) * 10) / 10;
  const { minimum = -Infinity, maximum = Infinity } = rangeOf(
    attributes.min_temp,
    attributes.max_temp,
  );
  return Math.min(Math.max(rounded, minimum), maximum);
}

/** The limits of target temperatures in °C, and their step where it needs no conversion. */
export function targetRange({ attributes }: State, units: Units) {
  const { min_temp, max_temp, target_temp_step } = attributes;
  if (unitOf(units) === celsius) return rangeOf(min_temp, max_temp, target_temp_step);
  return rangeOf(toCelsius(min_temp, units), toCelsius(max_temp, units));
}

/** The target temperature of a thermostat or a water heater, which have the same attributes. */
export const targetTemperature = <Command>(
  state: State,
  units: Units,
  set: (data: { temperature: number }) => Command,
) =>
  thermostat.target_temperature({
    ...targetRange(state, units),
    value: toCelsius(state.attributes.temperature, units),
    write: (value) => set({ temperature: fromCelsius(value, state, units) }),
  });
