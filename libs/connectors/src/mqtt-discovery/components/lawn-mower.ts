import { action, choice } from '@trellis/connector-sdk';
import { commandOf } from '../command.js';
import { present, type ComponentKind } from '../component-kind.js';
import { decodeChoice, readProperty, ownProperty } from '../property.js';

/** `LawnMowerActivity`. */
const activities = ['mowing', 'paused', 'docked', 'returning', 'error'];

const operations = [
  { option: 'start_mowing', name: 'start', title: 'Start mowing' },
  { option: 'pause', name: 'pause', title: 'Pause' },
  { option: 'dock', name: 'return', title: 'Return to the base' },
];

/** Source: Home Assistant, page "MQTT lawn mower". */
export const lawnMower: ComponentKind = (source) => {
  const state = readProperty(source, {
    state: { topic: 'activity_state_topic', templates: ['activity_value_template'] },
    decode: decodeChoice(activities),
  });
  return present([
    state && ownProperty('state', choice('State', activities), state),
    ...operations.map(({ option, name, title }) => {
      const topic = `${option}_command_topic`;
      const send = commandOf(source.settings, { topic, template: `${option}_command_template` });
      return send && action(name, { title }, () => [send(option)]);
    }),
  ]);
};
