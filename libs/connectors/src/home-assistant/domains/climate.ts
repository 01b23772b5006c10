import {
  convertUnit,
  fan as fanCapability,
  isConvertible,
  oneLine,
  sensor,
  stepsOfPercent,
  switchable,
  textProperty,
  thermostat,
} from '@trellis/connector-sdk';
import {
  ownSelection,
  rangeOf,
  selected,
  type Domain,
  type EntityState,
  type Range,
  type Units,
} from './domain.js';

/** `ClimateEntityFeature`. */
const feature = { target: 1, range: 2, humidity: 4, fan: 8, preset: 16, swing: 32 };

/**
 * Heating and air conditioning (developers.home-assistant.io, "Climate entity"). Measurements are abilities of
 * sensors: where the device also has a sensor entity of the same quantity, only these two are numbered, and the other
 * properties keep their plain names.
 */
export const climate: Domain = (entity) => {
  const hasHumidity = entity.supports(feature.humidity);
  // The default limits of climate entities.
  const { minimum = 30, maximum = 99 } = entity.range('min_humidity', 'max_humidity');
  return [
    sensor.temperature({ value: temperatureOf(entity, 'current_temperature') }),
    entity.supports(feature.target) && targetTemperature(entity),
    ...(entity.supports(feature.range) ? targetTemperatures(entity) : []),
    entity.selection(thermostat.mode, {
      from: entity.attributes.hvac_modes,
      current: entity.state,
      service: 'set_hvac_mode',
      member: 'hvac_mode',
    }),
    thermostat.activity({ value: entity.isKnown ? entity.text('hvac_action') : undefined }),
    hasHumidity && sensor.humidity({ value: entity.number('current_humidity') }),
    hasHumidity && targetHumidity(entity, { minimum, maximum }),
    entity.modeSelection(thermostat.preset, 'preset_mode', feature.preset),
    entity.modeSelection(thermostat.fan_mode, 'fan_mode', feature.fan),
    entity.modeSelection(thermostat.swing_mode, 'swing_mode', feature.swing),
  ];
};

/** Creates the limits of a temperature range, which Home Assistant accepts only together. */
function targetTemperatures(entity: EntityState) {
  const range = targetRange(entity);
  const low = temperatureOf(entity, 'target_temp_low');
  const high = temperatureOf(entity, 'target_temp_high');
  const sent = (value: number | undefined) =>
    value === undefined ? undefined : fromCelsius(value, entity);
  const set = (member: string, value: number) => ({
    ...entity.call('set_temperature', { [member]: fromCelsius(value, entity) }),
    unchanged: {
      target_temp_low: sent(low),
      target_temp_high: sent(high),
    },
  });
  return [
    thermostat.target_temperature_low({
      ...range,
      value: low,
      write: (value) => set('target_temp_low', value),
    }),
    thermostat.target_temperature_high({
      ...range,
      value: high,
      write: (value) => set('target_temp_high', value),
    }),
  ];
}

const targetHumidity = (entity: EntityState, range: Range) =>
  thermostat.target_humidity({
    ...range,
    value: entity.number('humidity'),
    write: entity.setter('set_humidity', 'humidity'),
  });

/** `WaterHeaterEntityFeature`. */
const waterFeature = { target: 1, operation: 2 };

/** A water heater (developers.home-assistant.io, "Water heater entity"). */
export const waterHeater: Domain = (entity) => {
  return [
    sensor.temperature({ value: temperatureOf(entity, 'current_temperature') }),
    entity.supports(waterFeature.target) && targetTemperature(entity),
    entity.selection(thermostat.mode, {
      from: entity.supports(waterFeature.operation) && entity.attributes.operation_list,
      current: entity.state,
      service: 'set_operation_mode',
      member: 'operation_mode',
    }),
  ];
};

/** `HumidifierEntityFeature.MODES`. */
const humidifierModes = 1;

/** Humidifiers and dehumidifiers (developers.home-assistant.io, "Humidifier entity"). */
export const humidifier: Domain = (entity) => {
  return [
    switchable.on(entity.onOff),
    sensor.humidity({ value: entity.number('current_humidity') }),
    targetHumidity(entity, entity.range('min_humidity', 'max_humidity')),
    entity.selection(ownSelection('mode', 'Mode'), {
      from: entity.supports(humidifierModes) && entity.attributes.available_modes,
      current: entity.attributes.mode,
      service: 'set_mode',
      member: 'mode',
    }),
    textProperty('activity', 'Activity', entity.isKnown ? entity.text('action') : undefined),
  ];
};

/** `FanEntityFeature`. */
const fanFeature = { speed: 1, oscillation: 2, direction: 4, preset: 8 };

/** developers.home-assistant.io, "Fan entity". */
export const fan: Domain = (entity) => {
  return [
    fanCapability.on(entity.onOff),
    entity.supports(fanFeature.speed) &&
      fanCapability.speed({
        value: entity.number('percentage'),
        write: (percent) => setSpeed(entity, percent),
      }),
    entity.supports(fanFeature.oscillation) &&
      fanCapability.oscillating({
        value: entity.boolean('oscillating'),
        write: entity.setter('oscillate', 'oscillating'),
      }),
    entity.supports(fanFeature.direction) &&
      fanCapability.direction({
        ...selected(['forward', 'reverse'], entity.attributes.direction),
        write: entity.setter('set_direction', 'direction'),
      }),
    entity.modeSelection(fanCapability.preset, 'preset_mode', fanFeature.preset),
  ];
};

/** Sets the speed, a whole percentage of which Home Assistant makes a step. Only `turn_on` surely turns the fan on. */
const setSpeed = (entity: EntityState, percent: number) =>
  entity.call(entity.isOn === false ? 'turn_on' : 'set_percentage', {
    percentage: stepsOfPercent(percent, 100),
  });

const celsius = '°C';

/** Returns the unit of temperatures. Climate entities use the unit of Home Assistant. */
const unitOf = ({ temperature }: Units): string => {
  const unit = oneLine(temperature, 10) ?? celsius;
  return isConvertible(unit, celsius) ? unit : celsius;
};

/** Converts a temperature to °C. */
export const toCelsius = (value: number | undefined, units: Units): number | undefined =>
  value === undefined ? undefined : convertUnit(value, unitOf(units), celsius);

const temperatureOf = (entity: EntityState, attribute: string) =>
  toCelsius(entity.number(attribute), entity.units);

/**
 * Converts a target temperature to the unit of Home Assistant. A converted value is rounded to tenths, Home
 * Assistant's finest precision, and clamped to the limits of the device, which refuses a value that exceeds them by a
 * rounding error.
 */
function fromCelsius(value: number, entity: EntityState): number {
  const unit = unitOf(entity.units);
  if (unit === celsius) return value;
  const rounded = Math.round(convertUnit(value, celsius, unit) * 10) / 10;
  const { minimum = -Infinity, maximum = Infinity } = entity.range('min_temp', 'max_temp');
  return Math.min(Math.max(rounded, minimum), maximum);
}

/** Returns the limits of target temperatures in °C, and their step where it needs no conversion. */
const targetRange = (entity: EntityState): Range =>
  unitOf(entity.units) === celsius
    ? entity.range('min_temp', 'max_temp', 'target_temp_step')
    : rangeOf(temperatureOf(entity, 'min_temp'), temperatureOf(entity, 'max_temp'));

/** Creates the target temperature of a thermostat or a water heater, which have the same attributes. */
const targetTemperature = (entity: EntityState) =>
  thermostat.target_temperature({
    ...targetRange(entity),
    value: temperatureOf(entity, 'temperature'),
    write: (value) => entity.call('set_temperature', { temperature: fromCelsius(value, entity) }),
  });
