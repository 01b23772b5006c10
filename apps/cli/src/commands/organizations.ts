import type { components, Trellis } from '@trellis/client';
import type { Command } from 'commander';
import { requireConfirmation } from '../input/prompts.js';
import { printList } from '../lookup/pages.js';
import { notFoundError } from '../output/failure.js';
import { relativeTime } from '../output/format.js';
import type { LocalContext, RunLocal } from '../session/context.js';
import { asPerson } from '../session/person.js';

export type Organization = components['schemas']['Organization'];

/** Adds the commands of people who have signed in: they own organizations, which apps do not. */
export function registerOrganizations(program: Command, runLocal: RunLocal): void {
  const organizations = program
    .command('organizations')
    .description('manage your organizations (after sign-in)');
  organizations
    .command('list', { isDefault: true })
    .description('list your organizations')
    .action(runLocal(list));
  organizations
    .command('create <name>')
    .description('create an organization and print its id')
    .action(runLocal(create));
  organizations
    .command('rename <organization> <name>')
    .description('change the name')
    .action(runLocal(rename));
  organizations
    .command('delete <organization>')
    .description('delete an organization with its environments; restore undoes it for a while')
    .option('-y, --yes', 'skip the confirmation')
    .action(runLocal(remove));
  organizations
    .command('restore <organization>')
    .description('restore a deleted organization')
    .action(runLocal(restore));
}

async function list(context: LocalContext): Promise<void> {
  const items = await readOrganizations(await asPerson(context));
  await printList<Organization>(
    context.printer,
    { what: 'organizations', items, more: false },
    () => [
      { title: 'ID', text: ({ id }) => id },
      { title: 'NAME', text: ({ name }) => name, min: 12 },
      { title: 'ROLE', text: ({ role }) => role },
      {
        title: 'ENVIRONMENTS',
        text: ({ environments }) => environments.map(({ name }) => name).join(', '),
        min: 12,
        leaveOut: 1,
      },
      { title: 'DELETED', text: deletionOf, leaveOut: 2 },
    ],
  );
}

export const deletionOf = ({ deletion }: Pick<Organization, 'deletion'>): string | undefined =>
  deletion && `erased ${relativeTime(deletion.erases)}`;

export const readOrganizations = async (trellis: Trellis): Promise<Organization[]> =>
  (await trellis.get('/organizations')).data;

/** Finds an organization by id or name; without either, the only one. */
export async function findOrganization(trellis: Trellis, given?: string): Promise<Organization> {
  const all = await readOrganizations(trellis);
  const found = all.filter(({ id, name }) => given === undefined || [id, name].includes(given));
  if (found.length === 1) return found[0]!;
  const which = found.length === 0 ? 'no such organization' : 'more than one organization';
  throw notFoundError(`There is ${which}.`, 'Name it by an id that `organizations list` shows.');
}

async function create(context: LocalContext, name: string): Promise<void> {
  const trellis = await asPerson(context);
  const { data } = await trellis.post('/organizations', { body: { name } });
  context.printer.outcome(data, `Created ${name} (${data.id}) with its environments.`);
}

async function rename(context: LocalContext, given: string, name: string): Promise<void> {
  const trellis = await asPerson(context);
  const path = { id: (await findOrganization(trellis, given)).id };
  const { data } = await trellis.patch('/organizations/{id}', { path, body: { name } });
  context.printer.outcome(data, `Renamed to ${name}.`);
}

async function remove(context: LocalContext, given: string, { yes }: { yes?: boolean }) {
  const trellis = await asPerson(context);
  const { id, name } = await findOrganization(trellis, given);
  await requireConfirmation(context, `Delete ${name} with all of its environments?`, yes);
  const { data } = await trellis.delete('/organizations/{id}', { path: { id } });
  context.printer.outcome(data, `Deleted. Undo it with: trellis organizations restore ${id}`);
}

async function restore(context: LocalContext, given: string): Promise<void> {
  const trellis = await asPerson(context);
  const path = { id: (await findOrganization(trellis, given)).id };
  const { data } = await trellis.post('/organizations/{id}/restore', { path });
  context.printer.outcome(data, 'Restored.');
}
