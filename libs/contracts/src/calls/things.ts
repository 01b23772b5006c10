import { z } from 'zod';
import { attributes, attributesPatch } from '../attributes.js';
import { caller, onResource, subjectId, uuid } from '../caller.js';
import { capability } from '../capabilities.js';
import { defineCalls } from '../contract.js';
import { affordanceRole } from '../data-schema.js';
import { page, pageOf, pageOfIds, walkPage } from '../paging.js';
import { requestedBy } from '../requester.js';
import { orderBy, queryText, withinUnit } from '../search.js';
import { anyJson, plainText, text } from '../text.js';
import { removalTimeouts } from '../timeouts.js';
import { expecting } from '../version.js';
import { audited } from './audit.js';
import { clientPause, clientStatus, failureCode } from './client.js';
import { replacedThing } from './clients.js';
import { occurrence, thing, thingState, transitionMs } from './thing.js';

export const thingFilter = z.object({
  type: text.optional(),
  capability: capability.optional(),
  available: z.boolean().optional(),
  /** The subject in whose list it is. */
  subject: subjectId.optional(),
  client: z.string().optional(),
  /** A value of one of its identifiers. */
  identifier: text.optional(),
  /** Attributes that it has, all of them. */
  attributes: attributes.optional(),
});
export type ThingFilter = z.infer<typeof thingFilter>;

/** The fields by which things can be sorted; each has an index. */
export const thingSortFields = ['title', 'created'] as const;

/** Attributes by the ids of things. */
const attributesOfThings = z.record(uuid, attributes);

const ofClients = z.object({ developer: plainText, clients: z.array(uuid) });

export const thingCalls = defineCalls({
  'things.create': {
    input: z.object({
      caller,
      id: uuid,
      app: z.string(),
      state: thingState,
      attributes: attributes.optional(),
      ...audited,
    }),
    output: thing,
    problems: ['quota_exceeded'],
    batched: true,
  },
  'things.list': { input: z.object({ caller, page }), output: pageOfIds, batched: true },
  /** Lists the same things in full. */
  'things.describe': { input: z.object({ caller, page }), output: pageOf(thing), batched: true },
  /**
   * Lists things that meet conditions, in order of creation. A page that skips many others may be short; `next` is absent
   * only at the end.
   */
  'things.find': {
    /** `in` is the unit that contains them. */
    input: z.object({ caller, page, filter: thingFilter.extend({ in: z.string().optional() }) }),
    output: pageOfIds,
    batched: true,
  },
  /** Lists things that meet a costly condition: an expression, or a property that shows a capability. */
  'things.query': {
    input: z.object({
      caller,
      page,
      filter: thingFilter.extend({ in: z.string().optional() }),
      q: queryText.optional(),
    }),
    output: pageOfIds,
    problems: ['rate_limited'],
  },
  /** Lists things that meet conditions, in another order than that of creation. Pages as in `things.find`. */
  'things.ordered': {
    input: z.object({
      caller,
      page: walkPage,
      filter: thingFilter.extend({ ...withinUnit, q: queryText.optional() }),
      order: orderBy(thingSortFields),
    }),
    output: pageOfIds,
    problems: ['rate_limited'],
  },
  /**
   * Reads the things with these ids that the caller sees, in the order of the ids. The answer covers the first `covered`
   * ids.
   */
  'things.show': {
    input: z.object({
      caller,
      ids: z.array(uuid).max(1000),
      /** `values` leaves out affordances and write-only values. */
      view: z.enum(['whole', 'values']),
      /** Leaves out what has another role. */
      role: affordanceRole.optional(),
    }),
    output: z.object({ things: z.array(thing), covered: z.number().int() }),
    batched: true,
  },
  'things.read': { input: onResource, output: thing, batched: true },
  /**
   * Changes the definition of a thing by a JSON Merge Patch (RFC 7396), and its attributes. The definition of a thing of a
   * connector can only be retitled; null restores the title reported by the device.
   */
  'things.update': {
    input: onResource.extend({
      patch: z.record(z.string(), anyJson),
      attributes: attributesPatch.optional(),
      ...expecting,
      ...audited,
    }),
    output: z.object({ version: z.string() }),
    problems: ['made_by_connector', 'precondition_failed'],
  },
  'things.remove': {
    input: onResource.extend({ ...audited, ...expecting }),
    problems: ['made_by_connector', 'precondition_failed'],
  },
  /** Stores values of an app's thing. */
  'things.write': {
    input: onResource.extend({
      values: z.record(z.string(), anyJson),
      ...expecting,
      ...requestedBy,
      ...audited,
    }),
    problems: ['precondition_failed'],
    batched: true,
  },
  /**
   * Stores what is requested of a connector's thing, before it is sent. Properties that cannot be read, or that have the
   * value already, get no target.
   */
  'things.request': {
    input: onResource.extend({
      values: z.record(z.string(), anyJson),
      transition_ms: transitionMs.optional(),
      interaction: uuid,
      /** By the clock of `things.upsert`: earlier observations confirm nothing. */
      requested: z.iso.datetime(),
      ...requestedBy,
    }),
    batched: true,
  },
  /** Lists the interactions whose targets the device of a thing has not reported yet, and those replaced before it had. */
  'things.targets': {
    input: onResource,
    output: z.object({ interactions: z.array(uuid), replaced: z.array(uuid) }),
    batched: true,
  },
  /** Withdraws targets of an interaction that failed, or marks them as queued. */
  'things.withdraw': {
    input: onResource.extend({
      interaction: uuid,
      /** All by default. */
      names: z.array(z.string()).optional(),
      queued: z.boolean().optional(),
    }),
    batched: true,
  },
  /**
   * Stores the result of a poll of a connector client, or of an event that it reported. Refused once the client has been
   * removed, and for a poll also once the result of a later one has been stored. Later observations of a thing stay. New
   * things beyond the quota are left out. Occurrences are stored last, in their order; those that no event of their thing
   * describes are dropped.
   */
  'things.upsert': {
    input: z.object({
      client: uuid,
      /** When the poll began or the event was reported, by the same clock for the whole client. */
      polled: z.iso.datetime().optional(),
      /** Whether it was reported between two polls, and therefore says nothing about other things. */
      reported: z.boolean().optional(),
      developer: plainText,
      subject: subjectId,
      things: z.array(
        thingState.extend({
          id: uuid,
          /**
           * Properties whose stored values are deleted. With it, other missing values stay as they are stored; without it,
           * missing values are deleted.
           */
          forgotten: z.array(z.string()).optional(),
          /** When its values were received, if that was before `polled`; by the same clock. */
          received: z.iso.datetime().optional(),
        }),
      ),
      /** Whether the devices of the client answer its polls themselves, so that a poll is a sign of life. */
      answers: z.boolean().optional(),
      /** Things whose device has vanished. They stay, marked as unavailable. */
      vanished: z.array(uuid),
      occurrences: z.array(occurrence).max(10_000).optional(),
      /** Things whose device could not be observed, with the code of the problem. They become unknown. */
      unobserved: z.array(z.object({ id: uuid, code: failureCode })).optional(),
      /**
       * A new status of the client: the code of its error, and since when, with its attributes. While it is paused, its
       * error is that from before, and `paused` has its status from before.
       */
      status: z
        .object({
          error: failureCode.nullable(),
          since: z.iso.datetime(),
          attributes: attributes.optional(),
          paused: clientPause.extend({ status: clientStatus }).optional(),
        })
        .optional(),
    }),
    output: z.object({
      left_out: z.object({ things: z.array(uuid), reason: z.string() }).optional(),
      dropped: z.array(uuid).optional(),
      /** Those of the things with a pending target, which the next report may confirm without a change. */
      awaited: z.array(uuid).optional(),
      /** Those of the things with occurrences. */
      attributes: attributesOfThings.optional(),
    }),
    problems: ['creator_removed', 'superseded'],
    batched: true,
  },
  /** Stores that things were heard, even with unchanged values. */
  'things.seen': {
    input: z.object({
      things: z
        .array(
          z.object({
            client: uuid,
            id: uuid,
            /** The names of the properties whose values it reported. */
            names: z.array(plainText).max(1_000),
            /** How long ago (ms). */
            age_ms: z.number().nonnegative(),
          }),
        )
        .max(1_000),
    }),
  },
  /**
   * Merges things of a connector client into others: their units, their history and the developer's titles go over, and their
   * ids become aliases. Repeating it changes nothing.
   */
  'things.merge': {
    input: z.object({
      client: uuid,
      developer: plainText,
      merged: z.array(z.object({ from: uuid, into: uuid })),
    }),
  },
  /**
   * Gives things the devices of others, which are of connector client `client`: the others are gone, and their ids become aliases.
   * Repeating it changes nothing.
   */
  'things.replace': {
    input: z.object({
      client: uuid,
      developer: plainText,
      replaced: z.array(replacedThing).max(10_000),
      ...requestedBy,
    }),
  },
  /** Undoes a replacement of the last day: the other thing is as it was, and `client` has the thing again. */
  'things.restore': {
    input: replacedThing.extend({ client: uuid, developer: plainText, ...requestedBy }),
  },
  /** Finds the things that show the devices of those that were merged or replaced; leaves out other ids. */
  'things.aliases': {
    input: z.object({ caller, ids: z.array(uuid).max(1_000) }),
    output: z.object({ aliases: z.array(z.object({ id: uuid, thing: uuid })) }),
  },
  /** Removes the things of connector clients. Nothing more of these clients is accepted. */
  'things.remove_all': {
    input: ofClients,
    /** The attributes of the removed things, up to 1 MiB of them. */
    output: z.object({ attributes: attributesOfThings.optional() }),
    timeoutMs: removalTimeouts.thingsMs,
  },
  /**
   * Lists connector clients that have things, with their developers, ordered by id. The page examines `limit` clients
   * after `after`; if it has `next`, there may be more after that id.
   */
  'things.clients': {
    input: z.object({ after: uuid.optional(), limit: z.number().int().min(1).max(1_000) }),
    output: z.object({
      clients: z.array(z.object({ id: uuid, developer: plainText })),
      next: uuid.optional(),
    }),
  },
  /** Lists what `things.remove_all` would remove. */
  'things.of_clients': {
    input: ofClients,
    output: z.object({
      things: z.array(uuid),
      memberships: z.array(z.object({ thing: uuid, unit: uuid })),
    }),
  },
});
