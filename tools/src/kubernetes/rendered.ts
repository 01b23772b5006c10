import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { generateEnvironments } from '../secrets/environments.js';

/** An object of Kubernetes, of any kind. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- `types.ts` checks the rest
  [member: string]: any;
}

const manifests = fileURLToPath(new URL('../../../k8s', import.meta.url));

/** Folders in `k8s` with generated files. */
const generatedFolders = ['rendered', 'overlays/dev/secrets'];

/** Renders a kustomization in `k8s` with kubectl, with a word instead of each secret. */
export function render(kustomization: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-k8s-'));
  const left = generatedFolders.map((generated) => join(manifests, generated));
  try {
    cpSync(manifests, folder, { recursive: true, filter: (file) => !left.includes(file) });
    writeWords(join(folder, 'overlays/dev/secrets'));
    return execFileSync('kubectl', ['kustomize', join(folder, kustomization)], {
      encoding: 'utf8',
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeWords(folder: string): void {
  mkdirSync(folder);
  for (const [program, environment] of Object.entries(generateEnvironments())) {
    const lines = Object.keys(environment).map((name) => `${name}=generated\n`);
    writeFileSync(join(folder, `${program}.env`), lines.join(''));
  }
}

/** The kustomizations that are applied. */
export const kustomizations = [
  'overlays/dev',
  'overlays/production',
  'overlays/production/migrations',
] as const;
type Kustomization = (typeof kustomizations)[number];

/** Returns the path of a rendered kustomization, which is stored so that tests do not need kubectl. */
export const renderedFile = (kustomization: Kustomization): string =>
  join(manifests, 'rendered', `${kustomization.split('/').slice(1).join('-')}.yaml`);

/** Reads the objects of a rendered kustomization. */
export const readRendered = (kustomization: Kustomization): KubernetesObject[] =>
  parseObjects(readFileSync(renderedFile(kustomization), 'utf8'));

export const parseObjects = (text: string): KubernetesObject[] =>
  parseAllDocuments(text).map((document) => document.toJS() as KubernetesObject);

/** Returns the first line of rendered files, which contains the digest of the sources. */
export function renderedHead(): string {
  const sources = readdirSync(manifests, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(yaml|sql)$/.test(file))
    .filter((file) => !generatedFolders.some((folder) => file.startsWith(`${folder}/`)))
    .toSorted();
  const hash = createHash('sha256');
  for (const file of sources) {
    const text = readFileSync(join(manifests, file));
    hash.update(`${file} ${text.length}\n`).update(text);
  }
  return `# Rendered by npm run kubernetes:render from sources with the digest ${hash.digest('hex')}.\n`;
}

export const renderedText = (kustomization: Kustomization): string =>
  renderedHead() + render(kustomization);
