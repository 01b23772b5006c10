import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { targets } from './build.js';
import { constantLabels } from './labels.js';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

test('the Dockerfile sets the labels that are the same in every build, for every target', () => {
  const dockerfile = read('Dockerfile');
  for (const [name, value] of Object.entries(constantLabels())) {
    expect(dockerfile).toContain(`${name}=${value}`);
  }
  for (const target of targets) expect(dockerfile).toContain(`\nFROM runtime AS ${target}\n`);
});

test('the version of the images is that of the product', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(constantLabels()['org.opencontainers.image.version']).toBe(version);
  for (const [, tag] of read('docker-compose.yml').matchAll(/image: trellis\/[\w-]+:(\S+)/g)) {
    expect(tag).toBe(version);
  }
});
