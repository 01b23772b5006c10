import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  readEnvironmentFile,
  removeEnvironmentFile,
  writeEnvironmentFile,
} from './environment-file.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'trellis-environment-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

test('what is written is read back, whatever characters it has', () => {
  const environment = {
    JWT_PUBLIC_KEY: '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----\n',
    JWT_SECRET: `it's # "quoted" $HOME \\n `,
    QUEUE_DATABASE_URL: "postgresql://a:%27`'@localhost/b?c=d#e",
  };
  writeEnvironmentFile(directory, { ...environment, REDIS_URL: undefined });
  expect({ ...readEnvironmentFile(directory) }).toEqual(environment);
});

test('only the current user can read the file, even where an older one was open to all', () => {
  const file = join(directory, 'services.env');
  writeFileSync(file, '', { mode: 0o644 });
  writeEnvironmentFile(directory, { JWT_SECRET: 'secret' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('where nothing runs, the error says how to start it', () => {
  writeEnvironmentFile(directory, {});
  removeEnvironmentFile(directory);
  expect(() => readEnvironmentFile(directory)).toThrow(/npm start, or set DATA_DIR/);
});
