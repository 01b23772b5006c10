import { z } from 'zod';
import { caller, onResource, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import type { ProblemData } from '../problems.js';
import { text } from '../text.js';

const count = z.number().int();

/** The progress of an import of a model: what it has done, or would do, up to now. */
export const modelProgress = z.object({
  /** Units of the model. */
  units: count,
  created: count,
  updated: count,
  unchanged: count,
  failed: count,
  statements: count,
  links: z.object({ added: count, removed: count }),
  properties: z.object({ added: count, changed: count, removed: count }),
  /** Points with and without a thing. */
  points: z.object({ matched: count, unmatched: count }),
  /** Parts of the model that could not be mapped, by reason and class or predicate, with the first node as example. */
  unmapped: z.array(
    z.object({
      reason: z.string(),
      term: z.string().optional(),
      count,
      example: z.string(),
    }),
  ),
});
export type ModelProgress = z.infer<typeof modelProgress>;

/** A unit of a model that was not stored. */
const modelFailure = z.object({ iri: z.string(), problem: z.custom<ProblemData>() });
export type ModelFailure = z.infer<typeof modelFailure>;

/** An import of a model of a building. */
export const modelImport = z.object({
  id: uuid,
  status: z.enum(['pending', 'running', 'completed', 'failed', 'cancelled']),
  /** Changes nothing. */
  preview: z.boolean(),
  /** Removes what the model does not state any longer. */
  replace: z.boolean(),
  /** Absent until the model has been read. */
  progress: modelProgress.optional(),
  /** The first units that failed. */
  failures: z.array(modelFailure),
  /** Why the import has failed. */
  problem: z.custom<ProblemData>().optional(),
  requested: z.iso.datetime(),
  ended: z.iso.datetime().optional(),
});
export type ModelImport = z.infer<typeof modelImport>;

export const modelCalls = defineCalls({
  /** Refuses the import of another model, before its text is sent. */
  'models.admit': { input: z.object({ caller }), problems: ['rate_limited'] },
  /** Stores a model, which is imported after the earlier ones of its account. */
  'models.start': {
    input: z.object({
      caller,
      id: uuid,
      /** At most 4 MiB of text, compressed (gzip) and encoded (Base64). */
      text: z.string(),
      type: z.string(),
      /** Base of relative IRIs. */
      base: z.string(),
      /** Predicate whose values identify the things of points. */
      match: text.optional(),
      preview: z.boolean(),
      replace: z.boolean(),
    }),
    output: modelImport,
    problems: ['rate_limited'],
  },
  'models.read': { input: onResource, output: modelImport },
  /** Ends an import; what it has stored remains. */
  'models.cancel': { input: onResource, output: modelImport },
});

/** One schedule per developer, so that the imports of an account run one after another. */
export const modelSchedule = { queue: 'models', data: z.object({ developer: z.string() }) };
