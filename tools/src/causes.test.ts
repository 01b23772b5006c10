import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { causeNames } from '@trellis/contracts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns the text of the sources that may throw failures. */
const texts = [
  'libs/connector-sdk/src',
  'libs/connectors/src',
  'apps/connector-runtime/src',
].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) => !/(^|\/)(testing|generated)\//.test(path))
    .map((path) => readFileSync(join(root, folder, path), 'utf8')),
);
const source = texts.join('\n');

test.each(causeNames)('%s is named where something fails', (cause) => {
  expect(source).toContain(`'${cause}'`);
});

test('nothing that fails is left without its cause', () => {
  const bare = source.match(
    /new (?:Unavailable|Unauthorized|Misconfigured)\((?:'[^']*'|`[^`]*`)\)/g,
  );
  expect(bare).toBeNull();
});
