import { action, plug, switchable, textProperty } from '@trellis/connector-sdk';
import { domainOf, ownSelection, type Domain } from './domain.js';

/** A plain switch (`switch`, `input_boolean`, `siren`). */
export const toggle: Domain = (entity) => [
  (entity.attributes.device_class === 'outlet' ? plug : switchable).on(entity.onOff),
];

const switchedDomains = new Set([
  'automation',
  'fan',
  'group',
  'humidifier',
  'input_boolean',
  'light',
  'media_player',
  'remote',
  'script',
  'siren',
  'switch',
]);

/** A group (home-assistant.io/integrations/group): switched by a service of Home Assistant itself, or only a state. */
export const group: Domain = (entity) => {
  const members = entity.texts('entity_id');
  const isSwitched = members.length > 0 && members.every((id) => switchedDomains.has(domainOf(id)));
  if (!isSwitched) return [textProperty('state', 'State', entity.stateText)];
  const write = (on: boolean) => ({
    ...entity.call(on ? 'turn_on' : 'turn_off'),
    domain: 'homeassistant',
  });
  return [switchable.on({ value: entity.isOn, write })];
};

/** `RemoteEntityFeature.ACTIVITY`. */
const activityFeature = 4;

const name = { type: 'string', minLength: 1, maxLength: 256 } as const;
const sending = {
  type: 'object' as const,
  properties: {
    command: { type: 'array', title: 'Commands', items: name, minItems: 1, maxItems: 50 } as const,
    device: { ...name, title: 'Device that the remote control speaks to' },
    num_repeats: { type: 'integer', title: 'Repetitions', minimum: 1, maximum: 100 } as const,
  },
  required: ['command'],
};

/** A remote control that sends commands (developers.home-assistant.io, "Remote entity"). */
export const remote: Domain = (entity) => {
  return [
    switchable.on(entity.onOff),
    entity.selection(ownSelection('activity', 'Activity'), {
      from: entity.supports(activityFeature) && entity.attributes.activity_list,
      current: entity.isAvailable && entity.attributes.current_activity,
      service: 'turn_on',
      member: 'activity',
    }),
    action(
      'send_command',
      { title: 'Send commands', input: sending },
      (input: Record<string, unknown>) => entity.call('send_command', input),
    ),
  ];
};
