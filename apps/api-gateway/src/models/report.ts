import { reasons } from '@trellis/building-models';
import { z } from 'zod';
import { problemDocument } from '@trellis/operations';

const count = z.number().int();

const progress = z.object({
  created: count.describe('Units that were created.'),
  updated: count,
  unchanged: count,
  failed: count,
});

const failure = z.object({
  iri: z.string().describe('The node whose unit was not stored.'),
  problem: problemDocument,
});

const unmapped = z.object({
  reason: z.enum(reasons),
  term: z.string().optional().describe('The class or the predicate.'),
  count,
  example: z.string().describe('The first node that it is about.'),
});

const summary = progress.extend({
  complete: z.boolean().describe('Whether all units were reached.'),
  statements: count,
  links: z.object({ added: count, removed: count }),
  properties: z.object({ added: count, changed: count, removed: count }),
  points: z.object({ matched: count, unmatched: count }),
  unmapped: z.array(unmapped).describe('What is not what it could be in units.'),
  problem: problemDocument.optional().describe('Why the import ended early; send the model again.'),
});

/** A line of the answer: a failure, progress, or the end. */
// The last report of an import that ends early has the members of a failure, too.
export const modelReport = z.union([summary, failure, progress]).meta({ id: 'ModelReport' });
export type ModelReport = z.output<typeof modelReport>;
export type ModelSummary = z.output<typeof summary>;
