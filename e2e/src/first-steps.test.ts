import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { oneStack } from './one-stack.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const stack = oneStack();

/** The shell blocks of a section of the README. */
function shellBlocks(title: string): string[] {
  const readme = readFileSync(`${root}/README.md`, 'utf8');
  const [, section = ''] = readme.split(`\n## ${title}\n`);
  const text = section.split('\n## ')[0]!;
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands]) => commands!);
}

/** Runs the blocks one after the other in one shell. Returns what each of them prints. */
async function paste(blocks: string[]): Promise<string[]> {
  const mark = '--- the end of a block ---';
  const script = blocks
    .map((block) => `${block}\necho '${mark}'\n`)
    .join('')
    .replaceAll('http://localhost:3000', stack().address);
  const { stdout } = await promisify(execFile)('sh', ['-uc', script], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '', DATA_DIR: stack().dataDirectory },
    timeout: 150_000,
  });
  return stdout.split(`${mark}\n`).slice(0, -1);
}

const references = (output: string, line: number) =>
  JSON.parse(output.trim().split('\n').at(line)!) as { href: string }[];

test('the commands of the README do what it says, one pasted after the other', async () => {
  const blocks = shellBlocks('The first five minutes');
  expect(blocks).toHaveLength(5);
  const outputs = await paste(blocks);
  expect(outputs.join('\n')).not.toMatch(/"status":[45]/);
  const [connected, lamp, house, events, apps] = outputs as [
    string,
    string,
    string,
    string,
    string,
  ];
  expect(connected).toMatch(/^\{"id":".+"\}\n\{"client_id":".+"\}\n$/);
  expect(JSON.parse(lamp)).toMatchObject({ on: true });
  expect(references(house, -1)).toEqual([{ href: expect.stringContaining('/things/') }]);
  expect(events).toMatch(/^(id|event|data|:)/m);
  expect(references(apps, 0)).toHaveLength(2);
  expect(references(apps, 1)).toEqual([]);
});
