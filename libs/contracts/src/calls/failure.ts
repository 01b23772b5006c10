import { z } from 'zod';
import { causeNames, type Cause } from '../causes/index.js';

export const cause = z.enum(causeNames as [Cause, ...Cause[]]);

/** Details of a failure beside its code and text; `advice` is made from the cause when it is shown. */
export const failureFacts = z.object({
  cause: cause.optional().describe('Why exactly it fails; the documentation lists what helps.'),
  advice: z.string().optional().describe('What the cause means, and what helps.'),
  address: z
    .string()
    .optional()
    .describe('The address that failed: scheme, host, port and path, without query.'),
  status: z.number().int().optional().describe('The status of the HTTP response.'),
  path: z
    .string()
    .optional()
    .describe('Where in the answer, or in the description of it, as a JSONPath.'),
  until: z.iso
    .datetime()
    .optional()
    .describe('When the certificate expired, or from when it is valid.'),
  retry_at: z.iso
    .datetime()
    .optional()
    .describe('When the remote technology takes requests again, as it says.'),
});
export type FailureFacts = z.infer<typeof failureFacts>;
