import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from './run.js';

/** Name of the image that replaces `node:24-slim` where no registry can be reached. */
export const baseImage = 'localhost/trellis/node:24';

/** Package on npm with the official binary of Node. */
const nodePackage = `node-linux-${process.arch}@24.21.0`;

/** Makes the base image from Debian's packages and the binary of Node on npm, unless it exists. */
export function requireBaseImage(): void {
  if (run('buildah', ['images', '--quiet', '--filter', `reference=${baseImage}`])) return;
  const directory = mkdtempSync(join(tmpdir(), 'trellis-base-'));
  try {
    run('mmdebstrap', ['--variant=minbase', 'bookworm', join(directory, 'debian.tar')]);
    const install = ['install', '--no-save', '--ignore-scripts', '--prefix', directory];
    run('npm', [...install, nodePackage]);
    const [name] = nodePackage.split('@');
    cpSync(join(directory, 'node_modules', name!, 'bin/node'), join(directory, 'node'));
    cpSync(npmFolder(), join(directory, 'npm'), { recursive: true });
    writeFileSync(join(directory, 'Dockerfile'), dockerfile);
    const build = ['bud', '--isolation=chroot', '--network=host', '--tag', baseImage];
    run('buildah', [...build, directory]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const dockerfile = `FROM scratch
ADD debian.tar /
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN for cli in npm npx; do \\
  ln -s ../lib/node_modules/npm/bin/$cli-cli.js /usr/local/bin/$cli; done
`;

/** Returns the folder of the installed npm. */
function npmFolder(): string {
  const candidates = process.env.PATH!.split(':').map((folder) => join(folder, 'npm'));
  const npm = candidates.find(existsSync);
  if (!npm) throw new Error('npm is not on the PATH.');
  return dirname(dirname(realpathSync(npm)));
}
