/** The scopes that an access token may carry, and what each one allows. */
export const scopes = {
  'svc.connector': 'Connector instances, clients and alerts: create, read, change, delete',
  'svc.connector.read': 'Read connector instances, clients, their activity, deliveries and alerts',
  'svc.connector.pause': 'Pause, resume and poll connector clients',
  'svc.units.admin': 'Create, change and delete units',
  'svc.units.read': 'Read units, subjects and limits',
  'svc.things.read': 'Read things',
  'svc.things.admin': 'Create and delete things, and all that svc.things.act allows',
  'svc.things.act': 'Write properties and invoke actions of things',
  'svc.audit.read': 'Read the audit log',
  'svc.apps.admin': 'Register, rotate and revoke apps of the account',
} as const;

export type Scope = keyof typeof scopes;

/** The scopes that others include. */
export const impliedScopes: { readonly [scope: string]: readonly Scope[] } = {
  'svc.connector': ['svc.connector.read', 'svc.connector.pause'],
  'svc.things.admin': ['svc.things.act'],
};

/** Adds the scopes that the given ones include. */
export const withImplied = (given: readonly string[]): string[] => [
  ...new Set(given.flatMap((scope) => [scope, ...(impliedScopes[scope] ?? [])])),
];

const impliedOnes = Object.values(impliedScopes).flat();

/** The fewest scopes that together allow everything. */
export const widestScopes = (Object.keys(scopes) as Scope[]).filter(
  (scope) => !impliedOnes.includes(scope),
);

/** Returns the scopes that include one of the given ones, after those. */
export const sufficientScopes = (needed: readonly Scope[]): string[] => {
  const includes = (scope: string) => impliedScopes[scope]!.some((one) => needed.includes(one));
  return [...new Set([...needed, ...Object.keys(impliedScopes).filter(includes)])];
};
