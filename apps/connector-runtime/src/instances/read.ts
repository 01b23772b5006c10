import type { Handler } from '@trellis/contracts';
import { query, toPage } from '@trellis/database';
import type { Pool } from 'pg';
import { clientFormOf } from '../clients/client-schema.js';
import { callerColumns, idColumn, pageColumns } from '../call-columns.js';
import type { SessionNeeds } from '../session.js';
import { listInstancePages, readInstances } from './read.sql.js';
import { instanceVersion } from './version.js';
import { noSuchInstance } from './visible.js';

/** The most clients that an instance shows; the list of clients has all. */
const maxClients = 1000;

export const listInstances: Handler<'instances.list', { pool: Pool }> = async ({ pool }, calls) => {
  const { developers } = callerColumns(calls);
  const { after, take } = pageColumns(calls);
  const pages = await query(pool, listInstancePages, [developers, after, take]);
  return calls.map(({ input }, index) => toPage(pages[index]!.rows, input.page, ({ id }) => id));
};

interface ReadNeeds extends Pick<SessionNeeds, 'registry' | 'configurations'> {
  pool: Pool;
}

export const readInstance: Handler<'instances.read', ReadNeeds> = async (needs, calls) => {
  const { pool, registry } = needs;
  const { developers } = callerColumns(calls);
  const rows = await query(pool, readInstances, [idColumn(calls), developers, maxClients]);
  const found = new Map(
    rows.map(({ position, id, developer, connectorType, clients, ...row }) => {
      const connector = registry.get(connectorType).id;
      const version = instanceVersion(row);
      const { clientsPerSubject: clients_per_subject } = row;
      const form = clientFormOf(needs, { developer, connectorType, instance: { id, ...row } });
      return [position, { id, connector, clients, clients_per_subject, ...form, version }];
    }),
  );
  return calls.map((_call, index) => found.get(index + 1) ?? noSuchInstance());
};
