import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { CommandError } from '../command-line.js';
import { createFolder, withConnector } from './create.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const connectors = join(root, 'libs/connectors/src');

/** The tests of every connector run over the list; this one is not in it. */
const kitTest = (variable: string) => `
import { testConnector } from '@trellis/connector-sdk/testing';
import { ${variable} } from './connector.js';
import { capabilities, startPeer, without } from './testing/peer.js';

testConnector(${variable}, startPeer, { capabilities, without });
`;

const run = (...command: string[]) =>
  spawnSync(process.execPath, command, { cwd: join(root, 'libs/connectors'), encoding: 'utf8' });

test('a new connector passes its tests, those of every connector, the type check and lint', () => {
  const suffix = randomBytes(4).toString('hex');
  const type = `try-a${suffix}`;
  const folder = createFolder(connectors, { type, name: 'Try "it"', id: 4711 });
  try {
    const source = readFileSync(join(folder, 'connector.ts'), 'utf8');
    expect(source).toContain('id: 4711,');
    expect(source).toContain(`typeId: '${type}'`);
    writeFileSync(join(folder, 'kit.test.ts'), kitTest(`tryA${suffix}`));
    const tested = run(
      '--conditions=@trellis/source',
      '--experimental-vm-modules',
      '--no-warnings',
      join(root, 'node_modules/jest/bin/jest.js'),
      `src/${type}`,
      '--verbose',
    );
    expect(tested).toMatchObject({
      status: 0,
      stderr: expect.stringContaining(`${type} keeps to what every connector does`),
    });
    const configuration = { extends: '../../tsconfig.json', include: ['.'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configuration));
    const checked = run(join(root, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', folder);
    expect(checked).toMatchObject({ status: 0, stdout: '' });
    const linted = run(join(root, 'node_modules/eslint/bin/eslint.js'), folder);
    expect(linted).toMatchObject({ status: 0 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 300_000);

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
