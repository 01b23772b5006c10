import {
  storedAttributes,
  vendorAccount,
  type Handler,
  type ListedClient,
} from '@trellis/contracts';
import { boundedOutcomes, query, type BoundedRow } from '@trellis/database';
import type { JobTimes } from '@trellis/messaging';
import { callerColumns } from '../call-columns.js';
import { authorizesClients, endUserGrants } from '../oauth/needs-authorization.js';
import type { Runtime } from '../runtime.js';
import { readTimes, toPolls, toRemovalState, toConnection, toStatus } from './status.js';
import { showClientsByIds, type ShownRow } from './read.sql.js';

type Needs = Pick<Runtime, 'pool' | 'registry' | 'polls'>;

/** Returns the clients of a list by their ids, as many as the answer has room for. */
export const showClients: Handler<'clients.show', Needs> = async (needs, calls) => {
  const { developers, subjects } = callerColumns(calls);
  const ids = calls.map(({ input }) => input.ids.join('\n'));
  const rows = await query(needs.pool, showClientsByIds, [developers, subjects, ids]);
  const times = await readTimes(needs.polls, rows);
  return boundedOutcomes(calls, groupByCall(rows), (row, { ids }) => {
    const clients = row?.clients ?? [];
    const isWhole = clients.length === (clients[0]?.found ?? 0);
    return {
      clients: clients.map((client) => toListed(needs, client, times.get(client.id))),
      covered: isWhole ? ids.length : clients.at(-1)!.index,
    };
  });
};

function groupByCall(rows: ShownRow[]) {
  const calls: (BoundedRow & { clients: ShownRow[] })[] = [];
  for (const row of rows) {
    const { position, deferredFrom } = row;
    const call = calls.at(-1);
    if (call?.position === position) call.clients.push(row);
    else calls.push({ position, deferredFrom, clients: [row] });
  }
  return calls;
}

function toListed(
  { registry }: Pick<Needs, 'registry'>,
  row: ShownRow,
  times: JobTimes | undefined,
): ListedClient {
  const { id, instance, subject, name, removal, things } = row;
  const connector = registry.get(row.connectorType);
  const { status, error, warnings } = toStatus(row, {
    endUserGrants: endUserGrants(connector, row),
  });
  return {
    id,
    instance,
    connector: connector.id,
    subject,
    name: name === '' ? undefined : name,
    attributes: storedAttributes(row.attributes),
    account: vendorAccount.safeParse(row.vendorAccount).data,
    via: row.via ?? undefined,
    status,
    error,
    warnings: warnings.length,
    ...toConnection(row),
    ...toPolls(row, times),
    things,
    awaits_authorization: authorizesClients(connector, row) && !row.hasTokens,
    removal: removal ? toRemovalState(removal) : undefined,
  };
}
