import { readFileSync } from 'node:fs';
import type { ServiceName } from '@trellis/testing';

/** The roles of an installation and their schemas. */
export const schemas = {
  trellis_units: 'units',
  trellis_connectors: 'connectors',
  trellis_accounts: 'accounts',
  trellis_queues: 'trellis_queues',
};
export type Role = keyof typeof schemas;
export const roles = Object.keys(schemas) as Role[];

/** The role of each service. The gateway only uses the queues, which may be in PostgreSQL. */
export const roleOf: Record<ServiceName, Role> = {
  'units-service': 'trellis_units',
  'connector-runtime': 'trellis_connectors',
  'accounts-service': 'trellis_accounts',
  'api-gateway': 'trellis_queues',
};

/** Returns the SQL that docs/operate.md tells operators to run, with passwords. */
export const createRolesSql = (password: string): string => `
  ${readFileSync(new URL('../../../k8s/database/1-roles.sql', import.meta.url), 'utf8')};
  ${roles.map((role) => `ALTER ROLE ${role} PASSWORD '${password}'`).join(';')}`;

/** Returns the URL of a database for a role. */
export function asRole(url: string, role: Role, password: string): string {
  const address = Object.assign(new URL(url), { username: role, password });
  return address.href;
}
