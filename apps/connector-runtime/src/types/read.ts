import { configurationSchema } from '@trellis/connector-sdk';
import { type ConnectorDescription, type Handler, type PrivateType } from '@trellis/contracts';
import { pageRange, query, toPage } from '@trellis/database';
import { needsAuthorization } from '../oauth/needs-authorization.js';
import type { Runtime } from '../runtime.js';
import { requireType, typeTag } from './stored/find.js';
import { describeTypes, listTypes as listRows, type TypeRow } from './stored/read.sql.js';
import { sampleOf } from './sample.js';
import { showDescription } from './show.js';
import { openVersion, textsOf } from './stored/versions.js';

type Needs = Pick<Runtime, 'pool' | 'registry' | 'configurations'>;

function toType(row: TypeRow): PrivateType {
  const { typeId, number, version, logoId, created } = row;
  return {
    ...textsOf(row),
    type_id: typeId,
    number,
    version,
    created: created.toISOString(),
    logo: logoId ?? undefined,
    tag: typeTag(row),
  };
}

export const listTypes: Handler<'types.list', Needs> = async (
  { pool },
  { caller: { developer }, page },
) => {
  const { after, take } = pageRange(page);
  return toPage(await query(pool, listRows, [developer, after, take]), page, toType);
};

/** Reads a type with its description, without its secrets and encrypted. */
export const readType: Handler<'types.read', Needs & Pick<Runtime, 'sealing'>> = async (
  { sealing, ...needs },
  { caller: { developer }, type_id: type },
) => {
  const row = await requireType(needs.pool, { developer, type });
  const { typeId: id } = row;
  const shown = showDescription(needs.registry.get(id), openVersion(needs, row));
  return {
    ...toType(row),
    shown: sealing.seal({ purpose: 'shown-configuration', developer, id }, shown),
  };
};

export const readDescriptions: Handler<'types.descriptions', Needs> = async (needs, calls) => {
  const developers = new Set(calls.map(({ input }) => input.developer));
  const rows = await query(needs.pool, describeTypes, [[...developers]]);
  return calls.map(({ input }) =>
    rows
      .filter(({ developer }) => developer === input.developer)
      .map((row) => describe(needs, row)),
  );
};

/** Describes a type as those of Trellis are. The configuration of its instance is fixed. */
function describe(needs: Needs, row: TypeRow): ConnectorDescription {
  const { typeId, number, logoId } = row;
  const { name, description, category, steps, translations } = toType(row);
  const connector = needs.registry.get(typeId);
  const instance = openVersion(needs, row);
  const schema =
    connector.describeClient?.(instance) ?? configurationSchema(connector.client.schema);
  const sample = (configuration: Record<string, unknown>) => ({
    connector_type_id: typeId,
    configuration,
  });
  return {
    id: number,
    type_id: typeId,
    name,
    description,
    logo: logoId ?? '',
    sample_instance_configuration: sample({}),
    sample_client_configuration: sample(sampleOf(schema)),
    instance_configuration_schema: fixed,
    client_configuration_schema: schema,
    connect: { method: needsAuthorization({ connector, instance }) ? 'oauth2' : 'form', steps },
    category,
    translations,
  };
}

const fixed = { type: 'object', properties: {}, additionalProperties: false };

/** Lists the retained versions of a type, the latest first. */
export const listVersions: Handler<'types.versions', Pick<Runtime, 'pool' | 'database'>> = async (
  { pool, database },
  { caller: { developer }, type_id: type },
) => {
  const { typeId, version: current } = await requireType(pool, { developer, type });
  const rows = await database.connectorTypeVersion.findMany({
    where: { developer, typeId },
    select: { version: true, texts: true, created: true },
    orderBy: { version: 'desc' },
  });
  return rows.map(({ version, created, ...row }) => ({
    version,
    created: created.toISOString(),
    name: textsOf(row).name,
    is_current: version === current,
  }));
};
