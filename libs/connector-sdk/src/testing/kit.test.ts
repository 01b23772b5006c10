import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const here = fileURLToPath(new URL('.', import.meta.url));
const project = join(here, '../..');

/** A connector that does everything that a connector must not. */
const bad = `
import { z } from 'zod';
import { defineConnector } from '../../connector.js';
import { testConnector } from '../index.js';

const connector = defineConnector({
  id: 1, typeId: 'bad', name: 'Bad', description: '', logo: '',
  instance: { schema: z.strictObject({}), sample: {} },
  client: { schema: z.strictObject({ url: z.string(), key: z.string() }), sample: { url: '', key: '' } },
  interval: () => 1000,
  async poll({ client }) {
    if (client.url === '') return { entities: [{ id: String(Math.random()), title: '', properties: {}, values: { a: 1 } }] };
    const answer = await fetch(client.url, { signal: AbortSignal.timeout(1000) }).catch(() => { throw new Error('It fails with ' + client.key); });
    return { entities: (await answer.json() as { id: string }[]).map(({ id }) => ({ id, title: id, properties: {}, values: {} })) };
  },
});
testConnector(connector, async () => ({
  reach: { client: { url: '', key: 'a-secret' } },
  unauthorized: { client: { url: '', key: 'a-wrong-secret' } },
  at: ({ host, port }) => ({ client: { url: 'http://' + host + ':' + port, key: 'a-secret' } }),
  secrets: ['a-secret'],
  stop: async () => undefined,
}));
`;

test('the kit catches a connector that keeps to nothing', () => {
  const folder = mkdtempSync(join(here, 'try-'));
  writeFileSync(join(folder, 'bad.test.ts'), bad);
  try {
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        ...['--conditions=@trellis/source', '--experimental-vm-modules', '--no-warnings'],
        ...[join(project, '../../node_modules/jest/bin/jest.js'), folder],
        ...['--testTimeout=4000', '--forceExit'],
      ],
      { cwd: project, encoding: 'utf8', timeout: 50_000 },
    );
    expect(status).toBe(1);
    const passed = stderr.split('\n').filter((line) => line.includes('✓'));
    expect(passed.join('\n')).toMatch(/^(.*an entity that vanishes and returns.*)?$/);
    for (const caught of [
      'its entities make valid things',
      'a poll that is repeated finds the same',
      'refused credentials are Unauthorized',
      'one that is not there',
      'one that accepts and never answers',
      'one that answers without end',
      'one that redirects to another address',
      'an address that the egress policy does not allow',
    ]) {
      expect(stderr).toMatch(new RegExp(`✕ ${caught}`));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);
