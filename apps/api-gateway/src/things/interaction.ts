import { Problem, type Interaction, type Thing } from '@trellis/contracts';
import { v7 as newId } from 'uuid';
import type { Hrefs } from '../http/href.js';
import type { Answer, OperationRequest } from '../http/operation.js';
import { problemAnswer } from '../http/problem.js';

/** How long a caller waits for the outcome unless it prefers otherwise, and at the most (ms). */
const usualWait = 5_000;
const longestWait = 20_000;

/** Time for the way there and back (ms). */
const margin = 5_000;

type Asking = Pick<
  OperationRequest<string, unknown, unknown>,
  'connectors' | 'caller' | 'hrefs' | 'header' | 'sealing'
>;

/** What is asked of a thing. */
export interface Asked {
  operation: Interaction['operation'];
  name: string;
  input: unknown;
  idempotent: boolean;
}

/**
 * Asks whoever made a thing, and answers what has come of it: 200 with the output, 204 without, the
 * problem, or, when it takes longer, 202 with the interaction.
 */
export async function interact(
  { connectors, caller, hrefs, header, sealing }: Asking,
  { id: thing, subject, creator }: Thing,
  { input, ...asked }: Asked,
): Promise<Answer> {
  const wait = preferredWait(header('Prefer'));
  const interaction = await connectors(
    'interactions.start',
    {
      ...{ caller, id: newId(), thing, creator, wait, ...asked },
      ...(subject !== undefined && { subject }),
      ...(input !== undefined && { input: sealing.seal(input) }),
    },
    { deadline: wait + margin },
  );
  if (interaction.problem) throw Problem.fromData(interaction.problem);
  if (interaction.status === 'pending') {
    const Location = hrefs.interaction(interaction.id);
    return { status: 202, headers: { Location }, body: showInteraction(interaction, hrefs) };
  }
  return interaction.output === undefined ? { status: 204 } : { body: interaction.output };
}

/** `Prefer: wait=<seconds>` or `respond-async` (RFC 7240, sections 4.1 and 4.3), as milliseconds. */
export function preferredWait(header = ''): number {
  const preferences = header.split(',').map((preference) => preference.trim().toLowerCase());
  const seconds = preferences
    .map((one) => /^wait\s*=\s*"?(\d{1,6})"?$/.exec(one)?.[1])
    .find(Boolean);
  if (seconds !== undefined) return Math.min(Number(seconds) * 1000, longestWait);
  return preferences.includes('respond-async') ? 0 : usualWait;
}

/** An interaction as a resource; `problem` is what the request would have been answered with. */
export function showInteraction(interaction: Interaction, hrefs: Hrefs) {
  const { id, thing, problem, ...shown } = interaction;
  return {
    id,
    href: hrefs.interaction(id),
    thing: { href: hrefs.thing(thing) },
    ...shown,
    ...(problem && { problem: problemAnswer(Problem.fromData(problem), hrefs, id).body }),
  };
}
