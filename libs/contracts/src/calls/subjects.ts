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

/** Why a subject sees a unit: it created the unit, or is linked to it. */
const visibilityReason = z.enum(['owner', 'linked']);

/** A pair of a subject and a unit that it sees. */
export const visibility = z.object({ id: z.string(), reasons: z.array(visibilityReason).min(1) });
export type Visibility = z.infer<typeof visibility>;

export const subjectCalls = defineCalls({
  'subjects.list': { input: z.object({ caller, page }), output: pageOfIds },
  'subjects.read': { input: onResource, output: subject, sets: true },
  /** The subjects that see a unit, or one of them; the owner comes first. */
  'subjects.seeing_unit': {
    input: onResource.extend({ page, subject: subjectId.optional() }),
    output: pageOf(visibility),
  },
  /** The units that a subject sees, or one of them. */
  'subjects.visible_units': {
    input: onResource.extend({ page, unit: z.string().optional() }),
    output: pageOf(visibility),
  },
  /** Adds a subject to the account, unless it is there already. */
  'subjects.register': {
    input: z.object({ developer: plainText, subject: subjectId }),
    output: nothing,
    sets: true,
  },
});
