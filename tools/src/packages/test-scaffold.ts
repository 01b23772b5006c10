import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, newAccount, startStack, type Stack } from '@trellis/testing';
import { startHub, type Hub } from '../connector-template/testing/hub.js';
import { createPackage } from '../connectors/package.js';
import { createProject, type EmptyProject } from './project.js';

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
    stack = await startStack({ environment: { CONNECTORS: installed } });
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
