import { setTimeout as wait } from 'node:timers/promises';
import type { components, Trellis } from '@trellis/client';
import { CliError } from '../output/exit-codes.js';
import { remedies } from '../output/failure.js';
import { idOf } from './ids.js';

type Interaction = components['schemas']['Interaction'];

/** How long a write or an action may be waited for by one request (s). */
export const preferWait = { Prefer: 'wait=20' };

const betweenMs = 1_000;

/**
 * What a write or an action has answered, at once or (202) when its interaction has ended; throws when that failed.
 */
export async function outcomeOf(
  trellis: Trellis,
  { data, response }: { data: unknown; response: Response },
  signal: AbortSignal,
): Promise<unknown> {
  if (response.status !== 202) return data;
  let interaction = data as Interaction;
  while (interaction.status === 'pending') {
    await wait(betweenMs, undefined, { signal });
    const path = { id: idOf(interaction.id) };
    interaction = (await trellis.get('/interactions/{id}', { path })).data as Interaction;
  }
  const { status, problem, output } = interaction;
  if (status === 'completed') return output;
  const { title = 'It has failed.', detail, remedy } = problem ?? {};
  throw new CliError(detail ?? title, undefined, remedy && remedies[remedy]);
}
