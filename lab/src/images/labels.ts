import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { run } from './run.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Returns the labels that all builds of a version share (OCI Image Specification, annotations). */
export function constantLabels(): Record<string, string> {
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
    version: string;
  };
  return {
    'org.opencontainers.image.vendor': 'Trellis',
    'org.opencontainers.image.version': version,
    // LICENSES.txt in the images has the licenses of the packages.
    'org.opencontainers.image.licenses': 'Apache-2.0',
  };
}

/** Returns the labels that differ between builds. */
export function buildLabels(): Record<string, string> {
  return {
    'org.opencontainers.image.revision': run('git', ['rev-parse', 'HEAD'], { cwd: root }),
    'org.opencontainers.image.created': new Date(Number(sourceDateEpoch()) * 1000).toISOString(),
  };
}

/** Returns the time of the last commit in seconds (https://reproducible-builds.org/specs/source-date-epoch). */
export function sourceDateEpoch(): string {
  return process.env.SOURCE_DATE_EPOCH || run('git', ['log', '-1', '--format=%ct'], { cwd: root });
}
