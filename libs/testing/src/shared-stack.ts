import { readFromStackServer } from './prepared-data.js';
import type { Stack } from './stack.js';

/** A stack for several test files, which neither stop nor disturb its services. */
export interface SharedStack extends Pick<Stack, 'address' | 'jwtSecret' | 'dataDirectory'> {
  /** Returns everything that it has printed so far. */
  output(): Promise<string>;
}

export interface StackDescription extends Omit<SharedStack, 'output'> {
  /** The process of its launcher. */
  pid: number;
  output: string;
}

/** Returns the stack that all files of a test run share. Each uses accounts of its own, and no demo app. */
export async function openSharedStack(): Promise<SharedStack> {
  const read = () => readFromStackServer<StackDescription>('stack');
  const { output: _output, pid: _pid, ...stack } = await read();
  return { ...stack, output: async () => (await read()).output };
}
