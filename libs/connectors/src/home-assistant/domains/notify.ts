import { action, property } from '@trellis/connector-sdk';
import { callService, type Domain } from './domain.js';
import { supports } from './state.js';
import { timeOf } from './values.js';

/** `NotifyEntityFeature.TITLE`. */
const titleFeature = 1;

const text = (title: string, maxLength: number) =>
  ({ type: 'string', title, minLength: 1, maxLength }) as const;

/** Somebody who is sent messages; the state is when last (developers.home-assistant.io, "Notify entity"). */
export const notify: Domain = (state) => {
  const properties = {
    message: text('Message', 4096),
    ...(supports(state, titleFeature) && { title: text('Title', 256) }),
  };
  return [
    property(
      'last_sent',
      { type: 'string', format: 'date-time', title: 'Time of the last message' },
      { value: timeOf(state.state) },
    ),
    action(
      'send_message',
      { title: 'Send a message', input: { type: 'object', properties, required: ['message'] } },
      (input: Record<string, unknown>) => callService(state, 'send_message', input),
    ),
  ];
};
