import type { Command } from 'commander';
import { CliError, exitCodes } from '../output/exit-codes.js';
import { relativeTime } from '../output/time.js';
import { readClaims } from '../session/claims.js';
import type { Context, Run } from '../session/context.js';
import { profileName, readProfiles, writeProfiles } from '../session/profiles.js';

export function registerWhoami(program: Command, run: Run): void {
  program
    .command('whoami')
    .description('show the deployment, the account and the scopes in use')
    .action(run(whoami));
  const profiles = program.command('profiles').description('list profiles, or choose one');
  profiles
    .command('list', { isDefault: true })
    .description('list the profiles')
    .action(run(listProfiles));
  profiles.command('use <name>').description('use a profile by default').action(run(useProfile));
}

async function whoami({ printer, session, options }: Context): Promise<void> {
  const { url, source, token, isRenewed } = await session();
  const claims = readClaims(await token({}));
  const { account, app, scopes, expires } = claims;
  const subject = claims.subject ?? options.subject;
  if (printer.json) return printer.value({ url, source, account, app, subject, scopes, expires });
  printer.details([
    ['Address', url],
    ['Account', account],
    ['App', app],
    ['End user', subject],
    ['Scopes', scopes.join(' ')],
    ['From', source],
    ['Token', expires && expiryOf(expires, isRenewed)],
  ]);
}

const expiryOf = (expires: Date, isRenewed: boolean): string =>
  `expires ${relativeTime(expires.getTime())}${isRenewed ? '; it is renewed automatically' : ''}`;

async function listProfiles({ printer, options }: Context): Promise<void> {
  const stored = await readProfiles();
  const current = profileName(stored, options.profile);
  const rows = Object.entries(stored.profiles).map(([name, { url, client_id }]) => ({
    name,
    url,
    client_id,
    current: name === current,
  }));
  if (printer.json) return printer.value(rows);
  if (rows.length === 0) return printer.note('No profiles; `trellis login` creates one.');
  printer.table(
    [
      { title: '', text: ({ current }) => (current ? '*' : '') },
      { title: 'PROFILE', text: ({ name }) => name, min: 8 },
      { title: 'ADDRESS', text: ({ url }) => url, min: 12 },
      { title: 'CLIENT ID', text: ({ client_id }) => client_id },
    ],
    rows,
  );
}

async function useProfile({ printer }: Context, name: string): Promise<void> {
  const stored = await readProfiles();
  if (!Object.hasOwn(stored.profiles, name)) {
    throw new CliError(`There is no profile ${name}.`, exitCodes.notFound);
  }
  await writeProfiles({ ...stored, current: name });
  printer.note(`Now using profile ${name}.`);
}
