import { setTimeout as wait } from 'node:timers/promises';
import type { components, Trellis } from '@trellis/client';
import { CliError, remedies } from '../output/failure.js';
import { idOf } from './named.js';

type Interaction = components['schemas']['Interaction'];

/** Asks Trellis to wait up to 20 seconds for the outcome of an action. */
export const preferWait = { Prefer: 'wait=20' };

const pollMs = 1_000;

/** Returns the output of a write or an action. After a 202, waits for the interaction to end; throws if it failed. */
export async function outcomeOf(
  trellis: Trellis,
  { data, response }: { data: unknown; response: Response },
  signal: AbortSignal,
): Promise<unknown> {
  if (response.status !== 202) return data;
  let interaction = data as Interaction;
  while (interaction.status === 'pending') {
    await wait(pollMs, undefined, { signal });
    const path = { id: idOf(interaction.id) };
    interaction = (await trellis.get('/interactions/{id}', { path })).data as Interaction;
  }
  const { status, problem, output } = interaction;
  if (status === 'completed') return output;
  const { title = 'The interaction failed.', detail, remedy } = problem ?? {};
  throw new CliError(detail ?? title, undefined, remedy && remedies[remedy]);
}
