import { z } from 'zod';
import { attributes } from '../attributes.js';
import { caller, subjectId, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { clientState, eventCursor } from './events.js';
import { anyJson, plainText } from '../text.js';

/** The kinds of changes of connector clients that connector-runtime reports. */
const clientChangeKind = z.enum(['client_created', 'client_updated', 'client_deleted']);

/**
 * The kinds of changes of an account's resources. Changes of the values of things are events (see `thingEventKind`) and
 * share the same cursors.
 */
export const changeKind = z.enum([
  'unit_created',
  // Its name, type or properties.
  'unit_updated',
  'unit_deleted',
  // With a parent, a subject or a thing. Links that are deleted with an end are reported to linked subjects only.
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

const linkRelation = z.enum(['parents', 'subjects', 'things']);

/** A change. A mirror of the resources reads the named resource again, or deletes it. */
export const change = z.object({
  cursor: eventCursor,
  time: z.iso.datetime(),
  kind: z.union([changeKind, z.literal('thing_event')]),
  /** The id of the unit, thing, client or subject. */
  id: z.string(),
  /** For a link: the relation and the id of the other end. */
  relation: linkRelation.optional(),
  other: z.string().optional(),
  /** For a thing or client: the subject in whose list it is. */
  subject: z.string().optional(),
  /** For a thing that was created or deleted, or had an event: the connector client that made it. */
  client: uuid.optional(),
  /** For a client whose status changed. */
  ...clientState.partial().shape,
  /** Those of a thing, or of a client that was deleted or whose status changed. */
  attributes: attributes.optional(),
  name: z.string().optional(),
  data: anyJson.optional(),
  occurred: z.iso.datetime().optional(),
});
export type Change = z.infer<typeof change>;

/** A change of a connector client. It is stored once, however often it is reported with the same id. */
export const clientChange = z.object({
  id: uuid,
  developer: plainText,
  subject: subjectId,
  client: uuid,
  kind: clientChangeKind,
  /** Left out if there are none. */
  attributes: attributes.optional(),
});
export type ClientChange = z.infer<typeof clientChange>;

export const changeCalls = defineCalls({
  /** Reads the changes after a cursor; without a cursor, no changes and the current cursor. */
  'changes.read': {
    input: z.object({
      caller,
      after: eventCursor.optional(),
      kinds: z.array(change.shape.kind).min(1),
      limit: z.number().int().min(1).max(1000),
    }),
    output: z.object({
      changes: z.array(change),
      cursor: eventCursor,
      /** Whether more may follow: already stored, or stored by a transaction that is still open. */
      more: z.boolean(),
    }),
    problems: ['position_gone'],
  },
  'changes.record': {
    input: z.object({ changes: z.array(clientChange).max(1000) }),
  },
});

/** Returns the topic of hints about changes of a developer's resources other than things (see `thingsTopic`). */
export const changesTopic = (developer: string): string => `changes.${developer}`;
