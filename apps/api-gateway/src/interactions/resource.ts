import {
  type BatchItem,
  batchResult,
  type BatchResult,
  interaction,
  type Interaction,
  interactionBatch,
  type InteractionBatch,
  Problem,
  type ProblemData,
} from '@trellis/contracts';
import { problemDocument, problemToJson } from '@trellis/operations';
import { z } from 'zod';
import type { Hrefs } from '../resources/hrefs.js';
import { reference } from '../resources/reference.js';

export const interactionResource = interaction
  .extend({ href: z.url(), thing: reference, problem: problemDocument.optional() })
  .meta({ id: 'Interaction' });
export type InteractionResource = z.output<typeof interactionResource>;

export function interactionToJson(
  { id, thing, problem, ...interaction }: Interaction,
  hrefs: Hrefs,
): InteractionResource {
  return {
    id,
    href: hrefs.interaction(id),
    thing: { href: hrefs.thing(thing) },
    ...interaction,
    // What the request would have been answered with, had it waited.
    ...(problem && { problem: problemToJson(Problem.fromData(problem), hrefs, id) }),
  };
}

export const batchResource = interactionBatch
  .extend({ href: z.url(), results: reference })
  .meta({ id: 'InteractionBatch', description: 'A write or an action of many things.' });

export const batchToJson = (
  { id, ...batch }: InteractionBatch,
  hrefs: Hrefs,
): z.output<typeof batchResource> => ({
  id,
  href: hrefs.interaction(id),
  ...batch,
  results: { href: hrefs.interactionResults(id) },
});

export const batchResultResource = batchResult
  .extend({ href: z.url(), thing: reference, problem: problemDocument.optional() })
  .meta({ id: 'InteractionBatchResult', description: 'What has become of one thing of a batch.' });

export const batchResultToJson = (
  { id, thing, problem, ...result }: BatchResult,
  hrefs: Hrefs,
): z.output<typeof batchResultResource> => ({
  id,
  href: hrefs.interaction(id),
  thing: { href: hrefs.thing(thing) },
  ...result,
  ...(problem && { problem: problemToJson(Problem.fromData(problem), hrefs, id) }),
});

export const batchPreview = z
  .object({
    things: z.array(
      z.object({
        thing: reference,
        problem: problemDocument.optional().describe('The reason why it would be refused.'),
      }),
    ),
  })
  .meta({ id: 'InteractionBatchPreview' });

/** Returns the things of a batch, those that would be refused with the problem. */
export function previewToJson(
  items: readonly BatchItem[],
  refused: readonly { thing: string; problem: ProblemData }[],
  { hrefs, requestId }: { hrefs: Hrefs; requestId: string },
): z.output<typeof batchPreview> {
  const problems = new Map(refused.map(({ thing, problem }) => [thing, problem]));
  const things = items.map(({ thing }) => {
    const problem = problems.get(thing);
    const shown = problem && problemToJson(Problem.fromData(problem), hrefs, requestId);
    return { thing: { href: hrefs.thing(thing) }, ...(shown && { problem: shown }) };
  });
  return { things };
}
