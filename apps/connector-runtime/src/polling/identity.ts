import type { Entity } from '@trellis/connector-sdk';

export type Identified = Pick<Entity, 'id' | 'identifiers' | 'parts'>;

/** Returns the identifiers that recognize a device. Serial numbers do not: some devices have that of their model. */
export const identityOf = ({ id, identifiers, parts = [] }: Identified): string[] =>
  [
    ...(identifiers ?? [{ type: 'id', value: id }])
      .filter(({ type }) => type !== 'serial')
      .map(({ type, value }) => `${type}:${value}`),
    ...parts.map((part) => `part:${part}`),
  ].filter(
    (one) =>
      one.length <= 512 && one.isWellFormed() && !one.includes('\u0000') && !one.includes('\n'),
  );

/** Returns the owner of each identifier that has only one. */
export function unambiguous(
  owned: (readonly [owner: string, identifiers: string[]])[],
): Map<string, string> {
  const owners = new Map<string, string | undefined>();
  for (const [owner, identifiers] of owned) {
    for (const identifier of new Set(identifiers)) {
      owners.set(identifier, owners.has(identifier) ? undefined : owner);
    }
  }
  return new Map([...owners].filter((entry): entry is [string, string] => entry[1] !== undefined));
}
