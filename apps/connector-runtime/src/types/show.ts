import { configurationSchema, secretNamesWith, type Connector } from '@trellis/connector-sdk';
import type { ShownConfiguration } from '@trellis/contracts';
import { showConfiguration, type ShownValue } from '../secrets/show.js';

/** A text that is only a parameter, such as `{api_key}`: the secret is the client's. */
const reference = /^\{[A-Za-z_]\w*\}$/;

/** The members of requests whose members are headers, parameters and values with the names of secrets. */
const named = ['headers', 'body'];

/** Removes the secrets from the description of a type. */
export function showDescription(
  connector: Connector,
  description: Record<string, unknown>,
): ShownConfiguration {
  const isSecretName = secretNamesWith(connector.secretNames?.(description) ?? []);
  const parameters = (description.parameters ?? {}) as Record<string, { secret?: boolean }>;
  const hides = ({ path, value, isSecret }: ShownValue): boolean => {
    if (typeof value === 'string' && reference.test(value)) return false;
    if (isSecret) return true;
    if (typeof value === 'object' && value !== null) return false;
    const name = path.at(-1) ?? '';
    if (path[0] === 'parameters') return name === 'default' && !!parameters[path[1] ?? '']?.secret;
    if (name === 'path') return hasSecretParameter(String(value), isSecretName);
    return path.some((one) => named.includes(one)) && isSecretName(name);
  };
  return showConfiguration(configurationSchema(connector.instance.schema), description, hides);
}

/** Returns whether the query of a path has a secret that is written out. */
function hasSecretParameter(path: string, isSecretName: (name: string) => boolean): boolean {
  const [, query = ''] = path.split('?', 2);
  return [...new URLSearchParams(query.replaceAll(/\{[^{}]*\}/g, ''))].some(
    ([name, value]) => value !== '' && isSecretName(name),
  );
}

/**
 * Adds to a new description what the old one has and does not show, where its parent is there and authenticates as
 * before. Null removes such a member.
 */
export function withHidden(given: unknown, before: unknown, shown: unknown): unknown {
  if (!isObject(given) || !isObject(before)) return given;
  const visible = isObject(shown) ? shown : {};
  if (given.scheme !== before.scheme) return given;
  const hidden = Object.fromEntries(
    Object.entries(before).filter(([name]) => !Object.hasOwn(visible, name)),
  );
  const members = Object.entries(given)
    .filter(([name, member]) => member !== null || !Object.hasOwn(hidden, name))
    .map(([name, member]) => [name, withHidden(member, before[name], visible[name])]);
  const added = Object.entries(hidden).filter(([name]) => !Object.hasOwn(given, name));
  return Object.fromEntries([...members, ...added]);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
