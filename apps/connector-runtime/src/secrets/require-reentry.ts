import { isDeepStrictEqual } from 'node:util';
import { requireFit } from './configuration.js';
import { leavesOf, type Leaf } from './json-schema.js';
import type { ConfigurationChange } from './patch-configuration.js';

interface Change extends ConfigurationChange {
  /** Members besides `interval_ms` that do not affect where or how secrets are sent. */
  keepsSecrets?: readonly string[] | undefined;
  /** Whether another device than before answers at the address. */
  isOtherDevice?: boolean;
}

/**
 * Returns whether a patch decides anew which device is meant: it changes where or how secrets are sent or, while another
 * device answers there, sends that again or sends nothing at all.
 */
export function choosesDevice({ before, after, patch, keepsSecrets = [], ...given }: Change) {
  const others = new Set(['interval_ms', ...keepsSecrets]);
  const chosen = (configuration: object) =>
    Object.entries(configuration).filter(([name]) => !others.has(name));
  if (!isDeepStrictEqual(new Map(chosen(before)), new Map(chosen(after)))) return true;
  const isAboutOthers =
    Object.keys(patch as object).length > 0 && chosen(patch as object).length === 0;
  return given.isOtherDevice === true && !isAboutOthers;
}

/**
 * Throws `invalid_configuration` if a patch changes where or how secrets are sent without entering these secrets again:
 * the user who changes an address may not be the one who entered the password.
 */
export function requireReentry(schema: Record<string, unknown>, change: Change): void {
  const leaves = leavesOf(schema, change.before);
  const secrets = leaves.filter(
    ({ isSecret, path, value }) =>
      isSecret && value !== undefined && isRetained(path, change) && !isNamed(change.patch, path),
  );
  if (secrets.length === 0) return;
  const changed = firstChanged(leaves, leavesOf(schema, change.after), change.keepsSecrets ?? []);
  if (!changed && !(change.isOtherDevice && choosesDevice(change))) return;
  const reason = changed
    ? `“${changed.title || changed.path.join('/')}” changes`
    : 'another device answers';
  const detail = `Enter it again, since ${reason}.`;
  requireFit(secrets.map(({ path }) => ({ path, detail })));
}

/** Returns the first changed value that may affect where secrets are sent. */
function firstChanged(before: Leaf[], after: Leaf[], keepsSecrets: readonly string[]) {
  const byPath = (leaves: Leaf[]) =>
    new Map(
      leaves
        .filter(({ isSecret, value }) => !isSecret && value !== undefined)
        .filter(({ path }) => !['interval_ms', ...keepsSecrets].includes(path[0] ?? ''))
        .map((leaf) => [JSON.stringify(leaf.path), leaf]),
    );
  const [known, next] = [byPath(before), byPath(after)];
  return [...new Map([...known, ...next])].find(
    ([path]) => !isDeepStrictEqual(known.get(path)?.value, next.get(path)?.value),
  )?.[1];
}

const isRetained = (path: string[], { after }: Change): boolean => {
  let value: unknown = after;
  for (const name of path) value = memberOf(value, name);
  return value !== undefined;
};

/** Returns whether a patch sets a member. It sets an array as a whole. */
function isNamed(patch: unknown, path: string[]): boolean {
  let value = patch;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return true;
    if (!Object.hasOwn(value, name)) return false;
    value = memberOf(value, name);
  }
  return true;
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
