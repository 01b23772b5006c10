import { action, choice, isObject, parseJson, sensor } from '@trellis/connector-sdk';
import { toNumber } from '@trellis/jinja';
import { actionOf, commandOf, type ComponentKind, type Source } from '../component-kind.js';
import { decodeChoice, decodeMember, made, ownProperty, readProperty } from '../property.js';

/** The default features, by the names in the option `supported_features`. */
const byDefault = ['start', 'stop', 'return_home', 'clean_spot'];

const operations = [
  { feature: 'start', name: 'start', title: 'Start cleaning', payload: 'start' },
  { feature: 'pause', name: 'pause', title: 'Pause', payload: 'pause' },
  { feature: 'stop', name: 'stop', title: 'Stop', payload: 'stop' },
  {
    feature: 'return_home',
    name: 'return',
    title: 'Return to the base',
    payload: 'return_to_base',
  },
  { feature: 'clean_spot', name: 'clean_spot', title: 'Clean a spot', payload: 'clean_spot' },
  { feature: 'locate', name: 'locate', title: 'Locate', payload: 'locate' },
];

/** A vacuum cleaner, whose state is an object. Source: Home Assistant, page "MQTT Vacuum". */
export const vacuum: ComponentKind = (source) => {
  const { settings } = source;
  const features = settings.has('supported_features')
    ? settings.choices('supported_features')
    : byDefault;
  const state = readMember(source, 'state', textOf);
  const battery = features.includes('battery')
    ? readMember(source, 'battery_level', toNumber)
    : undefined;
  return [
    ownProperty('state', { type: 'string', title: 'State' }, state),
    made(sensor.battery, battery),
    features.includes('fan_speed') ? suction(source) : undefined,
    ...operations
      .filter(({ feature }) => features.includes(feature))
      .map(({ name, title, payload }) => {
        const options = { topic: 'command_topic', payload: `payload_${payload}` };
        const send = actionOf(settings, { ...options, byDefault: payload });
        return send && action(name, { title }, () => send());
      }),
  ];
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

const readMember = <Value>(
  source: Source,
  name: string,
  decode: (given: unknown) => Value | undefined,
) =>
  readProperty<Value>(source, {
    state: { topic: 'state_topic', templates: [] },
    decode(text) {
      const json = parseJson(text);
      return isObject(json) ? decodeMember(json[name], decode) : undefined;
    },
  });

function suction(source: Source) {
  const levels = source.settings.choices('fan_speed_list');
  if (levels.length === 0) return undefined;
  const state = readMember(source, 'fan_speed', textOf);
  const send = commandOf(source.settings, { topic: 'set_fan_speed_topic' });
  if (!state && !send) return undefined;
  const affordance = { ...choice('Suction', levels), writeOnly: state ? undefined : true };
  return ownProperty('suction', affordance, {
    value: decodeMember(state?.value, (value) => levels.find((level) => level === value)),
    write: send && ((level: string) => [send(level)]),
  });
}

/** `LawnMowerActivity`. */
const mowerActivities = ['mowing', 'paused', 'docked', 'returning', 'error'];

const mowerOperations = [
  { option: 'start_mowing', name: 'start', title: 'Start mowing' },
  { option: 'pause', name: 'pause', title: 'Pause' },
  { option: 'dock', name: 'return', title: 'Return to the base' },
];

/** Source: Home Assistant, page "MQTT lawn mower". */
export const lawnMower: ComponentKind = (source) => {
  const state = readProperty(source, {
    state: { topic: 'activity_state_topic', templates: ['activity_value_template'] },
    decode: decodeChoice(mowerActivities),
  });
  return [
    ownProperty('state', choice('State', mowerActivities), state),
    ...mowerOperations.map(({ option, name, title }) => {
      const topic = `${option}_command_topic`;
      const send = commandOf(source.settings, { topic, template: `${option}_command_template` });
      return send && action(name, { title }, () => [send(option)]);
    }),
  ];
};
