import {
  choice,
  oneLine,
  property,
  sensor,
  switchable,
  textProperty,
  thermostat,
} from '@trellis/connector-sdk';
import { callService, when, type Domain } from './domain.js';
import { isKnown, supports } from './state.js';
import { onOff } from './switch.js';
import { numberOf, rangeOf, selected, textsOf } from './values.js';

/** `HumidifierEntityFeature.MODES`. */
const modesFeature = 1;

/** Humidifiers and dehumidifiers (developers.home-assistant.io, "Humidifier entity"). */
export const humidifier: Domain = (state) => {
  const { attributes } = state;
  const modes = supports(state, modesFeature) ? textsOf(attributes.available_modes) : [];
  return [
    switchable.on(onOff(state)),
    sensor.humidity({ value: numberOf(attributes.current_humidity) }),
    thermostat.target_humidity({
      ...rangeOf(attributes.min_humidity, attributes.max_humidity),
      value: numberOf(attributes.humidity),
      write: (humidity) => callService(state, 'set_humidity', { humidity }),
    }),
    ...when(
      modes.length > 0,
      property('mode', choice('Mode', modes), {
        value: selected(modes, attributes.mode).value,
        write: (mode: string) => callService(state, 'set_mode', { mode }),
      }),
    ),
    textProperty('activity', 'Activity', isKnown(state) ? oneLine(attributes.action) : undefined),
  ];
};
