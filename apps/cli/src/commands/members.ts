import type { components, Trellis } from '@trellis/client';
import { Option, type Command } from 'commander';
import { requireConfirmation } from '../input/prompts.js';
import { printList } from '../lookup/pages.js';
import { notFoundError } from '../output/failure.js';
import { relativeTime } from '../output/format.js';
import type { LocalContext, RunLocal } from '../session/context.js';
import { asPerson } from '../session/person.js';
import { findOrganization } from './organizations.js';

type Member = components['schemas']['Member'];
type Invitation = components['schemas']['Invitation'];

interface InOrganization {
  organization?: string;
}

const roles: Member['role'][] = ['owner', 'developer', 'support', 'viewer'];

const inOrganization = (command: Command): Command =>
  command.option('--organization <organization>', 'of this organization, by id or name');

export function registerMembers(program: Command, runLocal: RunLocal): void {
  const members = program
    .command('members')
    .description('manage the members of an organization (after sign-in)');
  inOrganization(
    members.command('list', { isDefault: true }).description('list the members'),
  ).action(runLocal(listMembers));
  inOrganization(
    members.command('role <email> <role>').description(`set the role: ${roles.join(', ')}`),
  ).action(runLocal(setRole));
  inOrganization(
    members
      .command('remove <email>')
      .description('remove a member')
      .option('-y, --yes', 'skip the confirmation'),
  ).action(runLocal(removeMember));
  registerInvitations(program, runLocal);
}

function registerInvitations(program: Command, runLocal: RunLocal): void {
  const invitations = program
    .command('invitations')
    .description('invite people to an organization (after sign-in)');
  inOrganization(
    invitations.command('list', { isDefault: true }).description('list the open invitations'),
  ).action(runLocal(listInvitations));
  inOrganization(
    invitations
      .command('create <email>')
      .description('invite somebody, and print the link to pass on')
      .addOption(new Option('--role <role>', 'role').choices(roles).default('viewer'))
      .option('--send', 'send the link by e-mail instead'),
  ).action(runLocal(invite));
  inOrganization(
    invitations.command('delete <email>').description('withdraw an invitation'),
  ).action(runLocal(withdraw));
}

/** Opens the session, and reads the members and invitations of the organization. */
async function read(context: LocalContext, { organization: given }: InOrganization) {
  const trellis: Trellis = await asPerson(context);
  const { id, name } = await findOrganization(trellis, given);
  const { data } = await trellis.get('/organizations/{id}/members', { path: { id } });
  return { trellis, organization: { id, name }, ...data };
}

/** Finds a member or an invitation by its e-mail address or id. */
function findBy<One extends { id: string; email: string }>(all: One[], given: string): One {
  const wanted = given.toLowerCase();
  const found = all.find(({ id, email }) => id === given || email === wanted);
  if (!found) throw notFoundError(`There is no ${given} in the organization.`);
  return found;
}

async function listMembers(context: LocalContext, options: InOrganization): Promise<void> {
  const { members } = await read(context, options);
  await printList<Member>(context.printer, { what: 'members', items: members, more: false }, () => [
    { title: 'E-MAIL', text: ({ email }) => email, min: 12 },
    { title: 'NAME', text: ({ name }) => name, min: 8, leaveOut: 1 },
    { title: 'ROLE', text: ({ role }) => role },
    { title: 'SECOND STEP', text: ({ two_factor }) => (two_factor ? 'yes' : 'no'), leaveOut: 2 },
  ]);
}

async function setRole(
  context: LocalContext,
  who: string,
  role: Member['role'],
  options: InOrganization,
) {
  const { trellis, organization, members } = await read(context, options);
  const path = { id: organization.id, other: findBy(members, who).id };
  const { data } = await trellis.patch('/organizations/{id}/members/{other}', {
    path,
    body: { role },
  });
  context.printer.outcome(data, `${data.email} is ${data.role}, within five minutes everywhere.`);
}

async function removeMember(
  context: LocalContext,
  who: string,
  { yes, ...options }: InOrganization & { yes?: boolean },
): Promise<void> {
  const { trellis, organization, members } = await read(context, options);
  const { id: other, email } = findBy(members, who);
  await requireConfirmation(context, `Remove ${email} from ${organization.name}?`, yes);
  await trellis.delete('/organizations/{id}/members/{other}', {
    path: { id: organization.id, other },
  });
  context.printer.note(`Removed ${email}. Access ends within five minutes.`);
}

async function listInvitations(context: LocalContext, options: InOrganization): Promise<void> {
  const { invitations: items } = await read(context, options);
  await printList<Invitation>(context.printer, { what: 'invitations', items, more: false }, () => [
    { title: 'E-MAIL', text: ({ email }) => email, min: 12 },
    { title: 'ROLE', text: ({ role }) => role },
    { title: 'INVITED BY', text: ({ invited_by }) => invited_by ?? 'operator', leaveOut: 1 },
    { title: 'EXPIRES', text: ({ expires }) => relativeTime(expires) },
  ]);
}

async function invite(
  context: LocalContext,
  email: string,
  { role, send = false, organization }: InOrganization & { role: Member['role']; send?: boolean },
): Promise<void> {
  const trellis = await asPerson(context);
  const path = { id: (await findOrganization(trellis, organization)).id };
  const body = { email, role, send };
  const { data } = await trellis.post('/organizations/{id}/invitations', { path, body });
  const { printer } = context;
  if (printer.json) return printer.value(data);
  if (data.link === undefined) return printer.note(`Sent to ${email}.`);
  printer.lines([data.link]);
  printer.note(`Pass it on to ${email}. It works once, for seven days, and is not shown again.`);
}

async function withdraw(context: LocalContext, who: string, options: InOrganization) {
  const { trellis, organization, invitations } = await read(context, options);
  const { id: other, email } = findBy(invitations, who);
  await trellis.delete('/organizations/{id}/invitations/{other}', {
    path: { id: organization.id, other },
  });
  context.printer.note(`The invitation of ${email} is withdrawn.`);
}
