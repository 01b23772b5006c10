import { z } from 'zod';
import { toStorable } from '../payload.js';

/** A component in the terms of a discovery message of Home Assistant. */
export interface Described {
  kind: string;
  key: string;
  options: Record<string, unknown>;
}

/** Describes the relays, lamps, shutters and fan of a Tasmota, and the switches and buttons that it reports. */
export const describeOutputs = (device: Announcement): Described[] => [
  ...device.rl.flatMap((output, index) => describeOutput(device, output, index)),
  ...describeShutters(device),
  ...(device.if === 1 ? [describeFan(device)] : []),
  ...device.swc.flatMap((mode, index) => describeSwitch(device, mode, index)),
  ...device.btn.flatMap((isThere, index) => (isThere ? describeButton(device, index) : [])),
];

function describeOutput(device: Announcement, output: number, index: number): Described[] {
  if (output === outputs.lamp) return [describeLamp(device, index)];
  if (output !== outputs.relay) return [];
  const kind = isSet(device, 30) ? 'light' : 'switch';
  return [{ kind, key: `relay_${index + 1}`, options: power(device, index) }];
}

/** Returns the options for the power of an output; a single one may be `POWER` or `POWER1`, which is not announced. */
function power(device: Announcement, index: number): Record<string, unknown> {
  const topics = topicsOf(device);
  const name = `POWER${index + 1}`;
  const single = index === 0 ? ' | default(value_json.POWER)' : '';
  const template = `{{ value_json.${name}${single} }}`;
  return {
    name: device.fn[index] ?? null,
    state_topic: topics.telemetry('STATE'),
    value_template: template,
    state_value_template: template,
    command_topic: topics.command(name),
    payload_off: device.state[0],
    payload_on: device.state[1],
  };
}

/** Describes a lamp: one channel has brightness, two and five have white light, three and more have colors. */
function describeLamp(device: Announcement, index: number): Described {
  const topics = topicsOf(device);
  const state = topics.telemetry('STATE');
  const isFirst = device.rl.indexOf(outputs.lamp) === index;
  const hasOwnChannel = isSet(device, 68);
  const channels = isFirst && !hasOwnChannel ? device.lt_st : 0;
  const dimmer = {
    brightness_scale: 100,
    brightness_state_topic: state,
    brightness_value_template: hasOwnChannel
      ? `{{ value_json.Channel[${index}] }}`
      : '{{ value_json.Dimmer }}',
    brightness_command_topic: topics.command(hasOwnChannel ? `Channel${index + 1}` : 'Dimmer'),
  };
  const white = {
    color_temp_state_topic: state,
    color_temp_value_template: '{{ value_json.CT }}',
    color_temp_command_topic: topics.command('CT'),
  };
  const color = {
    hs_state_topic: state,
    hs_value_template: "{{ value_json.HSBColor.split(',')[:2] | join(',') }}",
    hs_command_topic: topics.command('Backlog'),
    hs_command_template: 'HSBColor1 {{ hue | round }};HSBColor2 {{ sat | round }}',
  };
  const mode = {
    color_mode_state_topic: state,
    color_mode_value_template:
      "{% if value_json.White is defined %}{{ 'color_temp' if value_json.White else 'hs' }}{% endif %}",
  };
  return {
    kind: 'light',
    key: `light_${index + 1}`,
    options: Object.assign(
      power(device, index),
      isFirst || hasOwnChannel ? dimmer : {},
      channels === 2 || channels === 5 ? white : {},
      channels >= 3 ? color : {},
      channels === 5 ? mode : {},
    ),
  };
}

/** Describes the shutters, each of which has two consecutive outputs. */
function describeShutters(device: Announcement): Described[] {
  const topics = topicsOf(device);
  const count = Math.floor(device.rl.filter((output) => output === outputs.shutter).length / 2);
  return Array.from({ length: count }, (_, index) => ({
    kind: 'cover',
    key: `shutter_${index + 1}`,
    options: {
      position_topic: topics.telemetry('SENSOR'),
      position_template: `{{ value_json.Shutter${index + 1}.Position }}`,
      set_position_topic: topics.command(`ShutterPosition${index + 1}`),
      command_topic: topics.command('Backlog'),
      payload_open: `ShutterOpen${index + 1}`,
      payload_close: `ShutterClose${index + 1}`,
      payload_stop: `ShutterStop${index + 1}`,
      ...positions(device.sho[index] ?? 0),
      ...tilt(device, index),
    },
  }));
}

/** The bit of the options of a shutter after `ShutterInvert`: 100 is closed then, but opening still opens. */
const inverted = 1;

const positions = (options: number) =>
  (options & inverted) === 0 ? {} : { position_closed: 100, position_open: 0 };

/** Returns the options for the slats of a shutter that can tilt them: a range of degrees that takes time to pass. */
function tilt(device: Announcement, index: number): Record<string, unknown> {
  const [minimum = 0, maximum = 0, duration = 0] = device.sht[index] ?? [];
  if (duration === 0 || minimum === maximum) return {};
  return {
    tilt_status_topic: topicsOf(device).telemetry('SENSOR'),
    tilt_status_template: `{{ value_json.Shutter${index + 1}.Tilt }}`,
    tilt_command_topic: topicsOf(device).command(`ShutterTilt${index + 1}`),
    tilt_min: minimum,
    tilt_max: maximum,
  };
}

/** The values of `SwitchMode` in which a switch follows its contact; in the others it only reports presses. */
const following = [1, 2];

function describeSwitch(device: Announcement, mode: number, index: number): Described[] {
  if (!following.includes(mode)) return [];
  return [
    {
      kind: 'binary_sensor',
      key: `switch_${index + 1}`,
      options: {
        name: device.swn[index] ?? null,
        state_topic: topicsOf(device).telemetry('SENSOR'),
        // In answers it is `{"Switch1": {"Action": "ON"}}`.
        value_template: `{{ value_json.Switch${index + 1}.Action | default(value_json.Switch${index + 1}) }}`,
        payload_off: device.state[0],
        payload_on: device.state[1],
      },
    },
  ];
}

/** Describes the fan of an iFan, which has three speeds; 0 is off. */
function describeFan(device: Announcement): Described {
  const state = topicsOf(device).telemetry('STATE');
  const command = topicsOf(device).command('FanSpeed');
  return {
    kind: 'fan',
    key: 'fan',
    options: {
      state_topic: state,
      state_value_template:
        "{% if value_json.FanSpeed is defined %}{{ 'ON' if value_json.FanSpeed else 'OFF' }}{% endif %}",
      command_topic: command,
      command_template: "{{ 2 if value == 'ON' else 0 }}",
      percentage_state_topic: state,
      percentage_value_template: '{{ value_json.FanSpeed }}',
      percentage_command_topic: command,
      speed_range_max: 3,
    },
  };
}

const presses = ['single', 'double', 'triple', 'quad', 'penta', 'hold'];

/** Describes a button: after `SetOption73` it reports presses, after `SetOption13` single ones alone. */
function describeButton(device: Announcement, index: number): Described[] {
  if (!isSet(device, 73)) return [];
  const action = `value_json.Button${index + 1}.Action`;
  // After `SetOption11`, single and double presses change their names.
  const press = isSet(device, 11)
    ? `'double' if ${action} == 'SINGLE' else 'single' if ${action} == 'DOUBLE' else ${action} | lower`
    : `${action} | lower`;
  const options = {
    state_topic: topicsOf(device).result,
    value_template: `{% if ${action} is defined %}{"event_type": "{{ ${press} }}"}{% endif %}`,
    event_types: isSet(device, 13) ? ['single'] : presses,
  };
  return [{ kind: 'event', key: `button_${index + 1}`, options }];
}

const short = z.string().max(200).transform(toStorable);
const texts = z.array(short.nullable().catch(null)).max(64);

/** A Tasmota in `tasmota/discovery/<MAC>/config` (tasmota.github.io/docs, "MQTT"; `xdrv_12_discovery.ino`). */
export const announcement = z.looseObject({
  /** Its name, and those of its relays and lamps. */
  dn: short.catch(''),
  fn: texts.catch([]),
  mac: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/),
  /** Host name, model and firmware. */
  hn: short.catch(''),
  md: short.catch(''),
  sw: short.catch(''),
  /** The full topic with its placeholders, the topic, and the prefixes for commands, answers, telemetry. */
  ft: short,
  t: short,
  tp: z.tuple([short, short, short]),
  /** The texts of the last will. */
  ofln: short.catch('Offline'),
  onln: short.catch('Online'),
  /** The texts for off and on. */
  state: z.array(short).min(2).max(8).catch(['OFF', 'ON']),
  /** The type of each output; see `outputs`. */
  rl: z.array(z.number()).max(32).catch([]),
  /** The number of channels of the lamp. */
  lt_st: z.number().catch(0),
  /** The mode of each switch; -1 is none. */
  swc: z.array(z.number()).max(32).catch([]),
  swn: texts.catch([]),
  /** Which buttons there are. */
  btn: z.array(z.number()).max(32).catch([]),
  /** Whether it is an iFan, a fan with a lamp. */
  if: z.number().catch(0),
  /** The options of each shutter, as bits, and the smallest and largest tilt (degrees) and how long it takes. */
  sho: z.array(z.number()).max(32).catch([]),
  sht: z.array(z.array(z.number()).max(8).catch([])).max(32).catch([]),
  /** Some of the `SetOption`s, by their numbers. */
  so: z.record(z.string(), z.unknown()).catch({}),
});

export type Announcement = z.infer<typeof announcement>;

const outputs = { relay: 1, lamp: 2, shutter: 3 };

const isSet = ({ so }: Announcement, option: number): boolean => so[option] === 1;

interface Topics {
  command(name: string): string;
  /** Of answers to a command after `SetOption4`. */
  answer(name: string): string;
  /** Of what changes, and the answers to commands: some members of the telemetry. */
  result: string;
  telemetry(name: string): string;
}

/** Returns the topics of a device; the full topic is a pattern: `%prefix%/%topic%/`. */
export function topicsOf({ ft, t, tp, hn, mac }: Announcement): Topics {
  const base = (prefix: string) =>
    ft
      .replaceAll('%hostname%', () => hn)
      .replaceAll('%id%', () => mac.slice(-6))
      .replaceAll('%prefix%', () => prefix)
      .replaceAll('%topic%', () => t);
  return {
    command: (name) => base(tp[0]) + name,
    answer: (name) => base(tp[1]) + name,
    result: `${base(tp[1])}RESULT`,
    telemetry: (name) => base(tp[2]) + name,
  };
}

/**
 * Returns the topics of answers to commands and of what changes. After `SetOption4` each command has its own; of those
 * only the ones for the power of outputs are read.
 */
export function answerTopics(device: Announcement): string[] {
  const { answer, result } = topicsOf(device);
  if (!isSet(device, 4)) return [result];
  return [answer('POWER'), ...device.rl.map((_, index) => answer(`POWER${index + 1}`))];
}
