import type { Message } from '../traffic/app.js';
import type { ShownClient } from './shown.js';

/**
 * Where the app was not told what has become of the things of clients: it hears of each thing that there
 * is, of its end and of nothing else, in one message each, however often that is delivered.
 */
export function findMistold(messages: readonly Message[], clients: ShownClient[]): string[] {
  const told = new Map<string, Set<string>>();
  const note = (what: string, id: string) =>
    told.set(what, (told.get(what) ?? new Set<string>()).add(id));
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
    ...[...expected].filter((what) => !told.has(what)).map((what) => `not told: ${what}`),
    ...[...told].flatMap(([what, { size }]) =>
      what.startsWith('thing_') && (size > 1 || !expected.has(what))
        ? [`told ${size} times: ${what}`]
        : [],
    ),
  ];
}
