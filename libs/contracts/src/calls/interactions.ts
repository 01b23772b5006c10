import { z } from 'zod';
import { attributes } from '../attributes.js';
import { caller, onResource, subjectId, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import type { ProblemData } from '../problems.js';
import { requestedBy } from '../requester.js';
import { page, pageOfIds } from '../paging.js';
import { anyJson } from '../text.js';
import { sealed } from './instances.js';
import { creator, transitionMs } from './thing.js';

/** The operations that the creator of a thing executes, by their names in Thing Descriptions 1.1 (section 5.3.4.2). */
export const interactionOperation = z.enum([
  'writeproperty',
  'writemultipleproperties',
  'invokeaction',
]);

/** Of the property or action; absent for several properties. */
export const interactionName = z.string().optional();

/** A write or action that was requested from the creator of a thing, and its outcome. */
export const interaction = z.object({
  id: uuid,
  thing: uuid,
  operation: interactionOperation,
  name: interactionName,
  /** `cancelled` only as part of a bulk command. */
  status: z.enum(['pending', 'completed', 'failed', 'cancelled']),
  output: anyJson.optional(),
  problem: z.custom<ProblemData>().optional(),
  requested: z.iso.datetime(),
  /** While it waits for its device to be back: until when it does. */
  queued_until: z.iso.datetime().optional(),
  ended: z.iso.datetime().optional(),
});
export type Interaction = z.infer<typeof interaction>;

export const interactionCalls = defineCalls({
  /** Stores the request and sends it to the creator of the thing, which reports the outcome later. */
  'interactions.start': {
    input: z.object({
      caller,
      id: uuid,
      thing: uuid,
      subject: subjectId.optional(),
      /** Those of the thing, for the message to the app that created it. */
      attributes: attributes.optional(),
      creator,
      operation: interactionOperation,
      name: interactionName,
      /** Encrypted, because it may be a secret such as the code of a lock. */
      input: sealed.optional(),
      transition_ms: transitionMs.optional(),
      /** Whether it may be retried when its outcome is unknown. */
      idempotent: z.boolean(),
      /** Whether it waits while its device is away. */
      queue: z.boolean().optional(),
      ...requestedBy,
    }),
    output: interaction,
    problems: ['not_supported', 'client_paused', 'no_callback', 'rate_limited', 'quota_exceeded'],
    batched: true,
  },
  /** Lists the interactions of the caller's subject that are still stored. */
  'interactions.list': { input: z.object({ caller: caller.required(), page }), output: pageOfIds },
  'interactions.read': { input: onResource, output: interaction, batched: true },
});

/** Returns the topic of the hint that an interaction or a bulk command has ended. */
export const interactionTopic = (id: string): string => `interactions.${id}`;
