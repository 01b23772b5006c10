import { z } from 'zod';
import { list } from '../bounded.js';
import { caller, onResource, subjectId, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { page, pageOf } from '../paging.js';
import type { ProblemData } from '../problems.js';
import { requestedBy } from '../requester.js';
import { sealed } from './instances.js';
import { interaction, interactionName, interactionOperation } from './interactions.js';
import { creator, transitionMs } from './thing.js';

export const maxBatchThings = 1_000;

const count = z.number().int();

/** A bulk command: one write or action that was requested of many things at once. */
export const interactionBatch = z.object({
  id: uuid,
  operation: interactionOperation,
  name: interactionName,
  /** `pending` until every thing has an outcome; `cancelled` if a cancellation kept some from starting. */
  status: z.enum(['pending', 'completed', 'cancelled']),
  progress: z.object({
    pending: count,
    running: count,
    completed: count,
    failed: count,
    cancelled: count,
  }),
  requested: z.iso.datetime(),
  /** Commands that have not started by then fail. */
  expires: z.iso.datetime(),
  ended: z.iso.datetime().optional(),
});
export type InteractionBatch = z.infer<typeof interactionBatch>;

export const batchResult = interaction
  .pick({ id: true, thing: true, output: true, problem: true, ended: true })
  .extend({ status: z.enum(['pending', 'running', 'completed', 'failed', 'cancelled']) });
export type BatchResult = z.infer<typeof batchResult>;

const batchItem = z.object({
  thing: uuid,
  subject: subjectId.optional(),
  /** Absent if the thing is gone; then there is a problem. */
  creator: creator.optional(),
  /** Whether the command may be repeated after an interruption. */
  idempotent: z.boolean(),
  /** Its own input, in place of that for all things. */
  input: sealed.optional(),
  /** Why the command fails without being sent. */
  problem: z.custom<ProblemData>().optional(),
});
export type BatchItem = z.infer<typeof batchItem>;

const command = {
  caller,
  operation: interactionOperation,
  items: list(batchItem, maxBatchThings),
};

export const batchCalls = defineCalls({
  /** Finds the things that would refuse the command, besides those whose items say so. */
  'batches.preview': {
    input: z.object(command),
    output: z.object({
      refused: z.array(z.object({ thing: uuid, problem: z.custom<ProblemData>() })),
    }),
  },
  /** Stores a bulk command, which is then sent to a few things of each creator at a time. */
  'batches.start': {
    input: z.object({
      ...command,
      id: uuid,
      name: interactionName,
      /** For all things that have none of their own; encrypted for the bulk command, as those are. */
      input: sealed.optional(),
      transition_ms: transitionMs.optional(),
      expires: z.iso.datetime(),
      ...requestedBy,
    }),
    output: interactionBatch,
    problems: ['quota_exceeded'],
  },
  'batches.read': { input: onResource, output: interactionBatch },
  'batches.results': {
    input: onResource.extend({ page, status: batchResult.shape.status.optional() }),
    output: pageOf(batchResult),
  },
  'batches.cancel': { input: onResource, output: interactionBatch },
});
