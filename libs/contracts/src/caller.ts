import { z } from 'zod';
import { plainText } from './text.js';

export const uuid = z.guid();

/** The member `client_id` of answers and messages, which means nothing else anywhere but in OAuth. */
export const clientId = uuid.meta({ description: 'The id of the connector client.' });

/** The empty object: the input or output of a call without one. */
export const nothing = z.object({});

/** An end user of the developer's app, by any identifier that the app uses. */
export const subjectId = plainText;

/** On whose behalf a call acts: the developer's whole account, or one subject in it. */
export const caller = z.object({
  /** The account: claim `sub` of the access token. */
  developer: plainText,
  /** Header `X-External-Subject-Id`. */
  subject: subjectId.optional(),
});
export type Caller = z.infer<typeof caller>;

export const onResource = z.object({ caller, id: z.string() });
