import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { KubernetesObject } from './rendered.js';

/** Packages with types by API group, other than those of Kubernetes itself. */
const packages: Record<string, string> = {
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

/**
 * Checks objects against the types of their kinds for unknown fields, missing fields and wrong types, by compiling
 * each object as a literal of its type.
 */
export function typeErrors(objects: readonly KubernetesObject[]): string[] {
  const file = fileURLToPath(new URL('rendered.ts', import.meta.url));
  const text = objects.map((object, index) => literal(object, index)).join('\n');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2023)
      : getSourceFile.call(host, name, ...rest);
  const program = ts.createProgram([file], options, host);
  return program
    .getSemanticDiagnostics(program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

function literal(object: KubernetesObject, index: number): string {
  const { apiVersion, kind } = object;
  const name = packages[apiVersion.split('/')[0]!] ?? 'kubernetes-models';
  const type = `import('${name}/${apiVersion}').I${kind}`;
  return `export const object${index}: ${type} = ${JSON.stringify(object, undefined, 2)};`;
}
