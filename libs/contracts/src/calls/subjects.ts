import { z } from 'zod';
import { caller, nothing, onResource, subjectId, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { page, pageOfIds } from '../paging.js';
import { plainText } from '../text.js';

/** A subject with the units and things that the caller can see, at most a thousand of each. */
export const subject = z.object({
  id: z.string(),
  units: z.array(uuid),
  things: z.array(uuid),
});
export type Subject = z.infer<typeof subject>;

export const subjectCalls = defineCalls({
  'subjects.list': { input: z.object({ caller, page }), output: pageOfIds },
  'subjects.read': { input: onResource, output: subject, sets: true },
  /** Adds a subject to the account, unless it is there already. */
  'subjects.register': {
    input: z.object({ developer: plainText, subject: subjectId }),
    output: nothing,
    sets: true,
  },
});
