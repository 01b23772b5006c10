import { z } from 'zod';
import { caller, nothing, onResource, subjectId, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { page, pageOf, pageOfIds } from '../paging.js';
import { plainText } from '../text.js';

/** A subject with the units and things that the caller can see, at most a thousand of each. */
export const subject = z.object({
  id: z.string(),
  units: z.array(uuid),
  things: z.array(uuid),
});
export type Subject = z.infer<typeof subject>;

/**
 * Why a subject sees a unit: it created the unit, or is linked to it. That things of its list are in the unit is none: it
 * is told of where it was asked for, since somebody may expect that it is.
 */
const visibilityReason = z.enum(['owner', 'linked', 'has_things']);

/** A pair of a subject and a unit that it sees. */
export const visibility = z.object({ id: z.string(), reasons: z.array(visibilityReason).min(1) });
export type Visibility = z.infer<typeof visibility>;

/** Whether subjects count that do not see the unit but have things in it; the release before does not know of it. */
const withThings = { things: z.boolean().optional() };

export const subjectCalls = defineCalls({
  'subjects.list': { input: z.object({ caller, page }), output: pageOfIds },
  'subjects.read': { input: onResource, output: subject, sets: true },
  /** The subjects that see a unit, or one of them; the owner comes first. */
  'subjects.seeing_unit': {
    input: onResource.extend({ page, subject: subjectId.optional(), ...withThings }),
    output: pageOf(visibility),
  },
  /** The units that a subject sees, or one of them. */
  'subjects.visible_units': {
    input: onResource.extend({ page, unit: z.string().optional(), ...withThings }),
    output: pageOf(visibility),
  },
  /** Adds a subject to the account, unless it is there already. */
  'subjects.register': {
    input: z.object({ developer: plainText, subject: subjectId }),
    output: nothing,
    sets: true,
  },
});
