import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeConnectorPackage } from '@trellis/testing';
import { buildLabels, sourceDateEpoch } from './labels.js';
import { run } from './run.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The targets of the `Dockerfile` that are images. */
export const targets = [
  'api-gateway',
  'units-service',
  'connector-runtime',
  'accounts-service',
  'migrations',
  'agent',
] as const;
export type Target = (typeof targets)[number];

export const imageOf = (target: Target): string => `localhost/trellis/${target}:test`;

/** The images of OCI have no health checks. */
const format = ['--format', 'docker'];

/** Builds the image of every target with buildah. Stages that they share are built once. */
export function buildImages(nodeImage: string): void {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-npmrc-'));
  try {
    const options = [
      '--layers',
      ...format,
      '--isolation=chroot',
      '--network=host',
      '--ulimit',
      'nofile=4096:4096',
      '--timestamp',
      sourceDateEpoch(),
      '--build-arg',
      `NODE_IMAGE=${nodeImage}`,
      ...registryOptions(directory),
    ];
    for (const target of targets) {
      process.stderr.write(`Building ${target}.\n`);
      const tag = ['--target', target, '--tag', imageOf(target)];
      run('buildah', ['bud', ...options, ...tag, root]);
      labelImage(target);
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The image of connector-runtime with the package of a connector, made as docs/connectors.md says. */
export const derivedImage = 'localhost/trellis/connector-runtime-acme:test';

/** Derives an image with a package from that of connector-runtime. */
export function deriveImage(): void {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-derived-'));
  try {
    writeConnectorPackage(join(directory, 'node_modules'));
    const lines = [
      `FROM ${imageOf('connector-runtime')}`,
      'COPY node_modules dist/node_modules',
      'ENV CONNECTORS=acme-hub',
    ];
    writeFileSync(join(directory, 'Dockerfile'), `${lines.join('\n')}\n`);
    run('buildah', ['bud', '--isolation=chroot', '--tag', derivedImage, directory]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Sets the labels, which options of a build would lose when the last layer comes from the cache. */
function labelImage(target: Target): void {
  const container = run('buildah', ['from', imageOf(target)]);
  const options = Object.entries(buildLabels()).map(([name, value]) => `--label=${name}=${value}`);
  run('buildah', ['config', ...options, container]);
  const timestamp = ['--timestamp', sourceDateEpoch()];
  run('buildah', [
    'commit',
    '--quiet',
    '--rm',
    ...format,
    ...timestamp,
    container,
    imageOf(target),
  ]);
}

/** Reads the labels, the user and the uncompressed size in bytes of an image. */
export function inspectImage(target: Target) {
  const [image] = JSON.parse(run('podman', ['image', 'inspect', imageOf(target)])) as {
    Size: number;
    User: string;
    Labels: Record<string, string>;
  }[];
  return image!;
}

/** Returns the size in bytes of what a machine downloads that has no layer of an image. */
export function downloadedBytes(target: Target): number {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-download-'));
  try {
    const archive = join(directory, 'image.tar');
    run('buildah', ['push', '--quiet', imageOf(target), `oci-archive:${archive}`]);
    return statSync(archive).size;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Mounts this machine's npm settings, certificate authorities and cache during the build only. */
function registryOptions(directory: string): string[] {
  const own = join(homedir(), '.npmrc');
  const npmrc = join(directory, 'npmrc');
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  const lines = [
    existsSync(own) ? readFileSync(own, 'utf8').trim() : '',
    authorities ? 'cafile=/etc/trellis-authorities.crt' : '',
    'prefer-offline=true',
  ];
  writeFileSync(npmrc, `${lines.join('\n')}\n`, { mode: 0o600 });
  return [
    '--volume',
    `${npmrc}:/root/.npmrc:ro`,
    ...(authorities ? ['--volume', `${authorities}:/etc/trellis-authorities.crt:ro`] : []),
    '--volume',
    `${run('npm', ['config', 'get', 'cache'])}:/root/.npm`,
  ];
}
