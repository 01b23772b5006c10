import { afterAll, beforeAll } from '@jest/globals';
import { startStack, type Stack, type StackOptions } from '@trellis/testing';

/** One stack for all tests of a file; to be asked for within a test. */
export function oneStack(options?: StackOptions): () => Stack {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack(options);
  });
  afterAll(async () => {
    await stack.stop();
    stack.clear();
  });
  return () => stack;
}
