import { readFromStackServer } from './prepared-data.js';
import type { SharedStack, StackDescription } from './shared-stack.js';
import { processesOf, type Stack } from './stack.js';

/** A stack for one test file after the other, each of which may disturb its services. */
export interface BorrowedStack extends SharedStack, Pick<Stack, 'pidOf' | 'processes'> {
  /** Lends it to the next file. */
  giveBack(): Promise<void>;
}

/** Borrows a stack that other files have used before. Each uses accounts of its own, and no demo app. */
export async function borrowStack(): Promise<BorrowedStack> {
  const { output: _output, pid, ...stack } = await readFromStackServer<StackDescription>('borrow');
  const query = `?pid=${pid}`;
  return {
    ...stack,
    ...processesOf(pid),
    output: async () => (await readFromStackServer<StackDescription>(`borrowed${query}`)).output,
    giveBack: () => readFromStackServer(`give-back${query}`),
  };
}
