import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { writeSecrets } from '../secrets/write.js';

/** An object of Kubernetes, of any kind. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- `types.ts` checks the rest
  [member: string]: any;
}

const manifests = fileURLToPath(new URL('../../../k8s', import.meta.url));

/** Renders a kustomization in `k8s` with kubectl; secrets are generated where it reads some. */
export function render(kustomization: string): KubernetesObject[] {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-k8s-'));
  try {
    const secrets = join(folder, 'overlays/dev/secrets');
    cpSync(manifests, folder, {
      recursive: true,
      filter: (file) => !file.endsWith('/overlays/dev/secrets'),
    });
    writeSecrets(secrets);
    const output = execFileSync('kubectl', ['kustomize', join(folder, kustomization)], {
      encoding: 'utf8',
    });
    return parseAllDocuments(output).map((document) => document.toJS() as KubernetesObject);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
