import type { components } from '@trellis/client';
import { Option, type Command } from 'commander';
import { requireConfirmation } from '../input/prompts.js';
import { wholeNumber } from '../input/value.js';
import { firstOf, limitOption, printList, type LimitOptions } from '../lookup/pages.js';
import { usageError } from '../output/failure.js';
import { relativeTime } from '../output/format.js';
import type { Printer } from '../output/printer.js';
import type { Context, Run } from '../session/context.js';
import { readClaims } from '../session/tokens.js';

type App = components['schemas']['App'];
type Scope = components['schemas']['NewApp']['scopes'][number];

export function registerApps(program: Command, run: Run): void {
  const apps = program
    .command('apps')
    .description('list, register, update and revoke the apps of the account');
  apps
    .command('list', { isDefault: true })
    .description('list the apps')
    .addOption(limitOption())
    .action(run(list));
  apps
    .command('register <name>')
    .description('register an app and show its secret, once')
    .addOption(new Option('--scopes <scopes>', 'scopes, separated by spaces (default: your own)'))
    .option('--origins <origins>', 'allowed origins of web pages, separated by spaces')
    .action(run(register));
  apps
    .command('update <id>')
    .description('change the name or the allowed origins of an app')
    .option('--name <name>', 'new name')
    .option(
      '--origins <origins>',
      'allowed origins, separated by spaces; replaces all, "" removes all',
    )
    .action(run(update));
  apps
    .command('rotate <id>')
    .description('issue a new secret and show it, once')
    .addOption(
      new Option(
        '--overlap <seconds>',
        'how long the old secret stays valid (default: one day)',
      ).argParser(wholeNumber),
    )
    .action(run(rotate));
  apps
    .command('revoke <id>')
    .description('revoke an app; tokens it already has expire within an hour')
    .option('-y, --yes', 'skip the confirmation')
    .action(run(revoke));
}

async function list({ printer, trellis }: Context, { limit }: LimitOptions): Promise<void> {
  const found = await firstOf(trellis, '/apps', { limit });
  await printList(printer, { what: 'apps', ...found }, () => [
    { title: 'ID', text: ({ id }) => id },
    { title: 'NAME', text: ({ name }) => name, min: 12 },
    { title: 'CREATED', text: ({ created }) => relativeTime(created), leaveOut: 1 },
    { title: 'LAST USED', text: ({ last_used }) => relativeTime(last_used), leaveOut: 2 },
    { title: 'SCOPES', text: ({ scopes }) => scopes.join(' '), min: 12 },
  ]);
}

async function register(
  { printer, session, trellis }: Context,
  name: string,
  { scopes, origins }: { scopes?: string; origins?: string },
): Promise<void> {
  const own = readClaims(await session.token({})).scopes;
  const given = scopes === undefined ? own : splitList(scopes);
  if (given.length === 0) throw usageError('No scopes given.', 'Use --scopes.');
  const allowed_origins = origins === undefined ? undefined : splitList(origins);
  const body = { name, scopes: given as Scope[], allowed_origins };
  const { data } = await trellis.post('/apps', { body });
  showCredentials(printer, data);
}

const splitList = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

async function update(
  { printer, trellis }: Context,
  id: string,
  { name, origins }: { name?: string; origins?: string },
): Promise<void> {
  if (name === undefined && origins === undefined) {
    throw usageError('Nothing to change.', 'Use --name or --origins.');
  }
  const body = { name, allowed_origins: origins === undefined ? undefined : splitList(origins) };
  await trellis.patch('/apps/{id}', { path: { id }, body });
  printer.note('App updated. New origins take effect within a minute.');
}

async function rotate(
  { printer, trellis }: Context,
  id: string,
  { overlap }: { overlap?: number },
): Promise<void> {
  const body = overlap === undefined ? {} : { overlap_seconds: overlap };
  const { data } = await trellis.post('/apps/{id}/rotate', { path: { id }, body });
  showCredentials(printer, data);
}

function showCredentials(printer: Printer, app: App): void {
  printer.details(app, [
    ['Name', app.name],
    ['Id', app.id],
    ['Client secret', app.client_secret],
    ['Scopes', app.scopes.join(' ')],
    ['Origins', app.allowed_origins?.join(' ')],
    ['Previous secret', previousSecret(app)],
  ]);
  if (!printer.json) printer.note('Store the secret now: it is not shown again.');
}

const previousSecret = ({ previous_secret_until }: App): string | undefined =>
  previous_secret_until && `valid until ${new Date(previous_secret_until).toLocaleString()}`;

async function revoke(context: Context, id: string, { yes }: { yes?: boolean }): Promise<void> {
  const { printer, trellis } = context;
  const { data } = await trellis.get('/apps/{id}', { path: { id } });
  await requireConfirmation(context, `Revoke ${data.name} (${data.id})?`, yes);
  await trellis.delete('/apps/{id}', { path: { id } });
  printer.note(`Revoked ${data.name}. Tokens it already has expire within an hour.`);
}
