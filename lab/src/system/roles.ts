import { readFileSync } from 'node:fs';
import type { ServiceName } from '@trellis/testing';

/** The roles of an installation, and what each of them owns. */
export const schemas = {
  trellis_units: 'units',
  trellis_connectors: 'connectors',
  trellis_queues: 'trellis_queues',
};
export type Role = keyof typeof schemas;
export const roles = Object.keys(schemas) as Role[];

/** As which role a service uses its database; the gateway has none, but queues that may be in one. */
export const roleOf: Record<ServiceName, Role> = {
  'units-service': 'trellis_units',
  'connector-runtime': 'trellis_connectors',
  'api-gateway': 'trellis_queues',
};

/** What docs/operate.md has an operator run, with passwords for all roles. */
export const createRolesSql = (password: string): string => `
  ${readFileSync(new URL('../../../k8s/database/1-roles.sql', import.meta.url), 'utf8')};
  ${roles.map((role) => `ALTER ROLE ${role} PASSWORD '${password}'`).join(';')}`;

/** The address of a database, for another role. */
export function asRole(url: string, role: Role, password: string): string {
  const address = Object.assign(new URL(url), { username: role, password });
  return address.href;
}
