import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { addAccounts, lacksAccounts, writeSecrets } from './environments.js';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'trellis-secrets-'));
  folder = join(parent, 'secrets');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const fileOf = (program: string) => join(folder, `${program}.env`);
const textOf = (program: string) => readFileSync(fileOf(program), 'utf8');
const variablesOf = (program: string) => parseEnv(textOf(program)) as Record<string, string>;

/** As a release wrote them that had no accounts-service. */
function writeEarlier(): void {
  writeSecrets(folder);
  rmSync(fileOf('accounts-service'));
  writeFileSync(fileOf('postgres'), textOf('postgres').replace(/\nACCOUNTS_PASSWORD=.*\n$/, ''));
}

test('secrets are readable by their owner alone, and never overwritten', () => {
  writeSecrets(folder);
  expect(statSync(fileOf('accounts-service')).mode & 0o777).toBe(0o600);
  expect(lacksAccounts(folder)).toBe(false);
  expect(() => writeSecrets(folder)).toThrow('secrets are not overwritten');
});

test('accounts-service gets a role, with the keys and servers of the others', () => {
  writeEarlier();
  const [postgres, runtime] = [textOf('postgres'), textOf('connector-runtime')];
  expect(lacksAccounts(folder)).toBe(true);
  addAccounts(folder);
  expect(lacksAccounts(folder)).toBe(false);

  const { ACCOUNTS_PASSWORD } = variablesOf('postgres');
  const { DATABASE_URL, ...others } = variablesOf('accounts-service');
  expect(ACCOUNTS_PASSWORD).toHaveLength(32);
  expect(DATABASE_URL).toBe(
    `postgresql://trellis_accounts:${ACCOUNTS_PASSWORD}@postgres:5432/trellis`,
  );
  expect(parseEnv(runtime)).toMatchObject(others);
  expect(Object.keys(others).sort()).toEqual(['REDIS_URL', 'SECRETS_KEYS']);
  expect(textOf('connector-runtime')).toBe(runtime);
  expect(textOf('postgres').startsWith(postgres)).toBe(true);
});

test('a password that PostgreSQL already has stays', () => {
  writeEarlier();
  writeFileSync(fileOf('postgres'), `${textOf('postgres')}\nACCOUNTS_PASSWORD=known\n`);
  const before = textOf('postgres');
  addAccounts(folder);
  expect(textOf('postgres')).toBe(before);
  expect(textOf('accounts-service')).toContain('//trellis_accounts:known@');
});
