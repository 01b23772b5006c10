import type { Message } from '../traffic/app.js';
import type { RequestedAction, World } from '../traffic/world.js';
import { read, type ShownClient } from './read.js';

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
  const mapped = clients.flatMap(({ mappings }) => mappings.map(({ thing_id: id }) => id));
  const present = new Set(mapped);
  const expected = new Set([
    ...clients.map(({ id }) => `${id} STARTED`),
    ...[...things, ...present].map((id) => `thing_created ${id}`),
    ...[...things].filter((id) => !present.has(id)).map((id) => `thing_deleted ${id}`),
  ]);
  const wrong = [...received].filter(
    ([what, { size }]) => what.startsWith('thing_') && (size > 1 || !expected.has(what)),
  );
  return [
    ...[...expected].filter((what) => !received.has(what)).map((what) => `not delivered: ${what}`),
    ...wrong.map(([what, { size }]) => `delivered as ${size} messages: ${what}`),
  ];
}

/**
 * Compares the actions that the app performed with those requested: every completed action was performed, no refused
 * one was, and only idempotent ones were performed more than once.
 */
export async function findMisperformed(world: World): Promise<string[]> {
  const performed = new Map<string, number>();
  for (const { type, data } of world.app.messages) {
    if (type !== 'action_requested') continue;
    const { token } = data.input!;
    performed.set(token, (performed.get(token) ?? 0) + 1);
  }
  const found: string[] = [];
  for (const action of world.actions.splice(0)) {
    const count = performed.get(action.token) ?? 0;
    const outcome = await outcomeOf(action, world);
    const { min, max } = bounds(action, outcome);
    if (count >= min && count <= max) continue;
    found.push(`the action ${action.token} is ${outcome}, but was performed ${count} times`);
  }
  return found;
}

/** Returns the answer to an action, or the status of its interaction. */
async function outcomeOf(
  { answered, interaction }: RequestedAction,
  { sender }: World,
): Promise<string> {
  if (interaction === undefined) return answered;
  return (await read<{ status: string }>(sender, interaction)).body.status;
}

/** Returns how often an action may have been performed. */
function bounds({ isIdempotent }: RequestedAction, outcome: string) {
  const isDone = outcome === 'performed' || outcome === 'completed';
  const most = isIdempotent ? Infinity : 1;
  return { min: isDone ? 1 : 0, max: outcome === 'refused' ? 0 : most };
}
