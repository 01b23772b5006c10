import { parseJson } from '@trellis/connector-sdk';
import type { MqttClient } from 'mqtt';
import { publishRetained } from './broker.js';
import { retained } from './fixtures.js';

type Texts = Record<string, string>;

/** A device that carries out commands, as firmware of its kind does. */
interface ActingDevice {
  kind: string;
  /** The options of its discovery message; `~` is the topic of the device. */
  options: Record<string, unknown>;
  /** Its first messages, by the ends of their topics. */
  state: Texts;
  /** Returns the messages that a command changes, by the end of its topic. */
  act: (command: string, text: string, state: Texts) => Texts;
}

/** Repeats every command as a state: `brightness/set` as `brightness`. */
const repeat = (command: string, text: string): Texts => ({ [command.replace('/set', '')]: text });

/** Declares the topics of properties by the beginnings of their options. */
const topics = (names: string[]) =>
  Object.fromEntries(
    names.flatMap((name) => [
      [`${name}_state_topic`, `~/${name}`],
      [`${name}_command_topic`, `~/${name}/set`],
    ]),
  );

/** A lamp of Zigbee2MQTT, whose state is an object; it is in one color mode. */
const jsonLamp: ActingDevice = {
  kind: 'light',
  options: {
    schema: 'json',
    state_topic: '~/state',
    command_topic: '~/set',
    brightness: true,
    brightness_scale: 254,
    supported_color_modes: ['xy', 'color_temp'],
    effect: true,
    effect_list: ['blink', 'candle'],
  },
  state: { state: '{"state":"OFF","brightness":254,"color_mode":"color_temp","color_temp":250}' },
  act(_command, text, { state }) {
    const given = parseJson(text) as Record<string, unknown>;
    const mode = given.color ? { color_mode: 'xy' } : {};
    const white = given.color_temp ? { color_mode: 'color_temp' } : {};
    return {
      state: JSON.stringify({ ...(parseJson(state!) as object), ...given, ...mode, ...white }),
    };
  },
};

/** A lamp with a topic for each property, of which none but that of the state switches it on. */
const topicLamp: ActingDevice = {
  kind: 'light',
  options: {
    state_topic: '~/on',
    command_topic: '~/on/set',
    ...topics(['brightness', 'rgb', 'color_temp', 'effect']),
    effect_list: ['none', 'rainbow'],
    color_mode_state_topic: '~/mode',
  },
  state: {
    on: 'OFF',
    brightness: '255',
    color_temp: '300',
    rgb: '255,0,0',
    mode: 'rgb',
    effect: 'none',
  },
  act(command, text) {
    const mode = /^(rgb|color_temp)/.exec(command)?.[0];
    return mode ? { ...repeat(command, text), mode } : repeat(command, text);
  },
};

/** A strip that is dimmed by its color alone. */
const colorStrip: ActingDevice = {
  kind: 'light',
  options: { state_topic: '~/on', command_topic: '~/on/set', ...topics(['rgb']) },
  state: { on: 'OFF', rgb: '255,0,0' },
  act: repeat,
};

/** A dimmer that a level switches on, and that `OFF` alone switches off. */
const dimmer: ActingDevice = {
  kind: 'light',
  options: {
    state_topic: '~/on',
    command_topic: '~/on/set',
    ...topics(['brightness']),
    on_command_type: 'brightness',
  },
  state: { on: 'OFF', brightness: '255' },
  act: (command, text): Texts =>
    command === 'brightness/set' ? { on: 'ON', brightness: text } : { on: text },
};

/** A lamp whose state and commands are fields: switched, level, mireds, color. Empty fields change nothing. */
const fieldLamp: ActingDevice = {
  kind: 'light',
  options: {
    schema: 'template',
    state_topic: '~/state',
    command_topic: '~/set',
    command_on_template:
      "on,{{ brightness|default('') }},{{ color_temp|default('') }},{{ red|default('') }},{{ green|default('') }},{{ blue|default('') }}",
    command_off_template: 'off',
    state_template: "{{ value.split(',')[0] }}",
    brightness_template: "{{ value.split(',')[1] }}",
    color_temp_template: "{{ value.split(',')[2] }}",
    red_template: "{{ value.split(',')[3] }}",
    green_template: "{{ value.split(',')[4] }}",
    blue_template: "{{ value.split(',')[5] }}",
  },
  state: { state: 'off,255,250,255,0,0' },
  act(_command, text, { state }) {
    const given = text.split(',');
    const fields = state!.split(',').map((field, index) => given[index] || field);
    return { state: fields.join(',') };
  },
};

const relay = (deviceClass: string): ActingDevice => ({
  kind: 'switch',
  options: { state_topic: '~/on', command_topic: '~/on/set', device_class: deviceClass },
  state: { on: 'OFF' },
  act: repeat,
});

/** A shutter that counts from open to closed, and follows words and positions. */
const shutter: ActingDevice = {
  kind: 'cover',
  options: {
    state_topic: '~/moving',
    command_topic: '~/set',
    position_topic: '~/position',
    set_position_topic: '~/position/set',
    position_open: 0,
    position_closed: 100,
    tilt_status_topic: '~/tilt',
    tilt_command_topic: '~/tilt/set',
  },
  state: { moving: 'open', position: '0', tilt: '0' },
  act(command, text): Texts {
    if (command === 'tilt/set') return { tilt: text };
    const position = command === 'set' ? (text === 'OPEN' ? '0' : '100') : text;
    return { position, moving: position === '100' ? 'closed' : 'open' };
  },
};

/** A fan with three speeds, which keeps its speed while it is off. */
const fan: ActingDevice = {
  kind: 'fan',
  options: {
    state_topic: '~/on',
    command_topic: '~/on/set',
    ...topics(['percentage', 'oscillation', 'direction']),
    speed_range_max: 3,
  },
  state: { on: 'OFF', percentage: '3', oscillation: 'oscillate_off', direction: 'forward' },
  act: repeat,
};

const lock: ActingDevice = {
  kind: 'lock',
  options: { state_topic: '~/bolt', command_topic: '~/set' },
  state: { bolt: 'UNLOCKED' },
  act: (_command, text) => ({ bolt: `${text}ED` }),
};

/** An air conditioner with a target, or with one for heating and one for cooling. */
const climate = (targets: string[]): ActingDevice => ({
  kind: 'climate',
  options: { ...topics(['mode', ...targets]), modes: ['off', 'heat', 'cool'], min_temp: 10 },
  state: { mode: 'heat', ...Object.fromEntries(targets.map((name) => [name, '30'])) },
  act: repeat,
});

const devices: Record<string, ActingDevice> = {
  json_lamp: jsonLamp,
  topic_lamp: topicLamp,
  color_strip: colorStrip,
  dimmer,
  field_lamp: fieldLamp,
  relay: relay('switch'),
  outlet: relay('outlet'),
  shutter,
  fan,
  lock,
  heater: climate(['temperature']),
  cooler: climate(['temperature_low', 'temperature_high', 'target_humidity']),
};

/** Announces devices that carry out commands, for as long as the client is connected. */
export async function startActing(client: MqttClient): Promise<void> {
  const states = new Map(Object.entries(devices).map(([name, { state }]) => [name, { ...state }]));
  const publish = (name: string, texts: Texts) =>
    publishRetained(
      client,
      Object.entries(texts).map(([end, text]) => retained(`acting/${name}/${end}`, text)),
    );
  client.on('message', (topic, payload) => {
    const [, name = '', ...command] = topic.split('/');
    const state = states.get(name);
    if (!state) return;
    const changed = devices[name]!.act(command.join('/'), payload.toString(), state);
    Object.assign(state, changed);
    void publish(name, changed);
  });
  await client.subscribeAsync(['acting/+/set', 'acting/+/+/set']);
  for (const [name, { kind, options, state }] of Object.entries(devices)) {
    const description = { '~': `acting/${name}`, unique_id: name, name, ...options };
    const device = { identifiers: [name], name };
    await publishRetained(client, [
      retained(`homeassistant/${kind}/${name}/config`, { ...description, device }),
    ]);
    await publish(name, state);
  }
}
