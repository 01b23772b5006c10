import type { Message } from '../traffic/app.js';
import type { ShownClient } from './shown.js';

/**
 * Compares the messages that the app received with the things of clients: one message for each creation and deletion,
 * however often it is delivered, and no others.
 */
export function findWrongMessages(messages: readonly Message[], clients: ShownClient[]): string[] {
  const received = new Map<string, Set<string>>();
  const note = (what: string, id: string) =>
    received.set(what, (received.get(what) ?? new Set<string>()).add(id));
  const things = new Set<string>();
  for (const { id, type, data } of messages) {
    if (type === 'client_status_changed') note(`${data.client_id} ${data.status}`, id);
    if (type !== 'thing_created' && type !== 'thing_deleted') continue;
    note(`${type} ${data.thing_id}`, id);
    things.add(data.thing_id!);
  }
  const present = clients.flatMap(({ mappings }) => mappings.map(({ thing_id: id }) => id));
  const isThere = new Set(present);
  const expected = new Set([
    ...clients.map(({ id }) => `${id} STARTED`),
    ...[...things, ...present].map((id) => `thing_created ${id}`),
    ...[...things].filter((id) => !isThere.has(id)).map((id) => `thing_deleted ${id}`),
  ]);
  return [
    ...[...expected].filter((what) => !received.has(what)).map((what) => `not delivered: ${what}`),
    ...[...received].flatMap(([what, { size }]) =>
      what.startsWith('thing_') && (size > 1 || !expected.has(what))
        ? [`delivered as ${size} messages: ${what}`]
        : [],
    ),
  ];
}
