import type { AccountsContract, Handlers } from '@trellis/contracts';
import {
  authorizeMcpClient,
  listMcpClients,
  removeMcpClient,
  revokeMcpClient,
} from './mcp-clients/mcp-clients.js';
import { redeem } from './mcp-clients/redeem.js';
import { checkHealth } from './health.js';
import {
  acceptInvitation,
  createInvitation,
  openInvitation,
  removeInvitation,
} from './organizations/invitations.js';
import { listMembers, removeMember, updateMember } from './organizations/members.js';
import {
  readErasureOf,
  removeEnvironment,
  removeOrganization,
  restoreEnvironment,
  restoreOrganization,
} from './organizations/deletion.js';
import {
  authorizeEnvironment,
  createEnvironment,
  updateEnvironment,
} from './organizations/environments.js';
import {
  createOrganization,
  listOrganizations,
  updateOrganization,
} from './organizations/organizations.js';
import { readSession, signIn } from './people/sign-in.js';

/** The handler of each call of the contract. */
export const handlers = {
  'people.sign_in': signIn,
  'people.read_session': readSession,

  'organizations.create': createOrganization,
  'organizations.list': listOrganizations,
  'organizations.update': updateOrganization,
  'organizations.remove': removeOrganization,
  'organizations.restore': restoreOrganization,
  'environments.create': createEnvironment,
  'environments.update': updateEnvironment,
  'environments.remove': removeEnvironment,
  'environments.restore': restoreEnvironment,
  'environments.erasure': readErasureOf,
  'environments.authorize': authorizeEnvironment,

  'members.list': listMembers,
  'members.update': updateMember,
  'members.remove': removeMember,
  'invitations.create': createInvitation,
  'invitations.remove': removeInvitation,
  'invitations.open': openInvitation,
  'invitations.accept': acceptInvitation,

  'mcp_clients.authorize': authorizeMcpClient,
  'mcp_clients.redeem': redeem,
  'mcp_clients.list': listMcpClients,
  'mcp_clients.remove': removeMcpClient,
  'mcp_clients.revoke': revokeMcpClient,

  'health.check': checkHealth,
} satisfies Handlers<AccountsContract, never>;
