import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url));

const connector = `import { Unavailable } from '@trellis/connector-sdk';
import { z } from 'zod';
const part = { schema: z.object({}), sample: {} };
export default {
  id: 4711, typeId: 'acme-hub', name: 'Acme Hub', description: '', logo: '',
  instance: part, client: part,
  poll() {
    throw new Unavailable('Of the package.');
  },
};
`;

/**
 * Writes the package `acme-hub` with a connector into a folder `node_modules`, as npm would, with its dependency but
 * without the SDK. Its polls fail.
 */
export function writeConnectorPackage(nodeModules: string): void {
  const folder = join(nodeModules, 'acme-hub');
  mkdirSync(folder, { recursive: true });
  const manifest = { name: 'acme-hub', type: 'module', exports: './index.js' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'index.js'), connector);
  cpSync(join(packages, 'zod'), join(nodeModules, 'zod'), { recursive: true });
}
