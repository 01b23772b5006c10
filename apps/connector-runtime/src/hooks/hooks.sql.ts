import { statement } from '@trellis/database';

/** How many request ids of a vendor are remembered for a client. */
const maxRequests = 200;

/** Stores a new address of a client; deletes those that the vendor did not accept. $1 digest, $2 key, $3 base. */
export const addHook = statement(
  'hooks.add',
  `WITH unused AS (DELETE FROM hooks WHERE client_key = $2 AND registered IS NULL)
  INSERT INTO hooks (digest, client_key, base) VALUES ($1, $2, $3)`,
);

/** Marks an address as accepted by the vendor, and deletes the client's other addresses. $1 digest, $2 key. */
export const markRegistered = statement(
  'hooks.mark_registered',
  `WITH replaced AS (DELETE FROM hooks WHERE client_key = $2 AND digest <> $1)
  UPDATE hooks SET registered = now() WHERE digest = $1`,
);

/** Deletes the addresses of a client, so that the next poll registers a new one. $1 id of the client. */
export const forgetHooks = statement(
  'hooks.forget',
  `DELETE FROM hooks USING clients client
  WHERE client.id = $1 AND hooks.client_key = client.key`,
);

/** Reads the client of an address. $1 digest. */
export const readHook = statement<{ client: string }>(
  'hooks.read',
  `SELECT client.id AS client FROM hooks hook JOIN clients client ON client.key = hook.client_key
  WHERE hook.digest = $1`,
);

/** Counts the addresses of a client. $1 its key. */
export const countHooks = statement<{ count: number }>(
  'hooks.count',
  'SELECT count(*)::int AS count FROM hooks WHERE client_key = $1',
);

/** Returns a row if a request was stored before. $1 digest of the address, $2 digest of the request's id. */
export const readStoredRequest = statement<{ digest: string }>(
  'hooks.read_request',
  'SELECT digest FROM hooks WHERE digest = $1 AND $2 = ANY (recent_events)',
);

/** Remembers a request that was stored. $1 digest of the address, $2 digest of the request's id. */
export const rememberRequest = statement(
  'hooks.remember_request',
  `UPDATE hooks SET recent_events = (array_prepend($2, recent_events))[1:${maxRequests}]
  WHERE digest = $1 AND NOT $2 = ANY (recent_events)`,
);
