import type { Trellis } from '@trellis/client';
import type { Command } from 'commander';
import { requireConfirmation } from '../input/prompts.js';
import { readDocument } from '../input/value.js';
import { printList } from '../lookup/pages.js';
import { notFoundError } from '../output/failure.js';
import { relativeTime } from '../output/format.js';
import type { LocalContext, RunLocal } from '../session/context.js';
import { asPerson } from '../session/person.js';
import {
  deletionOf,
  findOrganization,
  readOrganizations,
  type Organization,
} from './organizations.js';

type Environment = Organization['environments'][number] & { organization: string };

export function registerEnvironments(program: Command, runLocal: RunLocal): void {
  const environments = program
    .command('environments')
    .description('manage the environments of your organizations (after sign-in)');
  environments
    .command('list', { isDefault: true })
    .description('list the environments')
    .action(runLocal(list));
  environments
    .command('create <name>')
    .description('create an environment and print its id')
    .option('--organization <organization>', 'in this organization, by id or name')
    .action(runLocal(create));
  environments
    .command('rename <environment> <name>')
    .description('change the name')
    .action(runLocal(rename));
  environments
    .command('delete <environment>')
    .description('delete an environment; restore undoes it until it is erased')
    .option('-y, --yes', 'skip the confirmation')
    .action(runLocal(remove));
  environments
    .command('restore <environment>')
    .description('restore a deleted environment')
    .action(runLocal(restore));
  environments
    .command('copy <environment>')
    .description('copy connector types, instances, branding and retention from another environment')
    .requiredOption('--from <environment>', 'the other environment')
    .option('--secrets <json>', 'secrets by connector type; @file, or - for stdin')
    .option('--replace', 'change connector types and instances that differ')
    .action(runLocal(copy));
  environments
    .command('erasure <environment>')
    .description('show how far an erasure got, with its receipt as JSON')
    .action(runLocal(erasure));
}

const readEnvironments = async (trellis: Trellis): Promise<Environment[]> =>
  (await readOrganizations(trellis)).flatMap(({ name: organization, environments }) =>
    environments.map((one) => ({ ...one, organization })),
  );

/** Finds an environment by its id, its name, or `<organization>/<name>`; returns its id. */
async function findEnvironment(trellis: Trellis, given: string): Promise<Environment> {
  const found = (await readEnvironments(trellis)).filter(({ id, name, organization }) =>
    [id, name, `${organization}/${name}`].includes(given),
  );
  if (found.length === 1) return found[0]!;
  const which = found.length === 0 ? 'no environment' : 'more than one environment';
  const remedy = 'Name it by an id that `environments list` shows, or as <organization>/<name>.';
  throw notFoundError(`There is ${which} ${given}.`, remedy);
}

async function list(context: LocalContext): Promise<void> {
  const items = await readEnvironments(await asPerson(context));
  await printList<Environment>(
    context.printer,
    { what: 'environments', items, more: false },
    () => [
      { title: 'ID', text: ({ id }) => id },
      { title: 'ORGANIZATION', text: ({ organization }) => organization, min: 12 },
      { title: 'NAME', text: ({ name }) => name, min: 12 },
      { title: 'CREATED', text: ({ created }) => relativeTime(created), leaveOut: 1 },
      { title: 'DELETED', text: deletionOf },
    ],
  );
}

async function create(
  context: LocalContext,
  name: string,
  { organization }: { organization?: string },
): Promise<void> {
  const trellis = await asPerson(context);
  const path = { id: (await findOrganization(trellis, organization)).id };
  const { data } = await trellis.post('/organizations/{id}/environments', { path, body: { name } });
  if (context.printer.json) return context.printer.value(data);
  context.printer.lines([data.id]);
}

/** Opens the session, and finds the environment that is named. */
async function on(context: LocalContext, given: string) {
  const trellis = await asPerson(context);
  const environment = await findEnvironment(trellis, given);
  return { trellis, environment, path: { id: environment.id } };
}

async function rename(context: LocalContext, given: string, name: string): Promise<void> {
  const { trellis, path } = await on(context, given);
  const { data } = await trellis.patch('/environments/{id}', { path, body: { name } });
  context.printer.outcome(data, `Renamed to ${name}.`);
}

async function remove(context: LocalContext, given: string, { yes }: { yes?: boolean }) {
  const { trellis, path, environment } = await on(context, given);
  const { organization, name } = environment;
  await requireConfirmation(context, `Delete ${organization}/${name} with everything in it?`, yes);
  const { data } = await trellis.delete('/environments/{id}', { path });
  context.printer.outcome(data, `Deleted. Undo it with: trellis environments restore ${path.id}`);
}

async function restore(context: LocalContext, given: string): Promise<void> {
  const { trellis, path } = await on(context, given);
  const { data } = await trellis.post('/environments/{id}/restore', { path });
  context.printer.outcome(data, 'Restored. Its clients are polled again within minutes.');
}

async function copy(
  context: LocalContext,
  given: string,
  { from, secrets, replace }: { from: string; secrets?: string; replace?: true },
): Promise<void> {
  const { trellis, path } = await on(context, given);
  const body = {
    from: (await findEnvironment(trellis, from)).id,
    ...(replace && { replace }),
    ...(secrets !== undefined && {
      secrets: (await readDocument(secrets)) as Record<string, Record<string, unknown>>,
    }),
  };
  const { data } = await trellis.post('/environments/{id}/copy', { path, body });
  if (context.printer.json) return context.printer.value(data);
  type Outcome = (typeof data.connector_instances)[number];
  const single = (kind: string, status: string) => ({ kind, connector_type_id: '', status });
  const outcomes: (Omit<Outcome, 'status'> & { kind: string; status: string })[] = [
    ...data.connector_types.map((type) => ({ kind: 'type', ...type })),
    ...data.connector_instances.map((instance) => ({ kind: 'instance', ...instance })),
    single('branding', data.branding),
    single('retention', data.retention),
  ];
  await printList(context.printer, { what: 'things to copy', items: outcomes, more: false }, () => [
    { title: 'WHAT', text: ({ kind }) => kind },
    { title: 'CONNECTOR', text: ({ connector_type_id }) => connector_type_id, min: 10 },
    { title: 'STATUS', text: ({ status }) => status },
    { title: 'DETAIL', text: ({ detail, secrets }) => detail ?? secrets?.join(', '), min: 10 },
  ]);
}

async function erasure(context: LocalContext, given: string): Promise<void> {
  const { trellis, path } = await on(context, given);
  context.printer.value((await trellis.get('/environments/{id}/erasure', { path })).data);
}
