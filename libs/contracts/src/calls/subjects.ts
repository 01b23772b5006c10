import { z } from 'zod';
import { attributedVersion, attributes, attributesPatch } from '../attributes.js';
import { caller, onResource, subjectId, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { page, pageOf, pageOfIds } from '../paging.js';
import { plainText } from '../text.js';
import { expecting } from '../version.js';
import { audited } from './audit.js';

/** A subject with its units and things that the caller sees, at most a thousand of each. */
export const subject = z.object({
  id: z.string(),
  units: z.array(uuid),
  things: z.array(uuid),
  attributes: attributes.optional(),
});
export type Subject = z.infer<typeof subject>;

/**
 * Why a subject sees a unit: it created the unit, or is linked to it. `has_things` is no such reason, but shown on request
 * because callers might expect it to be one.
 */
const visibilityReason = z.enum(['owner', 'linked', 'has_things']);

/** A subject that sees a unit, or a unit that a subject sees, by its id, with the reasons. */
export const visibility = z.object({ id: z.string(), reasons: z.array(visibilityReason).min(1) });
export type Visibility = z.infer<typeof visibility>;

const withThings = { things: z.boolean().default(false) };

export const subjectCalls = defineCalls({
  'subjects.list': {
    /** With attributes, only subjects that have them all. */
    input: z.object({ caller, page, attributes: attributes.optional() }),
    output: pageOfIds,
  },
  'subjects.read': { input: onResource, output: subject, batched: true },
  /** Changes the attributes of a subject by a JSON Merge Patch (RFC 7396). */
  'subjects.update': {
    input: onResource.extend({
      attributes: attributesPatch.optional(),
      ...expecting,
      ...audited,
    }),
    output: z.object({ version: z.string() }),
    problems: ['precondition_failed'],
  },
  /** Lists the subjects that see a unit, or one of them; the owner comes first. */
  'subjects.seeing_unit': {
    input: onResource.extend({ page, subject: subjectId.optional(), ...withThings }),
    output: pageOf(visibility),
  },
  /** Lists the units that a subject sees, or one of them. */
  'subjects.visible_units': {
    input: onResource.extend({ page, unit: z.string().optional(), ...withThings }),
    output: pageOf(visibility),
  },
  /** Adds a subject to the account unless it exists. */
  'subjects.register': {
    input: z.object({ developer: plainText, subject: subjectId }),
    batched: true,
  },
});

/** Returns the version of what a patch of a subject can change. */
export const subjectVersion = ({ attributes }: Pick<Subject, 'attributes'>): string =>
  attributedVersion('', attributes);
