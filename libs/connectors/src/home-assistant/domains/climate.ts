import { Rejected, affordances, oneLine } from '@trellis/connector-sdk';
import {
  isKnown,
  rangeOf,
  reading,
  selection,
  setting,
  supports,
  where,
  type Ability,
  type Domain,
} from '../ability.js';
import type { State, Units } from '../house.js';
import { numberOf, textsOf } from '../text.js';

/** `ClimateEntityFeature`. */
const feature = { target: 1, range: 2, humidity: 4, fan: 8, preset: 16, swing: 32 };

const call = (service: string, data: Record<string, unknown>) => ({
  domain: 'climate',
  service,
  data,
});

/** Temperatures come and go in the unit that the house is set to. */
export const temperatureIn = ({ temperature }: Units): string => oneLine(temperature, 10) ?? '°C';

/** Heating, air conditioning (developers.home-assistant.io, "Climate entity"). */
export const climate: Domain = (state, units) => {
  const { attributes } = state;
  const unit = temperatureIn(units);
  const { minimum = 30, maximum = 99 } = rangeOf(attributes.min_humidity, attributes.max_humidity);
  const humidity = { ...affordances.level('Target humidity'), minimum, maximum };
  return {
    properties: [
      reading(
        'temperature',
        { ...affordances.temperature, unit },
        numberOf(attributes.current_temperature),
      ),
      ...where(supports(state, feature.target), target(state, unit)),
      ...(supports(state, feature.range) ? targets(state, unit) : []),
      ...selection('mode', 'Mode', {
        options: textsOf(attributes.hvac_modes),
        value: state.state,
        write: (hvac_mode) => call('set_hvac_mode', { hvac_mode }),
      }),
      reading(
        'activity',
        { type: 'string', title: 'What it does' },
        isKnown(state) ? oneLine(attributes.hvac_action) : undefined,
      ),
      ...where(
        supports(state, feature.humidity),
        reading('humidity', affordances.humidity, numberOf(attributes.current_humidity)),
        setting('target_humidity', humidity, {
          value: numberOf(attributes.humidity),
          write: (value) => call('set_humidity', { humidity: value }),
        }),
      ),
      ...modeOf(state, { name: 'preset_mode', title: 'Preset', needs: feature.preset }),
      ...modeOf(state, { name: 'fan_mode', title: 'Fan', needs: feature.fan }),
      ...modeOf(state, { name: 'swing_mode', title: 'Swing', needs: feature.swing }),
    ],
  };
};

function modeOf(
  state: State,
  { name, title, needs }: { name: string; title: string; needs: number },
): Ability[] {
  return selection(name.replace('_mode', ''), title, {
    options: supports(state, needs) ? textsOf(state.attributes[`${name}s`]) : [],
    value: state.attributes[name],
    write: (value) => call(`set_${name}`, { [name]: value }),
  });
}

const wanted = ({ attributes }: State, title: string, unit: string) => ({
  type: 'number' as const,
  title,
  unit,
  ...rangeOf(attributes.min_temp, attributes.max_temp, attributes.target_temp_step),
});

const target = (state: State, unit: string): Ability =>
  setting('target_temperature', wanted(state, 'Target temperature', unit), {
    value: numberOf(state.attributes.temperature),
    write: (temperature) => call('set_temperature', { temperature }),
  });

/** Between which temperatures it is to be kept: both must be said together. */
function targets(state: State, unit: string): Ability[] {
  const low = numberOf(state.attributes.target_temp_low);
  const high = numberOf(state.attributes.target_temp_high);
  const set = (target_temp_low: unknown, target_temp_high: unknown) => {
    if (target_temp_low === undefined || target_temp_high === undefined) {
      throw new Rejected('The device keeps no range of temperatures in its present mode.');
    }
    return call('set_temperature', { target_temp_low, target_temp_high });
  };
  return [
    setting('target_temperature_low', wanted(state, 'Lowest temperature', unit), {
      value: low,
      write: (value) => set(value, high),
    }),
    setting('target_temperature_high', wanted(state, 'Highest temperature', unit), {
      value: high,
      write: (value) => set(low, value),
    }),
  ];
}
