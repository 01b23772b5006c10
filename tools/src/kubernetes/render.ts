import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateEnvironments } from '../secrets/environments.js';

export const manifests = fileURLToPath(new URL('../../../k8s', import.meta.url));

/** Folders in `k8s` with generated files. */
export const generatedFolders = ['rendered', 'overlays/dev/secrets'];

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
