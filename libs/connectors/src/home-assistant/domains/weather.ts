import {
  convertUnit,
  isConvertible,
  oneLine,
  property,
  sensor,
  textProperty,
} from '@trellis/connector-sdk';
import type { Domain } from './domain.js';
import { stateText } from './state.js';
import { toCelsius } from './temperature.js';
import { numberOf } from './values.js';

/**
 * The current weather (developers.home-assistant.io, "Weather entity"). Units that an entity does not name are those
 * of Home Assistant.
 */
export const weather: Domain = (state, units) => {
  const { attributes } = state;
  const convert = (name: 'pressure' | 'wind_speed', unit: string) => {
    const value = numberOf(attributes[name]);
    const given = oneLine(attributes[`${name}_unit`]) ?? oneLine(units[name]) ?? unit;
    // In another unit the value is unknown: the property keeps the unit of the capability.
    return value !== undefined && isConvertible(given, unit)
      ? convertUnit(value, given, unit)
      : undefined;
  };
  return [
    textProperty('condition', 'Condition', stateText(state)),
    sensor.temperature({
      value: toCelsius(attributes.temperature, {
        temperature: attributes.temperature_unit ?? units.temperature,
      }),
    }),
    sensor.humidity({ value: numberOf(attributes.humidity) }),
    sensor.pressure({ value: convert('pressure', 'hPa') }),
    sensor.wind_speed({ value: convert('wind_speed', 'km/h') }),
    property(
      'wind_bearing',
      { type: 'number', title: 'Wind bearing', unit: '°' },
      { value: numberOf(attributes.wind_bearing) },
    ),
  ];
};
