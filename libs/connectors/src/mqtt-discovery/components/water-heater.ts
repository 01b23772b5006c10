import { sensor, switchable, thermostat } from '@trellis/connector-sdk';
import { present, type ComponentKind } from '../component-kind.js';
import { readProperty } from '../property.js';
import { measured, readChoice, readPower, readTargetTemperature } from './adjustable.js';
import { temperatureScale } from './temperature.js';

const modes = ['eco', 'electric', 'gas', 'heat_pump', 'high_demand', 'performance', 'off'];

/** By default from 110 to 140 °F. */
const range = { minimum: 43.3, maximum: 60 };

/** A thermostat of water. Source: Home Assistant, page "MQTT water heater". */
export const waterHeater: ComponentKind = (source) => {
  const { decode } = temperatureScale(source.settings.text('temperature_unit'));
  const temperature = readProperty(source, { ...measured('current_temperature'), decode });
  const target = readTargetTemperature(source, 'temperature', range);
  const mode = readChoice(source, 'mode', modes);
  const power = readPower(source);
  return present([
    power && switchable.on(power),
    temperature && sensor.temperature(temperature),
    target && thermostat.target_temperature(target),
    mode && thermostat.mode(mode),
  ]);
};
