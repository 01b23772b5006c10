/** The scopes that an access token may carry, and what each allows. */
export const scopes = {
  'svc.connector': 'Connector instances and clients: create, read, delete',
  'svc.units.read': 'Read units and subjects',
  'svc.units.admin': 'Create, change and delete units',
  'svc.things.read': 'Read things',
  'svc.things.admin': 'Create and delete things, write their properties',
  'svc.things.act': 'Invoke actions of things',
} as const;

export type Scope = keyof typeof scopes;

/** The scopes of a claim: a space-separated string (RFC 8693, section 4.2) or an array. */
export function parseScopes(claim: unknown): string[] {
  const listed = Array.isArray(claim) ? claim : String(claim ?? '').split(' ');
  return listed.filter((scope): scope is string => typeof scope === 'string' && scope !== '');
}
