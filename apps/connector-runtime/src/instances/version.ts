import { versionOf } from '@trellis/contracts';
import type { Instance } from '../generated/prisma/client.js';
import { configurationVersion } from '../secrets/patch-configuration.js';

/** The version of what a patch of an instance changes. */
export const instanceVersion = ({
  configuration,
  clientsPerSubject,
}: Pick<Instance, 'configuration' | 'clientsPerSubject'>): string =>
  clientsPerSubject === 1
    ? configurationVersion(configuration)
    : versionOf([configuration, clientsPerSubject]);
