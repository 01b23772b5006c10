import { affordances, oneLine } from '@trellis/connector-sdk';
import {
  isKnown,
  rangeOf,
  reading,
  selection,
  setting,
  supports,
  where,
  type Domain,
} from '../ability.js';
import { numberOf, textsOf } from '../text.js';
import { temperatureIn } from './climate.js';
import { toggle } from './switched.js';

/** `HumidifierEntityFeature`. */
const modes = 1;

/** Humidifiers and dehumidifiers. */
export const humidifier: Domain = (state) => {
  const { attributes } = state;
  const call = (service: string, data: Record<string, unknown>) => ({
    domain: 'humidifier',
    service,
    data,
  });
  const target = {
    ...affordances.level('Target humidity'),
    ...rangeOf(attributes.min_humidity, attributes.max_humidity),
  };
  return {
    properties: [
      toggle('humidifier', state),
      reading('humidity', affordances.humidity, numberOf(attributes.current_humidity)),
      setting('target_humidity', target, {
        value: numberOf(attributes.humidity),
        write: (humidity) => call('set_humidity', { humidity }),
      }),
      ...selection('mode', 'Mode', {
        options: supports(state, modes) ? textsOf(attributes.available_modes) : [],
        value: attributes.mode,
        write: (mode) => call('set_mode', { mode }),
      }),
      reading(
        'activity',
        { type: 'string', title: 'What it does' },
        isKnown(state) ? oneLine(attributes.action) : undefined,
      ),
    ],
  };
};

/** `WaterHeaterEntityFeature`. */
const heating = { target: 1, operation: 2 };

export const waterHeater: Domain = (state, units) => {
  const { attributes } = state;
  const unit = temperatureIn(units);
  const call = (service: string, data: Record<string, unknown>) => ({
    domain: 'water_heater',
    service,
    data,
  });
  const target = {
    type: 'number' as const,
    title: 'Target temperature',
    unit,
    ...rangeOf(attributes.min_temp, attributes.max_temp, attributes.target_temp_step),
  };
  return {
    properties: [
      reading(
        'temperature',
        { ...affordances.temperature, unit },
        numberOf(attributes.current_temperature),
      ),
      ...where(
        supports(state, heating.target),
        setting('target_temperature', target, {
          value: numberOf(attributes.temperature),
          write: (temperature) => call('set_temperature', { temperature }),
        }),
      ),
      ...selection('mode', 'Mode', {
        options: supports(state, heating.operation) ? textsOf(attributes.operation_list) : [],
        value: state.state,
        write: (operation_mode) => call('set_operation_mode', { operation_mode }),
      }),
    ],
  };
};
