import { isObject, parseJson, switchable } from '@trellis/connector-sdk';
import { commandOf, toPublication } from '../command.js';
import { present, type ComponentKind } from '../component-kind.js';
import { decodeMember, readProperty } from '../property.js';
import { decodeOnOff, payloads } from './on-off.js';

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
  return present([switchable.on({ ...state, write, writeOnly: state ? undefined : true })]);
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
