import type { RequestedAction } from '../traffic/action.js';
import type { World } from '../traffic/world.js';
import { read } from './read.js';

/**
 * Compares the actions that the app performed with those requested: every completed action was performed, no refused
 * one was, and only idempotent ones were performed more than once.
 */
export async function findMisperformed({ app, actions, sender }: World): Promise<string[]> {
  const performed = new Map<string, number>();
  for (const { type, data } of app.messages) {
    if (type !== 'action_requested') continue;
    const { token } = data.input!;
    performed.set(token, (performed.get(token) ?? 0) + 1);
  }
  const found: string[] = [];
  for (const action of actions.splice(0)) {
    const count = performed.get(action.token) ?? 0;
    const outcome = await outcomeOf(action, (path) => read<{ status: string }>(sender, path));
    const { min, max } = bounds(action, outcome);
    if (count >= min && count <= max) continue;
    found.push(`the action ${action.token} is ${outcome}, but was performed ${count} times`);
  }
  return found;
}

type Outcome = RequestedAction['answered'] | 'pending' | 'completed' | 'failed';

async function outcomeOf(
  { answered, interaction }: RequestedAction,
  readInteraction: (path: string) => Promise<{ body: { status: string } }>,
): Promise<Outcome> {
  if (interaction === undefined) return answered;
  return (await readInteraction(interaction)).body.status as Outcome;
}

/** Returns how often an action may have been performed. */
function bounds({ isIdempotent }: RequestedAction, outcome: Outcome) {
  const isDone = outcome === 'performed' || outcome === 'completed';
  const most = isIdempotent ? Infinity : 1;
  return { min: isDone ? 1 : 0, max: outcome === 'refused' ? 0 : most };
}
