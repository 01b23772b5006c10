import { text as readAll } from 'node:stream/consumers';
import { isProblem, TrellisProblem } from '@trellis/client';
import type { Command } from 'commander';
import { askSecret, askText } from '../input/prompts.js';
import { CliError, exitCodes, notFoundError, usageError } from '../output/failure.js';
import type { LocalContext, RunLocal } from '../session/context.js';
import { askSignIn, personUrl, readSession, storeSession } from '../session/person.js';

interface SignInOptions {
  url?: string;
  email?: string;
  passwordStdin?: boolean;
  code?: string;
}

export function registerSignIn(program: Command, runLocal: RunLocal): void {
  program
    .command('sign-in')
    .description('sign in as yourself, for the commands about organizations')
    .option('--url <address>', 'address of the deployment (default: that of the profile)')
    .option('--email <address>', 'your e-mail address')
    .option('--password-stdin', 'read the password from standard input')
    .option('--code <code>', 'code of your authenticator app')
    .addHelpText(
      'after',
      `
Passkeys and OpenID providers work in browsers only: use the console. The session is stored in
$XDG_CONFIG_HOME/trellis (default: ~/.config/trellis), readable only by you, and ends as that of
a browser does.`,
    )
    .action(runLocal(signIn));
  program
    .command('sign-out')
    .description('end the session of sign-in')
    .option('--url <address>', 'address of the deployment (default: that of the profile)')
    .action(runLocal(signOut));
}

async function signIn(context: LocalContext, options: SignInOptions): Promise<void> {
  const url = await personUrl(context, options.url);
  const { email, password } = await readPassword(context, options);
  try {
    const first = await askSignIn(url, '/sign-in/email', { body: { email, password } });
    const { cookie } = first.body.twoFactorRedirect
      ? await askSecondStep(context, url, { cookie: first.cookie, code: options.code })
      : first;
    await storeSession(url, { email, cookie });
  } catch (error) {
    throw refusalOf(error);
  }
  context.printer.outcome({ url, email }, `Signed in to ${url} as ${email}.`);
}

async function readPassword({ isInteractive }: LocalContext, options: SignInOptions) {
  const { email = isInteractive ? await askText({ message: 'E-mail address' }) : '' } = options;
  if (!email) throw usageError('The e-mail address is missing.', 'Use --email.');
  if (!options.passwordStdin && !isInteractive) {
    throw usageError('Cannot prompt for the password.', 'Use --password-stdin.');
  }
  const password = options.passwordStdin
    ? (await readAll(process.stdin)).replace(/\r?\n$/, '')
    : await askSecret('Password');
  return { email, password };
}

async function askSecondStep(
  { isInteractive }: LocalContext,
  url: string,
  { cookie, code: given }: { cookie: string; code: string | undefined },
) {
  const code = given ?? (isInteractive ? await askText({ message: 'Code of the app' }) : '');
  if (!code) throw usageError('The second step is missing.', 'Use --code.');
  return askSignIn(url, '/two-factor/verify-totp', { body: { code: code.trim() }, cookie });
}

/** Returns the error of a refused sign-in, which does not reveal whether address or password was wrong. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof TrellisProblem) || ![400, 401, 403].includes(error.status)) return error;
  const remedy = 'Passkeys and OpenID providers work in the console only.';
  return new CliError(
    'The address, the password or the code is wrong.',
    exitCodes.unauthorized,
    remedy,
  );
}

async function signOut(context: LocalContext, options: { url?: string }): Promise<void> {
  const url = await personUrl(context, options.url);
  const session = await readSession(url);
  if (!session) throw notFoundError(`Nobody is signed in to ${url}.`);
  await askSignIn(url, '/sign-out', { body: {}, cookie: session.cookie }).catch(
    (error: unknown) => {
      if (!isProblem(error)) throw error;
    },
  );
  await storeSession(url);
  context.printer.note(`Signed out of ${url}.`);
}
