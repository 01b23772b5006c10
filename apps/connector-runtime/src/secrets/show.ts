import { isDeepStrictEqual } from 'node:util';
import { jsonPointer, type ShownConfiguration } from '@trellis/contracts';
import { isSecret, memberOf, partsOf, type JsonSchema } from './json-schema.js';

/**
 * What may be shown of a configuration: nothing that one of its schemas calls a secret, and nothing that they do not
 * describe. An array is shown as a whole or not at all, since a patch replaces it as a whole.
 */
export function showConfiguration(
  schema: Record<string, unknown>,
  configuration: object,
): ShownConfiguration {
  const root = schema as JsonSchema;
  const secrets: string[] = [];

  function show(value: unknown, schemas: JsonSchema[], pointer: string): unknown {
    const all = schemas.flatMap((one) => partsOf(one, root));
    if (value === undefined || !all.some(isDescription)) return undefined;
    if (isSecret(all) || hasCredentials(value)) {
      secrets.push(pointer);
      return undefined;
    }
    const showMember = (name: string, member: unknown) =>
      show(
        member,
        all.flatMap((one) => memberOf(one, name)),
        pointer + jsonPointer([name]),
      );
    if (Array.isArray(value)) {
      const items = value.map((item, index) => showMember(String(index), item));
      return isDeepStrictEqual(items, value) ? items : undefined;
    }
    if (typeof value !== 'object' || value === null) return value;
    return withMembers(
      Object.entries(value).map(([name, member]) => [name, showMember(name, member)]),
    );
  }

  const shown = show(configuration, [root], '') ?? {};
  return { configuration: shown as Record<string, unknown>, secrets };
}

/** An object of which nothing is shown is not shown either. */
function withMembers(members: [string, unknown][]): object | undefined {
  const shown = members.filter(([, member]) => member !== undefined);
  return shown.length > 0 || members.length === 0 ? Object.fromEntries(shown) : undefined;
}

/** Whether a schema says what a value is: one that allows anything may allow a secret. */
const isDescription = (schema: JsonSchema): boolean =>
  schema.type !== undefined || schema.const !== undefined || schema.enum !== undefined;

/** Whether a value is an address with a user name or a password in it. */
function hasCredentials(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username !== '' || password !== '';
}
