import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, newAccount, startStack, type Stack } from '@trellis/testing';
import { startHub, type Hub } from '../connector-template/testing/hub.js';
import { createPackage } from '../connectors/package.js';
import { sourceArguments } from '../source-arguments.js';
import { createProject, type EmptyProject } from './project.js';

/** A connector that imports the SDK which is installed for its package. */
const withoutBundle = `import { Unavailable } from '@trellis/connector-sdk';
import { z } from 'zod';
const part = { schema: z.object({}), sample: {} };
export default {
  id: 4712, typeId: 'acme-unbundled', name: 'Unbundled', description: '', logo: '',
  instance: part, client: part,
  poll() {
    throw new Unavailable('Of the package.');
  },
};
`;

const runtime = new URL('../../../apps/connector-runtime/src/load-connectors.ts', import.meta.url);

/** Loads a package as `npx nx serve` does; returns the types of all connectors. */
function loadFromSource(path: string): string {
  const program = `const { loadConnectors } = await import('${runtime.href}');
    console.log((await loadConnectors('${path}')).map(({ typeId }) => typeId).join());`;
  const args = [...sourceArguments, '--import', import.meta.resolve('tsx'), '--eval', program];
  return execFileSync(process.execPath, ['--input-type=module', ...args], {
    env: { ...process.env, NODE_OPTIONS: '' },
    encoding: 'utf8',
  });
}

/** Tests a package with a connector that the scaffold makes, with the SDK that was packed for a project. */
export function testScaffold(sdkProject: EmptyProject): void {
  const host = createProject();
  const author = createProject();
  const folder = join(author.folder, 'trellis-acme-hub');

  let hub: Hub;
  let stack: Stack | undefined;
  beforeAll(async () => {
    hub = await startHub();
  });
  afterAll(async () => {
    await stack?.stop();
    stack?.clear();
    await hub.stop();
    for (const project of [host, author]) project.remove();
  });

  test('a package passes its tests with the packed SDK, and a stack polls a client of it', async () => {
    createPackage(folder, { type: 'acme-hub', name: 'Acme Hub' });
    const [sdk = ''] = readdirSync(sdkProject.folder).filter((file) => file.endsWith('.tgz'));
    const npm = (...args: string[]) => author.run('npm', '--prefix', folder, ...args);
    npm(
      'install',
      '--no-audit',
      '--no-fund',
      '--silent',
      '--save-dev',
      join(sdkProject.folder, sdk),
    );
    npm('test');
    author.run('npm', 'pack', '--silent', folder);

    const tarball = join(author.folder, 'trellis-acme-hub-0.1.0.tgz');
    host.run('npm', 'install', '--no-audit', '--no-fund', '--silent', tarball);
    const installed = join(host.folder, 'node_modules/trellis-acme-hub');
    const unbundled = join(folder, 'unbundled.js');
    writeFileSync(unbundled, withoutBundle);
    expect(loadFromSource(unbundled)).toContain('acme-unbundled');
    stack = await startStack({ environment: { CONNECTORS: `${installed},${unbundled}` } });
    const { request } = newAccount(stack);
    const connector_type_id = 'acme-hub';
    const instance = { connector_type_id, configuration: { application_key: hub.key } };
    expect((await request('POST', '/connectors/instances', { body: instance })).status).toBe(201);
    const body = { connector_type_id, configuration: { url: hub.url, interval_ms: 1_000 } };
    const created = await request('POST', '/connectors/clients', { subject: 'alice', body });
    expect(created.status).toBe(201);
    const client = `/connectors/clients/${created.body.client_id}`;
    await eventually(async () =>
      expect((await request('GET', client)).body).toMatchObject({ status: 'STARTED' }),
    );
    const { body: things } = await request('GET', '/things', { subject: 'alice' });
    const read = await Promise.all(
      things.map(({ href }: { href: string }) => request('GET', href, { subject: 'alice' })),
    );
    expect(read.map(({ body }) => body.title).toSorted()).toEqual(['Desk lamp', 'Hall lamp']);

    // So does a failure of a copy that is not bundled.
    const other = { connector_type_id: 'acme-unbundled', configuration: {} };
    await request('POST', '/connectors/instances', { body: other });
    const failing = await request('POST', '/connectors/clients', { subject: 'bob', body: other });
    await eventually(async () => {
      const { body: shown } = await request('GET', `/connectors/clients/${failing.body.client_id}`);
      expect(shown).toMatchObject({ error: { code: 'unavailable', detail: 'Of the package.' } });
    });

    // A failure of its copy of the SDK means what one of the runtime's does.
    hub.lamps[0]!.brightness = NaN;
    await eventually(async () =>
      expect((await request('GET', client)).body).toMatchObject({
        status: 'ERROR',
        error: { code: 'unavailable', detail: expect.stringContaining('something unexpected') },
      }),
    );
  }, 300_000);
}
