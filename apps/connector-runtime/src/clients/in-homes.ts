import { configurationSchema } from '@trellis/connector-sdk';
import type { Runtime } from '../runtime.js';
import { openInstanceOf } from '../secrets/configuration.js';
import { instanceSecrets, secretsIn } from '../secrets/show.js';

type Needs = Pick<Runtime, 'registry' | 'configurations'>;

interface StoredInstance {
  developer: string;
  id: string;
  connectorType: string;
  configuration: string;
}

/** Returns whether end users may connect to an instance through their agents, and have a reason to. */
export function isInHomes(needs: Needs, instance: StoredInstance): boolean {
  const connector = needs.registry.get(instance.connectorType);
  if (!connector.isInHomes) {
    return connector.announced !== undefined && !hasSecrets(needs, instance);
  }
  const opened = openInstanceOf(needs.configurations, connector, instance);
  return connector.isInHomes(opened) && !hasSecrets(needs, instance);
}

/** Returns whether an instance has secrets, which the agent of an end user could read. */
export function hasSecrets({ registry, configurations }: Needs, instance: StoredInstance): boolean {
  const connector = registry.get(instance.connectorType);
  const opened = openInstanceOf(configurations, connector, instance);
  const schema = configurationSchema(connector.instance.schema);
  return secretsIn(schema, opened, instanceSecrets(connector, opened)).length > 0;
}
