import { spawnSync, execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { architectures, buildAgentPrograms } from './build.js';

const folder = mkdtempSync(join(tmpdir(), 'agent-programs-'));
const empty = join(folder, 'empty');
const program = join(empty, 'trellis-agent');
let archives: string[];

/** Node has to be fetched from npm the first time. */
const buildMs = 300_000;

beforeAll(() => {
  const built = buildAgentPrograms(join(folder, 'programs'), architectures);
  archives = built.map(({ archive }) => archive);
  mkdirSync(empty);
  const own = built.find(({ program }) => program.includes(`linux-${process.arch}/`));
  copyFileSync(own!.program, program);
}, buildMs);
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the program of this machine, with nothing beside it and nothing on its path. */
function runProgram(...args: string[]) {
  const env = { PATH: '/nonexistent', HOME: empty, NODE_OPTIONS: '--no-such-option' };
  return spawnSync(program, args, { cwd: empty, env, encoding: 'utf8', timeout: 30_000 });
}

test('the program runs alone, and takes no options for Node from the environment', () => {
  const manifest = resolve(import.meta.dirname, '../../../apps/agent/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  expect(runProgram('--version')).toMatchObject({ stdout: `${version}\n`, status: 0 });
  expect(runProgram('--help').stdout).toContain('--code <code>');
});

test('it says what is wrong', () => {
  const { status, stderr } = runProgram('--url', 'trellis.example');
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: '--url: trellis.example must begin with https:// or http://.\n',
  });
});

test('each archive has the program of its architecture, with the licenses of what is in it', () => {
  // The field e_machine of ELF.
  const machines = { arm64: 183, x64: 62 };
  archives.forEach((archive, index) => {
    const read = (file: string) =>
      execFileSync('tar', ['-xzOf', archive, file], { maxBuffer: 500_000_000 });
    const head = read('trellis-agent').subarray(0, 20);
    expect(head.readUInt16LE(18)).toBe(machines[architectures[index]!]);
    expect(read('LICENSE').toString()).toContain('Apache License');
    const licenses = read('LICENSES.txt').toString();
    for (const name of ['ws 8', 'zod 4', 'Node.js 26', 'OpenSSL']) expect(licenses).toContain(name);
  });
});
