import { configurationSchema, type Connector } from '@trellis/connector-sdk';
import type { ShownConfiguration } from '@trellis/contracts';
import { instanceSecrets, showConfiguration, type ShownValue } from '../secrets/show.js';

/** A text that is only a parameter, such as `{api_key}`: the secret is the client's. */
const reference = /^\{[A-Za-z_]\w*\}$/;

/** Removes the secrets from the description of a type. */
export function showDescription(
  connector: Connector,
  description: Record<string, unknown>,
): ShownConfiguration {
  const isSecret = instanceSecrets(connector, description);
  const hides = (at: ShownValue): boolean =>
    !(typeof at.value === 'string' && reference.test(at.value)) && isSecret(at);
  return showConfiguration(configurationSchema(connector.instance.schema), description, { hides });
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
