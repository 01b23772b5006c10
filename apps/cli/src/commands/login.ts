import { text as readAll } from 'node:stream/consumers';
import { isProblem } from '@trellis/client';
import type { Command } from 'commander';
import { askSecret, askText } from '../input/prompts.js';
import { CliError, exitCodes } from '../output/exit-codes.js';
import { readClaims } from '../session/claims.js';
import type { Context, Run } from '../session/context.js';
import { profileName, readProfiles, writeProfiles, type Profile } from '../session/profiles.js';
import { isLocal, normalizeUrl, tokenOf } from '../session/session.js';
import { forgetToken, storeToken } from '../session/token-cache.js';

interface LoginOptions {
  url?: string;
  clientId?: string;
  clientSecretStdin?: boolean;
}

export function registerLogin(program: Command, run: Run): void {
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
    .action(run(login));
  program.command('logout').description('remove the credentials of a profile').action(run(logout));
}

async function login(context: Context, options: LoginOptions): Promise<void> {
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
  if (printer.json) printer.value({ profile: name, url: profile.url, account });
  else
    printer.note(
      `Logged in to ${profile.url} as an app of the account ${account} (profile ${name}).`,
    );
}

async function readCredentials(
  { isInteractive, options }: Context,
  { url, clientId, clientSecretStdin }: LoginOptions,
  known: Profile | undefined,
): Promise<Profile> {
  const client_id =
    clientId ??
    (isInteractive ? await askText({ message: 'Client id', initialValue: known?.client_id }) : '');
  if (!client_id)
    throw new CliError('The client id is missing.', exitCodes.usage, 'Use --client-id.');
  if (!clientSecretStdin && !isInteractive) {
    throw new CliError(
      'Cannot prompt for the secret: this is not a terminal.',
      exitCodes.usage,
      'Use --client-secret-stdin.',
    );
  }
  const client_secret = clientSecretStdin
    ? (await readAll(process.stdin)).trim()
    : await askSecret('Client secret');
  if (!client_secret) throw new CliError('The secret is empty.', exitCodes.usage);
  const named = options.profile === undefined ? undefined : known?.url;
  const address = url ?? named ?? process.env.TRELLIS_URL ?? known?.url ?? 'http://localhost:3000';
  return { url: normalizeUrl(address), client_id, client_secret };
}

const isExposed = (url: string): boolean => url.startsWith('http:') && !isLocal(url);

async function logout({ printer, options }: Context): Promise<void> {
  const { current, profiles } = await readProfiles();
  const name = profileName({ current, profiles }, options.profile);
  const { [name]: profile, ...others } = profiles;
  if (!profile) throw new CliError(`There is no profile ${name}.`, exitCodes.notFound);
  await forgetToken(profile);
  const next = current === name ? Object.keys(others)[0] : current;
  await writeProfiles({ current: next, profiles: others });
  printer.note(`Removed the credentials of profile ${name}. The secret itself stays valid.`);
  if (next !== undefined && next !== current) printer.note(`Now using profile ${next}.`);
}
