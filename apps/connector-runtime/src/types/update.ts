import { isDeepStrictEqual } from 'node:util';
import type { Connector } from '@trellis/connector-sdk';
import {
  Problem,
  requireExpected,
  typeLimits,
  type Handler,
  type TypeTexts,
  type TypeTrial,
} from '@trellis/contracts';
import type { Deadline } from '@trellis/database';
import { pollSoon } from '../clients/poll-now.js';
import type { TrialNeeds } from '../clients/trial/try-client.js';
import { writeInTurn, type Queries } from '../database.js';
import type { Instance } from '../generated/prisma/client.js';
import { authorizesColumn } from '../oauth/needs-authorization.js';
import type { Runtime } from '../runtime.js';
import { columnsOf } from './create.js';
import { requireType, typeTag } from './stored/find.js';
import type { TypeRow } from './stored/read.sql.js';
import { showDescription, withHidden } from './show.js';
import { requireTranslated } from './texts.js';
import { requireSuccess, tryOnClients } from './trial.js';
import { bindingOf, checkDescription, openVersion, textsOf } from './stored/versions.js';

type Needs = TrialNeeds & Pick<Runtime, 'polls'>;

/** How many failing clients are polled at once with a new version. */
const maxPolledNow = 100;

/** Makes a new version of a type, once clients have been polled with it. Secrets that it leaves out stay. */
export const updateType: Handler<'types.update', Needs> = async (needs, input, deadline) => {
  const { pool, registry, sealing } = needs;
  const { developer } = input.caller;
  const row = await requireType(pool, { developer, type: input.type_id });
  requireExpected(typeTag(row), input.expected);
  const connector = registry.get(row.typeId);
  const before = openVersion(needs, row);
  const { configuration: shown } = showDescription(connector, before);
  const given = sealing.open(bindingOf(row), input.configuration);
  const description = checkDescription(connector, withHidden(given, before, shown));
  const { texts, force } = input;
  requireTranslated(connector, { texts, description });
  const isSame = isDeepStrictEqual(description, before);
  if (isSame && isDeepStrictEqual(texts, textsOf(row))) {
    return { trials: [] };
  }
  const change = { row, connector, description, texts };
  const trials = isSame ? [] : await tryChange(needs, change, force);
  const isStored = await store(needs, change, deadline);
  // Another request has changed the type meanwhile.
  return isStored ? { trials } : updateType(needs, input, deadline);
};

/** Makes a retained version of a type the current one again, once clients have been polled with it. */
export const restoreType: Handler<'types.restore', Needs> = async (needs, input, deadline) => {
  const { pool, database, registry } = needs;
  const { developer } = input.caller;
  const row = await requireType(pool, { developer, type: input.type_id });
  requireExpected(typeTag(row), input.expected);
  const { version, force } = input;
  if (version === row.version) return { trials: [] };
  const retained = await requireVersion(database, row, version);
  const change = {
    row,
    connector: registry.get(row.typeId),
    description: openVersion(needs, retained),
    texts: textsOf(retained),
    version,
  };
  const trials = await tryChange(needs, change, force);
  const isStored = await store(needs, change, deadline);
  return isStored ? { trials } : restoreType(needs, input, deadline);
};

async function requireVersion(database: Queries, { developer, typeId }: TypeRow, version: number) {
  const retained = await database.connectorTypeVersion.findUnique({
    where: { developer_typeId_version: { developer, typeId, version } },
  });
  if (retained) return retained;
  const detail = 'The type has no such version any longer.';
  throw new Problem('invalid_request', detail, { errors: [{ pointer: '/version', detail }] });
}

interface Change {
  row: TypeRow;
  connector: Connector;
  description: Record<string, unknown>;
  texts: TypeTexts;
  /** The version that is restored; undefined for a new one. */
  version?: number;
}

/** Returns an instance with another description. */
const withDescription = (
  { sealing }: Pick<Needs, 'sealing'>,
  instance: Instance,
  { connector, description }: Change,
): Instance => ({
  ...instance,
  configuration: sealing.seal(
    { purpose: 'instances.configuration', developer: instance.developer, id: instance.id },
    description,
  ),
  ...authorizesColumn({ connector, instance: description }),
});

const instanceOf = (database: Queries, { developer, typeId }: TypeRow) =>
  database.instance.findUnique({
    where: { developer_connectorType: { developer, connectorType: typeId } },
  });

async function tryChange(needs: Needs, change: Change, force: boolean): Promise<TypeTrial[]> {
  const instance = await instanceOf(needs.database, change.row);
  if (!instance) return [];
  const trials = await tryOnClients(needs, withDescription(needs, instance, change));
  if (!force) requireSuccess(trials);
  return trials;
}

/** Stores the version and the configuration of the instance, unless the type has changed meanwhile. */
async function store(needs: Needs, change: Change, deadline: Deadline): Promise<boolean> {
  const { database, polls } = needs;
  const { row } = change;
  const { developer } = row;
  const instance = await writeInTurn(database, { developer, deadline }, async (tx) => {
    const version = change.version ?? (await latestOf(tx, row)) + 1;
    const { count } = await tx.connectorType.updateMany({
      where: { key: BigInt(row.key), version: row.version },
      data: { version },
    });
    if (count === 0) return undefined;
    if (change.version === undefined) await addVersion(needs, tx, { ...change, version });
    else await requireVersion(tx, row, version);
    const stored = await instanceOf(tx, row);
    if (!stored) return null;
    const { configuration, authorizes } = withDescription(needs, stored, change);
    await tx.instance.update({ where: { key: stored.key }, data: { configuration, authorizes } });
    return stored;
  });
  if (!instance) return instance === null;
  const failing = await database.client.findMany({
    where: { instanceKey: instance.key, status: 'ERROR' },
    select: { id: true, errorCode: true },
    take: maxPolledNow,
  });
  await pollSoon(polls, failing);
  return true;
}

async function latestOf(tx: Queries, { developer, typeId }: TypeRow): Promise<number> {
  const { _max: max } = await tx.connectorTypeVersion.aggregate({
    where: { developer, typeId },
    _max: { version: true },
  });
  return max.version ?? 0;
}

/** Stores a version, and deletes those that are no longer retained. */
async function addVersion(
  { sealing }: Needs,
  tx: Queries,
  { row, texts, description, version }: Change & { version: number },
): Promise<void> {
  const { developer, typeId } = row;
  const configuration = sealing.seal(bindingOf(row), description);
  await tx.connectorTypeVersion.create({
    data: { developer, typeId, version, ...columnsOf(texts), configuration },
  });
  const retained = await tx.connectorTypeVersion.findMany({
    where: { developer, typeId },
    select: { key: true },
    orderBy: { version: 'desc' },
    take: typeLimits.versions,
  });
  await tx.connectorTypeVersion.deleteMany({
    where: { developer, typeId, key: { notIn: retained.map(({ key }) => key) } },
  });
}
