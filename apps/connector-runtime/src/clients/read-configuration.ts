import type { Handler } from '@trellis/contracts';
import type { SessionNeeds } from '../session.js';
import { configurationVersion } from '../secrets/patch-configuration.js';
import { showConfiguration } from '../secrets/show.js';
import { clientSchemaOf } from './client-schema.js';
import { requireVisibleClient } from './visible.js';

type Needs = Pick<SessionNeeds, 'database' | 'registry' | 'sealing' | 'configurations'>;

/** Returns a client's configuration without its secrets. It is encrypted, because it still describes a home. */
export const readConfiguration: Handler<'clients.read_configuration', Needs> = async (
  needs,
  input,
) => {
  const { database, registry, sealing, configurations } = needs;
  const client = await requireVisibleClient(database, input);
  const { id, developer, connectorType, configuration: sealed } = client;
  const configuration = configurations.open({
    schema: registry.get(connectorType).client.schema,
    binding: { purpose: 'clients.configuration', developer, id },
    sealed,
  });
  const shown = showConfiguration(clientSchemaOf(needs, client), configuration);
  return {
    shown: sealing.seal({ purpose: 'shown-configuration', developer, id }, shown),
    version: configurationVersion(sealed),
  };
};
