import { Problem, type Handler } from '@trellis/contracts';
import { isUniqueViolation } from '@trellis/database';
import { writeInTurn } from '../database.js';
import { authorizesColumn } from '../oauth/needs-authorization.js';
import { requireRoom } from '../accounts/quotas.js';
import type { Runtime } from '../runtime.js';
import { openGivenInstance, requireRequested } from '../types/stored/requested.js';

type Needs = Pick<Runtime, 'database' | 'pool' | 'registry' | 'sealing' | 'quotas'>;

/** Creates the developer's only instance of a connector type. */
export const createInstance: Handler<'instances.create', Needs> = async (
  { database, pool, registry, sealing, quotas },
  { caller: { developer }, id, connector_type_id: type, ...given },
  deadline,
) => {
  const connector = await requireRequested({ registry, pool }, { developer, type });
  const { typeId: connectorType } = connector;
  const binding = { purpose: 'instances.configuration', developer, id } as const;
  const instanceGiven = { connector, binding, sealed: given.configuration };
  try {
    const clientsPerSubject = given.clients_per_subject ?? 1;
    await writeInTurn(database, { developer, deadline }, async (tx) => {
      const instance = await openGivenInstance({ database: tx, sealing }, instanceGiven);
      const configuration = sealing.seal(binding, instance);
      const authorizes = authorizesColumn({ connector, instance });
      const data = {
        id,
        developer,
        connectorType,
        clientsPerSubject,
        configuration,
        ...authorizes,
      };
      await tx.instance.create({ data });
      await requireRoom(tx, quotas, { name: 'connector_instances', developer });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const existing = await database.instance.findFirst({ where: { developer, connectorType } });
    // The first delivery of this call has created the instance.
    if (existing?.id === id) return { id };
    throw new Problem('already_exists', 'There is an instance of this connector type already.', {
      ...(existing && { existing: { kind: 'instance', id: existing.id } }),
    });
  }
  return { id };
};
