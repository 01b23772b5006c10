import { statement } from '@trellis/database';

/** Stores who has requested the next poll of a client. $1 id of the client, $2 the requester as JSON. */
export const storeRequester = statement(
  'polls.store_requester',
  'UPDATE clients SET poll_requester = $2::text::jsonb WHERE id = $1',
);

/** Forgets who requested a poll that has ended, unless another one was requested meanwhile. The same as above. */
export const forgetRequester = statement(
  'polls.forget_requester',
  `UPDATE clients SET poll_requester = NULL
  WHERE id = $1 AND poll_requester = $2::text::jsonb`,
);
