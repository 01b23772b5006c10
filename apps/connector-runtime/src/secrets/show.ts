import { isDeepStrictEqual } from 'node:util';
import { configurationSchema, type Connector } from '@trellis/connector-sdk';
import { jsonPointer, type ShownConfiguration } from '@trellis/contracts';
import { isSecret, memberOf, partsOf, type JsonSchema } from './json-schema.js';

/** A value of a configuration, by the names of the members that lead to it. */
export interface ShownValue {
  path: readonly string[];
  value: unknown;
  /** Whether its schema says that it is a secret. */
  isSecret: boolean;
}

interface ShowOptions {
  /** Says what is a secret, where not only the schema does. */
  hides?: ((value: ShownValue) => boolean) | undefined;
  /** Whether arrays are shown without their secrets. */
  showsParts?: boolean;
}

/**
 * Removes secrets from a configuration, and values that no schema describes. An array is shown as a whole or not at
 * all, since a patch replaces it as a whole.
 */
export function showConfiguration(
  schema: Record<string, unknown>,
  configuration: object,
  { hides = ({ isSecret }) => isSecret, showsParts = false }: ShowOptions = {},
): ShownConfiguration {
  const root = schema as JsonSchema;
  const secrets: string[] = [];

  function show(value: unknown, schemas: JsonSchema[], path: string[]): unknown {
    const all = schemas.flatMap((one) => partsOf(one, root));
    if (value === undefined || !all.some(isDescription)) return undefined;
    if (hides({ path, value, isSecret: isSecret(all) }) || hasCredentials(value)) {
      secrets.push(jsonPointer(path));
      return undefined;
    }
    const showMember = (name: string, member: unknown) =>
      show(
        member,
        all.flatMap((one) => memberOf(one, name)),
        [...path, name],
      );
    if (Array.isArray(value)) {
      const items = value.map((item, index) => showMember(String(index), item));
      return showsParts || isDeepStrictEqual(items, value) ? items : undefined;
    }
    if (typeof value !== 'object' || value === null) return value;
    return withMembers(
      Object.entries(value).map(([name, member]) => [name, showMember(name, member)]),
    );
  }

  const shown = show(configuration, [root], []) ?? {};
  return { configuration: shown as Record<string, unknown>, secrets };
}

/** Returns a function that lists the secrets in the configuration of an instance. */
export const instanceSecrets =
  (connector: Connector, configuration: Record<string, unknown>) =>
  ({ path, value, isSecret }: ShownValue): boolean =>
    isSecret || (connector.isSecretValue?.(configuration, { path, value }) ?? false);

/** Removes the secrets from the configuration of an instance. */
export const showInstance = (
  connector: Connector,
  configuration: Record<string, unknown>,
): ShownConfiguration =>
  showConfiguration(configurationSchema(connector.instance.schema), configuration, {
    hides: instanceSecrets(connector, configuration),
  });

/** Returns the texts and numbers in a configuration that {@link showConfiguration} does not show. */
export function secretsIn(
  schema: Record<string, unknown>,
  configuration: object,
  hides?: (value: ShownValue) => boolean,
): string[] {
  const options = { hides, showsParts: true };
  const { configuration: shown } = showConfiguration(schema, configuration, options);
  return hiddenIn(configuration, shown);
}

function hiddenIn(value: unknown, shown: unknown): string[] {
  if (typeof value === 'object' && value !== null) {
    const visible = (shown ?? {}) as Record<string, unknown>;
    return Object.entries(value).flatMap(([name, member]) => hiddenIn(member, visible[name]));
  }
  if (shown !== undefined || value === undefined || value === null) return [];
  if (typeof value === 'boolean') return [];
  return [String(value), ...credentialsIn(value)];
}

/** Returns the user name and the password in an address. */
function credentialsIn(value: unknown): string[] {
  if (!hasCredentials(value)) return [];
  const { username, password } = new URL(String(value));
  return [username, password].filter(Boolean).map((part) => decodeURIComponent(part));
}

/** Returns an object with its shown members; undefined if it has members and none is shown. */
function withMembers(members: [string, unknown][]): object | undefined {
  const shown = members.filter(([, member]) => member !== undefined);
  return shown.length > 0 || members.length === 0 ? Object.fromEntries(shown) : undefined;
}

/** Returns whether a schema restricts a value. One that allows anything may allow a secret. */
const isDescription = (schema: JsonSchema): boolean =>
  schema.type !== undefined || schema.const !== undefined || schema.enum !== undefined;

/** Returns whether a value is an address that contains a user name or a password. */
function hasCredentials(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username !== '' || password !== '';
}
