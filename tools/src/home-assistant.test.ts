import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '../..');
const app = join(root, 'apps/agent/home-assistant');
const read = (file: string) => readFileSync(join(app, file), 'utf8');

interface Config {
  version: string;
  slug: string;
  url: string;
  arch: string[];
  ingress_port: number;
  options: Record<string, unknown>;
  schema: Record<string, string | string[]>;
}
const config = parse(read('config.yaml')) as Config;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A program in place of the agent that prints its arguments and its user. */
const recorder = `console.log(JSON.stringify({ args: process.argv.slice(2), user: process.getuid() }));`;

/** Runs the start script with options of Home Assistant; returns the arguments and the user of the agent. */
function startWith(options: object, environment: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'home-assistant-'));
  folders.push(folder);
  chmodSync(folder, 0o755);
  const bin = join(folder, 'node_modules/@trellis/agent/bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'trellis-agent.mjs'), recorder);
  copyFileSync(join(app, 'run.mjs'), join(folder, 'run.mjs'));
  writeFileSync(join(folder, 'options.json'), JSON.stringify(options), { mode: 0o600 });
  const env = { PATH: process.env.PATH, DATA_FOLDER: folder, ...environment };
  const { stdout, stderr } = spawnSync(process.execPath, ['run.mjs'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const data = join(folder, 'agent');
  const { args, user } = JSON.parse(stdout) as { args: string[]; user: number };
  return { args, user, data };
}

const valuesOf = (args: string[], option: string): string[] =>
  args.flatMap((arg, index) => (arg === option ? [args[index + 1]!] : []));

test('every option is passed on to the agent', () => {
  const options = {
    url: 'https://trellis.example',
    code: '7K3M-2QXD',
    allow: ['10.0.20.0/24', 'fd00::/8'],
    discovery: false,
  };
  expect(Object.keys(options).sort()).toEqual(Object.keys(config.schema).sort());
  const { args, data } = startWith(options);
  expect(valuesOf(args, '--url')).toEqual([options.url]);
  expect(valuesOf(args, '--code')).toEqual([options.code]);
  expect(valuesOf(args, '--allow')).toEqual(options.allow);
  expect(args).toContain('--no-discovery');
  expect(valuesOf(args, '--data')).toEqual([data]);
});

test('the agent starts with the defaults, and shows its page to Home Assistant alone', () => {
  const { args } = startWith({ ...config.options, url: 'https://trellis.example' });
  for (const absent of ['--code', '--allow', '--no-discovery']) expect(args).not.toContain(absent);
  expect(valuesOf(args, '--page-host')).toEqual(['172.30.32.1']);
  expect(valuesOf(args, '--page-from')).toEqual(['172.30.32.2']);
});

test('the agent knows every option that it is started with', () => {
  const program = join(root, 'apps/agent/bin/trellis-agent.mjs');
  const help = execFileSync(process.execPath, [program, '--help'], { encoding: 'utf8' });
  const options = { url: 'https://t.example', code: 'x', allow: ['10.0.0.0/8'], discovery: false };
  const given = startWith(options).args.filter((arg) => arg.startsWith('--'));
  expect(given.filter((option) => !help.includes(`  ${option} `))).toEqual([]);
  expect(help).toContain(`default ${config.ingress_port}`);
});

(process.getuid?.() === 0 ? test : test.skip)(
  'the agent does not run as root, and owns its folder',
  () => {
    const environment = { AGENT_USER: /AGENT_USER=(\d+)/.exec(read('Dockerfile'))![1]! };
    const { user, data } = startWith({ ...config.options, url: 'https://t.example' }, environment);
    expect(user).toBe(1000);
    expect(statSync(data)).toMatchObject({ uid: 1000, gid: 1000 });
    expect(statSync(data).mode & 0o777).toBe(0o700);
  },
);

test('every option has a type that Home Assistant knows, and a name in every language', () => {
  const types = /^(bool|url|str(\(\d*,\d*\))?|match\(.+\))\??$/;
  for (const type of Object.values(config.schema).flat()) expect(type).toMatch(types);
  const options = Object.keys(config.schema);
  const files = readdirSync(join(app, 'translations'));
  expect(files).toContain('en.yaml');
  for (const file of files) {
    const { configuration } = parse(read(`translations/${file}`)) as {
      configuration: Record<string, object>;
    };
    expect(Object.keys(configuration)).toEqual(options);
    for (const texts of Object.values(configuration)) {
      expect(texts).toEqual({ name: expect.any(String), description: expect.any(String) });
    }
  }
});

test('networks are checked before the agent starts', () => {
  const [type] = config.schema.allow as [string];
  const network = new RegExp(type.slice('match('.length, -1));
  for (const right of ['10.0.20.0/24', 'fd00::/8', '192.168.1.7/32'])
    expect(right).toMatch(network);
  for (const wrong of ['10.0.20.0', 'home', '10.0.0.0/8,1.1.1.1/32']) {
    expect(wrong).not.toMatch(network);
  }
});

test('Home Assistant finds the app in this repository, in the version that is published', () => {
  const manifest = readFileSync(join(root, 'apps/agent/package.json'), 'utf8');
  expect(config.version).toBe((JSON.parse(manifest) as { version: string }).version);
  expect(config.slug).toMatch(/^[-_.A-Za-z0-9]+$/);
  expect(config.arch).toEqual(['aarch64', 'amd64']);
  expect(parse(readFileSync(join(root, 'repository.yaml'), 'utf8'))).toMatchObject({
    name: 'Trellis',
  });
  const page = config.url.replace(/^.*\/blob\/main\//, '');
  expect(existsSync(join(root, page))).toBe(true);
  // It looks for files of this name everywhere, except in hidden folders.
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
  const configs = tracked.filter((file) => /^(?!\.|.*\/\.).*\bconfig\.(ya?ml|json)$/.test(file));
  expect(configs).toEqual(['apps/agent/home-assistant/config.yaml']);
});

test('its icon is a square of 128 pixels', () => {
  const icon = readFileSync(join(app, 'icon.png'));
  // The header of PNG has both after a signature, a length and a type of four bytes each.
  expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([128, 128]);
});
