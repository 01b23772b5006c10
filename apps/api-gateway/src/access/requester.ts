import type { Requester } from '@trellis/contracts';
import type { OperationRequest } from '../operation.js';

/** Returns who requests something, to be stored with what it changes. */
export const requesterOf = ({
  bearer: { app, subject },
  requestId,
}: Pick<OperationRequest, 'bearer' | 'requestId'>): Requester => ({
  app,
  subject,
  request_id: requestId,
});
