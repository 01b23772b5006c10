import { z } from 'zod';
import type { Scope } from './scopes.js';

interface RoleRow {
  /** The summary that people see when they choose a role. */
  summary: string;
  /** Whether it manages the organization: its name, members and environments. */
  managesOrganization: boolean;
  /** The scopes of access tokens for the environments of the organization. */
  scopes: readonly Scope[];
}

const reading = [
  'svc.units.read',
  'svc.things.read',
  'svc.connector.read',
] as const satisfies Scope[];

const developing = [
  'svc.connector',
  'svc.units.admin',
  'svc.things.admin',
  'svc.audit.read',
  'svc.apps.admin',
  ...reading,
] as const satisfies Scope[];

/** The roles of members of an organization, from the most to the fewest rights. */
export const roles = {
  owner: {
    summary: 'Everything, including members and environments',
    managesOrganization: true,
    scopes: developing,
  },
  developer: {
    summary: 'Everything inside environments',
    managesOrganization: false,
    scopes: developing,
  },
  support: {
    summary:
      'Reads everything, including the activity and the audit log; pauses and resumes clients',
    managesOrganization: false,
    scopes: [...reading, 'svc.audit.read', 'svc.connector.pause'],
  },
  viewer: {
    summary: 'Reads things, units and connector clients',
    managesOrganization: false,
    scopes: reading,
  },
} as const satisfies Record<string, RoleRow>;

export type MemberRole = keyof typeof roles;

export const memberRole = z.enum(Object.keys(roles) as [MemberRole, ...MemberRole[]]);
