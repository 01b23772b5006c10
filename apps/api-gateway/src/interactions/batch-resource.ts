import {
  batchResult,
  interactionBatch,
  Problem,
  type BatchItem,
  type BatchResult,
  type InteractionBatch,
  type ProblemData,
} from '@trellis/contracts';
import { z } from 'zod';
import { problemDocument, problemToJson } from '@trellis/operations';
import type { Hrefs } from '../context/hrefs.js';
import { reference } from '../resources/reference.js';

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

/** A preview of a batch. */
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
