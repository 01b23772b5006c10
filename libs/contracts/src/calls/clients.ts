import { z } from 'zod';
import { attributes, attributesPatch } from '../attributes.js';
import { caller, onResource, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { page, pageOfIds } from '../paging.js';
import { requestedBy } from '../requester.js';
import { anyJson, plainText } from '../text.js';
import { removalTimeouts } from '../timeouts.js';
import { expecting } from '../version.js';
import { configurationChange, removalPreview, sealed } from './instances.js';
import { clientStatus, connectorClient, givenUp, listedClient } from './client.js';

/** A room, floor, zone or home in the remote technology, as a suggestion for a unit. */
export const room = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  parent: z.string().optional(),
  things: z.array(uuid),
});
export type Room = z.infer<typeof room>;

const clientConditions = {
  status: clientStatus.optional(),
  /** Paused clients, or the others. */
  paused: z.boolean().optional(),
  /** Clients that need attention, or the others. */
  attention: z.boolean().optional(),
  /** Clients that have these attributes, all of them. */
  attributes: attributes.optional(),
  /** Clients that use this agent. */
  via: uuid.optional(),
};

/** The part of a configuration that may be shown. */
export const shownConfiguration = z.object({
  configuration: z.record(z.string(), anyJson),
  /** JSON Pointers of the members that are left out because they are secrets. */
  secrets: z.array(z.string()),
});
export type ShownConfiguration = z.infer<typeof shownConfiguration>;

/** How long a replacement can be undone. */
export const undoableForMs = 24 * 60 * 60_000;

/** A thing, and the one whose device it gets. */
export const replacedThing = z.object({ thing: uuid, by: uuid });

export const clientCalls = defineCalls({
  'clients.create': {
    input: z.object({
      caller: caller.required(),
      id: uuid,
      connector_type_id: z.string(),
      configuration: sealed,
      name: plainText.optional(),
      attributes: attributes.optional(),
      /** An agent of the same subject. */
      via: z.string().optional(),
      /** Whether an end user creates it, whose agent must not get the secrets of the instance. */
      by_end_user: z.boolean().optional(),
    }),
    output: connectorClient.pick({ id: true, authorization_ticket: true }),
    problems: [
      'unknown_connector_type',
      'invalid_configuration',
      'no_connector_instance',
      'already_exists',
      'quota_exceeded',
      'unknown_reference',
    ],
  },
  'clients.list': {
    input: z.object({ caller, page, ...clientConditions }),
    output: pageOfIds,
    batched: true,
  },
  'clients.read': { input: onResource, output: connectorClient, batched: true },
  /**
   * Reads the clients with these ids that the caller sees, in the order of the ids. The answer covers the first `covered`
   * ids.
   */
  'clients.show': {
    input: z.object({ caller, ids: z.array(uuid).max(1000) }),
    output: z.object({ clients: z.array(listedClient), covered: z.number().int() }),
    batched: true,
  },
  /** Reads the configuration without its secrets: a `shownConfiguration`, encrypted. */
  'clients.read_configuration': {
    input: onResource,
    output: z.object({ shown: sealed, version: z.string() }),
  },
  /** Replaces the configuration once a poll with the new one has succeeded, and changes attributes with it. */
  'clients.update': {
    ...configurationChange,
    input: configurationChange.input.extend({
      /** Whether an end user changes it, who need not be the one that entered its secrets. */
      by_end_user: z.boolean().optional(),
      /** Left out when only attributes change. */
      patch: sealed.optional(),
      attributes: attributesPatch.optional(),
      /** Another agent, or null for a direct connection. */
      via: z.string().nullable().optional(),
      ...requestedBy,
    }),
    problems: [...configurationChange.problems, 'unknown_reference'],
  },
  /**
   * Decides on many missing devices: marks them as unavailable now, or waits until they return or the loss is accepted.
   * Accepting without missing devices changes nothing.
   */
  'clients.resolve_missing': {
    input: onResource.extend({ action: z.enum(['accept', 'wait']) }),
    problems: ['no_sweep_held'],
  },
  /** Reads when clients were last polled; those that were not, or are paused, are left out. */
  'clients.last_polls': {
    input: z.object({ caller, ids: z.array(uuid).max(100) }),
    output: z.record(uuid, z.iso.datetime()),
  },
  /** Polls the client now, also during a backoff, unless it was polled a moment ago or is not polled at all. */
  'clients.poll': {
    input: onResource.extend(requestedBy),
    problems: ['rate_limited', 'client_paused', 'authorization_needed'],
  },
  /** Stops polling and listening until the client is resumed. Pausing a paused client changes nothing. */
  'clients.pause': { input: onResource.extend({ reason: plainText.optional(), ...requestedBy }) },
  /** Polls the client now and listens to it again. */
  'clients.resume': { input: onResource.extend(requestedBy) },
  /**
   * Gives things of a client the devices of things `by` another client of the same subject, or the same client, where these
   * are gone then. Can be undone for a day.
   */
  'clients.replace_devices': {
    input: onResource.extend({
      by: uuid,
      things: z.array(replacedThing).max(10_000),
      ...requestedBy,
    }),
    problems: ['unknown_reference'],
  },
  /** Gives both things of a replacement their devices back. */
  'clients.restore_device': { input: z.object({ caller, thing: uuid, ...requestedBy }) },
  /** Finds the things of a client whose devices another one has found, by identifiers. */
  'clients.match_devices': {
    input: onResource.extend({ by: uuid }),
    output: z.object({ things: z.array(replacedThing), unmatched: z.array(uuid) }),
    problems: ['unknown_reference'],
  },
  'clients.rooms': { input: onResource, output: z.array(room) },
  'clients.remove': {
    input: onResource.extend({
      /** The id of the request, by which a repeated delivery recognizes its own removal. */
      request: uuid.optional(),
      /** Whether to report the clean-up steps that were given up. */
      force: z.boolean().optional(),
      ...expecting,
      ...requestedBy,
    }),
    output: z.object({ given_up: z.array(givenUp).optional() }),
    problems: ['removal_failed', 'precondition_failed'],
    timeoutMs: removalTimeouts.callMs,
  },
  'clients.preview_removal': { input: onResource, output: removalPreview },
});
