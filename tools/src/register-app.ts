import { parseArgs } from 'node:util';
import { openDataDirectory, readRunning } from './start/data-directory.js';
import { runProgram } from './start/programs.js';

/**
 * Registers an app that may ask for access tokens, and prints its credentials:
 * `npm run app:register -- --developer acme --name "Acme Home" [--scopes "svc.units.read …"]`.
 */
const { values } = parseArgs({
  options: {
    developer: { type: 'string' },
    name: { type: 'string' },
    scopes: { type: 'string' },
  },
});
if (!values.developer || !values.name) {
  process.stderr.write('Say whose the app is: --developer <account> --name <name of the app>\n');
  process.exit(2);
}
const DATABASE_URL =
  process.env.DATABASE_URL ||
  readRunning(openDataDirectory(process.env.DATA_DIR || '.data')).databaseUrl;
const app = {
  developer: values.developer,
  name: values.name,
  ...(values.scopes && { scopes: values.scopes.split(' ').filter(Boolean) }),
};
await runProgram('connector-runtime', 'register-app', { DATABASE_URL }, [JSON.stringify(app)]);
process.exit(0);
