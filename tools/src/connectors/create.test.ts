import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { CommandError } from '../command-line.js';
import { createFolder, withConnector } from './create.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const connectors = join(root, 'libs/connectors/src');

test('a new connector passes the tests of every connector', () => {
  const type = `try-${randomBytes(4).toString('hex')}`;
  const folder = createFolder(connectors, { type, name: 'Try "it"', id: 4711 });
  try {
    const source = readFileSync(join(folder, 'connector.ts'), 'utf8');
    expect(source).toContain('id: 4711,');
    expect(source).toContain(`typeId: '${type}'`);
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        ...['--conditions=@trellis/source', '--experimental-vm-modules', '--no-warnings'],
        ...[join(root, 'node_modules/jest/bin/jest.js'), `src/${type}`],
      ],
      { cwd: join(root, 'libs/connectors'), encoding: 'utf8' },
    );
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringContaining(`${type} keeps to what every connector does`),
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each(['', 'Acme', 'acme_hub', '../acme', 'acme-', '1acme', 'simulator'])(
  'a connector cannot be called %j',
  (type) => {
    expect(() => createFolder(connectors, { type, id: 1 })).toThrow(CommandError);
  },
);

test.each(['', "It's", 'a\\b', 'a\nb'])('a connector cannot have the name %j', (name) => {
  expect(() => createFolder(connectors, { type: 'acme-hub', name, id: 1 })).toThrow(CommandError);
});

test('a new connector is added to the list', () => {
  const list = readFileSync(join(connectors, 'index.ts'), 'utf8');
  const longer = withConnector(list, 'acme-hub');
  const added = longer.split('\n').filter((line) => !list.split('\n').includes(line));
  expect(added).toEqual(["import { acmeHub } from './acme-hub/connector.js';", '  acmeHub,']);
});
