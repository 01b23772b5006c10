import type { Connector } from '@trellis/connector-sdk';
import { isPrivateType, Problem } from '@trellis/contracts';
import type { Binding, Sealing } from '@trellis/sealing';
import { z } from 'zod';
import type { Queries } from '../../database.js';
import type { Runtime } from '../../runtime.js';
import { decryptConfiguration, openConfiguration } from '../../secrets/configuration.js';
import { findType } from './find.js';
import { bindingOf } from './versions.js';

/** Returns the connector of a type that a request names by id or number; throws `unknown_connector_type`. */
export async function requireRequested(
  { registry, pool }: Pick<Runtime, 'registry' | 'pool'>,
  of: { developer: string; type: string },
): Promise<Connector> {
  const known = registry.find(of.type);
  if (known) return known;
  const own = await findType(pool, of);
  if (own) return registry.get(own.typeId);
  throw unknownType();
}

function unknownType(): Problem {
  const detail = 'There is no connector of this type.';
  return new Problem('unknown_connector_type', detail, {
    errors: [{ pointer: '/connector_type_id', detail }],
  });
}

interface GivenInstance {
  connector: Connector;
  binding: Binding & { developer: string };
  sealed: string;
  member?: string;
}

/**
 * Opens the configuration of an instance in a request. Where its type is one of the account, that is empty, and the
 * current description of the type takes its place, which does not change before the end of the transaction.
 */
export async function openGivenInstance(
  { database, sealing }: { database: Queries; sealing: Sealing },
  { connector, ...given }: GivenInstance,
): Promise<Record<string, unknown>> {
  const { typeId } = connector;
  const { schema } = connector.instance;
  if (!isPrivateType(typeId)) return openConfiguration(sealing, { schema, ...given });
  openConfiguration(sealing, { schema: z.strictObject({}), ...given });
  const { developer } = given.binding;
  const [type] = await database.$queryRaw<{ version: number }[]>`
    SELECT version FROM connector_types
    WHERE developer = ${developer} AND type_id = ${typeId} FOR SHARE`;
  if (!type) throw unknownType();
  const row = await database.connectorTypeVersion.findUniqueOrThrow({
    where: { developer_typeId_version: { developer, typeId, version: type.version } },
  });
  const binding = bindingOf({ developer, typeId });
  return decryptConfiguration(sealing, { schema, binding, sealed: row.configuration });
}
