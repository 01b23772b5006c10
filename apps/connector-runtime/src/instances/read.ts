import type { Handler } from '@trellis/contracts';
import { query, toPage } from '@trellis/database';
import type { Pool } from 'pg';
import { callerColumns, idColumn, pageColumns } from '../call-columns.js';
import type { Registry } from '../registry.js';
import { listInstancePages, readInstances } from './read.sql.js';
import { instanceVersion } from './version.js';
import { noSuchInstance } from './visible.js';

/** An instance shows so many of its clients; all are in the list of clients. */
const maxClients = 1000;

export const listInstances: Handler<'instances.list', { pool: Pool }> = async ({ pool }, calls) => {
  const { developers } = callerColumns(calls);
  const { after, take } = pageColumns(calls);
  const pages = await query(pool, listInstancePages, [developers, after, take]);
  return calls.map(({ input }, index) => toPage(pages[index]!.rows, input.page, ({ id }) => id));
};

export const readInstance: Handler<'instances.read', { pool: Pool; registry: Registry }> = async (
  { pool, registry },
  calls,
) => {
  const { developers } = callerColumns(calls);
  const rows = await query(pool, readInstances, [idColumn(calls), developers, maxClients]);
  const found = new Map(
    rows.map(({ position, id, connectorType, clients, ...row }) => {
      const connector = registry.get(connectorType).id;
      const version = instanceVersion(row);
      const { clientsPerSubject: clients_per_subject } = row;
      return [position, { id, connector, clients, clients_per_subject, version }];
    }),
  );
  return calls.map((_call, index) => found.get(index + 1) ?? noSuchInstance());
};
