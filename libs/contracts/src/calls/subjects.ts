import { z } from 'zod';
import { caller, onResource, subjectId, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { page, pageOf, pageOfIds } from '../paging.js';
import { plainText } from '../text.js';

/** A subject with its units and things that the caller sees, at most a thousand of each. */
export const subject = z.object({
  id: z.string(),
  units: z.array(uuid),
  things: z.array(uuid),
});

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
  'subjects.list': { input: z.object({ caller, page }), output: pageOfIds },
  'subjects.read': { input: onResource, output: subject, batched: true },
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
