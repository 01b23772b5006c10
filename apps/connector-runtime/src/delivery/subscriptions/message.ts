import type { MatchedEvent } from '@trellis/contracts';

/** A message as it is posted, in the form of Standard Webhooks. */
export interface Message {
  type: string;
  timestamp?: string | undefined;
  data: object;
}

/** The message that tells of an event; `cursor` is its position, from which a stream can go on. */
export function toMessage(subscription: string, event: MatchedEvent): Message {
  const { cursor, kind, time, thing, turn } = event;
  const common = { subscription_id: subscription, cursor };
  const message = (data: object): Message => ({
    type: kind,
    timestamp: time,
    data: { ...common, ...data, ...(turn && { turn }) },
  });
  switch (event.kind) {
    case 'thing_updated':
      return message({ thing_id: thing, available: event.available });
    case 'property_changed':
      return message({ thing_id: thing, property: event.name, value: event.value });
    case 'thing_event': {
      const { name, data, occurred } = event;
      const carried = data === undefined ? {} : { data };
      return message({ thing_id: thing, event: name, ...carried, occurred_at: occurred });
    }
    case 'client_status_changed': {
      const { status, error } = event;
      return message({ client_id: thing, status, ...(error && { error: { code: error } }) });
    }
    default:
      return message({ thing_id: thing });
  }
}

/** The message that events after the last one are not kept any more. */
export const missedMessage = (subscription: string, cursor: string): Message => ({
  type: 'reset',
  timestamp: new Date().toISOString(),
  data: { subscription_id: subscription, cursor },
});
