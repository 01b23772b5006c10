import type { Change, WebhookData, WebhookEventType } from '@trellis/contracts';

/** Converts a change to its message; undefined for changes that apps do not receive. */
export function toMessage({ kind, id, client, subject, ...change }: Change) {
  const message = <Type extends WebhookEventType>(type: Type, data: WebhookData<Type>) => ({
    type,
    timestamp: change.time,
    data,
  });
  if (kind === 'client_status_changed') {
    const { error } = change;
    // A pause changes no status.
    if (error === 'paused') return undefined;
    const status = error === undefined ? 'STARTED' : 'ERROR';
    return message(kind, {
      client_id: id,
      subject: subject!,
      status,
      error: error && { code: error },
    });
  }
  // Apps know of their own things.
  if (client === undefined) return undefined;
  const ofThing = { thing_id: id, client_id: client, subject: subject! };
  if (kind === 'thing_created' || kind === 'thing_deleted') return message(kind, ofThing);
  if (kind !== 'thing_event') return undefined;
  const { name, data, occurred } = change;
  return message(kind, {
    ...ofThing,
    event: name!,
    data,
    occurred_at: occurred!,
  });
}
