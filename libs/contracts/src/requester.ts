import { z } from 'zod';
import { subjectId, uuid } from './caller.js';
import { plainText } from './text.js';

/**
 * Who requested something by HTTP. It goes along with jobs, and is stored with what they change: members that are added
 * are to be short.
 */
export const requester = z.object({
  /** The client id of the app whose access token it was. */
  app: plainText,
  /** The e-mail address of the person who used it; end users do not see it. */
  person: plainText.optional(),
  /** The end user to whom the token is bound; left out if the app acted for itself. */
  subject: subjectId.optional(),
  /** `X-Request-Id` of the request. */
  request_id: z.string().max(64).optional(),
  /** The bulk command that it is part of, and the scene that this restores. */
  batch: uuid.optional(),
  scene: uuid.optional(),
});
export type Requester = z.infer<typeof requester>;

/** The requester of a call; left out by gateways of an earlier version, and where nobody requested it. */
export const requestedBy = { requester: requester.optional() };
