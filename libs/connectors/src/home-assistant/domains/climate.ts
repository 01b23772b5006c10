import { oneLine, Rejected, sensor, thermostat } from '@trellis/connector-sdk';
import { callService, when, type Domain } from './domain.js';
import { isKnown, supports, type State, type Units } from './state.js';
import { fromCelsius, targetRange, targetTemperature, toCelsius } from './temperature.js';
import { numberOf, rangeOf, selected, textsOf } from './values.js';

/** `ClimateEntityFeature`. */
const feature = { target: 1, range: 2, humidity: 4, fan: 8, preset: 16, swing: 32 };

/**
 * Heating and air conditioning (developers.home-assistant.io, "Climate entity"). Measurements are abilities of
 * sensors: where the device also has a sensor entity of the same quantity, only these two are numbered, and the other
 * properties keep their plain names.
 */
export const climate: Domain = (state, units) => {
  const { current_temperature, current_humidity, hvac_modes, hvac_action } = state.attributes;
  const modes = textsOf(hvac_modes);
  const hasHumidity = supports(state, feature.humidity);
  return [
    sensor.temperature({ value: toCelsius(current_temperature, units) }),
    ...when(
      supports(state, feature.target),
      targetTemperature(state, units, (data) => callService(state, 'set_temperature', data)),
    ),
    ...(supports(state, feature.range) ? targetTemperatures(state, units) : []),
    ...when(
      modes.length > 0,
      thermostat.mode({
        ...selected(modes, state.state),
        write: (hvac_mode) => callService(state, 'set_hvac_mode', { hvac_mode }),
      }),
    ),
    thermostat.activity({ value: isKnown(state) ? oneLine(hvac_action) : undefined }),
    ...when(hasHumidity, sensor.humidity({ value: numberOf(current_humidity) })),
    ...when(hasHumidity, targetHumidity(state)),
    ...otherModes(state),
  ];
};

/** Creates the limits of a temperature range, which Home Assistant accepts only together. */
function targetTemperatures(state: State, units: Units) {
  const range = targetRange(state, units);
  const low = toCelsius(state.attributes.target_temp_low, units);
  const high = toCelsius(state.attributes.target_temp_high, units);
  const set = (lowest: number | undefined, highest: number | undefined) => {
    if (lowest === undefined || highest === undefined) {
      throw new Rejected('The device keeps no temperature range in its current mode.');
    }
    return callService(state, 'set_temperature', {
      target_temp_low: fromCelsius(lowest, state, units),
      target_temp_high: fromCelsius(highest, state, units),
    });
  };
  return [
    thermostat.target_temperature_low({
      ...range,
      value: low,
      write: (value) => set(value, high),
    }),
    thermostat.target_temperature_high({
      ...range,
      value: high,
      write: (value) => set(low, value),
    }),
  ];
}

function targetHumidity(state: State) {
  const { humidity, min_humidity, max_humidity } = state.attributes;
  // The default limits of climate entities.
  const { minimum = 30, maximum = 99 } = rangeOf(min_humidity, max_humidity);
  return thermostat.target_humidity({
    minimum,
    maximum,
    value: numberOf(humidity),
    write: (value) => callService(state, 'set_humidity', { humidity: value }),
  });
}

function otherModes(state: State) {
  const { preset_mode, preset_modes, fan_mode, fan_modes, swing_mode, swing_modes } =
    state.attributes;
  const presets = supports(state, feature.preset) ? textsOf(preset_modes) : [];
  const fanModes = supports(state, feature.fan) ? textsOf(fan_modes) : [];
  const swingModes = supports(state, feature.swing) ? textsOf(swing_modes) : [];
  return [
    ...when(
      presets.length > 0,
      thermostat.preset({
        ...selected(presets, preset_mode),
        write: (preset_mode) => callService(state, 'set_preset_mode', { preset_mode }),
      }),
    ),
    ...when(
      fanModes.length > 0,
      thermostat.fan_mode({
        ...selected(fanModes, fan_mode),
        write: (fan_mode) => callService(state, 'set_fan_mode', { fan_mode }),
      }),
    ),
    ...when(
      swingModes.length > 0,
      thermostat.swing_mode({
        ...selected(swingModes, swing_mode),
        write: (swing_mode) => callService(state, 'set_swing_mode', { swing_mode }),
      }),
    ),
  ];
}
