import { createHash } from 'node:crypto';
import { z } from 'zod';
import { subjectId, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { Problem } from '../problems.js';
import { plainText } from '../text.js';

/** How many rows of each kind an erasure has deleted or changed, such as `{ things: 12, history_values: 40000 }`. */
export const erasedCounts = z.record(z.string(), z.number().int());
export type ErasedCounts = z.infer<typeof erasedCounts>;

/** Stands for the subject in the erasure of a whole account. */
export const wholeAccount = '';

/** The erasure of a subject, which it names only while it is running, or of an account. */
export const erasure = z.object({
  id: uuid,
  /** That of an account is scheduled during its grace period. */
  status: z.enum(['scheduled', 'running', 'completed']),
  subject: subjectId.optional(),
  requested: z.iso.datetime(),
  ended: z.iso.datetime().optional(),
  /** The connector clients that are still to be removed. */
  clients_left: z.number().int(),
  erased: erasedCounts,
  /** Why the last attempt of a step failed, which is repeated; left out when it succeeded. */
  last_error: z.object({ code: z.string(), detail: z.string(), at: z.iso.datetime() }).optional(),
});
export type Erasure = z.infer<typeof erasure>;

/** Creates the problem of a request for a subject that is being erased. */
export const erasureUnderWay = (): Problem =>
  Problem.withoutStack(
    'erasure_under_way',
    'The subject is being erased. Once that has ended, its id may be used anew.',
  );

/** Returns the text that replaces the id of an erased subject in the audit log. */
export const pseudonymOf = (erasure: string): string => `erased:${erasure}`;

/** Returns a text by which a subject of an account is recognized, and that does not name it. */
export const digestOfSubject = (of: { developer: string; subject: string }): string =>
  createHash('sha256')
    .update(JSON.stringify([of.developer, of.subject]))
    .digest('base64url');

/** Creates the problem of a request for an environment that is deleted. */
export const environmentDeleted = (): Problem =>
  Problem.withoutStack(
    'environment_deleted',
    'The environment was deleted. Until it is erased, an owner of its organization can restore it.',
  );

/** The topic on which beginning and ending erasures are announced. */
export const erasuresTopic = 'erasures';

/** The most erasures that are listed as running. */
export const maxRunningErasures = 10_000;

const ofDeveloper = z.object({ developer: plainText });
const onErasure = ofDeveloper.extend({ id: uuid });

/** How long a step of an erasure may take. */
const stepTimeoutMs = 15_000;

/** The calls of connector-runtime, which coordinates erasures. */
export const erasureCalls = defineCalls({
  /** Begins to erase a subject; while that is under way, answers the erasure that is. */
  'erasures.start': { input: onErasure.extend({ subject: subjectId }), output: erasure },
  /**
   * Schedules the erasure of an account. From now on its requests are refused, and its clients paused; until it begins, it
   * can be canceled.
   */
  'erasures.start_account': { input: onErasure.extend({ begins: z.iso.datetime() }) },
  /** Opens the account again, and resumes its clients within minutes. */
  'erasures.cancel_account': {
    input: ofDeveloper,
    problems: ['erasure_under_way'],
  },
  'erasures.read': { input: ofDeveloper.extend({ id: z.string() }), output: erasure },
  /** Lists the subjects that are being erased, by {@link digestOfSubject}: replies to processes that died stay for a while. */
  'erasures.running': {
    input: z.object({}),
    output: z.object({ subjects: z.array(z.string()) }),
  },
});

/** The calls by which units-service erases its part of a subject. All of them can be repeated. */
export const subjectErasureCalls = defineCalls({
  /** Refuses new data of the subject and of these clients from now on. Throws `not_found` for an unknown subject. */
  'subjects.begin_erasure': {
    input: onErasure.extend({
      subject: subjectId.or(z.literal(wholeAccount)),
      clients: z.array(uuid),
    }),
  },
  /** Erases some more in a pass over everything. Returns whether the pass has ended, and how much it has found so far. */
  'subjects.erase': {
    input: onErasure.extend({ pass: z.number().int().min(1) }),
    output: z.object({ done: z.boolean(), found: z.number().int() }),
    timeoutMs: stepTimeoutMs,
  },
  /** Lists the things and units that the erasure has deleted, by their ids. */
  'subjects.erased_resources': {
    input: onErasure.extend({ after: uuid.optional(), limit: z.number().int().min(1).max(1_000) }),
    output: z.object({ ids: z.array(uuid), next: uuid.optional() }),
  },
  /** Forgets the subject and the ids of its resources; returns what was erased. */
  'subjects.end_erasure': {
    input: onErasure,
    output: z.object({ erased: erasedCounts }),
  },
});
