import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { kustomizations, renderedFile, renderedText } from './kubernetes/rendered.js';

/** Renders the manifests for Kubernetes, so that tests do not need kubectl. */
for (const kustomization of kustomizations) {
  const file = renderedFile(kustomization);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, renderedText(kustomization));
}
