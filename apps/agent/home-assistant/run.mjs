/** Starts the agent with the options that Home Assistant has stored. */
import { chownSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const { DATA_FOLDER: folder = '/data', AGENT_USER: user } = process.env;
const options = JSON.parse(readFileSync(join(folder, 'options.json'), 'utf8'));
const data = join(folder, 'agent');
mkdirSync(data, { recursive: true, mode: 0o700 });

if (user !== undefined) {
  const id = Number(user);
  chownSync(data, id, id);
  process.setgroups([]);
  process.setgid(id);
  process.setuid(id);
}

// The page is for the Supervisor alone, which shows it to people who have signed in to Home Assistant.
process.argv.push('--data', data, '--page-host', '172.30.32.1', '--page-from', '172.30.32.2');
process.argv.push('--url', options.url);
if (options.code) process.argv.push('--code', options.code);
for (const network of options.allow) process.argv.push('--allow', network);
if (!options.discovery) process.argv.push('--no-discovery');

await import('./node_modules/@trellis/agent/bin/trellis-agent.mjs');
