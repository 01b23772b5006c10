import { Problem, type Caller } from '@trellis/contracts';
import { isUniqueViolation } from '@trellis/database';
import { referToConnector } from '../descriptions/describe.js';
import type { Runtime } from '../runtime.js';
import { sealChecked } from '../secrets/configuration.js';

export interface NewInstance {
  caller: Caller;
  id: string;
  connector_type_id: string;
  /** Sealed. */
  configuration: string;
}

/** Creates the developer's instance of a connector type; there is at most one. */
export async function createInstance(
  { database, connectors, sealing }: Runtime,
  { caller: { developer }, id, connector_type_id, configuration }: NewInstance,
): Promise<{ id: string }> {
  const connector = referToConnector(connectors, connector_type_id);
  const checked = sealChecked(sealing, connector.instance.schema, configuration);
  try {
    await database.instance.create({
      data: { id, developer, connectorType: connector_type_id, configuration: checked },
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const existing = await database.instance.findFirst({
      where: { developer, connectorType: connector_type_id },
    });
    // The job was delivered twice: the first delivery has made the instance.
    if (existing?.id === id) return { id };
    throw new Problem('already_exists', 'There is an instance of this connector type already.', {
      ...(existing && { existing: { kind: 'instance', id: existing.id } }),
    });
  }
  return { id };
}
