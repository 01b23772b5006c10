import { interactionTopic, Problem, type Interaction, type Thing } from '@trellis/contracts';
import { v7 as newId } from 'uuid';
import type { Hrefs } from '../http/href.js';
import type { Answer, OperationRequest } from '../http/operation.js';
import { problemAnswer } from '../http/problem.js';

/** How long a caller waits for the outcome unless it prefers otherwise, and at the most (ms). */
const usualWait = 5_000;
const longestWait = 20_000;

type Asking = Pick<
  OperationRequest<string, unknown, unknown>,
  'connectors' | 'caller' | 'hrefs' | 'header' | 'sealing' | 'followHints'
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
export async function interact(asking: Asking, thing: Thing, asked: Asked): Promise<Answer> {
  const { hrefs, header } = asking;
  const interaction = await outcomeOf(asking, thing, asked, preferredWait(header('Prefer')));
  if (interaction.problem) throw Problem.fromData(interaction.problem);
  if (interaction.status === 'pending') {
    const Location = hrefs.interaction(interaction.id);
    return { status: 202, headers: { Location }, body: showInteraction(interaction, hrefs) };
  }
  return interaction.output === undefined ? { status: 204 } : { body: interaction.output };
}

/** What has come of it when it has ended, or when the caller does not wait any longer. */
async function outcomeOf(
  { connectors, caller, sealing, followHints }: Asking,
  { id: thing, subject, creator }: Thing,
  { input, ...asked }: Asked,
  wait: number,
): Promise<Interaction> {
  const id = newId();
  const start = () =>
    connectors('interactions.start', {
      ...{ caller, id, thing, creator, ...asked },
      ...(subject !== undefined && { subject }),
      ...(input !== undefined && { input: sealing.seal(input) }),
    });
  if (wait === 0) return start();
  let settle = () => {};
  const settled = new Promise<void>((resolve) => (settle = resolve));
  const hints = await followHints(interactionTopic(id), settle);
  try {
    const begun = await start();
    if (begun.status !== 'pending') return begun;
    const timer = setTimeout(settle, wait);
    await settled;
    clearTimeout(timer);
  } finally {
    await hints.end();
  }
  return connectors('interactions.read', { caller, id });
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
