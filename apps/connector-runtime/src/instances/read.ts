import { versionOf, Problem, type Handler, type Caller } from '@trellis/contracts';
import { query, toPage } from '@trellis/database';
import { validate as isUuid } from 'uuid';
import { clientFormOf } from '../clients/client-schema.js';
import { callerColumns, idColumn, pageColumns } from '../call-columns.js';
import type { SessionNeeds } from '../session.js';
import type { Instance } from '../generated/prisma/client.js';
import { configurationVersion } from '../secrets/patch-configuration.js';
import type { Queries } from '../database.js';
import type { Runtime } from '../runtime.js';
import { listInstancePages, readInstances } from './read.sql.js';

/** The most clients that an instance shows; the list of clients has all. */
const maxClients = 1000;

export const listInstances: Handler<'instances.list', Pick<Runtime, 'pool'>> = async (
  { pool },
  calls,
) => {
  const { developers } = callerColumns(calls);
  const { after, take } = pageColumns(calls);
  const pages = await query(pool, listInstancePages, [developers, after, take]);
  return calls.map(({ input }, index) => toPage(pages[index]!.rows, input.page, ({ id }) => id));
};

type ReadNeeds = Pick<SessionNeeds, 'registry' | 'configurations'> & Pick<Runtime, 'pool'>;

export const readInstance: Handler<'instances.read', ReadNeeds> = async (needs, calls) => {
  const { pool, registry } = needs;
  const { developers, subjects } = callerColumns(calls);
  const values = [idColumn(calls), developers, subjects, maxClients];
  const rows = await query(pool, readInstances, values);
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

/** Lists what connector types there are. */
export const listDescriptions: Handler<'descriptions.list', Pick<Runtime, 'registry'>> = async ({
  registry,
}) => [...registry.descriptions];

/** The version of what a patch of an instance changes. */
export const instanceVersion = ({
  configuration,
  clientsPerSubject,
}: Pick<Instance, 'configuration' | 'clientsPerSubject'>): string =>
  clientsPerSubject === 1
    ? configurationVersion(configuration)
    : versionOf([configuration, clientsPerSubject]);

/** Reads an instance of the developer; any other is not found. */
export async function requireVisibleInstance(
  database: Queries,
  { caller: { developer }, id }: { caller: Caller; id: string },
) {
  const instance = isUuid(id)
    ? await database.instance.findFirst({ where: { id, developer } })
    : null;
  if (!instance) throw noSuchInstance();
  return instance;
}

const noSuchInstance = () => new Problem('not_found', 'There is no such connector instance.');
