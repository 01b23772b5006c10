/** The scopes that an access token may carry, and what each one allows. */
export const scopes = {
  'svc.connector': 'Connector instances and clients: create, read, delete',
  'svc.units.admin': 'Create, change and delete units',
  'svc.units.read': 'Read units, subjects and limits',
  'svc.things.read': 'Read things',
  'svc.things.admin': 'Create and delete things, write their properties',
  'svc.things.act': 'Invoke actions of things',
  'svc.audit.read': 'Read the audit log',
  'svc.apps.admin': 'Register, rotate and revoke apps of the account',
} as const;

export type Scope = keyof typeof scopes;
