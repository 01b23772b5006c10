import { attributedVersion, movableVersion, storedAttributes } from '@trellis/contracts';
import type { Client } from '../generated/prisma/client.js';
import { configurationVersion } from '../secrets/patch-configuration.js';

type Versioned = Pick<Client, 'configuration' | 'attributes' | 'via'>;

/** Returns the version of what an app can change of a client. */
export const clientVersion = ({ configuration, attributes, via }: Versioned): string =>
  movableVersion(
    attributedVersion(configurationVersion(configuration), storedAttributes(attributes)),
    via,
  );

/** Returns that version and the one of what an end user can change. */
export const clientVersions = (client: Versioned): string[] => [
  clientVersion(client),
  configurationVersion(client.configuration),
];
