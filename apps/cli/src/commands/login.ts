import { text as readAll } from 'node:stream/consumers';
import { isProblem } from '@trellis/client';
import type { Command } from 'commander';
import { askSecret, askText } from '../input/prompts.js';
import { CliError, exitCodes, notFoundError, usageError } from '../output/failure.js';
import { relativeTime } from '../output/format.js';
import type { Context, LocalContext, Run, RunLocal } from '../session/context.js';
import { profileName, readProfiles, writeProfiles, type Profile } from '../session/profiles.js';
import { isLocal, normalizeUrl, tokenOf } from '../session/session.js';
import { forgetToken, readClaims, storeToken } from '../session/tokens.js';

interface LoginOptions {
  url?: string;
  clientId?: string;
  clientSecretStdin?: boolean;
}

export function registerLogin(program: Command, run: Run, runLocal: RunLocal): void {
  program
    .command('login')
    .description('log in to a deployment with the credentials of an app')
    .option('--url <address>', 'address of the deployment (default: http://localhost:3000)')
    .option('--client-id <id>', 'client id of the app')
    .option('--client-secret-stdin', 'read the secret of the app from standard input')
    .addHelpText(
      'after',
      `
Prompts for the secret, or reads it from standard input. The secret is stored in
$XDG_CONFIG_HOME/trellis (default: ~/.config/trellis), readable only by you. Use --profile to keep
several.

Environment variables can replace a profile: TRELLIS_URL with TRELLIS_CLIENT_ID and
TRELLIS_CLIENT_SECRET, or with TRELLIS_TOKEN.

Examples:
  $ trellis login --url https://trellis.example --profile work
  $ trellis login --client-id 0190b1f4-6d5c-7cc0-8000-000000000001 --client-secret-stdin < secret`,
    )
    .action(runLocal(login));
  program
    .command('logout')
    .description('remove the credentials of a profile')
    .action(runLocal(logout));
  program
    .command('whoami')
    .description('show the deployment, the account and the scopes in use')
    .action(run(whoami));
  const profiles = program.command('profiles').description('list profiles, or choose one');
  profiles
    .command('list', { isDefault: true })
    .description('list the profiles')
    .action(runLocal(listProfiles));
  profiles
    .command('use <name>')
    .description('use a profile by default')
    .action(runLocal(useProfile));
}

async function login(context: LocalContext, options: LoginOptions): Promise<void> {
  const { printer } = context;
  const profiles = await readProfiles();
  const name = profileName(profiles, context.options.profile);
  const replaced = profiles.profiles[name];
  const profile = await readCredentials(context, options, replaced);
  if (isExposed(profile.url)) {
    printer.note(
      `The connection to ${profile.url} is not encrypted: the secret can be intercepted.`,
    );
  }
  const token = await Promise.resolve(tokenOf(profile)({})).catch((error: unknown) => {
    if (!isProblem(error, 'not_found')) throw error;
    const remedy = 'Set TRELLIS_URL, and TRELLIS_TOKEN to a token of that issuer.';
    throw new CliError(
      'This deployment uses an external token issuer.',
      exitCodes.unauthorized,
      remedy,
    );
  });
  await writeProfiles({
    current: name,
    profiles: { ...profiles.profiles, [name]: profile },
  });
  if (replaced) await forgetToken(replaced);
  // The scopes of the app may have changed since the cached token.
  await storeToken(profile, token);
  const { account } = readClaims(token);
  const { url } = profile;
  const text = `Logged in to ${url} as an app of the account ${account} (profile ${name}).`;
  printer.outcome({ profile: name, url, account }, text);
}

async function readCredentials(
  { isInteractive, options }: LocalContext,
  { url, clientId, clientSecretStdin }: LoginOptions,
  known: Profile | undefined,
): Promise<Profile> {
  const client_id =
    clientId ??
    (isInteractive ? await askText({ message: 'Client id', initialValue: known?.client_id }) : '');
  if (!client_id) throw usageError('The client id is missing.', 'Use --client-id.');
  if (!clientSecretStdin && !isInteractive) {
    throw usageError(
      'Cannot prompt for the secret: this is not a terminal.',
      'Use --client-secret-stdin.',
    );
  }
  const client_secret = clientSecretStdin
    ? (await readAll(process.stdin)).trim()
    : await askSecret('Client secret');
  if (!client_secret) throw usageError('The secret is empty.');
  const named = options.profile === undefined ? undefined : known?.url;
  const address = url ?? named ?? process.env.TRELLIS_URL ?? known?.url ?? 'http://localhost:3000';
  return { url: normalizeUrl(address), client_id, client_secret };
}

const isExposed = (url: string): boolean => url.startsWith('http:') && !isLocal(url);

async function logout({ printer, options }: LocalContext): Promise<void> {
  const { current, profiles } = await readProfiles();
  const name = profileName({ current, profiles }, options.profile);
  const { [name]: profile, ...others } = profiles;
  if (!profile) throw notFoundError(`There is no profile ${name}.`);
  await forgetToken(profile);
  const next = current === name ? Object.keys(others)[0] : current;
  await writeProfiles({ current: next, profiles: others });
  printer.note(`Removed the credentials of profile ${name}. The secret itself stays valid.`);
  if (next !== undefined && next !== current) printer.note(`Now using profile ${next}.`);
}

async function whoami({ printer, session, options }: Context): Promise<void> {
  const { url, source, token, isRenewed } = session;
  const claims = readClaims(await token({}));
  const { account, app, scopes, expires } = claims;
  const subject = claims.subject ?? options.subject;
  printer.details({ url, source, account, app, subject, scopes, expires }, [
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

async function listProfiles({ printer, options }: LocalContext): Promise<void> {
  const stored = await readProfiles();
  const current = profileName(stored, options.profile);
  const rows = Object.entries(stored.profiles).map(([name, { url, client_id }]) => ({
    name,
    url,
    client_id,
    current: name === current,
  }));
  if (rows.length === 0 && !printer.json)
    return printer.note('No profiles; `trellis login` creates one.');
  printer.table(rows, [
    { title: '', text: ({ current }) => (current ? '*' : '') },
    { title: 'PROFILE', text: ({ name }) => name, min: 8 },
    { title: 'ADDRESS', text: ({ url }) => url, min: 12 },
    { title: 'CLIENT ID', text: ({ client_id }) => client_id },
  ]);
}

async function useProfile({ printer }: LocalContext, name: string): Promise<void> {
  const stored = await readProfiles();
  if (!Object.hasOwn(stored.profiles, name)) {
    throw notFoundError(`There is no profile ${name}.`);
  }
  await writeProfiles({ ...stored, current: name });
  printer.note(`Now using profile ${name}.`);
}
