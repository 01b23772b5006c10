import { secretNamesWith } from '@trellis/connector-sdk';
import type { Instance } from './configuration.js';
import { isReference } from './template.js';

/** The members that contain headers, parameters and values by their names. */
const named = ['headers', 'body', 'query'];

/**
 * Returns whether a value of a description is a secret that its schema does not show: what is written out in a header,
 * a body or a query under the name of a secret, and the default of a secret parameter.
 */
export function isSecretValue(
  { secrets, parameters }: Instance,
  { path, value }: { path: readonly string[]; value: unknown },
): boolean {
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return false;
  if (isReference(value)) return false;
  const name = path.at(-1) ?? '';
  if (path[0] === 'parameters') return name === 'default' && !!parameters[path[1] ?? '']?.secret;
  const isSecretName = secretNamesWith(secrets);
  if (name === 'path') return hasSecretParameter(String(value), isSecretName);
  return path.some((one) => named.includes(one)) && isSecretName(name);
}

/** Returns whether the query of a path has a secret that is written out. */
function hasSecretParameter(path: string, isSecretName: (name: string) => boolean): boolean {
  const [, query = ''] = path.split('?', 2);
  return [...new URLSearchParams(query.replaceAll(/\{[^{}]*\}/g, ''))].some(
    ([name, value]) => value !== '' && isSecretName(name),
  );
}
