import {
  detectedByClass,
  meaningOfClass,
  plug,
  switchable,
  isObject,
  parseJson,
} from '@trellis/connector-sdk';
import {
  type ComponentAbility,
  type ComponentKind,
  type Source,
  commandOf,
  toPublication,
} from '../component-kind.js';
import {
  componentProperty,
  decodeMember,
  plainCommand,
  plainState,
  readProperty,
  type PropertySource,
} from '../property.js';
import type { Settings } from '../settings.js';
import { isWhatDeviceSwitches } from '../zigbee2mqtt-members.js';
import { classAndUnit, described, timed } from './sensor.js';

interface OnOff {
  on: string;
  off: string;
}

function payloads(settings: Settings): OnOff {
  return {
    on: settings.text('payload_on') ?? 'ON',
    off: settings.text('payload_off') ?? 'OFF',
  };
}

function decodeOnOff({ on, off }: OnOff): (text: string) => boolean | undefined {
  return (text) => (text === on ? true : text === off ? false : undefined);
}

function encodeOnOff({ on, off }: OnOff): (value: boolean) => string {
  return (value) => (value ? on : off);
}

export const readOnOff = (
  source: Source,
  halves: Pick<PropertySource<unknown>, 'state' | 'command'>,
  words = payloads(source.settings),
) =>
  readProperty<boolean>(source, {
    ...halves,
    decode: decodeOnOff(words),
    encode: encodeOnOff(words),
  });

/** A binary sensor. Source: Home Assistant, page "MQTT binary sensor". */
export const binarySensor: ComponentKind = (source) => {
  const { settings } = source;
  if (!settings.topic('state_topic')) return [];
  const affordance = {
    type: 'boolean',
    description: meaningOfClass(settings.text('device_class')),
    ...classAndUnit(settings),
  } as const;
  const definition = { state: plainState, decode: decodeOnOff(payloads(settings)) };
  const ability = detected(source, definition) ?? componentProperty(source, affordance, definition);
  return [timed(settings, ability)];
};

function detected(
  source: Source,
  definition: PropertySource<boolean>,
): ComponentAbility | undefined {
  const deviceClass = source.settings.text('device_class');
  if (deviceClass === undefined) return undefined;
  const { value, description } = readProperty(source, definition) ?? {};
  return described(detectedByClass({ deviceClass, value }), description);
}

/** A relay, a socket, or a setting such as a child lock. Source: page "MQTT Switch". */
export const relay: ComponentKind = (source) => {
  const { settings } = source;
  const commands = payloads(settings);
  const states = {
    on: settings.text('state_on') ?? commands.on,
    off: settings.text('state_off') ?? commands.off,
  };
  const definition = {
    state: plainState,
    decode: decodeOnOff(states),
    command: plainCommand,
    encode: encodeOnOff(commands),
  };
  if (!isWhatDeviceSwitches(settings)) {
    const affordance = { type: 'boolean', ...classAndUnit(settings) } as const;
    return [componentProperty(source, affordance, definition)];
  }
  const on = readProperty(source, definition);
  const isOutlet = settings.text('device_class') === 'outlet';
  return [on && (isOutlet ? plug : switchable).on(on)];
};

/** A siren; its state and commands are a text or the member `state` of an object. Source: page "MQTT Siren". */
export const siren: ComponentKind = (source) => {
  const { settings } = source;
  const words = payloads(settings);
  const decodeText = decodeOnOff({
    on: settings.text('state_on') ?? words.on,
    off: settings.text('state_off') ?? words.off,
  });
  const state = readProperty<boolean>(source, {
    state: { topic: 'state_topic', templates: ['state_value_template'] },
    decode(text) {
      const json = parseJson(text);
      if (!isObject(json) || json.state === undefined) return decodeText(text);
      return decodeMember(json.state, (given) => decodeText(String(given)));
    },
  });
  const write = writeOf(source.settings);
  if (!state && !write) return [];
  return [switchable.on({ ...state, write, writeOnly: state ? undefined : true })];
};

function writeOf(settings: Parameters<typeof payloads>[0]) {
  const words = payloads(settings);
  const topic = settings.topic('command_topic');
  if (topic === undefined) return undefined;
  const commandFor = (isOn: boolean) => {
    const offTemplate = !isOn && settings.has('command_off_template');
    const template = offTemplate ? 'command_off_template' : 'command_template';
    return settings.has(template)
      ? commandOf(settings, { topic: 'command_topic', template })
      : null;
  };
  const commands = { on: commandFor(true), off: commandFor(false) };
  // Without the result of its template, a command could be misunderstood.
  if (commands.on === undefined || commands.off === undefined) return undefined;
  return (isOn: boolean) => {
    const [command, state] = isOn ? [commands.on, words.on] : [commands.off, words.off];
    if (command) return [command(state, { state })];
    return [toPublication(settings, topic, JSON.stringify({ state }))];
  };
}
