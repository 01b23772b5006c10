import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { createProject, type EmptyProject } from './project.js';

const root = resolve(import.meta.dirname, '../../..');

interface Manifest {
  name: string;
  version: string;
  private?: boolean;
  description?: string;
  license?: string;
  repository?: { url: string; directory?: string };
  engines?: { node: string };
  publishConfig?: object;
  dependencies?: Record<string, string>;
}

const read = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;

/**
 * Tests that a package can be published, and returns a project in which it is installed. Each package has a file, since
 * packing writes to its folder.
 */
export function testPackage(folder: string): EmptyProject {
  const project = createProject();
  const { name, version } = read(folder);
  const installed = join(project.folder, 'node_modules', name);
  beforeAll(() => project.install(folder));
  afterAll(() => project.remove());

  test('can be installed alone, and depends on nothing of this repository', () => {
    const lock = readFileSync(join(project.folder, 'node_modules/.package-lock.json'), 'utf8');
    const { packages } = JSON.parse(lock) as { packages: Record<string, { resolved?: string }> };
    const local = Object.entries(packages).filter(([, { resolved }]) =>
      /^file:/.test(resolved ?? ''),
    );
    expect(local.map(([path]) => path)).toEqual([`node_modules/${name}`]);
    expect(readdirSync(join(project.folder, 'node_modules/@trellis'))).toHaveLength(1);
  });

  test('says what it is, whose it is and what it needs', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Manifest;
    expect(manifest).toMatchObject({
      version,
      description: expect.stringMatching(/^[A-Z].*\.$/),
      license: 'Apache-2.0',
      repository: { ...read('.').repository, directory: folder },
      engines: read('.').engines,
      publishConfig: { access: 'public', provenance: true },
    });
    expect(
      Object.values(manifest.dependencies ?? {}).filter((range) => !/^\d/.test(range)),
    ).toEqual([]);
  });

  test('comes with its license, changes, read-me and nothing of this machine', () => {
    const files = readdirSync(installed);
    expect(files).toEqual(
      expect.arrayContaining(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json']),
    );
    const texts = readdirSync(installed, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(js|mjs|d\.ts|json|md)$/.test(file) && !file.includes('node_modules'))
      .map((file) => readFileSync(join(installed, file), 'utf8'));
    expect(texts.length).toBeGreaterThan(3);
    expect(texts.filter((text) => text.includes(root))).toEqual([]);
    const readme = readFileSync(join(installed, 'README.md'), 'utf8');
    expect(readme).toMatch(new RegExp(`npm install (-g |-D )?${name}\\b`));
  });

  test('has no mistakes that publint finds', async () => {
    const { messages, pkg } = await publint({ pkgDir: installed, pack: false, strict: true });
    const sources = /@trellis\/source/; // Only found in the repository, whose condition it is.
    expect(
      messages
        .map((message) => formatMessage(message, pkg))
        .filter((message) => !sources.test(message ?? '')),
    ).toEqual([]);
  });
  return project;
}
