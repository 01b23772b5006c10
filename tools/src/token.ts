import { openDataDirectory, readRunning, readSecrets } from './start/data-directory.js';

/** Prints an access token of the demo app of the running product. */
const directory = openDataDirectory(process.env.DATA_DIR || '.data');
const { address } = readRunning(directory);
const { client_id, client_secret } = readSecrets(directory).demoApp;
const answer = await fetch(`${address}/oauth2/token`, {
  method: 'POST',
  body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
});
const { access_token } = (await answer.json()) as { access_token: string };
process.stdout.write(`${access_token}\n`);
process.exit(0);
