import { action, type ActionAffordance } from '@trellis/connector-sdk';
import { actionOf, commandOf } from '../command.js';
import { afterComponent, present, type ComponentKind } from '../component-kind.js';
import { componentProperty } from '../property.js';

/** Source: Home Assistant, page "MQTT Scene". */
export const scene: ComponentKind = ({ settings }) => {
  const options = { topic: 'command_topic', payload: 'payload_on', byDefault: 'ON' };
  const activate = actionOf(settings, options);
  return present([activate && action('activate', { title: 'Activate' }, () => activate())]);
};

const message = { type: 'string', title: 'Message', minLength: 1, maxLength: 4096 } as const;

/** Something that shows or speaks a message. Source: Home Assistant, page "MQTT notify". */
export const notify: ComponentKind = ({ settings }) => {
  const send = commandOf(settings, { topic: 'command_topic', template: 'command_template' });
  const input: ActionAffordance['input'] = {
    type: 'object',
    properties: { message },
    required: ['message'],
  };
  return present([
    send &&
      action(afterComponent, { input }, (given: { message: string }) => [send(given.message)]),
  ]);
};

/** The location of a device: `home`, `not_home` or a zone. Source: page "MQTT device tracker". */
export const deviceTracker: ComponentKind = (source) => {
  const { settings } = source;
  const names = new Map([
    [settings.text('payload_home') ?? 'home', 'home'],
    [settings.text('payload_not_home') ?? 'not_home', 'not_home'],
  ]);
  const ability = componentProperty(
    source,
    { type: 'string' },
    {
      state: { topic: 'state_topic', templates: ['value_template'] },
      decode: (text) => names.get(text) ?? text,
      reset: 'payload_reset',
    },
  );
  return present([ability]);
};
