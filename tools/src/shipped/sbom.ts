import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ShippedPackage } from './packages.js';

/** What is used here of a software bill of materials (CycloneDX 1.5). */
export interface Bom {
  bomFormat: string;
  metadata: { component: { 'bom-ref': string; name: string } };
  components: { 'bom-ref': string; name: string; version: string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The bill of materials of everything in the lock file, as npm writes it. */
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

/**
 * Leaves of a bill of materials what is shipped. npm's own `--omit=dev` leaves out what only workspaces
 * depend on, too.
 */
export function keepShipped(bom: Bom, shipped: readonly ShippedPackage[]): Bom {
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
