import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Mutation } from '../mutations/mutation.js';

export const checkout = fileURLToPath(new URL('../../..', import.meta.url));

/** A mutation of the sample, with the project that it is in. */
export type Sampled = Mutation & { project: string };

/** The sample: `../mutations` has a file for each project. */
export async function readSample(): Promise<Sampled[]> {
  const projects = ['apps', 'libs'].flatMap((folder) => readdirSync(join(checkout, folder)));
  const sample: Sampled[] = [];
  for (const project of projects.sort()) {
    const file = new URL(`../mutations/${project}.ts`, import.meta.url);
    if (!existsSync(file)) continue;
    const { default: mutations } = (await import(file.href)) as { default: Mutation[] };
    sample.push(...mutations.map((mutation) => ({ project, ...mutation })));
  }
  return sample;
}

/** A mutation cannot be applied as it is written. */
export class DoesNotApply extends Error {}

/**
 * The text of a file with a mutation in it.
 * @throws {DoesNotApply} The text that it changes is not in the file exactly once, or what comes out is
 * not TypeScript: such a change is noticed by any test.
 */
export function applyTo(source: string, { from, to }: Mutation): string {
  const places = source.split(from).length - 1;
  if (places !== 1) throw new DoesNotApply(`its text is there ${places} times`);
  const mutated = source.replace(from, () => to);
  if (mutated === source) throw new DoesNotApply('it changes nothing');
  const { diagnostics } = ts.transpileModule(mutated, {
    reportDiagnostics: true,
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  if (diagnostics?.length) throw new DoesNotApply('it leaves a syntax error');
  return mutated;
}

/** Why a mutation cannot be run, if so. */
export function problemOf(mutation: Mutation): string | undefined {
  const missing = [mutation.file, ...mutation.noticedBy].find(
    (path) => !existsSync(join(checkout, path)),
  );
  if (missing) return `${missing} does not exist`;
  if (mutation.noticedBy.length === 0) return 'it names no test';
  try {
    applyTo(readFileSync(join(checkout, mutation.file), 'utf8'), mutation);
    return undefined;
  } catch (error) {
    if (error instanceof DoesNotApply) return error.message;
    throw error;
  }
}
