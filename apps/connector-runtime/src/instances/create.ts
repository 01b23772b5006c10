import { Problem, type Handler } from '@trellis/contracts';
import { isUniqueViolation } from '@trellis/database';
import type { Sealing } from '@trellis/sealing';
import { writeInTime, type Database } from '../database.js';
import type { Registry } from '../registry.js';
import { encryptConfiguration } from '../secrets/configuration.js';

/** Creates the developer's instance of a connector type; there is at most one. */
export const createInstance: Handler<
  'instances.create',
  { database: Database; registry: Registry; sealing: Sealing }
> = async (
  { database, registry, sealing },
  { caller: { developer }, id, connector_type_id: connectorType, ...given },
  deadline,
) => {
  const { instance } = registry.requireRequested(connectorType);
  const configuration = encryptConfiguration(sealing, instance.schema, given.configuration);
  try {
    const data = { id, developer, connectorType, configuration };
    await writeInTime(database, deadline, (tx) => tx.instance.create({ data }));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const existing = await database.instance.findFirst({ where: { developer, connectorType } });
    // The call was delivered twice: the first delivery has created the instance.
    if (existing?.id === id) return { id };
    throw new Problem('already_exists', 'There is an instance of this connector type already.', {
      ...(existing && { existing: { kind: 'instance', id: existing.id } }),
    });
  }
  return { id };
};
