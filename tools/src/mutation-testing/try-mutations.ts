import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../command-line.js';
import { projectOf, runTests, type TestRun } from './run-tests.js';
import { applyTo, problemOf, type Sampled } from './sample.js';

export type Outcome = 'noticed' | 'timed out' | 'survived' | 'does not apply';
export interface Tried {
  mutation: Sampled;
  outcome: Outcome;
  /** Why it does not apply. */
  problem?: string;
}

/** Generous, because a busy machine must not decide what is noticed. */
const timeoutOf = (durationMs: number) => 120_000 + 5 * durationMs;
const firstRunTimeoutMs = 1_800_000;

/** The test files by project, in their order. */
function byProject(root: string, files: string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const file of new Set(files)) {
    const project = projectOf(root, file);
    groups.set(project, [...(groups.get(project) ?? []), file]);
  }
  return [...groups.values()];
}

/**
 * Runs the tests without any mutation. Returns how long each file took.
 * @throws {CommandError} A test fails: it could not tell whether it notices anything.
 */
export async function runUnchanged(root: string, files: string[]): Promise<Map<string, number>> {
  const durations = new Map<string, number>();
  for (const group of byProject(root, files)) {
    const run = await runTests({
      root,
      files: group,
      timeoutMs: firstRunTimeoutMs,
      bail: false,
    });
    if (run.outcome !== 'passed') {
      throw new CommandError(`Without any mutation, these fail: ${run.failed.join(', ')}`);
    }
    for (const [file, durationMs] of run.durations) durations.set(file, durationMs);
  }
  return durations;
}

/** Applies a mutation to the copy, runs its tests, and restores the file. */
export async function tryMutation(
  root: string,
  mutation: Sampled,
  durations: Map<string, number>,
): Promise<Tried> {
  const problem = problemOf(mutation);
  if (problem) return { mutation, outcome: 'does not apply', problem };
  const path = join(root, mutation.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, applyTo(source, mutation));
  try {
    for (const files of byProject(root, mutation.noticedBy)) {
      const durationMs = files.reduce((sum, file) => sum + (durations.get(file) ?? 0), 0);
      const timeoutMs = timeoutOf(durationMs);
      const { outcome } = await runTests({ root, files, timeoutMs, bail: true });
      if (outcome !== 'passed') return { mutation, outcome: outcomes[outcome] };
    }
    return { mutation, outcome: 'survived' };
  } finally {
    writeFileSync(path, source);
  }
}

const outcomes = { failed: 'noticed', 'timed out': 'timed out' } as const satisfies Partial<
  Record<TestRun['outcome'], Outcome>
>;
