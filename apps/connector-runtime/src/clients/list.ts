import type { Handler } from '@trellis/contracts';
import { query, toPage } from '@trellis/database';
import { callerColumns, pageColumns } from '../call-columns.js';
import type { Registry } from '../registry.js';
import type { Runtime } from '../runtime.js';
import { listClientPages } from './list.sql.js';

type Needs = Pick<Runtime, 'pool' | 'registry'>;

export const listClients: Handler<'clients.list', Needs> = async ({ pool, registry }, calls) => {
  const { developers, subjects } = callerColumns(calls);
  const { after, take } = pageColumns(calls);
  const inputs = calls.map(({ input }) => input);
  const pages = await query(pool, listClientPages, [
    developers,
    subjects,
    after,
    take,
    inputs.map(({ status }) => status ?? null),
    inputs.map(({ paused }) => paused ?? null),
    inputs.map(({ attention }) => attention ?? null),
    authorizedTypes(registry),
    inputs.map(({ attributes }) => (attributes ? JSON.stringify(attributes) : null)),
    inputs.map(({ via }) => via ?? null),
  ]);
  return inputs.map(({ page }, index) => toPage(pages[index]!.rows, page, ({ id }) => id));
};

/** Returns the connector types whose clients all have to be authorized by end users. */
const authorizedTypes = ({ descriptions }: Pick<Registry, 'descriptions'>): string[] =>
  descriptions.flatMap(({ type_id, connect }) => (connect?.method === 'oauth2' ? [type_id] : []));
