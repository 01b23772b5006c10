import { statement } from '@trellis/database';

/** How many ids of what a vendor has told are remembered for a client. */
const maxTold = 200;

/** Stores a new address of a client in place of those that the vendor has not taken: $1 digest, $2 key, $3 base. */
export const addHook = statement(
  'hooks.add',
  `WITH given_up AS (DELETE FROM hooks WHERE client_key = $2 AND registered IS NULL)
  INSERT INTO hooks (digest, client_key, base) VALUES ($1, $2, $3)`,
);

/** Marks an address as taken by the vendor, in place of all others of the client: $1 digest, $2 key. */
export const markRegistered = statement(
  'hooks.mark_registered',
  `WITH replaced AS (DELETE FROM hooks WHERE client_key = $2 AND digest <> $1)
  UPDATE hooks SET registered = now() WHERE digest = $1`,
);

/** Removes the addresses of a client, so that others are registered: $1 id of the client. */
export const forgetHooks = statement(
  'hooks.forget',
  `DELETE FROM hooks USING clients client
  WHERE client.id = $1 AND hooks.client_key = client.key`,
);

/** The client that has an address: $1 digest. */
export const readHook = statement<{ client: string }>(
  'hooks.read',
  `SELECT client.id AS client FROM hooks hook JOIN clients client ON client.key = hook.client_key
  WHERE hook.digest = $1`,
);

/** Whether a client has addresses: $1 its key. */
export const countHooks = statement<{ count: number }>(
  'hooks.count',
  'SELECT count(*)::int AS count FROM hooks WHERE client_key = $1',
);

/** A row if something was told before: $1 digest of the address, $2 digest of the id. */
export const readTold = statement<{ digest: string }>(
  'hooks.read_told',
  'SELECT digest FROM hooks WHERE digest = $1 AND $2 = ANY (told)',
);

/** Remembers that something was told, once it is stored: $1 digest of the address, $2 digest of the id. */
export const rememberTold = statement(
  'hooks.remember_told',
  `UPDATE hooks SET told = (array_prepend($2, told))[1:${maxTold}]
  WHERE digest = $1 AND NOT $2 = ANY (told)`,
);
