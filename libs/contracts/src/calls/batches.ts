import { z } from 'zod';
import { list } from '../bounded.js';
import { caller, onResource, subjectId, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { page, pageOf } from '../paging.js';
import type { ProblemData } from '../problems.js';
import { sealed } from './instances.js';
import { interaction, interactionOperation } from './interactions.js';
import { creator } from './things.js';

/** The most things that one batch acts on. */
export const maxBatchThings = 1_000;

const count = z.number().int();

/** One write or action that was requested of many things at once. */
export const interactionBatch = z.object({
  id: uuid,
  operation: interactionOperation,
  /** Of the property or action. */
  name: z.string(),
  /** `pending` until every thing has an outcome; `cancelled` if some were never begun because of that. */
  status: z.enum(['pending', 'completed', 'cancelled']),
  /** How many of its things are where. */
  progress: z.object({
    pending: count,
    running: count,
    completed: count,
    failed: count,
    cancelled: count,
  }),
  requested: z.iso.datetime(),
  /** What has not begun by then fails. */
  expires: z.iso.datetime(),
  ended: z.iso.datetime().optional(),
});
export type InteractionBatch = z.infer<typeof interactionBatch>;

/** What has become of one thing of a batch. */
export const batchResult = interaction
  .pick({ id: true, thing: true, output: true, problem: true, ended: true })
  .extend({ status: z.enum(['pending', 'running', 'completed', 'failed', 'cancelled']) });
export type BatchResult = z.infer<typeof batchResult>;

/** A thing that a batch acts on. */
const batchItem = z.object({
  thing: uuid,
  /** The subject in whose list the thing is. */
  subject: subjectId.optional(),
  creator,
  /** Whether it may be repeated after an interruption. */
  idempotent: z.boolean(),
  /** Why it cannot be asked: it has failed from the beginning. */
  problem: z.custom<ProblemData>().optional(),
});
export type BatchItem = z.infer<typeof batchItem>;

const requested = {
  caller,
  operation: interactionOperation,
  items: list(batchItem, maxBatchThings),
};

export const batchCalls = defineCalls({
  /** Why which things could not be asked, beyond what the items say. */
  'batches.preview': {
    input: z.object(requested),
    output: z.object({
      refused: z.array(z.object({ thing: uuid, problem: z.custom<ProblemData>() })),
    }),
  },
  /** Stores a batch. Its things are asked from then on, a few of each creator at a time. */
  'batches.start': {
    input: z.object({
      ...requested,
      id: uuid,
      name: z.string(),
      /** One for all things. */
      input: sealed.optional(),
      expires: z.iso.datetime(),
    }),
    output: interactionBatch,
    problems: ['quota_exceeded'],
  },
  'batches.read': { input: onResource, output: interactionBatch },
  'batches.results': {
    input: onResource.extend({ page, status: batchResult.shape.status.optional() }),
    output: pageOf(batchResult),
  },
  /** Cancels what has not begun. */
  'batches.cancel': { input: onResource, output: interactionBatch },
});
