import { z } from 'zod';
import { uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { memberRole as role } from '../roles.js';
import { plainText } from '../text.js';
import { sealed } from './instances.js';

/** Largest numbers of environments and members of an organization, and of organizations of a person. */
export const maxEnvironments = 50;
export const maxMembers = 500;
export const maxOrganizations = 50;

/** Of an environment or organization that was deleted. */
const deletion = z.object({
  requested: z.iso.datetime(),
  /** Until when it can be restored; then it is erased. */
  erases: z.iso.datetime(),
});

/** An account of the interface: its id is the claim `sub` of access tokens. */
export const environment = z.object({
  id: z.string(),
  name: z.string(),
  created: z.iso.datetime(),
  deletion: deletion.optional(),
});

export const organization = z.object({
  id: uuid,
  name: z.string(),
  /** The role of the person who asks. */
  role,
  environments: z.array(environment),
  /** Whether its environments are closed to members whose password alone signs them in. */
  requires_two_factor: z.boolean(),
  created: z.iso.datetime(),
  deletion: deletion.optional(),
});
export type Organization = z.infer<typeof organization>;

export const member = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role,
  /** Whether signing in takes a second step, or a passkey. */
  two_factor: z.boolean(),
  created: z.iso.datetime(),
});
export type Member = z.infer<typeof member>;

export const invitation = z.object({
  id: uuid,
  email: z.string(),
  role,
  /** The e-mail address of the person who invites; left out for an operator. */
  invited_by: z.string().optional(),
  expires: z.iso.datetime(),
});
export type Invitation = z.infer<typeof invitation>;

/** An address as it is compared: in lower case. */
export const emailAddress = z
  .email()
  .max(254)
  .transform((address) => address.toLowerCase());

const by = { person: z.string() };
const named = { ...by, id: z.string() };
const ofOrganization = environment.extend({ organization: uuid });
const within = { ...by, organization: z.string() };
const managing = ['insufficient_role'] as const;

/** Calls about organizations, by people who are signed in. Members alone learn that an organization exists. */
export const organizationCalls = defineCalls({
  /** Creates an organization with the environments development and production, whose owner is the person. */
  'organizations.create': {
    input: z.object({
      ...by,
      id: uuid,
      name: plainText,
      environments: z.array(z.object({ id: uuid, name: plainText })),
    }),
    output: organization,
    problems: ['quota_exceeded'],
  },
  'organizations.list': {
    input: z.object(by),
    output: z.object({ organizations: z.array(organization) }),
  },
  'organizations.update': {
    input: z.object({
      ...within,
      name: plainText.optional(),
      requires_two_factor: z.boolean().optional(),
    }),
    output: organization,
    problems: managing,
  },
  /** Deletes an organization with its environments; all of them can be restored for a while. */
  'organizations.remove': { input: z.object(within), output: organization, problems: managing },
  'organizations.restore': { input: z.object(within), output: organization, problems: managing },
  'environments.create': {
    input: z.object({ ...within, id: uuid, name: plainText }),
    output: environment,
    problems: [...managing, 'already_exists', 'quota_exceeded'],
  },
  'environments.update': {
    input: z.object({ ...named, name: plainText }),
    output: ofOrganization,
    problems: [...managing, 'already_exists'],
  },
  'environments.remove': { input: z.object(named), output: ofOrganization, problems: managing },
  'environments.restore': {
    input: z.object(named),
    output: ofOrganization,
    problems: [...managing, 'erasure_under_way'],
  },
  /** Returns the id of the erasure of an environment that was deleted. */
  'environments.erasure': { input: z.object(named), output: z.object({ erasure: uuid }) },
  /** Returns what an access token of a person for an environment says. */
  'environments.authorize': {
    input: z.object(named),
    output: z.object({ id: z.string(), role }),
    problems: ['environment_deleted', 'two_factor_needed'],
  },
  'members.list': {
    input: z.object(within),
    output: z.object({ members: z.array(member), invitations: z.array(invitation) }),
  },
  'members.update': {
    input: z.object({ ...within, id: z.string(), role }),
    output: member,
    problems: [...managing, 'last_owner'],
  },
  /** Removes a member; everybody may remove themselves. */
  'members.remove': {
    input: z.object({ ...within, id: z.string() }),
    problems: [...managing, 'last_owner'],
  },
  /** Invites an address, also once more: the link before it is then invalid. */
  'invitations.create': {
    input: z.object({
      ...within,
      id: uuid,
      email: emailAddress,
      role,
      secret: sealed,
      /** Whether to send the link by e-mail. */
      send: z.boolean(),
    }),
    output: invitation,
    problems: [...managing, 'already_exists', 'quota_exceeded', 'no_mail_server'],
  },
  'invitations.remove': {
    input: z.object({ ...within, id: z.string() }),
    problems: managing,
  },
  /** Returns an invitation to whoever has its link. */
  'invitations.open': {
    input: z.object({ id: z.string(), secret: sealed }),
    output: invitation.extend({ organization: z.string(), has_account: z.boolean() }),
  },
  /** Makes a person a member. */
  'invitations.accept': {
    input: z.object({ ...by, id: z.string(), secret: sealed }),
    output: organization,
    problems: ['other_person'],
  },
});
