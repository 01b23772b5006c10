import { isPrivateType, type Handler } from '@trellis/contracts';
import type { Runtime } from '../runtime.js';
import { openInstanceOf } from '../secrets/configuration.js';
import { showInstance } from '../secrets/show.js';
import { instanceVersion, requireVisibleInstance } from './read.js';

type Needs = Pick<Runtime, 'database' | 'registry' | 'sealing' | 'configurations'>;

/** Returns the configuration of an instance without its secrets, encrypted as that of a client. */
export const readInstanceConfiguration: Handler<'instances.read_configuration', Needs> = async (
  { database, registry, sealing, configurations },
  input,
) => {
  const instance = await requireVisibleInstance(database, input);
  const { id, developer, connectorType } = instance;
  const connector = registry.get(connectorType);
  const shown = isPrivateType(connectorType)
    ? { configuration: {}, secrets: [] }
    : showInstance(connector, openInstanceOf(configurations, connector, instance));
  return {
    shown: sealing.seal({ purpose: 'shown-configuration', developer, id }, shown),
    version: instanceVersion(instance),
  };
};
