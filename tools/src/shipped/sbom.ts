import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface LockedPackage {
  version: string;
  license?: string;
  dev?: true;
  devOptional?: true;
  optional?: true;
  link?: true;
}

interface ShippedPackage {
  name: string;
  version: string;
  /** An SPDX expression; undefined if the package has none. */
  license: string | undefined;
}

/** Returns the packages that may be in the images: production dependencies without optional ones. */
export function shippedPackages(): ShippedPackage[] {
  const file = new URL('../../../package-lock.json', import.meta.url);
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(packages)
    .filter(([path]) => path.includes('node_modules/'))
    .filter(
      ([, { dev, devOptional, optional, link }]) => !dev && !devOptional && !optional && !link,
    )
    .map(([path, { version, license }]) => ({
      name: path.split('node_modules/').at(-1)!,
      version,
      license,
    }));
}

/** The parts of a software bill of materials (CycloneDX 1.5) that are used here. */
export interface Bom {
  bomFormat: string;
  metadata: { component: { 'bom-ref': string; name: string } };
  components: { 'bom-ref': string; name: string; version: string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Returns npm's bill of materials of everything in the lock file. */
export function readBom(): Bom {
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'];
  const { stdout, status } = spawnSync('npm', [...args, '--sbom-type=application'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error('npm could not write the bill of materials.');
  return JSON.parse(stdout) as Bom;
}

/** Filters a bill of materials. npm's `--omit=dev` would also drop dependencies of workspaces. */
export function onlyShipped(bom: Bom, shipped: readonly ShippedPackage[]): Bom {
  const refs = new Set(shipped.map(({ name, version }) => `${name}@${version}`));
  const { component } = bom.metadata;
  const isOwn = (ref: string) => ref === component['bom-ref'] || ref.startsWith('@trellis/');
  const only = (dependsOn: string[]) => dependsOn.filter((ref) => refs.has(ref));
  const own = bom.dependencies.filter(({ ref }) => isOwn(ref));
  const direct = new Set(own.flatMap(({ dependsOn }) => only(dependsOn)));
  return {
    ...bom,
    metadata: { ...bom.metadata, component: { ...component, name: 'trellis' } },
    components: bom.components.filter((one) => refs.has(one['bom-ref'])),
    dependencies: [
      { ref: component['bom-ref'], dependsOn: [...direct] },
      ...bom.dependencies
        .filter(({ ref }) => refs.has(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: only(dependsOn) })),
    ],
  };
}
