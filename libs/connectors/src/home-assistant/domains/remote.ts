import { action, choice, property, switchable } from '@trellis/connector-sdk';
import { callService, when, type Domain } from './domain.js';
import { isAvailable, supports } from './state.js';
import { onOff } from './switch.js';
import { selected, textsOf } from './values.js';

/** `RemoteEntityFeature.ACTIVITY`. */
const activityFeature = 4;

const maxCommands = 50;
const name = { type: 'string' as const, minLength: 1, maxLength: 256 };

const sending = {
  type: 'object' as const,
  properties: {
    command: {
      type: 'array' as const,
      title: 'Commands',
      items: name,
      minItems: 1,
      maxItems: maxCommands,
    },
    device: { ...name, title: 'Device that the remote control speaks to' },
    num_repeats: { type: 'integer' as const, title: 'Repetitions', minimum: 1, maximum: 100 },
  },
  required: ['command'],
};

/** A remote control that sends commands (developers.home-assistant.io, "Remote entity"). */
export const remote: Domain = (state) => {
  const { activity_list, current_activity } = state.attributes;
  const activities = supports(state, activityFeature) ? textsOf(activity_list) : [];
  return [
    switchable.on(onOff(state)),
    ...when(
      activities.length > 0,
      property('activity', choice('Activity', activities), {
        value: isAvailable(state) ? selected(activities, current_activity).value : undefined,
        write: (activity: string) => callService(state, 'turn_on', { activity }),
      }),
    ),
    action(
      'send_command',
      { title: 'Send commands', input: sending },
      (input: Record<string, unknown>) => callService(state, 'send_command', input),
    ),
  ];
};
