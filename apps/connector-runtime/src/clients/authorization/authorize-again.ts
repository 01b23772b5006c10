import { Problem, type Handler } from '@trellis/contracts';
import type { Sealing } from '@trellis/sealing';
import { createTicket } from './ticket.js';
import { requireVisibleClient } from '../visible.js';
import type { Database } from '../../database.js';
import { authorizesClients } from '../../oauth/needs-authorization.js';
import type { Registry } from '../../registry.js';

interface Needs {
  database: Database;
  registry: Registry;
  sealing: Sealing;
}

/** Creates a ticket to authorize a client, for the first time or again. It continues as before until that succeeds. */
export const authorizeAgain: Handler<'connect.authorize', Needs> = async (
  { database, registry, sealing },
  { return_to: returnTo, ...on },
) => {
  const { id, connectorType, instance } = await requireVisibleClient(database, on);
  if (!authorizesClients(registry.get(connectorType), instance)) {
    throw new Problem('invalid_request', 'Clients of this instance need no authorization.');
  }
  return { ticket: createTicket(sealing, id, returnTo) };
};
