import { Option } from 'commander';
import jwt from 'jsonwebtoken';
import { CommandError, createCommand, runCommand } from './command-line.js';
import { dataDirectoryPath, readSecrets } from './start/data-directory.js';
import { readEnvironmentFile } from './start/environment-file.js';
import { runProgram } from './start/programs.js';

/** Prints an access token for the product that runs on this machine. */
const options = createCommand('npm run token --', 'Prints an access token, valid for an hour.')
  .option('--app <client_id:client_secret>', 'of a registered app instead of the demo app')
  .addOption(
    new Option('--developer <account>', 'of the demo app, for another developer account').conflicts(
      'app',
    ),
  )
  .parse()
  .opts<{ app?: string; developer?: string }>();

await runCommand(async () => {
  const directory = dataDirectoryPath();
  const environment = readEnvironmentFile(directory);
  const { client_id, client_secret } = readSecrets(directory).demoApp;
  const credentials = options.app ?? `${client_id}:${client_secret}`;
  const token = await requestToken(`http://localhost:${environment.PORT}`, credentials);
  const { developer } = options;
  if (developer !== undefined) await recordIssue(developer, environment);
  const printed = developer === undefined ? token : signFor(developer, token, environment);
  process.stdout.write(`${printed}\n`);
});

/** Client credentials grant (RFC 6749, section 4.4). */
async function requestToken(address: string, credentials: string): Promise<string> {
  const response = await fetch(`${address}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  }).catch(() => {
    throw new CommandError(`Trellis does not answer at ${address}.`);
  });
  if (response.status === 404) {
    throw new CommandError('Access tokens come from an external issuer here, not from Trellis.');
  }
  const body = (await response.json()) as { access_token?: string; detail?: string };
  if (!body.access_token) {
    throw new CommandError(`POST /oauth2/token answered ${response.status}: ${body.detail ?? ''}`);
  }
  return body.access_token;
}

/** Leaves an entry in the audit log of an account that did not ask for the token. */
async function recordIssue(
  developer: string,
  { DATABASE_URL }: NodeJS.Dict<string>,
): Promise<void> {
  const action = {
    developer,
    operation: 'issue_token',
    resource: { type: 'access_token', ids: [] },
  };
  await runProgram({
    app: 'connector-runtime',
    program: 'record-action',
    environment: { DATABASE_URL },
    args: [JSON.stringify(action)],
  });
}

/** The same token for another account, signed with the secret of this installation. */
function signFor(developer: string, token: string, environment: NodeJS.Dict<string>): string {
  const claims = jwt.decode(token) as jwt.JwtPayload;
  return jwt.sign({ ...claims, sub: developer }, environment.JWT_SECRET!);
}
