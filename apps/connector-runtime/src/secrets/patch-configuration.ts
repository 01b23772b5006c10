import { isDeepStrictEqual } from 'node:util';
import { mergePatch, versionOf } from '@trellis/contracts';
import type { Binding, Sealing } from '@trellis/sealing';
import type { z } from 'zod';
import { checkConfiguration, decryptConfiguration, type Defaults } from './configuration.js';

interface ConfigurationPatch {
  schema: z.ZodObject;
  binding: Binding;
  /** The configuration in the database. */
  stored: string;
  /** A JSON Merge Patch (RFC 7396), encrypted. */
  patch: string;
  defaults?: Defaults | undefined;
}

/** A configuration before and after a JSON Merge Patch (RFC 7396). */
export interface ConfigurationChange {
  before: object;
  after: object;
  patch: unknown;
}

interface PatchedConfiguration {
  /** Encrypted; undefined when nothing has changed. */
  sealed: string | undefined;
  change: ConfigurationChange & { after: Record<string, unknown> };
  /** Whether more than the interval has changed, so that it has to be tested. */
  needsTrial: boolean;
}

/** Returns the version of a configuration. Each encryption has its own nonce, so every change changes the version. */
export const configurationVersion = (sealed: string): string => versionOf(sealed);

/** Applies a patch to a configuration; throws `invalid_configuration`. */
export function patchConfiguration(
  sealing: Sealing,
  { schema, binding, stored, defaults, ...given }: ConfigurationPatch,
): PatchedConfiguration {
  const before = decryptConfiguration(sealing, { schema, binding, sealed: stored });
  const patch = sealing.open(binding, given.patch);
  const after = checkConfiguration(schema, mergePatch(before, patch), { defaults });
  const change = { before, after, patch };
  if (isDeepStrictEqual(before, after)) return { sealed: undefined, change, needsTrial: false };
  const needsTrial = !isDeepStrictEqual(withoutInterval(before), withoutInterval(after));
  return { sealed: sealing.seal(binding, after), change, needsTrial };
}

const withoutInterval = (configuration: object) => ({ ...configuration, interval_ms: undefined });
