import { z } from 'zod';
import { caller, nothing, subjectId, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { anyJson, plainText } from '../text.js';
import { failureCode } from './clients.js';
import { eventCursor } from './events.js';

/** The kinds of changes of connector clients that connector-runtime tells. */
const clientChangeKind = z.enum(['client_created', 'client_updated', 'client_deleted']);

/**
 * How the resources of an account change. What happens to the values of things is not among them: see
 * `thingEventKind`, whose positions are the same.
 */
export const changeKind = z.enum([
  'unit_created',
  // Its name, type or properties.
  'unit_updated',
  'unit_deleted',
  // With a parent, a subject or a thing. Links that are gone with an end are not told, but to linked subjects.
  'unit_linked',
  'unit_unlinked',
  'subject_created',
  'thing_created',
  'thing_updated',
  'thing_deleted',
  ...clientChangeKind.options,
  'client_status_changed',
]);
export type ChangeKind = z.infer<typeof changeKind>;

/** What a unit can be linked with. */
const linkRelation = z.enum(['parents', 'subjects', 'things']);

/** One change. Whoever mirrors resources reads the one that is named, or drops it. */
export const change = z.object({
  cursor: eventCursor,
  time: z.iso.datetime(),
  kind: z.union([changeKind, z.literal('thing_event')]),
  /** Of the unit, thing or client; of a subject as the account calls it. */
  id: z.string(),
  /** Of a link: with what, and its id. */
  relation: linkRelation.optional(),
  other: z.string().optional(),
  /** Of a thing or a client: in whose list it is. */
  subject: z.string().optional(),
  /** Of a thing that a connector client made, when it was created or deleted, or an event of it happened. */
  client: uuid.optional(),
  /** Of a client whose polls fail: the code of the error. */
  error: failureCode.optional(),
  /** Of an event of a thing. */
  name: z.string().optional(),
  data: anyJson.optional(),
  occurred: z.iso.datetime().optional(),
});
export type Change = z.infer<typeof change>;

/** How a connector client has changed. Told again under the same id, it is stored once. */
export const clientChange = z.object({
  id: uuid,
  developer: plainText,
  subject: subjectId,
  client: uuid,
  kind: clientChangeKind,
});
export type ClientChange = z.infer<typeof clientChange>;

export const changeCalls = defineCalls({
  /** The changes after a cursor; without a cursor, no changes, and the current cursor. */
  'changes.read': {
    input: z.object({
      caller,
      after: eventCursor.optional(),
      kinds: z.array(change.shape.kind).min(1),
      limit: z.number().int().min(1).max(1000),
    }),
    output: z.object({
      changes: z.array(change),
      /** Where to continue. */
      cursor: eventCursor,
      /** Whether there may be more, now or once the transactions under way have ended. */
      more: z.boolean(),
    }),
    problems: ['position_gone'],
  },
  /** Stores how connector clients have changed, each once. */
  'changes.record': {
    input: z.object({ changes: z.array(clientChange).max(1000) }),
    output: nothing,
  },
});

/** The topic of hints that something of a developer has changed, besides things: see `thingsTopic`. */
export const changesTopic = (developer: string): string => `changes.${developer}`;
