import { sensor, thermostat } from '@trellis/connector-sdk';
import { callService, when, type Domain } from './domain.js';
import { supports } from './state.js';
import { targetTemperature, toCelsius } from './temperature.js';
import { selected, textsOf } from './values.js';

/** `WaterHeaterEntityFeature`. */
const feature = { target: 1, operation: 2 };

/** A water heater (developers.home-assistant.io, "Water heater entity"). */
export const waterHeater: Domain = (state, units) => {
  const { current_temperature, operation_list } = state.attributes;
  const modes = supports(state, feature.operation) ? textsOf(operation_list) : [];
  return [
    sensor.temperature({ value: toCelsius(current_temperature, units) }),
    ...when(
      supports(state, feature.target),
      targetTemperature(state, units, (data) => callService(state, 'set_temperature', data)),
    ),
    ...when(
      modes.length > 0,
      thermostat.mode({
        ...selected(modes, state.state),
        write: (operation_mode) => callService(state, 'set_operation_mode', { operation_mode }),
      }),
    ),
  ];
};
