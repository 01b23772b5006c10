import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServiceName } from '@trellis/testing';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export const serviceNames: ServiceName[] = ['units-service', 'connector-runtime', 'api-gateway'];

/** Bundles the services as the images run them, where their sources have changed since. */
export function bundleServices(): void {
  for (const service of serviceNames) {
    const cwd = join(root, 'apps', service);
    execFileSync(process.execPath, [join(root, 'tools/src/bundle.mjs')], { cwd });
  }
}
