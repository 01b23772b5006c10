import type { Handler } from '@trellis/contracts';
import { query, toPage } from '@trellis/database';
import type { Pool } from 'pg';
import { callerColumns, idColumn, pageColumns } from '../call-columns.js';
import type { Registry } from '../registry.js';
import { configurationVersion } from '../secrets/patch-configuration.js';
import { listInstancePages, readInstances } from './read.sql.js';
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
    rows.map(({ position, id, connectorType, configuration, clients }) => {
      const version = configurationVersion(configuration);
      return [position, { id, connector: registry.get(connectorType).id, clients, version }];
    }),
  );
  return calls.map((_call, index) => found.get(index + 1) ?? noSuchInstance());
};
