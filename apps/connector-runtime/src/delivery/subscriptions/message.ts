import type { MatchedEvent } from '@trellis/contracts';

/** The body of a message, in the form of Standard Webhooks. */
export interface Message {
  type: string;
  timestamp?: string | undefined;
  data: object;
}

/** Converts an event to its message; a stream can resume from its `cursor`. */
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
      return message({ client_id: thing, status, error: error && { code: error } });
    }
    default:
      return message({ thing_id: thing });
  }
}

/** Creates the message that events after the last cursor are no longer retained. */
export const missedMessage = (subscription: string, cursor: string): Message => ({
  type: 'reset',
  timestamp: new Date().toISOString(),
  data: { subscription_id: subscription, cursor },
});
