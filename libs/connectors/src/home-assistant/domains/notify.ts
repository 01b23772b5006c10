import { action, type ActionAffordance, timeProperty } from '@trellis/connector-sdk';
import { callService, type Domain } from './domain.js';
import { supports } from './state.js';
import { timeOf } from './values.js';

/** `NotifyEntityFeature.TITLE`. */
const titleFeature = 1;

const text = (title: string, maxLength: number) =>
  ({ type: 'string', title, minLength: 1, maxLength }) as const;

/** A recipient of messages; the state is the time of the last one (developers.home-assistant.io, "Notify entity"). */
export const notify: Domain = (state) => {
  const properties: NonNullable<ActionAffordance['input']>['properties'] = {
    message: text('Message', 4096),
  };
  if (supports(state, titleFeature)) properties.title = text('Title', 256);
  return [
    timeProperty('last_sent', 'Time of the last message', timeOf(state.state)),
    action(
      'send_message',
      { title: 'Send a message', input: { type: 'object', properties, required: ['message'] } },
      (input: Record<string, unknown>) => callService(state, 'send_message', input),
    ),
  ];
};
