import type { Requester } from '@trellis/contracts';
import type { Bearer } from '@trellis/operations';
import type { OperationRequest } from '../operation.js';

/** Returns who requests something, to be stored with what it changes. */
export const requesterOf = ({
  bearer: { app, actor, subject },
  requestId,
}: Pick<OperationRequest, 'bearer' | 'requestId'>): Requester => ({
  app,
  ...(actor?.type === 'person' && { person: actor.id }),
  subject,
  request_id: requestId,
});

/** Leaves the person out for end users, whom it does not concern. */
export function requesterFor<One extends { person?: string | undefined }>(
  { subject }: Pick<Bearer, 'subject'>,
  requester: One,
): One {
  if (subject === undefined || requester.person === undefined) return requester;
  return { ...requester, person: undefined };
}
