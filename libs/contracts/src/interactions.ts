import { z } from 'zod';
import { caller, subjectId, uuid } from './caller.js';
import { defineContract } from './call.js';
import type { ProblemData } from './problems.js';
import { anyJson } from './text.js';
import { creator } from './things.js';

/** What can be asked of a thing, by the words of Thing Descriptions 1.1 (section 5.3.4.2). */
export const interactionOperation = z.enum(['writeproperty', 'invokeaction']);

/** A write or an action that was asked of whoever made a thing, and what has come of it. */
export const interaction = z.object({
  id: uuid,
  thing: uuid,
  operation: interactionOperation,
  /** Of the property or action. */
  name: z.string(),
  status: z.enum(['pending', 'completed', 'failed']),
  /** What the action has answered, if anything. */
  output: anyJson.optional(),
  /** Why it has failed. */
  problem: z.custom<ProblemData>().optional(),
  requested: z.iso.datetime(),
  ended: z.iso.datetime().optional(),
});
export type Interaction = z.infer<typeof interaction>;

/** What connector-runtime answers about interactions. */
export const interactionCalls = defineContract({
  queue: 'connectors',
  calls: {
    /** Keeps what is asked, and has whoever made the thing asked. The outcome comes later. */
    'interactions.start': {
      input: z.object({
        caller,
        id: uuid,
        thing: uuid,
        /** In whose list the thing is. */
        subject: subjectId.optional(),
        creator,
        operation: interactionOperation,
        name: z.string(),
        /** Sealed: it may be a secret, such as the code of a lock. */
        input: z.string().optional(),
        /** Whether it may be tried again when it is not known to have been done. */
        idempotent: z.boolean(),
      }),
      output: interaction,
      problems: ['not_supported', 'no_callback', 'rate_limited'],
    },
    'interactions.read': {
      input: z.object({ caller, id: z.string() }),
      output: interaction,
      problems: [],
    },
  },
});

/** The topic on which a hint comes when an interaction has ended. */
export const interactionTopic = (id: string): string => `interactions.${id}`;
