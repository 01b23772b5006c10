import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { testPackage } from './test-package.js';

const project = testPackage('apps/agent');

test('the installed program starts, and says what it takes', () => {
  const manifest = resolve(import.meta.dirname, '../../../apps/agent/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  expect(project.run('npx', 'trellis-agent', '--version').trim()).toBe(version);
  expect(project.run('npx', 'trellis-agent', '--help')).toContain('--code <code>');
});

/** Runs the installed program, which has to end by itself. */
function runAgent(...args: string[]) {
  const program = join(project.folder, 'node_modules/.bin/trellis-agent');
  const data = ['--data', join(project.folder, 'data'), '--page', '0'];
  const env = { PATH: process.env.PATH, HOME: project.folder };
  return spawnSync(program, [...data, ...args], { env, encoding: 'utf8', timeout: 30_000 });
}

test.each([
  [['--url', 'trellis.example', '--code', 'ABCD-EFGH'], 'must begin with https:// or http://'],
  [['--url', 'https://trellis .example', '--code', 'ABCD-EFGH'], 'is no address'],
  [['--url', 'https://trellis.example'], '--url and --code are needed'],
])('with %j it says what is wrong', (args, said) => {
  const { status, stderr } = runAgent(...args);
  expect(stderr).toContain(said);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(status).toBe(2);
});
