import { affordances, oneLine } from '@trellis/connector-sdk';
import { toldBy, reading, type Domain } from '../ability.js';
import { numberOf } from '../text.js';
import { temperatureIn } from './climate.js';

/** The weather now (developers.home-assistant.io, "Weather entity"). Units are as users set them. */
export const weather: Domain = (state, units) => {
  const { attributes } = state;
  const unitOf = (kind: string) => oneLine(attributes[`${kind}_unit`]) ?? oneLine(units[kind]);
  const measure = (name: string, title: string, unit: string | undefined) =>
    reading(
      name,
      { type: 'number', title, ...(unit !== undefined && { unit }) },
      numberOf(attributes[name]),
    );
  return {
    properties: [
      reading('condition', { type: 'string', title: 'Condition' }, toldBy(state)),
      measure('temperature', 'Temperature', unitOf('temperature') ?? temperatureIn(units)),
      reading('humidity', affordances.humidity, numberOf(attributes.humidity)),
      measure('pressure', 'Air pressure', unitOf('pressure')),
      measure('wind_speed', 'Wind speed', unitOf('wind_speed')),
      measure('wind_bearing', 'Where the wind comes from', '°'),
    ],
  };
};
