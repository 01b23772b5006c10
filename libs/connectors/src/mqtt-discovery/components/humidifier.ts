import { toNumber } from '@trellis/jinja';
import { choice, sensor, switchable, thermostat } from '@trellis/connector-sdk';
import { present, type ComponentKind } from '../component-kind.js';
import { decodeChoice, readProperty, ownProperty } from '../property.js';
import { measured, readChoice, readTargetHumidity } from './adjustable.js';
import { decodeOnOff, encodeOnOff, payloads } from './on-off.js';

/** `HumidifierAction`. */
const activities = ['off', 'humidifying', 'drying', 'idle'];

/** A humidifier or a dehumidifier. Source: Home Assistant, page "MQTT Humidifier". */
export const humidifier: ComponentKind = (source) => {
  const words = payloads(source.settings);
  const on = readProperty<boolean>(source, {
    state: { topic: 'state_topic', templates: ['state_value_template'] },
    decode: decodeOnOff(words),
    command: { topic: 'command_topic', template: 'command_template' },
    encode: encodeOnOff(words),
  });
  const humidity = readProperty(source, { ...measured('current_humidity'), decode: toNumber });
  const target = readTargetHumidity(source, { minimum: 0, maximum: 100 });
  const modes = source.settings.choices('modes');
  const mode = readChoice(source, 'mode', [], { reset: 'payload_reset_mode' });
  const activity = readProperty(source, {
    ...measured('action'),
    decode: decodeChoice(activities),
  });
  return present([
    on && switchable.on(on),
    humidity && sensor.humidity(humidity),
    target && thermostat.target_humidity(target),
    mode && modes.length > 0 ? ownProperty('mode', choice('Mode', modes), mode) : undefined,
    activity && ownProperty('activity', choice('Activity', activities), activity),
  ]);
};
