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
import { defineConnector, light, pollInterval, property } from '../../index.js';
import { testConnector } from '../index.js';

const clientSchema = z.strictObject({ url: z.string(), key: z.string(), interval_ms: pollInterval(1000) });

const connector = defineConnector({
  id: 1, typeId: 'bad', name: 'Bad', description: '', logo: '',
  instance: { schema: z.strictObject({}), sample: {} },
  client: { schema: clientSchema, sample: { url: '', key: '' } },
  async poll({ client }) {
    if (client.url === '') {
      return {
        devices: [{
          id: String(Math.random()),
          title: '',
          abilities: [
            light.on({ value: 'yes' }),
            property('brightness', { type: 'number', maximum: 255 }, { value: 300 }),
          ],
          handle: client.key,
        }],
      };
    }
    const answer = await fetch(client.url, { signal: AbortSignal.timeout(1000) }).catch(() => {
      throw new Error('It fails with ' + client.key);
    });
    const found = await answer.json();
    return { devices: found.map(({ id }) => ({ id, title: id, abilities: [] })) };
  },
  find: async () => undefined,
  send: async () => undefined,
});
testConnector(connector, async () => ({
  reach: { client: { url: '', key: 'a-secret' } },
  unauthorized: { client: { url: '', key: 'a-wrong-secret' } },
  at: ({ host, port }) => ({ client: { url: 'http://' + host + ':' + port, key: 'a-secret' } }),
  secrets: ['a-secret'],
  stop: async () => undefined,
}));
`;

test('the kit catches a connector that breaks every rule', () => {
  const folder = mkdtempSync(join(here, 'try-'));
  writeFileSync(join(folder, 'bad.test.ts'), bad);
  try {
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        '--conditions=@trellis/source',
        '--experimental-vm-modules',
        '--no-warnings',
        join(project, '../../node_modules/jest/bin/jest.js'),
        folder,
        '--testTimeout=10000',
        '--forceExit',
      ],
      { cwd: project, encoding: 'utf8', timeout: 280_000 },
    );
    expect(status).toBe(1);
    const passed = stderr.split('\n').filter((line) => line.includes('✓'));
    expect(passed.map((line) => line.replace(/^\s*✓ | \(\d.*\)$/g, ''))).toEqual([
      'a device that does not exist is Unavailable, and nothing is sent to it',
      'a device that vanishes and returns keeps its id',
    ]);
    for (const caught of [
      'its devices make valid things',
      'the values of its devices conform',
      'its devices use the names, types and units of the capabilities',
      'a poll that is repeated finds the same',
      'a device is found by its id and handle',
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
}, 300_000);
