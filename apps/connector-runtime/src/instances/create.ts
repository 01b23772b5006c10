import { Problem, type Handler } from '@trellis/contracts';
import { isUniqueViolation } from '@trellis/database';
import { writeInTurn } from '../database.js';
import { authorizesColumn } from '../oauth/needs-authorization.js';
import { requireRoom } from '../accounts/quotas.js';
import { openConfiguration } from '../secrets/configuration.js';
import type { Runtime } from '../runtime.js';

type Needs = Pick<Runtime, 'database' | 'registry' | 'sealing' | 'quotas'>;

/** Creates the developer's only instance of a connector type. */
export const createInstance: Handler<'instances.create', Needs> = async (
  { database, registry, sealing, quotas },
  { caller: { developer }, id, connector_type_id: type, ...given },
  deadline,
) => {
  const connector = registry.requireRequested(type);
  const { typeId: connectorType } = connector;
  const binding = { purpose: 'instances.configuration', developer, id } as const;
  const instance = openConfiguration(sealing, {
    schema: connector.instance.schema,
    binding,
    sealed: given.configuration,
  });
  try {
    const clientsPerSubject = given.clients_per_subject ?? 1;
    const data = {
      id,
      developer,
      connectorType,
      clientsPerSubject,
      configuration: sealing.seal(binding, instance),
      ...authorizesColumn({ connector, instance }),
    };
    await writeInTurn(database, { developer, deadline }, async (tx) => {
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
