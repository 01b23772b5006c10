import { booleanProperty, choice, property, timeProperty } from '@trellis/connector-sdk';
import type { Domain } from './domain.js';
import { isAvailable } from './state.js';
import { booleanOf, numberOf, selected, timeOf } from './values.js';

const positions = ['above_horizon', 'below_horizon'];

const times = {
  next_dawn: 'Next dawn',
  next_rising: 'Next sunrise',
  next_noon: 'Next solar noon',
  next_setting: 'Next sunset',
  next_dusk: 'Next dusk',
  next_midnight: 'Next solar midnight',
};

/** The position of the sun (home-assistant.io/integrations/sun). */
export const sun: Domain = (state) => {
  const attributes = isAvailable(state) ? state.attributes : {};
  const angle = (name: 'elevation' | 'azimuth', title: string) =>
    property(name, { type: 'number', title, unit: '°' }, { value: numberOf(attributes[name]) });
  return [
    property('state', choice('Position', positions), {
      value: selected(positions, state.state).value,
    }),
    booleanProperty('rising', 'Rising', booleanOf(attributes.rising)),
    angle('elevation', 'Elevation'),
    angle('azimuth', 'Azimuth'),
    ...Object.entries(times).map(([name, title]) =>
      timeProperty(name, title, timeOf(attributes[name])),
    ),
  ];
};
